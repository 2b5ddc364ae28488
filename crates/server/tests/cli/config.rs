//! Tests help, a missing configuration file and a wrong one.

use super::minted::openssl_key;
use super::support::{CONFIG, Folder, Ran};

#[test]
fn help_shows_a_stranger_the_way() {
    let folder = Folder::new();
    let help = folder.run(&["--help"]).ended_with(0);
    for word in [
        "serve",
        "import",
        "check",
        "orders",
        "sandbox-gateway",
        "Examples:",
        "Exit codes:",
    ] {
        assert!(help.out.contains(word), "no {word} in {}", help.out);
    }
    for command in ["serve", "import", "check", "orders", "sandbox-gateway"] {
        let help = folder.run(&[command, "--help"]).ended_with(0);
        assert!(help.out.contains("Example"), "{command}: {}", help.out);
    }
    folder
        .run(&["--version"])
        .ended_with(0)
        .said("zkratka 0.1.0");
}

#[test]
fn a_wrong_command_line_ends_with_2() {
    let folder = Folder::new();
    folder.run(&[]).ended_with(2);
    folder.run(&["sevre"]).ended_with(2).complained("'serve'");
    folder
        .run(&["serve", "--port", "80"])
        .ended_with(2)
        .complained("--port");
    folder.run(&["import"]).ended_with(2).complained("FEED");
    folder.run(&["orders", "--limit", "0"]).ended_with(2);
}

#[test]
fn a_missing_configuration_is_explained() {
    let folder = Folder::new();
    folder
        .run(&["check", "--config", "neni.toml"])
        .ended_with(2)
        .complained("neni.toml: there is no such file")
        .complained("zkratka.example.toml");
}

/// Every command reports all faults of a broken configuration in the same way, and creates no file.
#[test]
fn a_broken_configuration_is_refused_whole_with_every_fault() {
    let broken = CONFIG
        .replace("listen =", "listne =")
        .replace("price = \"89\"", "price = \"osmdesát\"")
        .replace("name = \"Krámek\"\n", "");
    let folder = Folder::with(&broken);
    for command in [
        &["serve"][..],
        &["check"],
        &["import", "feed.csv"],
        &["orders"],
    ] {
        let ran = folder.run(command).ended_with(2);
        let lines: Vec<&str> = ran.err.lines().collect();
        assert_eq!(lines.len(), 3, "{}", ran.err);
        assert!(
            lines[0]
                .starts_with("zkratka.toml:2: server.listne: unknown key: did you mean listen?"),
            "{}",
            lines[0]
        );
        assert!(
            lines[1].starts_with("zkratka.toml:3: shop.name: is missing: write name ="),
            "{}",
            lines[1]
        );
        assert!(
            lines[2].starts_with(
                "zkratka.toml:11: delivery.rates.price: found \"osmdesát\": write an amount"
            ),
            "{}",
            lines[2]
        );
    }
    assert_eq!(folder.names(), ["zkratka.toml"]);
}

#[test]
fn live_mode_does_not_start_on_the_sandbox() {
    let folder = Folder::with(&CONFIG.replace(
        "[shop]",
        "public_origin = \"https://obchod.example\"\nmode = \"live\"\n[shop]",
    ));
    folder
        .run(&["serve"])
        .ended_with(2)
        .complained("zkratka.toml:4: server.mode: \"live\" cannot take cards")
        .complained("only the sandbox gateway");
    assert_eq!(folder.names(), ["zkratka.toml"]);
}

/// The program reads keys as OpenSSL writes them; for a key on another curve the error says what to do.
#[test]
fn keys_may_be_as_openssl_writes_them() {
    let folder = Folder::with(&format!(
        "{CONFIG}[wallets.google_pay]\nenabled = true\nprivate_key_files = [\"key.pem\"]\nauth_key_file = \"key.pem\"\n"
    ));
    folder.write("key.pem", openssl_key("prime256v1"));
    folder.run(&["check"]).ended_with(0);
    folder.write("key.pem", openssl_key("secp384r1"));
    let ran = folder.run(&["check"]).ended_with(2);
    for key in ["private_key_files", "auth_key_file"] {
        let complaint = format!(
            "wallets.google_pay.{key}: key.pem: the block EC PARAMETERS does not name the curve P-256"
        );
        assert!(ran.err.contains(&complaint), "{}", ran.err);
    }
}

/// Live mode refuses the emulation's script and keys, and reports all of them at once.
#[test]
fn live_mode_does_not_start_on_the_emulated_google_pay() {
    let live = CONFIG.replace(
        "[shop]",
        "public_origin = \"https://obchod.example\"\nmode = \"live\"\n[shop]",
    );
    let lines = "sdk_url = \"http://localhost:8080/sandbox/google-pay/pay.js\"\nprivate_key_files = [\"key.b64\"]\nroot_keys_url = \"http://localhost:8080/sandbox/google-pay/keys.json\"";
    let folder = Folder::with(&format!(
        "{live}[payments]\ncard = false\n[wallets.google_pay]\nenabled = true\n{lines}\n"
    ));
    let key = zkratka_sandbox::google_pay::merchant_private_key();
    folder.write("key.b64", key);
    let ran = folder.run(&["serve"]).ended_with(2);
    for complaint in [
        "wallets.google_pay.enabled: \"live\" cannot take Google Pay",
        "wallets.google_pay.sdk_url: is not on pay.google.com",
        "wallets.google_pay.root_keys_url: is not the address of Google's keys",
        "wallets.google_pay.private_key_files: is the emulation's key",
        "wallets.google_pay.auth_key_file: is empty",
        "wallets.google_pay.merchant_id: is empty",
    ] {
        assert!(ran.err.contains(complaint), "{complaint} in {}", ran.err);
    }
    assert_eq!(folder.names(), ["key.b64", "zkratka.toml"]);
}

/// [3.13] A shop that would refuse every token does not open: here no certificate authority is trusted for the server
/// of root keys.
#[test]
fn a_shop_that_could_take_no_token_does_not_start() {
    let google = "sdk_url = \"https://pay.google.com/gp/p/js/pay.js\"";
    let folder = Folder::with(&format!(
        "{CONFIG}[wallets.google_pay]\nenabled = true\n{google}\n"
    ));
    folder.write("none.pem", "");
    let program = |word: &str| {
        let mut program = folder.program();
        let none = folder.path("none.pem");
        program.arg(word).env("SSL_CERT_FILE", &none);
        program.env("SSL_CERT_DIR", folder.path("nowhere"));
        program.output().expect("it runs")
    };
    for (word, code) in [("serve", 2), ("check", 1)] {
        let output = program(word);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{word}: {said}");
        for part in ["[wallets.google_pay] root_keys_url", "ca-certificates"] {
            assert!(said.contains(part), "{word}: {said}");
        }
    }
    assert_eq!(folder.names(), ["none.pem", "zkratka.toml"]);
}

#[test]
fn a_secret_comes_from_the_environment_and_is_never_printed() {
    let config = format!(
        "{CONFIG}[payments.sandbox]\nurl = \"http://127.0.0.1:9\"\nsecret_env = \"ZKRATKA_TEST_SECRET\"\n"
    );
    let folder = Folder::with(&config);
    folder
        .run(&["check"])
        .ended_with(2)
        .complained("ZKRATKA_TEST_SECRET is not set");
    for (secret, code) in [("kratke", 2), ("long-enough-to-be-a-secret", 0)] {
        let output = folder
            .program()
            .arg("check")
            .env("ZKRATKA_TEST_SECRET", secret)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(code));
        let said = [output.stdout, output.stderr].concat();
        assert!(!String::from_utf8_lossy(&said).contains(secret));
    }
    let config = config.replace(
        "secret_env = \"ZKRATKA_TEST_SECRET\"",
        "secret_file = \"secret\"",
    );
    let folder = Folder::with(&config);
    folder
        .run(&["check"])
        .ended_with(2)
        .complained("cannot be read");
    folder.write("secret", "long-enough-to-be-a-secret\n");
    folder.run(&["check"]).ended_with(0);
}

#[test]
fn check_says_what_it_found() {
    let folder = Folder::with(&format!("{CONFIG}[catalogue]\nimport = [\"feed.csv\"]\n"));
    folder.write(
        "feed.csv",
        "Handle,Title,Variant Price\nhrnek,Hrnek,289\nspatny,Špatný,-1\n",
    );
    folder
        .run(&["check"])
        .ended_with(0)
        .said("zkratka.toml: right")
        .said("delivery: ppl")
        .said("feed.csv: 1 products, 2 problems")
        .complained("feed.csv:3: Variant Price: \"-1\" is negative")
        .said("not there yet; the first start creates it")
        .said("The shop can start.");
    assert_eq!(
        folder.names(),
        ["feed.csv", "zkratka.toml"],
        "checking makes nothing"
    );
    folder.run(&["import", "feed.csv"]).ended_with(1);
    folder
        .run(&["check"])
        .ended_with(0)
        .said("answers; 1 products, no orders yet");
}

/// [B.12] `zkratka check` prints mode and version, which `/healthz` does not, and asks a live shop for a contact.
#[test]
fn check_asks_a_live_shop_for_a_contact() {
    let live = "[server]\nmode = \"live\"\npublic_origin = \"https://obchod.example\"";
    // Live shops on a shared database need a secret for captchas.
    let config = CONFIG.replace("[server]", live)
        + "[payments]\ncard = false\n[captcha]\ndemand = \"never\"\n";
    let asked = "write security_contact in [server]";
    let folder = Folder::with(&config);
    folder
        .run(&["check"])
        .ended_with(0)
        .said("(mode live)")
        .said(concat!("version: ", env!("CARGO_PKG_VERSION")))
        .complained(asked);
    let contact = "[server]\nsecurity_contact = \"bezpecnost@obchod.example\"";
    let told = Folder::with(&config.replace("[server]", contact));
    let ran = told.run(&["check"]).ended_with(0);
    assert!(!ran.err.contains(asked), "{}", ran.err);
    let test = Folder::new().run(&["check"]).ended_with(0);
    assert!(!test.err.contains(asked), "{}", test.err);
}

#[test]
fn check_finds_a_broken_theme_and_a_broken_database() {
    let folder = Folder::with(&CONFIG.replace("[[delivery]]", "theme = \"vzhled\"\n[[delivery]]"));
    std::fs::create_dir_all(folder.path("vzhled/templates")).expect("a folder");
    folder.write("vzhled/templates/home.html", "{% for %}");
    folder
        .run(&["check"])
        .ended_with(1)
        .complained("home.html")
        .complained("The shop cannot");

    let folder = Folder::with(&CONFIG.replace(
        "[[delivery]]",
        "[store]\nsqlite = \"data/zkratka.sqlite\"\n[[delivery]]",
    ));
    std::fs::create_dir_all(folder.path("data")).expect("a folder");
    folder.write(
        "data/zkratka.sqlite",
        "this is no database, and never was one",
    );
    folder
        .run(&["check"])
        .ended_with(1)
        .complained("zkratka.sqlite");
}

/// [B.08] An unreachable database is reported by name and without its password.
#[test]
fn check_finds_a_database_that_does_not_answer() {
    let url = "postgres://jana:heslo@127.0.0.1:9/obchod?connect_timeout=1";
    let store = "[store]\npostgres_env = \"OBCHOD_DB\"\n[[delivery]]";
    let folder = Folder::with(&CONFIG.replace("[[delivery]]", store));
    for words in [&["check"][..], &["orders"], &["serve"]] {
        let mut program = folder.program();
        let output = program.args(words).env("OBCHOD_DB", url).output();
        let ran = Ran::new(output.expect("it runs")).ended_with(1);
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains("error connecting to server"), "{said}");
        assert!(!said.contains("heslo"), "{said}");
    }
    folder
        .run(&["check"])
        .ended_with(2)
        .complained("store.postgres_env: the environment variable OBCHOD_DB is not set");
}

/// A connection string in place of its variable's name is not printed.
#[test]
fn a_url_pasted_instead_of_its_variable_is_not_printed() {
    let url = "postgres://jana:heslo@db.example/obchod";
    let store = format!("[store]\npostgres_env = \"{url}\"\n[[delivery]]");
    let folder = Folder::with(&CONFIG.replace("[[delivery]]", &store));
    for words in [&["check"][..], &["orders"], &["serve"]] {
        let ran = folder.run(words).ended_with(2);
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains("store.postgres_env"), "{said}");
        assert!(said.contains("write a name of letters"), "{said}");
        assert!(
            !said.contains("heslo") && !said.contains("db.example"),
            "{said}"
        );
    }
}

#[test]
fn check_finds_a_database_that_could_never_be_made() {
    for path in ["zkratka.toml/shop.sqlite", "/proc/nowhere/shop.sqlite"] {
        let store = format!("[store]\nsqlite = \"{path}\"\n[[delivery]]");
        let folder = Folder::with(&CONFIG.replace("[[delivery]]", &store));
        folder
            .run(&["check"])
            .ended_with(1)
            .complained("cannot be created: ")
            .complained("([store] sqlite)")
            .complained("The shop cannot");
        assert_eq!(folder.names(), ["zkratka.toml"]);
    }
}

#[test]
fn a_configuration_that_is_no_text_or_no_file_is_explained() {
    let folder = Folder::new();
    folder.write("latin.toml", b"[server]\n[shop]\nname = \"Kr\xe1mek\"\n");
    folder
        .run(&["check", "--config", "latin.toml"])
        .ended_with(2)
        .complained("latin.toml:3: the text is not UTF-8: save the file as UTF-8");
    folder
        .run(&["check", "--config", "."])
        .ended_with(2)
        .complained(".: is a folder: name the file in it");
}

#[test]
fn a_missing_feed_is_explained() {
    let folder = Folder::with(&format!("{CONFIG}[catalogue]\nimport = [\"neni.csv\"]\n"));
    folder.run(&["check"]).ended_with(2).complained(
        "catalogue.import: there is no file neni.csv: put the feed there, or correct its name",
    );
    folder
        .run(&["import", "neni.csv"])
        .ended_with(2)
        .complained("there is no file neni.csv: put");
}

/// [B.07] The check lists what may run on pages that take payment: own files with their hashes, and the vendor's script
/// of a configured wallet.
#[test]
fn the_scripts_of_pages_are_listed() {
    let plain = Folder::new();
    let said = plain.run(&["check"]).ended_with(0);
    let said = said.said("Trusted Types: required");
    assert!(!said.out.contains("pay.google.com"), "{}", said.out);

    let wallet = format!(
        "{CONFIG}[wallets.google_pay]\nenabled = true\nsdk_url = \"https://pay.google.com/gp/p/js/pay.js\"\n"
    );
    let folder = Folder::with(&wallet);
    let ran = folder.run(&["check", "--json"]).ended_with(0);
    let inventory: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let vendor = &inventory["vendorScripts"][0];
    assert_eq!(vendor["url"], "https://pay.google.com/gp/p/js/pay.js");
    assert_eq!(
        vendor["hosts"],
        serde_json::json!(["https://pay.google.com"])
    );
    assert_eq!(inventory["trustedTypesRequired"], false);
    let own = inventory["ownScripts"].as_array().expect("a list");
    assert!(
        own.len() > 10
            || zkratka_assets::Manifest::load(&zkratka_assets::Source::default())
                .embed
                .entry
                .is_none()
    );
    for script in own {
        let hash = script["integrity"].as_str().expect("text");
        assert!(hash.starts_with("sha384-"), "{script}");
        assert!(
            script["purpose"]
                .as_str()
                .is_some_and(|why| !why.is_empty())
        );
    }
}
