//! Tests of the configuration, its schema, its example and its documentation.

use super::schema::{Form, SECTIONS};
use super::{Config, ConfigFault, example_file, reference};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use zkratka_commerce::ids::SellingPlanId;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::Mode;
use zkratka_commerce::selling_plan::Adjustment;
use zkratka_store::StorePlace;

const SMALLEST: &str = r#"
[shop]
name = "Krámek"
email = "kramek@example.com"
bank_account = "19-2000145399/0800"
[storefront]
access_token = "verejny-token"
"#;

fn parse(text: &str) -> Result<Config, Vec<ConfigFault>> {
    Config::parse(text, Path::new("/nowhere"))
}

fn faults(text: &str) -> Vec<ConfigFault> {
    parse(text).expect_err("a faulty configuration")
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Compares a generated file with the one in the repository; with `ZKRATKA_WRITE_DOCS=1`, writes it instead.
fn is_up_to_date(path: &str, generated: &str) {
    let path = repository(path);
    if std::env::var_os("ZKRATKA_WRITE_DOCS").is_some() {
        std::fs::write(&path, generated).expect("the file can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == generated,
        "{} is out of date: run this test once with ZKRATKA_WRITE_DOCS=1",
        path.display()
    );
}

#[test]
fn the_example_and_the_documentation_say_what_the_program_reads() {
    is_up_to_date("zkratka.example.toml", &example_file());
    is_up_to_date("docs/configuration.md", &reference());
}

#[test]
fn the_example_is_a_valid_configuration() {
    if let Err(faults) = parse(&example_file()) {
        panic!("{faults:?}");
    }
}

#[test]
fn every_key_of_the_schema_is_read_and_no_other() {
    let with_points = example_file().replace("type = \"SHIPPING\"", "type = \"PICKUP_POINT\"");
    let with_points = with_points.replace(
        "points = []",
        "points = [{ handle = \"brno\", title = \"Brno\", address = \"Masarykova 1\" }]",
    );
    let with_keys = with_points.replace(
        "keys = []",
        "keys = [{ id = \"2026\", secret_file = \"2026.key\" }]",
    );
    let folder = tempfile::tempdir().expect("a folder");
    let secret = "YWFh".repeat(10) + "YWE=";
    std::fs::write(folder.path().join("2026.key"), secret).expect("written");
    let (config, asked) = Config::parse_noting_keys(&with_keys, folder.path());
    assert!(config.is_ok(), "{config:?}");
    let known: BTreeSet<String> = SECTIONS
        .iter()
        .flat_map(|section| {
            section
                .keys
                .iter()
                .map(|key| format!("{}.{}", section.name, key.name))
        })
        .collect();
    assert_eq!(asked, known);
}

#[test]
fn every_default_is_accepted_by_its_own_key() {
    let config = parse(SMALLEST).expect("the smallest configuration");
    assert_eq!(config.server.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.server.mode, Mode::Test);
    assert_eq!(config.shop.iban, "CZ6508000000192000145399");
    assert_eq!(config.rules.countries, ["CZ"]);
    assert_eq!(config.rules.tax.classes["standard"].basis_points(), 2100);
    assert!(
        matches!(&config.store.place, StorePlace::Sqlite(file) if file == Path::new("/nowhere/data/zkratka.sqlite")),
        "{:?}",
        config.store.place
    );
    for section in SECTIONS
        .iter()
        .filter(|section| section.form != Form::Inline)
    {
        assert!(!section.about.is_empty());
    }
}

#[test]
fn all_faults_are_reported_at_once_with_their_lines() {
    let text = "[server]\nlisten = \"somewhere\"\nmod = \"test\"\n[shop]\nname = \"K\"\nemail = 1\n[limts]\n";
    let found = faults(text);
    let lines: Vec<(usize, &str)> = found.iter().map(|f| (f.line, f.key.as_str())).collect();
    assert!(lines.contains(&(2, "server.listen")), "{found:?}");
    assert!(lines.contains(&(3, "server.mod")), "{found:?}");
    assert!(lines.contains(&(6, "shop.email")), "{found:?}");
    assert!(lines.contains(&(7, "limts")), "{found:?}");
    assert!(
        found
            .iter()
            .any(|f| f.message.contains("did you mean mode?"))
    );
    assert!(
        found
            .iter()
            .any(|f| f.message.contains("did you mean [limits]?"))
    );
    assert!(
        found
            .iter()
            .any(|f| f.key == "storefront.access_token" && f.message.contains("missing"))
    );
}

#[test]
fn a_key_of_another_section_is_sent_there() {
    let found = faults(&format!("{SMALLEST}\n[server]\ncart_days = 3\n"));
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("belongs in [store]"), "{found:?}");
}

#[test]
fn broken_toml_is_reported_with_its_line() {
    let found = faults("[shop]\nname = \"K\"\nemail = \n");
    assert_eq!(found[0].line, 3);
    assert!(found[0].message.starts_with("not TOML"), "{found:?}");
}

#[test]
fn live_mode_is_refused_while_there_is_no_gateway_for_it() {
    let live = format!(
        "{SMALLEST}\n[server]\nmode = \"live\"\npublic_origin = \"https://obchod.example\"\n"
    );
    let found = faults(&live);
    assert!(
        found[0].message.contains("only the sandbox gateway"),
        "{found:?}"
    );
    let without_cards = format!("{live}[payments]\ncard = false\n");
    assert!(parse(&without_cards).is_ok());
}

#[test]
fn amounts_per_cent_and_weights_are_exact() {
    let text = format!(
        "{SMALLEST}\n[tax.classes]\nstandard = 21\nodd = 12.55\n[[delivery]]\nhandle = \"ppl\"\ntitle = \"PPL\"\nfree_from = \"1499.90\"\nrates = [{{ up_to_kg = 2.5, price = 89 }}, {{ price = \"149.90\" }}]\n"
    );
    let config = parse(&text).expect("a configuration");
    assert_eq!(config.rules.tax.classes["odd"].basis_points(), 1255);
    let method = &config.rules.delivery[0];
    assert_eq!(method.free_from, Some(MinorUnits::new(149_990)));
    assert_eq!(method.rates[0].up_to_grams, Some(2500));
    assert_eq!(method.rates[0].price, MinorUnits::new(8900));
    assert_eq!(method.rates[1].up_to_grams, None);
    assert_eq!(method.rates[1].price, MinorUnits::new(14_990));
}

#[test]
fn what_would_be_a_trap_later_is_refused_now() {
    for (addition, expected) in [
        (
            "[tax]\ndefault = \"standart\"\n",
            "did you mean \"standard\"",
        ),
        (
            "[tax.product_types]\n\"Knihy\" = \"zeroo\"\n",
            "did you mean \"zero\"",
        ),
        (
            "[[delivery]]\nhandle = \"a\"\ntitle = \"A\"\nrates = [{ price = 1 }, { up_to_kg = 3, price = 2 }]\n",
            "greater than in the rate before",
        ),
        (
            "[[delivery]]\nhandle = \"a\"\ntitle = \"A\"\nrates = []\n",
            "write at least one",
        ),
        (
            "[[delivery]]\nhandle = \"a\"\ntitle = \"A\"\ntype = \"PICKUP_POINT\"\nrates = [{ price = 1 }]\n",
            "PICKUP_POINT",
        ),
        (
            "[payments.sandbox]\nurl = \"http://127.0.0.1:9\"\n",
            "needs the gateway's secret",
        ),
        (
            "[payments.sandbox]\nsecret_env = \"ZKRATKA_NO_SUCH_VARIABLE\"\n",
            "is not set",
        ),
        (
            "[server]\ntrusted_proxies = [\"10.0.0.0/40\"]\n",
            "is not one of",
        ),
        (
            "[server]\npublic_origin = \"https://a.example/shop\"\n",
            "a scheme, a host",
        ),
        ("[storefront]\ntheme = \"theme\"\n", "there is no folder"),
        ("[catalogue]\nimport = [\"feed.csv\"]\n", "there is no file"),
        (
            "[payments]\ninline_deadline_ms = 30000\n",
            "not shorter than request_seconds",
        ),
        (
            "[payments]\ncard = false\ncash_on_delivery = false\n",
            "no payment method",
        ),
        ("[store]\ncart_days = 0\n", "from 1 to 3650"),
        ("[delivery]\nhandle = \"a\"\n", "two brackets"),
    ] {
        let text = if addition.starts_with("[storefront]") {
            let theme = addition.trim_start_matches("[storefront]\n");
            format!("{SMALLEST}{theme}")
        } else {
            format!("{SMALLEST}\n{addition}")
        };
        let found = faults(&text);
        assert!(
            found.iter().any(|fault| fault.message.contains(expected)),
            "{addition}: {found:?}"
        );
    }
}

const AUTOMATIC: &str = "[[discounts]]\ntitle = \"Sleva\"\npercentage = \"10\"\n";
const CODED: &str = "[[discounts]]\ncode = \"LETO\"\npercentage = \"10\"\n";

/// Checks the line, key and message of each fault. Lines count from the first line of the case's text.
fn assert_refused(cases: &[(&str, usize, &str, &str)]) {
    let above = SMALLEST.lines().count();
    for &(text, line, key, expected) in cases {
        let found = faults(&format!("{SMALLEST}{text}"));
        let key = format!("discounts.{key}");
        assert!(
            found.iter().any(|fault| fault.line == above + line
                && fault.key == key
                && fault.message.contains(expected)),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn a_discount_that_could_not_be_meant_is_refused() {
    assert_refused(&[
        (
            "[[discounts]]\npercentage = \"10\"\n",
            1,
            "code",
            "write a code, or a title",
        ),
        (
            &format!("{CODED}title = \"Sleva\"\n"),
            4,
            "title",
            "either title or code",
        ),
        (
            "[[discounts]]\ncode = \"A\"\n",
            1,
            "percentage",
            "exactly one of",
        ),
        (
            &format!("{CODED}amount = \"5\"\n"),
            3,
            "percentage",
            "exactly one of",
        ),
        (
            "[[discounts]]\ncode = \"A\"\npercentage = \"100.5\"\n",
            3,
            "percentage",
            "per cent",
        ),
        (
            "[[discounts]]\ncode = \"A\"\npercentage = \"-5\"\n",
            3,
            "percentage",
            "per cent",
        ),
        (
            "[[discounts]]\ncode = \"A\"\namount = \"0\"\n",
            3,
            "amount",
            "greater than 0",
        ),
        (&format!("{CODED}{CODED}"), 5, "code", "is used twice"),
        (
            &format!("{CODED}{}", CODED.replace("LETO", "leto")),
            5,
            "code",
            "is used twice",
        ),
        (
            &format!("{AUTOMATIC}usage_limit = 5\n"),
            4,
            "usage_limit",
            "write a code",
        ),
        (
            &format!("{AUTOMATIC}once_per_buyer = true\n"),
            4,
            "once_per_buyer",
            "write a code",
        ),
    ]);
}

#[test]
fn conditions_of_a_discount_that_never_hold_are_refused() {
    assert_refused(&[
        (
            &format!("{CODED}buyers = [\"jana\"]\n"),
            4,
            "buyers",
            "is not one of",
        ),
        (
            &format!("{CODED}countries = [\"CZ\"]\n"),
            4,
            "countries",
            "free_delivery = true",
        ),
        (
            &format!("{CODED}combines_with = [\"all\"]\n"),
            4,
            "combines_with",
            "is not one of",
        ),
        (
            &format!("{CODED}starts_at = \"1. 7. 2026\"\n"),
            4,
            "starts_at",
            "a date and time",
        ),
        (
            &format!(
                "{CODED}starts_at = \"2026-07-01T00:00:00Z\"\nends_at = \"2026-07-01T02:00:00+02:00\"\n"
            ),
            5,
            "ends_at",
            "would never apply",
        ),
        (
            "[[discounts]]\ncode = \"A\"\nfree_delivery = true\nmethods = [\"dron\"]\n",
            4,
            "methods",
            "is not one of",
        ),
        (
            "[[discounts]]\ncode = \"A\"\nfree_delivery = true\ncountries = [\"Atlantida\"]\n",
            4,
            "countries",
            "is not one of",
        ),
    ]);
}

#[test]
fn a_gift_card_in_the_file_is_for_tests() {
    let card = "[[gift_cards]]\ncode = \"DAREK-1234\"\namount = \"500\"\n";
    let config = parse(&format!("{SMALLEST}{card}")).expect("a gift card");
    assert_eq!(config.gift_cards[0].amount, MinorUnits::new(50_000));
    for (text, expected) in [
        (card.replace("1234", "1"), "8 to 64"),
        (card.replace("500", "0"), "greater than 0"),
        (format!("{card}{card}"), "is used twice"),
        (
            format!(
                "{card}[server]\nmode = \"live\"\npublic_origin = \"https://obchod.example\"\n"
            ),
            "must not be in this file",
        ),
    ] {
        let found = faults(&format!("{SMALLEST}{text}"));
        let told = |fault: &ConfigFault| fault.message.contains(expected);
        assert!(found.iter().any(told), "{text}: {found:?}");
        assert!(
            !format!("{found:?}").contains("DAREK-1234"),
            "a code is told to nobody"
        );
    }
}

mod amazon_pay;
mod captcha;
mod cart_rules;
mod company_register;
mod environment;
mod gift_card_codes;
mod goods;
mod mail;
mod markets;
mod meta_pay;
mod order_webhooks;
mod paypal;
mod server;
mod shop_wallet;
mod tracking;
mod transfers;
mod wallets;

mod google_pay {
    use super::{SMALLEST, faults, parse};
    use crate::{GoogleEnvironment, GooglePaySettings, RootKeySource, Tokenization};
    use url::Url;
    use zkratka_commerce::payment::Wallet;

    const PRODUCTION_SDK: &str = "https://pay.google.com/gp/p/js/pay.js";
    const PRODUCTION_KEYS: &str =
        "https://payments.developers.google.com/paymentmethodtoken/keys.json";
    const TEST_KEYS: &str =
        "https://payments.developers.google.com/paymentmethodtoken/test/keys.json";

    fn with(mode: &str, lines: &str) -> String {
        format!(
            "{SMALLEST}\n[server]\nmode = \"{mode}\"\npublic_origin = \"https://obchod.example\"\n[payments]\ncard = false\n[wallets.google_pay]\nenabled = true\n{lines}\n"
        )
    }

    fn test_settings(lines: &str) -> GooglePaySettings {
        let config = parse(&with("test", lines)).expect("a configuration");
        assert!(config.rules.payments.wallets.contains(Wallet::GooglePay));
        config.wallets.google_pay.expect("switched on")
    }

    /// Returns the keys that live mode refuses, apart from `enabled`, which it refuses because there is no gateway.
    fn refused_live(lines: &str) -> Vec<String> {
        let mut keys: Vec<_> = faults(&with("live", lines))
            .into_iter()
            .filter_map(|fault| {
                let key = fault.key.strip_prefix("wallets.google_pay.")?;
                (key != "enabled").then(|| key.to_owned())
            })
            .collect();
        keys.sort_unstable();
        keys
    }

    #[test]
    fn is_off_unless_switched_on() {
        let config = parse(SMALLEST).expect("a configuration");
        assert!(config.wallets.google_pay.is_none());
        assert!(config.rules.payments.wallets.is_empty());
    }

    fn published(settings: &GooglePaySettings) -> Option<&Url> {
        match &settings.root_keys {
            RootKeySource::Published(url) => Some(url),
            RootKeySource::Emulated(_) => None,
        }
    }

    #[test]
    fn everything_has_a_default_in_test_mode() {
        let settings = test_settings("");
        assert_eq!(settings.merchant_name, "Krámek");
        assert_eq!(settings.environment, GoogleEnvironment::Test);
        assert!(settings.sdk_url.is_none() && published(&settings).is_none());
        assert!(matches!(settings.tokenization, Tokenization::Direct { keys } if keys.len() == 1));
        let settings =
            test_settings("tokenization = \"gateway\"\ngateway_merchant_id = \"kramek\"");
        assert!(
            matches!(&settings.tokenization, Tokenization::Gateway { gateway, merchant }
                if gateway == "zkratkasandbox" && merchant == "kramek")
        );
    }

    /// The issuer of the tokens determines the root keys: Google's test environment signs with Google's test keys, the
    /// emulation with its own.
    #[test]
    fn the_root_keys_are_those_of_the_sdk() {
        let emulated = test_settings("");
        assert!(emulated.sdk_url.is_none() && published(&emulated).is_none());
        let real = test_settings(&format!("sdk_url = \"{PRODUCTION_SDK}\""));
        assert_eq!(
            published(&real).expect("Google's").as_str(),
            "https://payments.developers.google.com/paymentmethodtoken/test/keys.json"
        );
        let own = "https://keys.example/roots.json";
        for sdk in ["", PRODUCTION_SDK] {
            let lines = format!("sdk_url = \"{sdk}\"\nroot_keys_url = \"{own}\"");
            let settings = test_settings(&lines);
            assert_eq!(published(&settings).expect("given").as_str(), own);
        }
    }

    #[test]
    fn live_mode_refuses_whatever_is_emulated() {
        assert_eq!(
            refused_live(""),
            ["auth_key_file", "merchant_id", "private_key_files"]
        );
        assert_eq!(
            refused_live("tokenization = \"gateway\""),
            [
                "auth_key_file",
                "gateway",
                "gateway_merchant_id",
                "merchant_id"
            ]
        );
        for (key, value) in [
            ("sdk_url", "http://localhost:8080/sandbox/google-pay/pay.js"),
            ("sdk_url", "https://pay.google.com.example/gp/p/js/pay.js"),
            ("sdk_url", "http://pay.google.com/gp/p/js/pay.js"),
            (
                "root_keys_url",
                "http://localhost:8080/sandbox/google-pay/keys.json",
            ),
            ("root_keys_url", "https://google.com.example/keys.json"),
            ("root_keys_url", "https://sites.google.com/keys.json"),
            (
                "root_keys_url",
                "https://www.google.com/paymentmethodtoken/keys.json",
            ),
            (
                "root_keys_url",
                "http://payments.developers.google.com/paymentmethodtoken/keys.json",
            ),
            (
                "root_keys_url",
                "https://payments.developers.google.com:8443/paymentmethodtoken/keys.json",
            ),
            (
                "root_keys_url",
                "https://payments.developers.google.com/paymentmethodtoken/other/keys.json",
            ),
            (
                "root_keys_url",
                "https://payments.developers.google.com/paymentmethodtoken/test/keys.json?x",
            ),
            (
                "root_keys_url",
                "https://payments.developers.google.com/paymentmethodtoken/test/keys.json",
            ),
            ("environment", "TEST"),
            ("merchant_id", "12345678901234567890"),
        ] {
            let refused = refused_live(&format!("{key} = \"{value}\""));
            assert!(
                refused.iter().any(|refused| refused == key),
                "{key} = {value}"
            );
        }
        let good = format!("sdk_url = \"{PRODUCTION_SDK}\"\nroot_keys_url = \"{PRODUCTION_KEYS}\"");
        let refused = refused_live(&good);
        assert!(!refused.iter().any(|key| key.ends_with("_url")));
    }

    /// The keys could never verify a token that the script's environment issues.
    #[test]
    fn a_script_and_keys_that_never_fit_are_refused() {
        for (sdk, keys) in [
            ("", PRODUCTION_KEYS),
            ("", TEST_KEYS),
            (PRODUCTION_SDK, PRODUCTION_KEYS),
        ] {
            let lines = format!("sdk_url = \"{sdk}\"\nroot_keys_url = \"{keys}\"");
            let found = faults(&with("test", &lines));
            assert_eq!(found[0].key, "wallets.google_pay.root_keys_url", "{lines}");
        }
        let fit = format!("sdk_url = \"{PRODUCTION_SDK}\"\nroot_keys_url = \"{TEST_KEYS}\"");
        assert!(published(&test_settings(&fit)).is_some());
    }

    /// By default both encrypted protocols are accepted. A protocol without encryption is never accepted.
    #[test]
    fn protocols_can_be_narrowed() {
        use zkratka_wallets::google_pay::Protocol::{EcV1, EcV2};
        assert_eq!(test_settings("").protocols, [EcV2, EcV1]);
        assert_eq!(test_settings("protocols = [\"ECv2\"]").protocols, [EcV2]);
        for wrong in ["[]", "[\"ECv2SigningOnly\"]", "[\"ECv2\", \"ECv3\"]"] {
            let found = faults(&with("test", &format!("protocols = {wrong}")));
            assert_eq!(found[0].key, "wallets.google_pay.protocols", "{wrong}");
        }
    }

    /// There is no gateway for real money yet.
    #[test]
    fn live_mode_is_refused_while_there_is_no_gateway_for_it() {
        let found = faults(&with("live", ""));
        assert!(
            found
                .iter()
                .any(|fault| fault.key == "wallets.google_pay.enabled")
        );
    }

    #[test]
    fn test_mode_asks_for_no_real_cards_and_loads_no_stranger() {
        for (key, value) in [
            ("environment", "PRODUCTION"),
            ("sdk_url", "https://cdn.example/pay.js"),
            ("tokenization", "both"),
            ("merchant_id", "with space"),
            ("private_key_env", "ZKRATKA_NO_SUCH_VARIABLE"),
        ] {
            let found = faults(&with("test", &format!("{key} = \"{value}\"")));
            assert_eq!(found[0].key, format!("wallets.google_pay.{key}"));
        }
    }

    #[test]
    fn keys_come_from_files_and_the_first_is_published() {
        let folder = tempfile::TempDir::new().expect("a folder");
        for (name, key) in [
            (
                "new.pem",
                zkratka_sandbox::google_pay::auth_jwt_private_key(),
            ),
            (
                "old.pem",
                zkratka_sandbox::google_pay::merchant_private_key(),
            ),
        ] {
            std::fs::write(folder.path().join(name), key).expect("written");
        }
        std::fs::write(folder.path().join("no.pem"), "no key").expect("written");
        let text = with("test", "private_key_files = [\"new.pem\", \"old.pem\"]");
        let config = crate::Config::parse(&text, folder.path()).expect("a configuration");
        let settings = config.wallets.google_pay.expect("switched on");
        assert!(matches!(settings.tokenization, Tokenization::Direct { keys } if keys.len() == 2));
        for file in ["no.pem", "missing.pem"] {
            let text = with("test", &format!("private_key_files = [\"{file}\"]"));
            let found = crate::Config::parse(&text, folder.path()).expect_err("no key");
            assert_eq!(found[0].key, "wallets.google_pay.private_key_files");
        }
    }
}

fn with_store(lines: &str) -> String {
    format!("{SMALLEST}\n[store]\n{lines}\n")
}

/// [B.08] A single setting replaces the SQLite file with a PostgreSQL database.
#[test]
fn a_database_takes_the_place_of_the_file() {
    let place = |lines: &str| parse(&with_store(lines)).expect(lines).store.place;
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(&file, "postgres://shop:heslo@db.example/shop\n").expect("written");
    let in_file = format!("postgres_file = \"{}\"", file.path().display());
    for (lines, expected) in [
        ("postgres = \"postgres://shop@localhost/shop\"", 16),
        (
            "postgres = \"postgres://shop@localhost/shop\"\npostgres_connections = 4",
            4,
        ),
        (in_file.as_str(), 16),
    ] {
        match place(lines) {
            StorePlace::Postgres {
                address,
                connections,
            } => {
                assert_eq!(connections, expected, "{lines}");
                assert!(!format!("{address:?} {address}").contains("heslo"));
            }
            StorePlace::Sqlite(file) => panic!("{lines}: {}", file.display()),
        }
    }
    assert!(matches!(
        place("sqlite = \"shop.sqlite\""),
        StorePlace::Sqlite(_)
    ));
}

/// A fault of a database's URL does not show the URL.
#[test]
fn faults_of_a_databases_address_tell_no_password() {
    for (lines, key, reason) in [
        (
            "sqlite = \"a.sqlite\"\npostgres = \"postgres://localhost/shop\"",
            "store.sqlite",
            "leave out either sqlite or postgres",
        ),
        (
            "postgres = \"postgres://localhost/shop\"\npostgres_env = \"HOME\"",
            "store.postgres_env",
            "name one database",
        ),
        (
            "postgres = \"postgres://jana:heslo@localhost/shop\"",
            "store.postgres",
            "holds a password",
        ),
        (
            "postgres = \"postgres://jana:hes@heslo@localhost/shop\"",
            "store.postgres",
            "this is not a URL",
        ),
        (
            "postgres_env = \"HOME\"",
            "store.postgres_env",
            "this is not a URL",
        ),
        (
            "postgres_env = \"ZKRATKA_NOBODY_SETS_THIS\"",
            "store.postgres_env",
            "is not set",
        ),
        (
            "postgres_file = \"missing\"",
            "store.postgres_file",
            "cannot be read",
        ),
        (
            "postgres = \"postgres://localhost/shop\"\npostgres_ca_file = \"missing\"",
            "store.postgres_ca_file",
            "cannot be read",
        ),
    ] {
        let found = faults(&with_store(lines));
        assert!(
            found
                .iter()
                .any(|fault| fault.key == key && fault.message.contains(reason)),
            "{lines}: {found:?}"
        );
        assert!(!format!("{found:?}").contains("hes"), "{lines}: {found:?}");
    }
}

const PLANS: &str = r#"
[[selling_plan_groups]]
handle = "kava"
name = "Předplatné"
options = ["Doručení"]
products = ["zrnkova-kava"]
tags = ["káva"]
[[selling_plans]]
id = 7
group = "kava"
name = "Každý týden"
interval = "WEEK"
[[selling_plans]]
id = 8
group = "kava"
name = "Na půl roku"
options = ["každé dva měsíce"]
interval = "MONTH"
interval_count = 6
delivery_interval = "MONTH"
delivery_interval_count = 2
adjustments = [{ percentage = "12.5", orders = 2 }, { amount = "20" }]
"#;

#[test]
fn selling_plans_are_read_into_their_groups() {
    let config = parse(&[SMALLEST, PLANS].concat()).expect("a configuration");
    let plans = &config.rules.selling_plans;
    assert_eq!(plans.groups.len(), 1);
    let group = &plans.groups[0];
    assert!(!group.required && group.tags.contains("káva"));
    assert!(!group.closed_to_companies);
    let closed = PLANS.replace("tags =", "companies = false\ntags =");
    let closed = parse(&[SMALLEST, &closed].concat()).expect("a configuration");
    assert!(closed.rules.selling_plans.groups[0].closed_to_companies);
    let [weekly, half_yearly] = &group.plans[..] else {
        panic!("{group:?}");
    };
    assert_eq!(weekly.id, SellingPlanId(7));
    // Without option values a plan's option has the plan's name. Without a delivery interval the shop delivers at each
    // payment.
    assert_eq!(weekly.options[0].value, "Každý týden");
    assert_eq!(weekly.delivery, weekly.billing);
    assert!(weekly.recurring_deliveries && weekly.adjustments.is_empty());
    assert_eq!(half_yearly.deliveries_per_payment(), 3);
    let adjustments = &half_yearly.adjustments;
    assert_eq!(adjustments[0].value, Adjustment::Percentage(1_250));
    assert_eq!(adjustments[0].order_count, Some(2));
    assert_eq!(
        adjustments[1].value,
        Adjustment::Amount(MinorUnits::new(2_000))
    );
    assert_eq!(adjustments[1].order_count, None);
}

/// The replaced text, its replacement, and the line and key of the fault.
const IMPOSSIBLE_PLANS: &[(&str, &str, usize, &str)] = &[
    (
        "group = \"kava\"\nname = \"K",
        "group = \"caj\"\nname = \"K",
        17,
        "selling_plans.group",
    ),
    ("id = 8", "id = 7", 21, "selling_plans.id"),
    ("id = 8", "id = 0", 21, "selling_plans.id"),
    ("id = 8", "id = -3", 21, "selling_plans.id"),
    (
        "interval = \"WEEK\"",
        "interval = \"FORTNIGHT\"",
        19,
        "selling_plans.interval",
    ),
    (
        "interval_count = 6",
        "interval_count = 5",
        27,
        "selling_plans.delivery_interval",
    ),
    (
        "interval_count = 6",
        "interval_count = 0",
        26,
        "selling_plans.interval_count",
    ),
    (
        "delivery_interval = \"MONTH\"",
        "delivery_interval = \"WEEK\"",
        27,
        "selling_plans.delivery_interval",
    ),
    (
        "\"12.5\"",
        "\"101\"",
        29,
        "selling_plans.adjustments.percentage",
    ),
    (
        "\"12.5\"",
        "\"-1\"",
        29,
        "selling_plans.adjustments.percentage",
    ),
    (
        "percentage = \"12.5\"",
        "percentage = \"12\", price = \"9\"",
        29,
        "selling_plans.adjustments.percentage",
    ),
    (", orders = 2", "", 29, "selling_plans.adjustments"),
    (
        "{ amount = \"20\" }",
        "{ amount = \"20\", orders = 1 }",
        29,
        "selling_plans.adjustments",
    ),
    (
        "[\"každé dva měsíce\"]",
        "[\"a\", \"b\"]",
        24,
        "selling_plans.options",
    ),
    (
        "products = [\"zrnkova-kava\"]\ntags = [\"káva\"]",
        "",
        9,
        "selling_plan_groups.products",
    ),
    (
        "handle = \"kava\"",
        "handle = \"Káva\"",
        10,
        "selling_plan_groups.handle",
    ),
    (
        "[[selling_plans]]\nid = 7",
        "[[selling_plan_groups]]\nhandle = \"kava\"\nname = \"Jiné\"\n[[selling_plans]]\nid = 7",
        16,
        "selling_plan_groups.handle",
    ),
    (
        "[[selling_plans]]\nid = 7",
        "[[selling_plan_groups]]\nhandle = \"caj\"\nname = \"Čaj\"\ntags = [\"čaj\"]\n[[selling_plans]]\nid = 7",
        16,
        "selling_plan_groups.handle",
    ),
];

#[test]
fn impossible_selling_plans_are_refused_with_line_and_key() {
    for &(from, to, line, key) in IMPOSSIBLE_PLANS {
        let text = [SMALLEST, PLANS].concat();
        let faulty = text.replacen(from, to, 1);
        assert_ne!(text, faulty, "{from}");
        let found = faults(&faulty);
        assert!(
            found
                .iter()
                .any(|fault| fault.line == line && fault.key == key),
            "{from} -> {to}: {found:?}"
        );
    }
}
