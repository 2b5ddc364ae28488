//! Tests `orders redact` and `orders export` on the real program, beside a running shop.

use super::orders::{buy, folder_with};
use super::serve::Running;
use super::support::Folder;
use serde_json::Value;

const PERSONAL: [&str; 4] = ["jana@", "Nováková", "Dlouhá", "601123456"];

fn exported(folder: &Folder, email: &str) -> Value {
    let ran = folder
        .run(&["orders", "export", "--email", email])
        .ended_with(0);
    serde_json::from_str(&ran.out).expect("JSON")
}

fn order(folder: &Folder) -> Value {
    let shown = folder
        .run(&["orders", "show", "1001", "--json"])
        .ended_with(0);
    serde_json::from_str(&shown.out).expect("JSON")
}

/// [B.03] An order is redacted once: the person is gone, the sums are not.
#[test]
fn an_order_is_redacted() {
    let folder = folder_with("");
    let shop = Running::start(&folder);
    buy(&shop);
    let before = order(&folder);
    let redact = |more: &[&str]| {
        let words = [
            "orders",
            "redact",
            "1001",
            "--reason",
            "žádost č. 7",
            "--by",
            "eva",
        ];
        folder.run(&[&words, more].concat())
    };
    redact(&[]).ended_with(1).complained(
        "order 1001 keeps its data: it is still to be paid, and without an address it cannot be delivered: record its payment (zkratka orders mark-paid), cancel it, or add --unpaid",
    );
    redact(&["--unpaid", "--dry-run"])
        .ended_with(0)
        .said("Order 1001 would be redacted.");
    assert_eq!(order(&folder), before);
    redact(&["--unpaid"])
        .ended_with(0)
        .said("Order 1001 is redacted.");
    redact(&["--unpaid"])
        .ended_with(0)
        .said("Order 1001 was redacted before.");

    let after = order(&folder);
    for personal in PERSONAL {
        assert!(
            !after.to_string().contains(personal),
            "{personal} in {after:#}"
        );
    }
    for same in [
        "number",
        "createdAt",
        "total",
        "subtotal",
        "taxes",
        "lines",
        "payment",
        "delivery",
    ] {
        assert_eq!(after[same], before[same], "{same}");
    }
    assert_eq!(after["deliveryAddress"]["country"], "CZ");
    let timeline = after["timeline"].as_array().expect("a list");
    let last = timeline.last().expect("an entry");
    assert_eq!(last["event"], "redacted");
    assert_eq!(last["detail"], "eva: žádost č. 7");
    let redactions = timeline.iter().filter(|one| one["event"] == "redacted");
    assert_eq!(redactions.count(), 1);
    let described = folder.run(&["orders", "show", "1001"]).ended_with(0);
    described.said("redacted");
}

/// [B.03] Everything about one person is exported and erased by the e-mail address, however it is spelled.
#[test]
fn a_person_is_exported_and_erased() {
    let folder = folder_with("");
    let shop = Running::start(&folder);
    buy(&shop);
    let person = exported(&folder, "Jana+obchod@example.cz");
    assert_eq!(person["orders"][0]["number"], 1001);
    assert_eq!(person["orders"][0]["email"], "jana@example.cz");
    assert!(
        !person["unpaidOrders"]
            .as_array()
            .expect("a list")
            .is_empty()
    );
    let nobody = exported(&folder, "eva@example.cz");
    assert_eq!(nobody["orders"], Value::Array(Vec::new()));
    let words = [
        "orders",
        "redact",
        "--email",
        "jana@example.cz",
        "--reason",
        "žádost",
        "--unpaid",
    ];
    let by = [&words[..], &["--by", "eva"]].concat();
    folder
        .run(&by)
        .ended_with(0)
        .said("Order 1001 is redacted.");
    folder
        .run(&by)
        .ended_with(0)
        .said("The shop holds nothing about this person that can be redacted.");
    let left = exported(&folder, "jana@example.cz");
    assert_eq!(left["orders"], Value::Array(Vec::new()));
}

#[test]
fn mistakes_change_nothing_and_are_explained() {
    let folder = folder_with("");
    let shop = Running::start(&folder);
    buy(&shop);
    let before = order(&folder);
    for (words, code, complaint) in [
        (
            &["redact", "1002", "--reason", "x", "--by", "eva"][..],
            1,
            "there is no order 1002",
        ),
        (&["redact", "--reason", "x"], 2, "--email"),
        (&["redact", "1001", "--by", "eva"], 2, "--reason"),
        (
            &["redact", "1001", "--reason", " ", "--by", "eva"],
            2,
            "write 1 to 500 characters",
        ),
        (
            &["redact", "1001", "--reason", "a\nb", "--by", "eva"],
            2,
            "on one line",
        ),
        (
            &["redact", "--email", "jana", "--reason", "x", "--by", "eva"],
            2,
            "not an e-mail address",
        ),
        (&["export", "--email", ""], 2, "not an e-mail address"),
        (
            &[
                "redact",
                "1001",
                "--email",
                "jana@example.cz",
                "--reason",
                "x",
            ],
            2,
            "cannot be used with",
        ),
    ] {
        let words = [&["orders"], words].concat();
        folder.run(&words).ended_with(code).complained(complaint);
    }
    assert_eq!(order(&folder), before);
}
