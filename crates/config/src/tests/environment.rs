//! Tests of settings that name an environment variable.

use super::{SMALLEST, faults};
use crate::schema::{Form, SECTIONS};

/// Secrets that an operator may paste in place of the variable's name.
const PASTED: [&str; 3] = [
    "postgres://zkratka:tajne@db.example/zkratka",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "tajne+heslo",
];

/// Returns the smallest configuration with one more key, and the other keys without which its section is not read.
fn with(section: &str, form: Form, key: &str, value: &str) -> String {
    let needed = match section {
        "order_webhooks" => "name = \"erp\"\nurl = \"https://erp.example/hook\"\n",
        "wallets.google_pay" | "wallets.apple_pay" | "wallets.paypal" => "enabled = true\n",
        _ => "",
    };
    if form == Form::Inline {
        let (parent, list) = section.split_once('.').unwrap();
        return format!("{SMALLEST}[{parent}]\n{list} = [{{ id = \"a\", {key} = \"{value}\" }}]\n");
    }
    let head = match form {
        Form::Repeated => format!("[[{section}]]"),
        _ => format!("[{section}]"),
    };
    format!("{SMALLEST}{head}\n{needed}{key} = \"{value}\"\n")
}

/// No section's fault repeats a secret that was pasted in place of a variable's name.
#[test]
fn a_secret_pasted_instead_of_its_variable_is_not_shown() {
    let mut seen = 0;
    for section in SECTIONS {
        for key in section.keys.iter().filter(|key| key.name.ends_with("_env")) {
            seen += 1;
            let name = format!("{}.{}", section.name, key.name);
            for pasted in PASTED {
                let found = faults(&with(section.name, section.form, key.name, pasted));
                let ours = found.iter().find(|fault| fault.key == name);
                let ours = ours.unwrap_or_else(|| panic!("{name}: {found:?}"));
                assert!(ours.message.contains("not shown"), "{}", ours.message);
                assert!(!format!("{found:?}").contains(pasted), "{found:?}");
            }
            let found = faults(&with(
                section.name,
                section.form,
                key.name,
                "ZKRATKA_NO_SUCH",
            ));
            let ours = found.iter().find(|fault| fault.key == name).unwrap();
            let problem = "the environment variable ZKRATKA_NO_SUCH is not set";
            assert_eq!(ours.message, problem, "{name}");
        }
    }
    assert_eq!(seen, 14, "settings that name a variable");
}
