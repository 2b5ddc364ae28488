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

/// A key's file for `[gift_card_codes]`: the base64 of 32 such bytes.
pub(crate) fn key(byte: char) -> String {
    // Base64 of three equal bytes is four characters; 32 bytes end in a group of two.
    let (group, rest) = match byte {
        'a' => ("YWFh", "YWE="),
        _ => ("YmJi", "YmI="),
    };
    group.repeat(10) + rest + "\n"
}

pub(crate) fn keys(list: &str) -> String {
    format!("[gift_card_codes]\nkeys = [{list}]\n")
}

pub(crate) const KEY_2026: &str = "{ id = \"2026\", secret_file = \"2026.key\" }";

/// [B.12] Operators see how many cards need each key, and never a secret.
#[test]
fn keys_that_cards_need_are_listed() {
    let folder = started();
    folder.run(&["gift-card", "issue", "500"]).ended_with(0);
    let config = std::fs::read_to_string(folder.path("zkratka.toml")).expect("a file");
    folder.write("2026.key", key('a'));
    folder.write("zkratka.toml", config + &keys(KEY_2026));
    folder.run(&["gift-card", "issue", "100"]).ended_with(0);
    let listed = json(&folder, &["gift-card", "keys", "--json"]);
    let row = |id: &str, state: &str| {
        serde_json::json!({
            "id": id, "state": state, "cards": 1, "cardsWithBalance": 1, "cardsThatMayGetMoney": 0
        })
    };
    let expected = [row("2026", "current"), row("sandbox", "old")];
    assert_eq!(listed, serde_json::json!(expected));
    let told = folder.run(&["gift-card", "keys"]).ended_with(0);
    assert!(told.out.contains("2026"), "{}", told.out);
    assert!(!told.out.contains(key('a').trim()));
}

/// [B.12] Another secret under a known id would make cards that no server finds: neither the server nor a command uses it.
#[test]
fn another_secret_under_a_known_id_is_refused() {
    let config = CONFIG.to_owned() + "[payments]\ngift_cards = true\n" + &keys(KEY_2026);
    let folder = Folder::with(&config);
    folder.write("2026.key", key('a'));
    drop(Running::start(&folder));
    folder.write("2026.key", key('b'));
    for words in [
        &["serve", "--listen", "127.0.0.1:0"][..],
        &["gift-card", "issue", "100"],
    ] {
        let ran = folder.run(words).ended_with(2);
        let ran = ran.complained("the key \"2026\" in [gift_card_codes] has another secret");
        assert!(!ran.err.contains(key('b').trim()));
    }
    let checked = folder.run(&["check"]).ended_with(1);
    checked.complained("has another secret");
}

/// [B.12] A live shop with gift cards works only with a key: for gift cards in the catalogue, and for cards with a balance.
#[test]
fn a_live_shop_with_gift_cards_needs_a_key() {
    let live = CONFIG.replace(
        "[server]",
        "[server]\nmode = \"live\"\npublic_origin = \"https://obchod.example\"",
    ) + "[payments]\ncard = false\n[captcha]\ndemand = \"never\"\n";
    let folder = Folder::with(&live);
    let config = std::fs::read_to_string(folder.path("zkratka.toml")).expect("a file");
    let feed = "Handle,Title,Variant Price,Gift Card\npoukaz,Poukaz,500,true\n";
    let feed = folder.write("feed.csv", feed).display().to_string();
    folder.run(&["import", &feed]).ended_with(0);
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    folder
        .run(&serve)
        .ended_with(2)
        .complained("the catalogue sells gift cards (\"poukaz\")");
    folder.run(&["check"]).ended_with(1).complained("poukaz");
    folder
        .run(&["gift-card", "issue", "100"])
        .ended_with(2)
        .complained("name one in [gift_card_codes]");

    folder.write("2026.key", key('a'));
    folder.write("zkratka.toml", config.clone() + &keys(KEY_2026));
    drop(Running::start(&folder));
    folder.run(&["gift-card", "issue", "100"]).ended_with(0);
    folder.write("2027.key", key('b'));
    let other = keys("{ id = \"2027\", secret_file = \"2027.key\" }");
    folder.write("zkratka.toml", config + &other);
    for words in [&serve[..], &["gift-card", "issue", "100"]] {
        folder
            .run(words)
            .ended_with(2)
            .complained("does not name the key \"2026\"");
    }
    folder.run(&["check"]).ended_with(1).complained("\"2026\"");
    let row = &json(&folder, &["gift-card", "keys", "--json"])[1];
    assert_eq!(
        (&row["id"], &row["state"]),
        (&"2026".into(), &"missing".into())
    );
}
