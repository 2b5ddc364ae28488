//! Tests the commands for gift cards.

use super::serve::Running;
use super::support::{CONFIG, Folder};
use serde_json::Value;

/// A shop that takes gift cards and was started once, so that its database exists.
fn started() -> Folder {
    let config = CONFIG.to_owned() + "[payments]\ngift_cards = true\n";
    let folder = Folder::with(&config);
    drop(Running::start(&folder));
    folder
}

fn json(folder: &Folder, words: &[&str]) -> Value {
    let ran = folder.run(words).ended_with(0);
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn a_card_is_issued_listed_and_disabled() {
    let folder = started();
    folder
        .run(&["gift-card", "list"])
        .ended_with(0)
        .said("No gift cards yet.");
    let words = ["gift-card", "issue", "499.50", "--expires", "2999-12-31"];
    let words = [&words[..], &["--note", "Reklamace 1042", "--json"]].concat();
    let issued = json(&folder, &words);
    let code = issued["code"].as_str().expect("a code");
    assert_eq!((code.len(), &issued["amount"]), (19, &"499.50".into()));
    // The card is valid to the end of its last day in Prague.
    assert_eq!(issued["expiresAt"], "2999-12-31T23:00:00Z");

    let shown = folder
        .run(&["gift-card", "issue", "100", "--currency", "czk"])
        .ended_with(0)
        .said("This is the only time its code is shown");
    let other = shown.out.lines().find(|line| line.starts_with("    "));
    let other = other.expect("a code on a line of its own").trim();
    assert_ne!(other, code);

    let list = json(&folder, &["gift-card", "list", "--json"]);
    let (newest, first) = (&list[0], &list[1]);
    assert_eq!(newest["lastCharacters"], other[15..]);
    assert_eq!(first["lastCharacters"], code[15..]);
    assert_eq!(first["balance"], "499.50");
    assert_eq!(first["state"], "usable");
    assert_eq!(first["note"], "Reklamace 1042");
    let told = folder
        .run(&["gift-card", "list"])
        .ended_with(0)
        .said("Reklamace 1042");
    for secret in [code, other] {
        assert!(!list.to_string().contains(secret));
        assert!(!told.out.contains(secret), "a code is shown once");
        assert_eq!(holding(&folder, secret), [] as [String; 0]);
        let plain = secret.replace('-', "");
        assert_eq!(holding(&folder, &plain), [] as [String; 0]);
    }

    let number = first["number"].to_string();
    folder
        .run(&["gift-card", "disable", &number])
        .ended_with(0)
        .said("is disabled");
    let list = json(&folder, &["gift-card", "list", "--json", "--limit", "2"]);
    assert_eq!(list[1]["state"], "disabled");
    assert_eq!(list[0]["state"], "usable");
    folder
        .run(&["gift-card", "disable", "99"])
        .ended_with(1)
        .complained("there is no gift card 99");
}

/// The files of the folder that contain this text.
fn holding(folder: &Folder, text: &str) -> Vec<String> {
    let holds = |name: &String| {
        let bytes = std::fs::read(folder.path(name)).unwrap_or_default();
        bytes
            .windows(text.len())
            .any(|part| part == text.as_bytes())
    };
    folder.names().into_iter().filter(holds).collect()
}

#[test]
fn what_makes_no_card_is_refused() {
    let folder = started();
    for (more, complaint) in [
        (&["0"][..], "is zero"),
        (&["pět set"], "is not a number"),
        (&["1.005"], "too many decimal places"),
        (&["99999999999999"], "is too large"),
        (&["500", "--currency", "EUR"], "which is CZK"),
        (&["500", "--currency", "koruna"], "--currency"),
        (&["500", "--expires", "2020-01-01"], "is over"),
        (&["500", "--expires", "zítra"], "--expires"),
        (&["500", "--note", "a\nb"], "--note"),
    ] {
        let words = [&["gift-card", "issue"][..], more].concat();
        folder.run(&words).ended_with(2).complained(complaint);
    }
    folder
        .run(&["gift-card", "list"])
        .ended_with(0)
        .said("No gift cards yet.");
}

/// If the shop does not take gift cards yet, issuing one prints a remark.
#[test]
fn a_card_that_nobody_takes_is_remarked_on() {
    let folder = Folder::new();
    drop(Running::start(&folder));
    folder
        .run(&["gift-card", "issue", "500"])
        .ended_with(0)
        .complained("takes no gift cards yet");
}

#[test]
fn gift_cards_of_no_order_are_not_shown() {
    let folder = started();
    folder
        .run(&["gift-card", "sold", "1001"])
        .ended_with(1)
        .complained("there is no order 1001");
}
