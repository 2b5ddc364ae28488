//! Postal codes.

use super::country::{ZipRule, rules};

/// Whether a postal code is one of the country's. Where the country's way is unknown: letters, digits, spaces, hyphens.
pub(super) fn is_zip(zip: &str, country: &str) -> bool {
    match &rules(country).zip {
        Some(rule) => written_out(zip, rule).is_some(),
        None => is_plausible(zip),
    }
}

/// The postal code as the country writes it (`110 00`); what is not one of its codes stays as it is, trimmed.
#[must_use]
pub fn display_zip(zip: &str, country: &str) -> String {
    let rule = rules(country).zip.as_ref();
    let written = rule.and_then(|rule| written_out(zip, rule));
    written.unwrap_or_else(|| zip.trim().to_owned())
}

/// The code in the country's pattern, if its digits fill the pattern exactly.
fn written_out(zip: &str, rule: &ZipRule) -> Option<String> {
    let compact: Vec<char> = zip.chars().filter(|&c| !is_separator(c)).collect();
    let fits = compact.len() == rule.pattern.matches('#').count()
        && compact.iter().all(char::is_ascii_digit)
        && compact
            .first()
            .is_some_and(|&c| rule.first_digits.contains(c));
    let mut digits = compact.into_iter();
    fits.then(|| {
        let fill = |mark| {
            if mark == '#' {
                digits.next()
            } else {
                Some(mark)
            }
        };
        rule.pattern.chars().filter_map(fill).collect()
    })
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || character == '-'
}

fn is_plausible(zip: &str) -> bool {
    let zip = zip.trim();
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == ' ' || c == '-';
    (2..=12).contains(&zip.len()) && zip.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn czech_and_slovak_codes_are_told_apart_by_their_first_digit() {
        for (zip, country, expected) in [
            ("11000", "CZ", true),
            ("110 00", "CZ", true),
            (" 110\u{a0}00 ", "CZ", true),
            ("110-00", "CZ", true),
            ("81101", "CZ", false),
            ("1100", "CZ", false),
            ("110000", "CZ", false),
            ("11O00", "CZ", false),
            ("", "CZ", false),
            ("811 01", "SK", true),
            ("04001", "SK", true),
            ("11000", "SK", false),
            ("00-950", "PL", true),
            ("1010", "AT", true),
            ("01067", "DE", true),
            ("SW1A 1AA", "GB", true),
            ("x", "GB", false),
            ("<b>", "GB", false),
        ] {
            assert_eq!(is_zip(zip, country), expected, "{zip:?} in {country}");
        }
    }

    #[test]
    fn a_code_is_shown_as_its_country_writes_it() {
        for (zip, country, shown) in [
            ("11000", "CZ", "110 00"),
            ("110 00", "CZ", "110 00"),
            ("81101", "SK", "811 01"),
            ("00950", "PL", "00-950"),
            (" nesmysl ", "CZ", "nesmysl"),
            ("SW1A 1AA", "GB", "SW1A 1AA"),
        ] {
            assert_eq!(display_zip(zip, country), shown);
        }
    }
}
