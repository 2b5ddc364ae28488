//! Tests what `zkratka check` and the start report about Meta Pay.

use crate::support::{CONFIG, Folder, Ran};

const ROOT: &str = include_str!("../../../wallets/tests/keys/certificate.pem");

/// Runs `check` on a shop with these lines in `[wallets.meta_pay]`.
fn check(change: impl FnOnce(String) -> String, lines: &str) -> Ran {
    let folder = Folder::new();
    folder.write("root.pem", ROOT);
    let text = change(format!("{CONFIG}[wallets.meta_pay]\n{lines}\n"));
    folder.write("shop.toml", text);
    let mut program = folder.program();
    program.args(["check", "--config", "shop.toml"]);
    Ran::new(program.output().expect("it runs"))
}

/// [1.03] [B.02] The wallet works with the emulation, and a shop that would refuse the emulation's containers is told so.
#[test]
fn a_root_that_refuses_every_container_is_told() {
    let same = |text| text;
    let off = check(same, "").ended_with(0);
    let how = "wallet Meta Pay: off (enabled = true in [wallets.meta_pay] switches it on)";
    assert!(off.out.contains(how), "{}", off.out);
    let on = check(same, "enabled = true").ended_with(0);
    assert!(on.out.contains("wallet Meta Pay: works"), "{}", on.out);
    let other = check(same, "enabled = true\nroot_file = \"root.pem\"").ended_with(1);
    let problem = "wallet Meta Pay: root_file is not the emulation's";
    assert!(other.err.contains(problem), "{}", other.err);
}

/// [B.02] In live mode it is refused with file, line, key and the reason.
#[test]
fn live_mode_says_why_it_refuses() {
    let live = |text: String| text.replace("[server]\n", "[server]\nmode = \"live\"\n");
    let refused = check(live, "enabled = true");
    assert_ne!(refused.code, Some(0), "{}", refused.err);
    for part in [
        "shop.toml",
        "wallets.meta_pay.enabled",
        "needs Meta's partnership",
    ] {
        assert!(refused.err.contains(part), "{part}: {}", refused.err);
    }
}
