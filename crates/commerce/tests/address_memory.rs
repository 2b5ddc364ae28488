//! Measures the memory that the address data needs, in a process of its own.
#![cfg(target_os = "linux")]

use zkratka_commerce::address::{country_name, zone};

const MEGABYTE: u64 = 1024 * 1024;

/// Resident memory of the process in bytes: private pages, and pages of its file that it has read.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes = line.trim_end_matches("kB").trim();
    Some(kilobytes.parse::<u64>().ok()? * 1024)
}

/// [5.09] Every country with all its zones loaded needs less than 10 MB.
#[test]
fn the_address_data_is_small() {
    let before = resident().unwrap();
    assert_eq!(country_name("CZ"), Some("Česko"));
    assert_eq!(zone("AE", "دبي").map(|zone| zone.code), Some("DU"));
    let cost = resident().unwrap().saturating_sub(before);
    eprintln!("address data: {} KB", cost / 1024);
    assert!(cost > 0, "it was not loaded");
    assert!(cost < 10 * MEGABYTE, "{cost} bytes");
}
