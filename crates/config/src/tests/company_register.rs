//! Tests of `[company_register]`: when it is used, and what is refused.

use super::{SMALLEST, faults, parse};
use std::time::Duration;

const ARES: &str = "https://ares.example.com/rest";

fn shop(section: &str) -> String {
    let asking = SMALLEST.replace("[shop]", "[shop]\ncompany_fields = \"optional\"");
    format!("{asking}[company_register]\n{section}")
}

/// The key and the message of the only fault.
fn fault(text: &str) -> (String, String) {
    let mut found = faults(text);
    assert_eq!(found.len(), 1, "{found:?}");
    let fault = found.remove(0);
    (fault.key, fault.message)
}

#[test]
fn a_register_is_asked_only_if_it_is_enabled() {
    assert!(parse(SMALLEST).unwrap().company_register.is_none());
    let disabled = shop(&format!("url = \"{ARES}\""));
    assert!(parse(&disabled).unwrap().company_register.is_none());
    let emulated = parse(&shop("enabled = true")).unwrap();
    assert!(emulated.company_register.unwrap().url.is_none());
    let own = shop(&format!(
        "enabled = true\nurl = \"{ARES}\"\ndeadline_ms = 500\ncache_hours = 2"
    ));
    let own = parse(&own).unwrap().company_register.unwrap();
    assert_eq!(own.url.unwrap().as_str(), ARES);
    assert_eq!(own.deadline, Duration::from_millis(500));
    assert_eq!(own.lifetime, Duration::from_hours(2));
}

/// [8.03] A register that would never be asked, or asked in the open, is refused with its key.
#[test]
fn a_register_that_cannot_serve_is_refused() {
    let unasked = format!("{SMALLEST}[company_register]\nenabled = true");
    assert_eq!(
        fault(&unasked),
        (
            "company_register.enabled".to_owned(),
            "has no effect while the shop takes no company numbers: write company_fields = \"optional\" in [shop]".to_owned()
        )
    );
    for (url, message) in [
        ("ares.example.com", "is not a web address"),
        ("ftp://ares.example.com", "is not a web address"),
        (
            "https://ares.example.com/?x=1",
            "contains a part after ?, which would end up before the number: leave it out",
        ),
        (
            "https://jana:heslo@ares.example.com/",
            "contains a name or a password, which the server does not send: leave it out",
        ),
    ] {
        let text = shop(&format!("enabled = true\nurl = \"{url}\""));
        let (key, told) = fault(&text);
        assert_eq!(key, "company_register.url", "{url}");
        assert!(told.starts_with(message), "{url}: {told}");
    }
}

/// In live mode the register is a real one, and no network reads the questions.
#[test]
fn a_live_shop_asks_a_real_register_over_https() {
    let live = |url: &str| {
        let text = shop(&format!("enabled = true\nurl = \"{url}\""));
        let found = parse(&format!("{text}\n[server]\nmode = \"live\"\n"));
        let faults = found.expect_err("the smallest shop cannot be live");
        let mut own = faults
            .into_iter()
            .filter(|fault| fault.key.starts_with("company_register"));
        own.next().map(|fault| fault.message)
    };
    let missing = live("").expect("a fault");
    assert!(
        missing.starts_with("is missing: with mode = \"live\""),
        "{missing}"
    );
    let open = live("http://ares.example.com").expect("a fault");
    assert!(
        open.starts_with("sends buyers' company numbers unencrypted"),
        "{open}"
    );
    assert_eq!(live("http://127.0.0.1:9000"), None);
    assert_eq!(live(ARES), None);
}
