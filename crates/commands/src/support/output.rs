//! Writes to the terminal. A reader that has closed the pipe (`| head`) is not an error.

use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Prints a line to standard output.
pub fn line(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{}", harmless(text));
}

/// Prints an error to standard error.
pub fn error(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", harmless(text));
}

#[must_use]
pub fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

/// Escapes characters that could control a terminal or change the direction of its text, as `\u001b`. Buyers and feeds
/// supply much of what is printed. The same escape is valid inside JSON.
fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_harmful(character) {
            // Writing into a string cannot fail. Every such character has four hexadecimal digits.
            let _ = write!(safe, "\\u{:04x}", u32::from(character));
        } else {
            safe.push(character);
        }
    }
    Cow::Owned(safe)
}

/// Control characters except the line feed, and invisible characters that change the direction of text or break lines.
fn is_harmful(character: char) -> bool {
    (character.is_control() && character != '\n')
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        for (text, safe) in [
            (
                "Žlutý kůň: 1\u{a0}290 Kč\nděkujeme",
                "Žlutý kůň: 1\u{a0}290 Kč\nděkujeme",
            ),
            ("\u{1b}[2J", "\\u001b[2J"),
            (
                "a\rb\u{7}\u{7f}\u{9b}31m",
                "a\\u000db\\u0007\\u007f\\u009b31m",
            ),
            ("\u{202e}x\u{2066}y\u{200f}", "\\u202ex\\u2066y\\u200f"),
        ] {
            assert_eq!(harmless(text), safe);
        }
    }

    #[test]
    fn json_stays_the_same_json() {
        let value = serde_json::json!({ "note": "\u{1b}[2J\u{9b}\u{202e}\u{7f}\nč" });
        let text = format!("{value:#}");
        let read: serde_json::Value = serde_json::from_str(&harmless(&text)).expect("JSON");
        assert_eq!(read, value);
        assert!(
            harmless(&text)
                .chars()
                .all(|character| !is_harmful(character))
        );
    }
}
