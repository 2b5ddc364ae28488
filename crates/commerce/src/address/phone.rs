//! Normalises telephone numbers.

use super::country::{AddressRules, PhoneRule, rules};

/// Countries whose numbers are written in groups of [`GROUP`] digits, and checked.
const WITH_GROUPS: [&str; 2] = ["CZ", "SK"];
const GROUP: usize = 3;

/// The number in international form (`+420777123456`), parsed as a buyer in `country` would write it. If the country's
/// national format is unknown, the number must include its calling code.
#[must_use]
pub fn normalise_phone(phone: &str, country: &str) -> Option<String> {
    let compact: String = phone.chars().filter(|&c| !is_separator(c)).collect();
    let digits = match compact.strip_prefix('+').or(compact.strip_prefix("00")) {
        Some(international) => international.to_owned(),
        None => from_national(&compact, rules(country))?,
    };
    is_international(&digits).then(|| format!("+{digits}"))
}

/// A normalised number as people read it: a Czech or Slovak one in groups of three. Any other number stays as it is, because its
/// country's groups are unknown.
#[must_use]
pub fn display_phone(phone: &str) -> String {
    let grouped = phone.strip_prefix('+').and_then(|digits| {
        let rules = WITH_GROUPS
            .iter()
            .filter_map(|code| rules(code).phone.as_ref());
        let mut nationals = rules.filter_map(|rule| {
            let national = digits.strip_prefix(rule.calling_code)?;
            fits(national, rule).then_some((rule.calling_code, national))
        });
        nationals.next()
    });
    let Some((calling_code, national)) = grouped else {
        return phone.to_owned();
    };
    let mut written = format!("+{calling_code}");
    for (place, digit) in national.chars().enumerate() {
        if place % GROUP == 0 {
            written.push('\u{a0}');
        }
        written.push(digit);
    }
    written
}

/// Characters people put between digits, including non-breaking spaces.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, '-' | '.' | '/' | '(' | ')' | '\u{2011}' | '–')
}

/// Adds the calling code to a number in national format. Some people write the calling code without `+`.
fn from_national(compact: &str, rules: &AddressRules) -> Option<String> {
    let rule = rules.phone.as_ref()?;
    let national = compact.strip_prefix(rule.trunk).unwrap_or(compact);
    if fits(national, rule) {
        return Some(format!("{}{national}", rule.calling_code));
    }
    let abroad = compact.strip_prefix(rule.calling_code)?;
    fits(abroad, rule).then(|| compact.to_owned())
}

/// Whether the digits after the calling code are a valid number of that country.
fn fits(national: &str, rule: &PhoneRule) -> bool {
    let (least, most) = rule.digits;
    (least..=most).contains(&national.len())
        && national.bytes().all(|byte| byte.is_ascii_digit())
        && national
            .chars()
            .next()
            .is_some_and(|c| rule.first_digits.contains(c))
}

/// E.164: 7 to 15 digits, no leading zero. A Czech or Slovak number must also match its country's rule.
fn is_international(digits: &str) -> bool {
    let plausible = (7..=15).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    let known = WITH_GROUPS
        .iter()
        .filter_map(|code| rules(code).phone.as_ref());
    let violates = |rule: &PhoneRule| {
        let national = digits.strip_prefix(rule.calling_code);
        national.is_some_and(|national| !fits(national, rule))
    };
    plausible && !known.into_iter().any(violates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_their_country_writes_them() {
        for (phone, country, expected) in [
            ("777 123 456", "CZ", Some("+420777123456")),
            ("777\u{a0}123\u{a0}456", "CZ", Some("+420777123456")),
            ("+420 777 123 456", "CZ", Some("+420777123456")),
            ("+420 777 123 456", "SK", Some("+420777123456")),
            ("00420777123456", "CZ", Some("+420777123456")),
            ("420 777 123 456", "CZ", Some("+420777123456")),
            ("(224) 810-123", "CZ", Some("+420224810123")),
            ("0905 123 456", "SK", Some("+421905123456")),
            ("905123456", "SK", Some("+421905123456")),
            ("030 1234567", "DE", Some("+49301234567")),
            ("06 30 123 4567", "HU", Some("+36301234567")),
            ("+1 415 555 2671", "CZ", Some("+14155552671")),
            ("+33 1 23 45 67 89", "FR", Some("+33123456789")),
            ("(415) 555-0132", "US", Some("+14155550132")),
            ("1 415 555 0132", "US", Some("+14155550132")),
            ("604-555-0132", "CA", Some("+16045550132")),
            ("512 345 678", "PL", Some("+48512345678")),
            ("(115) 555-0132", "US", None),
            ("01 23 45 67 89", "FR", None),
            ("77712345", "CZ", None),
            ("7771234567", "CZ", None),
            ("177123456", "CZ", None),
            ("+420 77712345", "CZ", None),
            ("+421 0905 123 456", "SK", None),
            ("777 123 45a", "CZ", None),
            ("+", "CZ", None),
            ("", "CZ", None),
            ("+0123456789", "CZ", None),
            ("+1234567890123456", "CZ", None),
            ("７７７１２３４５６", "CZ", None),
        ] {
            assert_eq!(
                normalise_phone(phone, country).as_deref(),
                expected,
                "{phone:?} in {country}"
            );
        }
    }

    #[test]
    fn every_example_is_a_number() {
        for country in ["CZ", "SK", "DE", "AT", "PL", "HU", "US", "CA"] {
            let rule = super::super::phone_rule(country).unwrap();
            let read = normalise_phone(rule.example, country).unwrap();
            assert!(
                read.starts_with(&format!("+{}", rule.calling_code)),
                "{read}"
            );
        }
    }

    #[test]
    fn a_number_is_shown_in_the_groups_of_its_country() {
        for (normalised, shown) in [
            ("+420777123456", "+420\u{a0}777\u{a0}123\u{a0}456"),
            ("+421905123456", "+421\u{a0}905\u{a0}123\u{a0}456"),
            ("+4915112345678", "+4915112345678"),
            ("+42077712345", "+42077712345"),
            ("", ""),
        ] {
            assert_eq!(display_phone(normalised), shown);
        }
    }

    #[test]
    fn a_normalised_number_stays_as_it_is_in_any_country() {
        for country in ["CZ", "SK", "DE", "FR"] {
            assert_eq!(
                normalise_phone("+420777123456", country).as_deref(),
                Some("+420777123456")
            );
        }
    }
}
