//! Country codes and names, and the name and telephone rules of countries near the shop.

use super::data;
use super::zone::is_same_name;

/// Rules for a country near the shop that the address data does not cover.
pub(super) struct AddressRules {
    /// Whether a recipient must have a given name as well as a family name.
    pub(super) first_name_required: bool,
    pub(super) phone: Option<PhoneRule>,
}

/// National format of telephone numbers.
pub struct PhoneRule {
    /// Calling code without `+`.
    pub calling_code: &'static str,
    /// National trunk prefix, dropped in the international form; may be empty.
    pub trunk: &'static str,
    /// Minimum and maximum number of digits after the calling code.
    pub digits: (usize, usize),
    /// Allowed first digits after the calling code.
    pub first_digits: &'static str,
    /// An example number in national format.
    pub example: &'static str,
}

/// Rules for a country that [`RULES`] does not list.
const ELSEWHERE: AddressRules = AddressRules {
    first_name_required: false,
    phone: None,
};

/// Both names are required in countries where carriers check the recipient's name on handover.
const RULES: &[(&str, AddressRules)] = &[
    (
        "CZ",
        AddressRules {
            first_name_required: true,
            phone: Some(PhoneRule {
                calling_code: "420",
                trunk: "",
                digits: (9, 9),
                first_digits: "23456789",
                example: "777 123 456",
            }),
        },
    ),
    (
        "SK",
        AddressRules {
            first_name_required: true,
            phone: Some(PhoneRule {
                calling_code: "421",
                trunk: "0",
                digits: (9, 9),
                first_digits: "23456789",
                example: "0905 123 456",
            }),
        },
    ),
    (
        "DE",
        AddressRules {
            first_name_required: false,
            phone: Some(PhoneRule {
                calling_code: "49",
                trunk: "0",
                digits: (6, 13),
                first_digits: "123456789",
                example: "030 901820",
            }),
        },
    ),
    (
        "AT",
        AddressRules {
            first_name_required: false,
            phone: Some(PhoneRule {
                calling_code: "43",
                trunk: "0",
                digits: (5, 13),
                first_digits: "123456789",
                example: "0664 1234567",
            }),
        },
    ),
    (
        "PL",
        AddressRules {
            first_name_required: false,
            phone: Some(PhoneRule {
                calling_code: "48",
                trunk: "",
                digits: (9, 9),
                first_digits: "123456789",
                example: "512 345 678",
            }),
        },
    ),
    (
        "HU",
        AddressRules {
            first_name_required: false,
            phone: Some(PhoneRule {
                calling_code: "36",
                trunk: "06",
                digits: (8, 9),
                first_digits: "123456789",
                example: "06 30 123 4567",
            }),
        },
    ),
    ("US", NORTH_AMERICA),
    ("CA", NORTH_AMERICA),
];

/// The United States and Canada share one numbering plan, and people there leave out the calling code.
const NORTH_AMERICA: AddressRules = AddressRules {
    first_name_required: false,
    phone: Some(PhoneRule {
        calling_code: "1",
        trunk: "",
        digits: (10, 10),
        first_digits: "23456789",
        example: "(415) 555-0132",
    }),
};

/// Name and telephone rules of a country.
pub(super) fn rules(code: &str) -> &'static AddressRules {
    let known = RULES.iter().find(|(country, _)| *country == code);
    known.map_or(&ELSEWHERE, |(_, rules)| rules)
}

/// The country's national telephone format; `None` if only numbers with a calling code are understood.
#[must_use]
pub fn phone_rule(code: &str) -> Option<&'static PhoneRule> {
    rules(code).phone.as_ref()
}

/// Whether the text is an upper-case country code: ISO 3166-1 alpha-2, or AC, TA or XK, which postal services also use.
#[must_use]
pub fn is_country(code: &str) -> bool {
    data::country(code).is_some()
}

#[must_use]
pub fn country_name(code: &str) -> Option<&'static str> {
    data::country(code).map(|country| country.name)
}

/// Country code for a code or a name, ignoring case. Public addresses carry either.
#[must_use]
pub fn country_code(text: &str) -> Option<String> {
    let upper = text.trim().to_ascii_uppercase();
    if is_country(&upper) {
        return Some(upper);
    }
    let is_named = |name: &str| is_same_name(name, text);
    let known = data::countries()
        .iter()
        .find(|country| country.names().any(is_named));
    known.map(|country| country.code.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_252_codes_and_every_ruled_country_is_one() {
        assert_eq!(data::countries().len(), 252);
        for (code, _) in RULES {
            assert!(is_country(code), "{code}");
        }
    }

    /// [5.09] Each country is found by its code and by each of its names.
    #[test]
    fn no_two_countries_share_a_name() {
        for country in data::countries() {
            for name in country.names().chain([country.code]) {
                assert_eq!(country_code(name).as_deref(), Some(country.code), "{name}");
            }
        }
    }

    #[test]
    fn a_country_is_known_by_code_or_name() {
        for (text, code) in [
            ("CZ", Some("CZ")),
            (" cz ", Some("CZ")),
            ("Česko", Some("CZ")),
            ("czech republic", Some("CZ")),
            ("SLOVENSKO", Some("SK")),
            ("JP", Some("JP")),
            ("Japan", Some("JP")),
            ("Japonsko", Some("JP")),
            ("Spojene staty", Some("US")),
            ("Kosovo", Some("XK")),
            ("xk", Some("XK")),
            ("ZZ", None),
            ("UK", None),
            ("C", None),
            ("Z A", None),
            ("", None),
            ("Atlantida", None),
        ] {
            assert_eq!(country_code(text).as_deref(), code, "{text:?}");
        }
        assert_eq!(country_name("CZ"), Some("Česko"));
        assert_eq!(country_name("JP"), Some("Japonsko"));
    }
}
