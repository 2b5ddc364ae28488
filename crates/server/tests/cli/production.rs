//! Tests the program built without the sandbox: it takes real money and contains no emulation.

use super::serve::Running;
use super::support::{CONFIG, Folder, Ran};
use std::path::{Path, PathBuf};
use std::process::Command;
use zkratka_sandbox::traces;

/// The secret of the merchant's PayPal application.
const SECRET: (&str, &str) = ("PAYPAL_SECRET", "tajemstvi-vlastni-aplikace");

/// The path of the program under test.
fn production() -> PathBuf {
    let program =
        std::env::var_os("ZKRATKA_PRODUCTION").expect("ZKRATKA_PRODUCTION names a program");
    PathBuf::from(program)
}

/// The texts that a program contains.
fn found_in<'t>(program: &Path, texts: &[&'t str]) -> Vec<&'t str> {
    let is_there = |text: &&&str| {
        // `grep` is a hundred times as fast as an unoptimised test.
        let mut grep = Command::new("grep");
        grep.env("LC_ALL", "C");
        grep.args(["--quiet", "--text", "--fixed-strings", "-e", text]);
        let ended = grep.arg(program).status().expect("grep");
        // Exit code 2 means that `grep` failed.
        assert!(matches!(ended.code(), Some(0 | 1)), "{ended}");
        ended.success()
    };
    texts.iter().filter(is_there).copied().collect()
}

/// The URLs of the emulated wallets' scripts; none without a web build.
fn emulated_scripts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist-sandbox/assets");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let scripts = entries.map(|entry| entry.path()).filter(|path| {
        let extension = path.extension();
        extension.is_some_and(|extension| extension == "js")
    });
    let names = scripts.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    names.map(|name| format!("/assets/{name}")).collect()
}

/// Runs the program in a folder until it exits.
fn run(folder: &Folder, words: &[&str]) -> Ran {
    let mut command = Command::new(production());
    let command = command
        .current_dir(folder.path(""))
        .env_remove("ZKRATKA_CONFIG")
        .env(SECRET.0, SECRET.1);
    Ran::new(command.args(words).output().expect("it runs"))
}

fn live(client_id: &str) -> String {
    let paypal = format!(
        "client_id = \"{client_id}\"\nsecret_env = \"PAYPAL_SECRET\"\nmerchant_id = \"MERCHANT2SHPX\"\n"
    );
    let config = CONFIG.replace(
        "[server]\n",
        "[server]\nmode = \"live\"\npublic_origin = \"https://obchod.example\"\n",
    );
    format!("{config}[payments]\ncard = false\n[wallets.paypal]\nenabled = true\n{paypal}")
}

/// [B.02] The program contains no path, name, key or card of the emulations. The program with the sandbox contains all
/// of them, which proves that the search works.
#[test]
#[ignore = "needs the program built without the sandbox: scripts/test-production builds it"]
fn nothing_emulated_is_in_the_program() {
    let mut texts = traces();
    texts.push("dist-sandbox");
    let with_sandbox = Path::new(env!("CARGO_BIN_EXE_zkratka"));
    assert_eq!(found_in(with_sandbox, &texts), texts);
    assert_eq!(found_in(&production(), &texts), Vec::<&str>::new());
}

/// [B.02] Its pages allow no script, frame or call of an emulation. It has none of the emulations' paths and serves
/// none of their scripts. Only pages with a vendor's script are without Trusted Types.
#[test]
#[ignore = "needs the program built without the sandbox: scripts/test-production builds it"]
fn nothing_emulated_is_served() {
    let folder = Folder::with(&live("vlastni-aplikace"));
    let shop = Running::start_program(&production(), &folder, &[SECRET]);
    let page = shop.get("/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let policy = page
        .lines()
        .find_map(|line| line.strip_prefix("content-security-policy: "))
        .expect("a policy");
    assert!(policy.contains("https://www.paypal.com"), "{policy}");
    assert!(!policy.contains("sandbox"), "{policy}");
    for path in traces().into_iter().filter(|text| text.starts_with('/')) {
        for path in [path.to_owned(), format!("{path}/hosted-fields")] {
            let answer = shop.get(&path);
            assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        }
    }
    let scripts = emulated_scripts();
    if scripts.is_empty() {
        eprintln!("SKIPPED in part: there is no web build (web/dist-sandbox)");
    }
    for path in scripts {
        let answer = shop.get(&path);
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
}

/// [B.02] Live mode refuses the values that the sandbox publishes, although this program does not contain them.
#[test]
#[ignore = "needs the program built without the sandbox: scripts/test-production builds it"]
fn published_values_are_refused() {
    let google = "[wallets.google_pay]\nenabled = true\nprivate_key_files = [\"key.b64\"]\n";
    let paypal = live(zkratka_sandbox::paypal::CLIENT_ID);
    let folder = Folder::with(&format!("{paypal}{google}"));
    folder.write(
        "key.b64",
        zkratka_sandbox::google_pay::merchant_private_key(),
    );
    run(&folder, &["check"])
        .ended_with(2)
        .complained("wallets.paypal.client_id: is the emulation's")
        .complained("wallets.google_pay.private_key_files: is the emulation's key");
}

/// [B.02] Every command that reads the configuration refuses test mode and names the program that has it; the commands
/// of the emulated gateway do not exist.
#[test]
#[ignore = "needs the program built without the sandbox: scripts/test-production builds it"]
fn there_is_no_test_mode() {
    let folder = Folder::with(CONFIG);
    for command in ["check", "serve", "orders"] {
        let ran = run(&folder, &[command]).ended_with(2);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        ran.complained("server.mode: ")
            .complained("zkratka-sandbox");
    }
    for command in ["sandbox-gateway", "sandbox-ledger"] {
        run(&folder, &[command, "--ledger", "x"]).ended_with(2);
    }
    let help = run(&folder, &["--help"]).ended_with(0);
    assert!(!help.out.contains("sandbox"), "{}", help.out);
}
