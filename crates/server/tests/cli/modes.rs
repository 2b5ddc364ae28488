//! A database has one mode, whatever command opens it.

use super::serve::Running;
use super::support::{CONFIG, Folder};
use zkratka_testing::store_section;

/// [B.02] After a start in test mode no command works on that database in live mode. Another database, or the old mode, does.
#[test]
fn a_database_of_test_mode_is_none_of_live_mode() {
    let test = CONFIG.replace("[server]", "[server]\nmode = \"test\"") + &store_section();
    let folder = Folder::with(&test);
    drop(Running::start(&folder));
    let feed = folder.write("feed.csv", "Handle,Title\n");
    let feed = feed.display().to_string();
    // Live shops on a shared database need a secret for captchas.
    let live = test.replace(
        "\"test\"",
        "\"live\"\npublic_origin = \"https://obchod.example\"",
    ) + "[payments]\ncard = false\n[captcha]\ndemand = \"never\"\n";
    folder.write("zkratka.toml", &live);
    for words in [
        &["orders"][..],
        &["gift-card", "list"],
        &["gift-card", "issue", "100"],
        &["import", &feed],
        &["serve", "--listen", "127.0.0.1:0"],
    ] {
        folder
            .run(words)
            .ended_with(1)
            .complained("the database belongs to test mode")
            .complained("give it another database");
    }
    let checked = folder.run(&["check"]);
    let said = format!("{}{}", checked.out, checked.err);
    assert!(said.contains("the database belongs to test mode"), "{said}");
    folder.write("zkratka.toml", &test);
    folder.run(&["gift-card", "list"]).ended_with(0);
}
