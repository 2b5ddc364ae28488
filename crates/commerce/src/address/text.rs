//! Detects text that does not belong in an address.

/// Top-level domains that make a word a web address even without `www.`. A dot alone does not (`J.Novák`, `Ing.arch.`).
const TOP_LEVEL_DOMAINS: &[&str] = &[
    "app", "at", "biz", "com", "cz", "de", "dev", "eu", "hu", "info", "io", "me", "net", "online",
    "org", "pl", "ru", "shop", "site", "sk", "top", "xyz",
];

/// Whether the text contains an HTML tag, closed or not, or an HTML comment.
pub(super) fn has_html_tag(text: &str) -> bool {
    let begins_tag = |rest: &str| {
        let next = rest.chars().next();
        next.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
    };
    text.split('<').skip(1).any(begins_tag)
}

pub(super) fn has_url(text: &str) -> bool {
    has_plain_url(text) || text.to_lowercase().split_whitespace().any(is_host)
}

/// Whether the text contains an unmistakable web address (with a scheme or `www.`).
pub(super) fn has_plain_url(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains("://") || lower.contains("www.")
}

/// Whether a word is a host name, optionally followed by a path.
fn is_host(word: &str) -> bool {
    let host = word.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let Some((name, top)) = host.trim_end_matches(['.', ',', '!']).rsplit_once('.') else {
        return false;
    };
    name.chars().count() > 1 && TOP_LEVEL_DOMAINS.contains(&top)
}

pub(super) fn has_emoji(text: &str) -> bool {
    text.chars().any(is_emoji)
}

/// Emoji that cannot be ordinary text: pictographs, flags, keycaps, the emoji presentation selector.
fn is_emoji(character: char) -> bool {
    matches!(
        character,
        '\u{1F000}'..='\u{1FAFF}'
            | '\u{2600}'..='\u{27BF}'
            | '\u{2B05}'..='\u{2B07}'
            | '\u{2B1B}'..='\u{2B1C}'
            | '\u{2B50}'
            | '\u{2B55}'
            | '\u{231A}'..='\u{231B}'
            | '\u{23E9}'..='\u{23FA}'
            | '\u{20E3}'
            | '\u{FE0F}'
            | '\u{E0020}'..='\u{E007F}'
    )
}

pub(super) fn has_letter(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

pub(super) fn has_letter_or_digit(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Whether the text contains a control character, or one that changes the writing direction.
pub(super) fn has_control(text: &str) -> bool {
    let turns = |c: char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.chars().any(|c| c.is_control() || turns(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_signs() {
        for (text, expected) in [
            ("<b>Jana</b>", true),
            ("Jana<br", true),
            ("</p>", true),
            ("<!-- x -->", true),
            ("<?php", true),
            ("a < b", false),
            ("<3", false),
            ("1 > 0", false),
            ("Jana", false),
        ] {
            assert_eq!(has_html_tag(text), expected, "{text:?}");
        }
    }

    #[test]
    fn web_addresses_are_told_from_abbreviations() {
        for (text, expected) in [
            ("https://example.cz", true),
            ("navštivte WWW.example.museum", true),
            ("example.cz", true),
            ("vyhra.xyz/abc", true),
            ("Výhra example.com!", true),
            ("J.Novák", false),
            ("Ing. arch. Jana", false),
            ("J.R.", false),
            ("sv.de", true),
            ("O.K", false),
            ("Jana", false),
        ] {
            assert_eq!(has_url(text), expected, "{text:?}");
        }
    }

    #[test]
    fn emoji_are_told_from_letters_of_any_script() {
        for text in ["Jana 😀", "❤️", "1️⃣", "🇨🇿", "⭐"] {
            assert!(has_emoji(text), "{text:?}");
        }
        for text in [
            "Žluťoučký kůň",
            "O’Brien",
            "王小明",
            "Иван",
            "№ 5",
            "½",
            "™",
        ] {
            assert!(!has_emoji(text), "{text:?}");
        }
    }

    #[test]
    fn control_characters_are_found() {
        assert!(has_control("Jana\u{0}"));
        assert!(has_control("Jana\u{202e}anaJ"));
        assert!(!has_control("Jana Nováková"));
    }
}
