//! The languages of Amazon's pages. Czech is not among them.

/// The values of `checkoutLanguage`.
pub const LANGUAGES: [&str; 7] = [
    "de_DE", "en_GB", "en_US", "es_ES", "fr_FR", "it_IT", "ja_JP",
];

/// What a shop without a configured language shows.
pub const DEFAULT_LANGUAGE: &str = "en_GB";

#[must_use]
pub fn is_language(code: &str) -> bool {
    LANGUAGES.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_amazons_own() {
        assert!(is_language(DEFAULT_LANGUAGE));
        for code in ["cs_CZ", "en", "en-GB", "de_de", ""] {
            assert!(!is_language(code), "{code}");
        }
    }
}
