//! Tests of `[[order_webhooks]]`: the endpoints, their secrets, and encryption.

use super::{SMALLEST, faults, parse};
use crate::OrderWebhook;
use crate::webhook_secret::WebhookSecret;
use zkratka_commerce::order_event::OrderEventKind;

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER: &str = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const ERP: &str = "name = \"erp\"\nurl = \"https://erp.example.com/zkratka\"\n";

/// Creates a folder with a secret's file, and returns it with the line that names the file.
fn secret(content: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("secret");
    std::fs::write(&file, content).expect("written");
    let line = format!("secret_file = \"{}\"\n", file.display());
    (folder, line)
}

fn with(mode: &str, sections: &[&str]) -> String {
    let head = format!(
        "{SMALLEST}\n[server]\nmode = \"{mode}\"\npublic_origin = \"https://obchod.example\"\n[payments]\ncard = false\n"
    );
    let sections = sections.iter();
    sections.fold(head, |text, lines| {
        text + "[[order_webhooks]]\n" + lines + "\n"
    })
}

fn read(mode: &str, sections: &[&str]) -> Vec<OrderWebhook> {
    let config = parse(&with(mode, sections)).expect("a configuration");
    config.order_webhooks
}

#[test]
fn nobody_is_told_unless_the_merchant_says_so() {
    let config = parse(SMALLEST).expect("a configuration");
    assert!(config.order_webhooks.is_empty());
    assert_eq!(config.store.event_days, 30);
    // A disabled section may be incomplete.
    let off = format!("{ERP}enabled = false");
    assert!(read("live", &[&off]).is_empty());
}

#[test]
fn each_section_is_somebody_who_is_told() {
    let (_folder, one) = secret(&format!("{SECRET}\n"));
    let (_other_folder, both) = secret(&format!("{OTHER} {SECRET}\n"));
    let erp = format!("{ERP}{one}");
    let money = format!(
        "name = \"ucetni\"\nurl = \"http://127.0.0.1:9000/\"\nevents = [\"order.captured\"]\n{both}"
    );
    for mode in ["test", "live"] {
        let read = read(mode, &[&erp, &money]);
        let parsed = |text| WebhookSecret::parse(text).expect("a secret");
        assert_eq!(read[0].name, "erp");
        assert_eq!(read[0].url.as_str(), "https://erp.example.com/zkratka");
        assert_eq!(read[0].secrets, [parsed(SECRET)]);
        assert_eq!(read[0].kinds, OrderEventKind::ALL);
        assert_eq!(read[1].secrets, [parsed(OTHER), parsed(SECRET)]);
        assert_eq!(read[1].kinds, [OrderEventKind::Captured]);
        assert!(!format!("{read:?}").contains("MfKQ9r8G"));
    }
    // Plain HTTP is for this machine and for test mode.
    let plain = erp.replace("https:", "http:");
    assert_eq!(read("test", &[&plain])[0].url.scheme(), "http");
}

#[test]
fn what_cannot_be_is_refused_at_its_line_and_key() {
    let (_folder, right) = secret(SECRET);
    let (_wrong_folder, wrong) = secret(&format!("{SECRET} tajemstvi-o-mnoha-znacich"));
    let erp = format!("{ERP}{right}");
    let plain = erp.replace("https:", "http:");
    for (mode, sections, key, reason) in [
        ("test", vec![ERP], "secret_env", "is missing"),
        (
            "test",
            vec![&*format!("{ERP}secret_env = \"THERE_IS_NO_SUCH_VARIABLE\"")],
            "secret_env",
            "THERE_IS_NO_SUCH_VARIABLE is not set",
        ),
        (
            "test",
            vec![&*format!("{ERP}{wrong}")],
            "secret_file",
            "does not hold a valid secret: write whsec_",
        ),
        ("live", vec![&*plain], "url", "write https"),
        (
            "test",
            vec![&*erp.replace("https:", "ftp:")],
            "url",
            "is not a web address",
        ),
        (
            "test",
            vec![&*erp.replace("//erp", "//jana:heslo@erp")],
            "url",
            "contains a name or a password",
        ),
        (
            "test",
            vec![&*erp.replace("\"erp\"", "\"Náš ERP\"")],
            "name",
            "lower-case letters",
        ),
        ("test", vec![&*erp, &*erp], "name", "is used twice"),
        (
            "test",
            vec![&*format!("{erp}events = [\"order.lost\"]")],
            "events",
            "\"order.lost\" is not one of a list of \"order.created\"",
        ),
        ("test", vec!["name = \"erp\""], "url", "is missing"),
    ] {
        let text = with(mode, &sections);
        let found = faults(&text);
        let key = format!("order_webhooks.{key}");
        let fault = found.iter().find(|fault| fault.key == key);
        let fault = fault.unwrap_or_else(|| panic!("no fault of {key}: {found:?}"));
        assert!(fault.message.contains(reason), "{fault:?}");
        assert!(!fault.message.contains("tajemstvi"), "{fault:?}");
        let first = text.lines().position(|line| line == "[[order_webhooks]]");
        assert!(Some(fault.line) > first, "{fault:?}");
    }
}

/// No output shows a refused URL, because it may contain a password or a token.
#[test]
fn an_address_that_is_refused_is_not_shown() {
    let secret = "heslo";
    for wrong in [
        "https://jana:heslo@erp.example/",
        "https://heslo@erp.example/",
        "https://erp.example/?token=heslo#cast",
        "https:///?token=heslo",
        "//erp.example/?token=heslo",
        "erp.example?token=heslo",
        "ftp://erp.example/?token=heslo",
    ] {
        for (key, line) in [
            (
                "order_webhooks.url",
                format!("[[order_webhooks]]\nname = \"erp\"\nurl = \"{wrong}\""),
            ),
            ("carrier.url", format!("[carrier]\nurl = \"{wrong}\"")),
            (
                "server.public_origin",
                format!("[server]\npublic_origin = \"{wrong}\""),
            ),
            (
                "payments.sandbox.url",
                format!("[payments.sandbox]\nurl = \"{wrong}\""),
            ),
        ] {
            is_refused_unseen(&format!("{SMALLEST}\n{line}\n"), key, secret);
        }
        let origins = SMALLEST.to_owned() + &format!("allowed_origins = [\"{wrong}\"]\n");
        is_refused_unseen(&origins, "storefront.allowed_origins", secret);
    }
    for key in ["sdk_url", "root_keys_url"] {
        let section = format!(
            "[wallets.google_pay]\nenabled = true\n{key} = \"ftp://erp.example/?token=heslo\"\n"
        );
        let text = format!("{SMALLEST}\n{section}");
        is_refused_unseen(&text, &format!("wallets.google_pay.{key}"), secret);
    }
}

fn is_refused_unseen(text: &str, key: &str, secret: &str) {
    let found = faults(text);
    let is_told = found.iter().any(|fault| fault.key == key);
    assert!(is_told, "no fault of {key} in {text}: {found:?}");
    assert!(!format!("{found:?}").contains(secret), "{found:?}");
}
