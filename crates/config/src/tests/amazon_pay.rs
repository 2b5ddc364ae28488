//! Tests of `[wallets.amazon_pay]` and `[wallets.buy_with_prime]`: without a merchant id the emulation is used, and live mode
//! refuses everything emulated.

use super::{SMALLEST, faults, parse};
use crate::{AmazonPayConfig, AmazonProductType, BuyWithPrimeConfig, ProviderAt};
use zkratka_commerce::money::Currency;
use zkratka_payments::amazon_pay::{NotOffered, Region};
use zkratka_sandbox::amazon_pay::{MERCHANT_ID, PRIVATE_KEY, PUBLIC_KEY_ID, STORE_ID, TOPIC_ARN};
use zkratka_wallets::amazon_pay::notification::SignatureVersion;

const PKCS8: &str = include_str!("../../../wallets/tests/keys/rsa2048-pkcs8.pem");
const PKCS1: &str = include_str!("../../../wallets/tests/keys/rsa2048-pkcs1.pem");
const SHORT: &str = include_str!("../../../wallets/tests/keys/rsa1024.pem");
const STORE: &str = "amzn1.application-oa2-client.0123456789abcdef";
const TOPIC: &str = "arn:aws:sns:eu-west-1:123456789012:A2EXAMPLE1XYZ9";

fn with(mode: &str, lines: &str) -> String {
    format!(
        "{SMALLEST}\n[server]\nmode = \"{mode}\"\npublic_origin = \"https://obchod.example\"\n[payments]\ncard = false\n[wallets.amazon_pay]\nenabled = true\n{lines}\n"
    )
}

/// A shop's own account, with a key in a file.
struct Account {
    _folder: tempfile::TempDir,
    lines: String,
}

fn account(key_id: &str, key: &str) -> Account {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("amazon.pem");
    std::fs::write(&file, key).expect("written");
    let lines = format!(
        "merchant_id = \"A2EXAMPLE1XYZ9\"\nstore_id = \"{STORE}\"\npublic_key_id = \"{key_id}\"\nprivate_key_file = \"{}\"",
        file.display()
    );
    Account {
        _folder: folder,
        lines,
    }
}

fn settings(mode: &str, lines: &str) -> AmazonPayConfig {
    let config = parse(&with(mode, lines)).expect("a configuration");
    config.wallets.amazon_pay.expect("switched on")
}

/// The configuration has one fault, at this key of this section, in a line of that section.
fn refused(text: &str, key: &str, part: &str) {
    let found = faults(text);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    assert_eq!(found[0].key, format!("wallets.{key}"), "{text}");
    let message = &found[0].message;
    assert!(message.contains(part), "{text}: {message}");
    assert!(found[0].line > 10, "{text}: {}", found[0].line);
}

#[test]
fn is_off_unless_switched_on() {
    let config = parse(SMALLEST).expect("a configuration");
    assert!(config.wallets.amazon_pay.is_none() && config.wallets.buy_with_prime.is_none());
    let unfinished = with("live", "").replace("enabled = true", "enabled = false");
    let config = parse(&unfinished).expect("a configuration");
    assert!(config.wallets.amazon_pay.is_none());
}

/// [B.02] Without a merchant id the emulation is used; with one, Amazon's sandbox or its live API.
#[test]
fn a_merchant_id_decides_which_amazon_it_is() {
    let emulated = settings("test", "");
    assert_eq!(emulated.at, ProviderAt::Emulation);
    assert_eq!(emulated.api(), None);
    assert_eq!(emulated.merchant_id, MERCHANT_ID);
    assert_eq!(emulated.store_id, STORE_ID);
    assert_eq!(emulated.signer.public_key_id(), PUBLIC_KEY_ID);
    assert_eq!(emulated.store_name, "Krámek");
    assert_eq!(emulated.checkout_language, "en_GB");
    assert_eq!(emulated.product_type, AmazonProductType::PayAndShip);
    assert_eq!(emulated.ledger.as_str(), "EUR");
    assert_eq!(emulated.notifications.expect("a topic").topics, [TOPIC_ARN]);
    for (mode, key_id, key, at) in [
        ("test", "SANDBOX-AF1", PKCS8, ProviderAt::Sandbox),
        ("live", "LIVE-AF1", PKCS1, ProviderAt::Live),
        ("test", "AF1", PKCS1, ProviderAt::Sandbox),
        ("live", "AF1", PKCS8, ProviderAt::Live),
    ] {
        let account = account(key_id, key);
        let read = settings(mode, &account.lines);
        assert_eq!(read.at, at, "{mode} {key_id}");
        assert_eq!(read.merchant_id, "A2EXAMPLE1XYZ9");
        assert_eq!(read.store_id, STORE);
        assert_eq!(read.signer.public_key_id(), key_id);
        assert_eq!(read.api(), Some("https://pay-api.amazon.eu"));
        assert_eq!(read.notifications, None);
        assert!(!format!("{read:?}").contains("PRIVATE"));
    }
}

/// [7.24] Amazon's script comes from the host of the account's region; the emulation's comes from this server.
#[test]
fn the_script_is_of_the_accounts_region() {
    let account = account("AF1", PKCS8);
    for (region, host) in [
        ("eu", "https://static-eu.payments-amazon.com"),
        ("na", "https://static-na.payments-amazon.com"),
        ("fe", "https://static-fe.payments-amazon.com"),
    ] {
        let currency = match region {
            "eu" => "EUR",
            "na" => "USD",
            _ => "JPY",
        };
        let lines = format!(
            "{}\nregion = \"{region}\"\nledger_currency = \"{currency}\"",
            account.lines
        );
        let read = settings("test", &lines);
        assert_eq!(read.script_host(), Some(host), "{region}");
    }
    assert_eq!(settings("test", "").script_host(), None);
}

#[test]
fn an_account_is_described() {
    let account = account("SANDBOX-AF1", PKCS8);
    let lines = format!(
        "{}\nregion = \"na\"\nledger_currency = \"USD\"\ncheckout_language = \"de_DE\"\nproduct_type = \"PayOnly\"\nstore_name = \"Krámek u Anny\"\nnotification_topics = [\"{TOPIC}\"]\nnotification_signatures = \"2\"\nconfirm_subscription = true",
        account.lines
    );
    let read = settings("test", &lines);
    assert_eq!(read.region, Region::NorthAmerica);
    assert_eq!(read.api(), Some("https://pay-api.amazon.com"));
    assert_eq!(read.checkout_language, "de_DE");
    assert_eq!(read.product_type.name(), "PayOnly");
    assert_eq!(read.store_name, "Krámek u Anny");
    let notifications = read.notifications.expect("a topic");
    assert_eq!(notifications.topics, [TOPIC]);
    let origin = "https://sns.eu-west-1.amazonaws.com";
    assert_eq!(notifications.origins, [origin]);
    assert_eq!(notifications.oldest_signature, SignatureVersion::V2);
    assert!(notifications.confirms);
    let hosts = "notification_hosts = [\"sns.us-east-1.amazonaws.com\"]";
    let read = settings("test", &format!("{lines}\n{hosts}"));
    let notifications = read.notifications.expect("a topic");
    assert_eq!(
        notifications.origins,
        ["https://sns.us-east-1.amazonaws.com"]
    );
}

/// [1.03] A market in koruny has no Amazon Pay, and the reason is told; one in a currency of the account has it.
#[test]
fn a_currency_is_offered_or_the_reason_is_told() {
    let read = settings("test", "");
    assert_eq!(read.offered_in(read.ledger), Ok(()));
    let reason = read.offered_in(Currency::CZK);
    assert_eq!(reason, Err(NotOffered::UnknownCurrency(Currency::CZK)));
    let account = account("SANDBOX-AF1", PKCS8);
    let lines = format!(
        "{}\nregion = \"na\"\nledger_currency = \"USD\"",
        account.lines
    );
    let read = settings("test", &lines);
    let euros = Currency::new("EUR").expect("euros");
    assert!(matches!(
        read.offered_in(euros),
        Err(NotOffered::OtherThanLedger { .. })
    ));
}

/// Each of these configurations has one fault, at this key.
fn all_refused(cases: &[(&str, String, &str, &str)]) {
    for (mode, lines, key, part) in cases {
        refused(&with(mode, lines), &format!("amazon_pay.{key}"), part);
    }
}

#[test]
fn an_unfinished_account_is_refused_at_its_key() {
    let whole = account("SANDBOX-AF1", PKCS8);
    let without = |key: &str| {
        let lines = whole.lines.lines().filter(|line| !line.starts_with(key));
        lines.collect::<Vec<_>>().join("\n")
    };
    let own = |text: &str| text.to_owned();
    let merchant = "merchant_id";
    let key = "public_key_id";
    let file = "private_key_file";
    all_refused(&[
        ("live", String::new(), merchant, "is empty, and mode"),
        ("test", without(merchant), merchant, "is empty although"),
        ("test", without("store_id"), "store_id", "is empty"),
        ("test", without(key), key, "Integration Central shows"),
        ("test", without(file), key, "needs its private key"),
        (
            "test",
            own("private_key_file = \"/no\""),
            file,
            "cannot be read",
        ),
        (
            "test",
            own("private_key_env = \"ZKRATKA_NO_SUCH\""),
            "private_key_env",
            "is not set",
        ),
        (
            "test",
            whole.lines.clone() + "\nprivate_key_env = \"ZKRATKA_NO_SUCH\"",
            file,
            "not both",
        ),
    ]);
}

/// [B.02] Nothing emulated, and no key of the other environment, is taken for the shop's own.
#[test]
fn what_is_emulated_or_of_the_other_mode_is_refused() {
    let whole = account("SANDBOX-AF1", PKCS8);
    let merchant = format!("merchant_id = \"{MERCHANT_ID}\"");
    let topic = format!("{}\nnotification_topics = [\"{TOPIC_ARN}\"]", whole.lines);
    let store = whole.lines.replace(STORE, STORE_ID);
    let published = whole.lines.replace("SANDBOX-AF1", PUBLIC_KEY_ID);
    let live = whole.lines.replace("SANDBOX-", "LIVE-");
    let emulated = "is the emulation's";
    all_refused(&[
        (
            "live",
            whole.lines.clone(),
            "public_key_id",
            "is a key of Amazon's sandbox",
        ),
        ("test", live, "public_key_id", "is a live key"),
        ("live", merchant, "merchant_id", emulated),
        ("test", store, "store_id", emulated),
        ("test", published, "public_key_id", emulated),
        ("test", topic, "notification_topics", emulated),
    ]);
}

#[test]
fn what_amazon_does_not_know_is_refused_at_its_key() {
    let whole = account("SANDBOX-AF1", PKCS8);
    let own = |text: &str| text.to_owned();
    let store = whole.lines.replace("amzn1.", "amzn2.");
    let name = format!("store_name = \"{}\"", "a".repeat(51));
    all_refused(&[
        (
            "test",
            own("merchant_id = \"a2example1xyz9\""),
            "merchant_id",
            "capital letters",
        ),
        ("test", store, "store_id", "begins with"),
        (
            "test",
            own("ledger_currency = \"CZK\""),
            "ledger_currency",
            "\"JPY\" or \"USD\"",
        ),
        (
            "test",
            own("ledger_currency = \"USD\""),
            "ledger_currency",
            "write EUR or GBP",
        ),
        ("test", own("region = \"us\""), "region", "\"na\" or \"fe\""),
        (
            "test",
            own("checkout_language = \"cs_CZ\""),
            "checkout_language",
            "\"de_DE\"",
        ),
        (
            "test",
            own("product_type = \"payonly\""),
            "product_type",
            "\"PayOnly\"",
        ),
        ("test", name, "store_name", "longer than 50"),
    ]);
}

#[test]
fn a_topic_and_its_hosts_are_amazons() {
    let whole = account("SANDBOX-AF1", PKCS8);
    let plus = |line: &str| format!("{}\n{line}", whole.lines);
    let topics = "notification_topics";
    let hosts = "notification_hosts";
    let emulated = format!("notification_topics = [\"{TOPIC}\"]");
    let alone = plus("notification_hosts = [\"sns.eu-west-1.amazonaws.com\"]");
    let loopback = plus("notification_hosts = [\"localhost:8090\"]");
    let loopback = loopback.replace("SANDBOX-", "LIVE-");
    let no_arn = plus("notification_topics = [\"topic\"]");
    all_refused(&[
        ("test", emulated, topics, "a topic of its own"),
        ("test", alone, hosts, "has no effect"),
        ("live", loopback, hosts, "is not one of"),
        ("test", no_arn, topics, "is not one of"),
    ]);
}

/// [B.02] The emulation's key and keys that Amazon would not take are refused in every mode.
#[test]
fn a_key_must_be_the_shops_own() {
    for (key, part) in [
        (PRIVATE_KEY, "is the emulation's"),
        (SHORT, "fewer than 2048 bits"),
        ("tajemstvi", "not an RSA private key"),
    ] {
        for (mode, key_id) in [("test", "SANDBOX-AF1"), ("live", "LIVE-AF1")] {
            let account = account(key_id, key);
            let text = with(mode, &account.lines);
            refused(&text, "amazon_pay.private_key_file", part);
        }
    }
}

fn with_prime(amazon_pay: bool, lines: &str) -> String {
    let text = with("test", "").replace("enabled = true", &format!("enabled = {amazon_pay}"));
    let text = text.replace("card = false", "card = true");
    format!("{text}[wallets.buy_with_prime]\nenabled = true\n{lines}\n")
}

fn prime(text: &str) -> BuyWithPrimeConfig {
    let config = parse(text).expect("a configuration");
    config.wallets.buy_with_prime.expect("switched on")
}

/// [8.02] The operator marks what is sold with Prime, and says whether only members may buy.
#[test]
fn prime_has_a_store_and_marked_goods() {
    let read = prime(&with_prime(
        true,
        "tags = [\"prime\"]\nskus = [\"A-1\", \"A-2\"]",
    ));
    assert_eq!(read.store_id, STORE_ID);
    assert_eq!(read.tags, ["prime"]);
    assert_eq!(read.skus, ["A-1", "A-2"]);
    assert!(read.requires_membership);
    let account = account("SANDBOX-AF1", PKCS8);
    let lines = format!(
        "{}\n[wallets.buy_with_prime]\nenabled = true\nstore_id = \"{STORE}9\"\ntags = [\"prime\"]\nrequires_membership = false",
        account.lines
    );
    let read = prime(&with("test", &lines));
    assert_eq!(read.store_id, format!("{STORE}9"));
    assert!(!read.requires_membership);
    let known = parse(&with_prime(true, "skus = [\"A-1\"]")).expect("a configuration");
    let named = known.goods_names.iter().map(|it| it.key.as_str());
    assert_eq!(named.collect::<Vec<_>>(), ["wallets.buy_with_prime.skus"]);
}

#[test]
fn prime_without_goods_or_an_account_is_refused() {
    for (text, key, part) in [
        (with_prime(true, ""), "tags", "marks no goods"),
        (
            with_prime(false, "tags = [\"prime\"]"),
            "enabled",
            "needs Amazon Pay",
        ),
        (
            with_prime(true, &format!("tags = [\"prime\"]\nstore_id = \"{STORE}\"")),
            "store_id",
            "needs your own account",
        ),
        (
            with_prime(
                true,
                &format!("tags = [\"prime\"]\nstore_id = \"{STORE_ID}\""),
            ),
            "store_id",
            "is the emulation's",
        ),
    ] {
        refused(&text, &format!("buy_with_prime.{key}"), part);
    }
}

/// [8.02] The operator names the memberships that count and the countries that are served; none at all would sell nothing.
#[test]
fn prime_has_memberships_and_countries() {
    let marked = |lines: &str| with_prime(true, &format!("tags = [\"prime\"]\n{lines}"));
    let read = prime(&marked(""));
    assert_eq!(read.countries, ["US"]);
    let usual = ["PRIME_GENERAL", "PRIME_GENERAL_US", "PRIME_STUDENT"];
    assert_eq!(read.memberships, usual);
    let read = prime(&marked(
        "countries = [\"DE\", \"AT\"]\nmemberships = [\"PRIME_GENERAL_DE\"]",
    ));
    assert_eq!(read.countries, ["DE", "AT"]);
    assert_eq!(read.memberships, ["PRIME_GENERAL_DE"]);
    let read = prime(&marked("requires_membership = false\nmemberships = []"));
    assert!(read.memberships.is_empty());
    for (lines, key, part) in [
        ("countries = []", "countries", "names no country"),
        ("countries = [\"Amerika\"]", "countries", "is not one of"),
        ("memberships = []", "memberships", "names no membership"),
        ("memberships = [\"NONE\"]", "memberships", "is not one of"),
        ("memberships = [\"prime\"]", "memberships", "is not one of"),
        ("memberships = [\"\"]", "memberships", "is not one of"),
    ] {
        refused(&marked(lines), &format!("buy_with_prime.{key}"), part);
    }
}
