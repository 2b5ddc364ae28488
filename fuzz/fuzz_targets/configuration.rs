//! The configuration, its parts that have a syntax of their own, and the URL of a database.
#![no_main]

use std::path::Path;
use zkratka_config::Config;
use zkratka_store::postgres::Address;

libfuzzer_sys::fuzz_target!(|text: &str| {
    drop(Address::parse(text, Some(text.as_bytes())));
    drop(Address::parse(&format!("postgres://{text}"), None));
    // Files that are named in it are read: none may be a device that never ends.
    if text.contains('/')
        && ["/dev", "/proc", "/sys"]
            .iter()
            .any(|folder| text.contains(folder))
    {
        return;
    }
    match Config::parse(text, Path::new("/nonexistent")) {
        Ok(config) => assert!(config.rules.max_lines > 0),
        Err(faults) => {
            let lines = text.lines().count().max(1);
            assert!(!faults.is_empty(), "refused without a reason");
            for fault in faults {
                assert!(fault.line <= lines + 1, "{fault:?}");
            }
        }
    }
});
