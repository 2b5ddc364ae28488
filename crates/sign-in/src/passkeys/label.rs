//! What owners recognise their passkeys by.

/// How browsers say that an authenticator is reached. Other words are not kept.
pub const TRANSPORTS: [&str; 6] = ["ble", "hybrid", "internal", "nfc", "smart-card", "usb"];

/// The known ones of a browser's words, each once.
pub(super) fn known_transports(given: &[String]) -> Vec<&'static str> {
    let known = TRANSPORTS.into_iter();
    known
        .filter(|transport| given.iter().any(|word| word == transport))
        .collect()
}

/// What keeps the passkey, and the browser that it was made in: `Bezpečnostní klíč, Chrome, Windows`.
#[must_use]
pub fn passkey_label(transports: &[String], browser: &str) -> String {
    let known = known_transports(transports);
    let kind = match known.as_slice() {
        // The device itself, or what its system synchronises.
        kinds if kinds.contains(&"internal") => None,
        ["hybrid"] => Some("Telefon"),
        [] => None,
        _ => Some("Bezpečnostní klíč"),
    };
    match kind {
        Some(kind) => format!("{kind}, {browser}"),
        None => browser.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{known_transports, passkey_label};

    /// [B.02] A passkey is named by what keeps it, and by nothing that a browser invents.
    #[test]
    fn a_passkey_is_named_by_what_keeps_it() {
        for (transports, label) in [
            (&["internal"][..], "Chrome, Windows"),
            (&["hybrid", "internal"], "Chrome, Windows"),
            (&["hybrid"], "Telefon, Chrome, Windows"),
            (&["usb", "nfc"], "Bezpečnostní klíč, Chrome, Windows"),
            (&["<b>telepathy</b>"], "Chrome, Windows"),
            (&[], "Chrome, Windows"),
        ] {
            let given: Vec<_> = transports.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(passkey_label(&given, "Chrome, Windows"), label);
        }
        let odd = ["usb", "telepathy", "usb"].map(str::to_owned);
        assert_eq!(known_transports(&odd), ["usb"]);
    }
}
