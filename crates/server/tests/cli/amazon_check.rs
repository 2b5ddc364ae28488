//! Tests what `zkratka check` reports about Amazon Pay: the currencies without it, and missing values.

use crate::support::{CONFIG, Folder, Ran};

const EUROS: &str = "[[markets]]\nhandle = \"slovensko\"\ncountries = [\"SK\"]\ncurrency = \"EUR\"\nrate = \"25\"\n";
const OWN: &str = "merchant_id = \"A2EXAMPLE1XYZ9\"\nstore_id = \"amzn1.application-oa2-client.0123\"\npublic_key_id = \"SANDBOX-AF1\"\nprivate_key_file = \"amazon.pem\"\n";
const KEY: &str = include_str!("../../../wallets/tests/keys/rsa2048-pkcs8.pem");

/// Runs `check` on a shop with `lines` in `[wallets.amazon_pay]` and these markets.
fn check(markets: &str, lines: &str) -> Ran {
    let folder = Folder::new();
    folder.write("amazon.pem", KEY);
    let text = format!("{CONFIG}{markets}[wallets.amazon_pay]\nenabled = true\n{lines}\n");
    folder.write("shop.toml", text);
    let mut program = folder.program();
    program.args(["check", "--config", "shop.toml"]);
    Ran::new(program.output().expect("it runs"))
}

/// [1.03] A shop in koruny alone learns that no buyer would see Amazon Pay; with a market in euros it works, and the reason
/// why koruny lack it is told.
#[test]
fn currencies_without_amazon_pay_are_told() {
    let reason = "Amazon Pay takes no payments in CZK";
    for (markets, code, complaint) in [
        ("", 1, "no market of the shop has a currency"),
        (EUROS, 0, reason),
    ] {
        let ran = check(markets, "").ended_with(code);
        let works = ran.out.contains("wallet Amazon Pay: works");
        assert_eq!(works, code == 0, "{}", ran.out);
        assert!(ran.err.contains(complaint), "{}", ran.err);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
}

/// What an account of one's own lacks is told: buyers could not come back, or late decisions are learnt late.
#[test]
fn what_an_account_lacks_is_told() {
    let ran = check(EUROS, OWN).ended_with(1);
    for complaint in ["notification_topics is empty", "is not https://"] {
        assert!(ran.err.contains(complaint), "{}", ran.err);
    }
    assert!(!ran.out.contains("wallet Amazon Pay: works"), "{}", ran.out);
}
