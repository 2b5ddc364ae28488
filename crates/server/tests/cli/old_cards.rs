//! Tests gift cards of a database from before databases had a mode.

use super::gift_cards::{KEY_2026, key, keys};
use super::serve::Running;
use super::support::{CONFIG, Folder};
use serde_json::Value;
use zkratka_testing::{fresh_database, on_postgres, run};

/// Makes the database one of a version that recorded no mode.
const BEFORE: &str = "DELETE FROM shop_mode; UPDATE gift_cards SET mode = NULL";
/// The mode of a live shop. Its orders need not be there: a recorded mode decides.
const LIVE: &str = "INSERT INTO shop_mode (id, mode) VALUES (1, 'live')";

/// A live shop with gift cards, and a way to change its database by hand.
fn live() -> (Folder, impl Fn(&str)) {
    let database = on_postgres().then(fresh_database);
    let store = database.as_ref().map_or_else(
        || "[store]\nsqlite = \"shop.sqlite\"\n".to_owned(),
        |url| format!("[store]\npostgres = \"{url}\"\n"),
    );
    let live = "[server]\nmode = \"live\"\npublic_origin = \"https://obchod.example\"";
    // Live shops on a shared database need a secret for captchas.
    let config = CONFIG.replace("[server]", live)
        + "[payments]\ncard = false\ngift_cards = true\n[captcha]\ndemand = \"never\"\n"
        + &keys(KEY_2026)
        + &store;
    let folder = Folder::with(&config);
    folder.write("2026.key", key('a'));
    let file = folder.path("shop.sqlite");
    let change = move |sql: &str| match &database {
        Some(url) => run(url, sql),
        None => rusqlite::Connection::open(&file)
            .and_then(|shell| shell.execute_batch(sql))
            .expect("changed"),
    };
    (folder, change)
}

fn states(folder: &Folder) -> Vec<String> {
    let listed = folder.run(&["gift-card", "list", "--json"]).ended_with(0);
    let listed: Vec<Value> = serde_json::from_str(&listed.out).expect("JSON");
    let state = |card: &Value| card["state"].as_str().expect("a state").to_owned();
    listed.iter().map(state).collect()
}

/// [B.12] Such a card may be from a test, so it pays only after a person has confirmed it. The log of each start and
/// `zkratka check` count such cards.
#[test]
fn cards_from_before_modes_wait_for_a_persons_word() {
    let (folder, change) = live();
    drop(Running::start(&folder));
    for amount in ["100", "200"] {
        folder.run(&["gift-card", "issue", amount]).ended_with(0);
    }
    change(&format!("{BEFORE}; {LIVE}"));
    assert_eq!(states(&folder), ["unconfirmed", "unconfirmed"]);
    let told = "gift cards from before this database recorded its mode";
    folder.run(&["check"]).ended_with(0).complained(&format!(
        "{told} pay nothing until somebody vouches for them (2)"
    ));
    let shop = Running::start(&folder);
    let is_logged = shop.lines.iter().any(|line| line.contains(told));
    assert!(is_logged, "{:#?}", shop.lines);
    drop(shop);

    folder
        .run(&["gift-card", "confirm", "1"])
        .ended_with(0)
        .said("Gift card 1 (...")
        .said("is usable; its balance is 100");
    folder.run(&["gift-card", "disable", "2"]).ended_with(0);
    assert_eq!(states(&folder), ["disabled", "usable"]);
    let checked = folder.run(&["check"]).ended_with(0);
    assert!(!checked.err.contains(told), "{}", checked.err);
    folder
        .run(&["gift-card", "confirm", "9"])
        .ended_with(1)
        .complained("there is no gift card 9");
    folder.run(&["gift-card", "confirm"]).ended_with(2);
}
