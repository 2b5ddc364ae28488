//! The identifiers of a company that buys: company number (IČO) and VAT number (DIČ). Both are cart attributes, so that
//! any client of the public API can set them, and the order keeps them like any attribute.

use crate::address::{Address, pattern::matches};
use crate::cart::{Attribute, Cart};
use crate::error::{Fault, FaultCode};
use crate::subject::{AttributePart, Subject};
use serde::{Deserialize, Serialize};

/// The attribute for the company number.
pub const COMPANY_ID: &str = "company_id";
/// The attribute for the VAT number.
pub const VAT_ID: &str = "vat_id";

/// Whether the shop asks buyers for company numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CompanyFields {
    /// The shop does not ask, and the attributes have no meaning.
    #[default]
    Off,
    /// Buyers may enter them; entered numbers must be valid.
    Optional,
    /// A company in Czechia or Slovakia must enter its company number.
    Required,
}

/// Countries with an IČO of eight digits.
const WITH_COMPANY_ID: [&str; 2] = ["CZ", "SK"];

/// Patterns of VAT numbers in the EU and Northern Ireland, by prefix. The prefix of Greece is EL.
const VAT_PATTERNS: &[(&str, &str)] = &[
    ("AT", r"U\d{8}"),
    ("BE", r"[01]\d{9}"),
    ("BG", r"\d{9,10}"),
    ("CY", r"\d{8}[A-Z]"),
    ("CZ", r"\d{8,10}"),
    ("DE", r"\d{9}"),
    ("DK", r"\d{8}"),
    ("EE", r"\d{9}"),
    ("EL", r"\d{9}"),
    ("ES", r"[A-Z0-9]\d{7}[A-Z0-9]"),
    ("FI", r"\d{8}"),
    ("FR", r"[A-HJ-NP-Z0-9]{2}\d{9}"),
    ("HR", r"\d{11}"),
    ("HU", r"\d{8}"),
    ("IE", r"\d[A-Z0-9]\d{5}[A-Z]{1,2}"),
    ("IT", r"\d{11}"),
    ("LT", r"\d{9}|\d{12}"),
    ("LU", r"\d{8}"),
    ("LV", r"\d{11}"),
    ("MT", r"\d{8}"),
    ("NL", r"\d{9}B\d{2}"),
    ("PL", r"\d{10}"),
    ("PT", r"\d{9}"),
    ("RO", r"\d{2,10}"),
    ("SE", r"\d{12}"),
    ("SI", r"\d{8}"),
    ("SK", r"\d{10}"),
    ("XI", r"\d{9}|\d{12}|GD\d{3}|HA\d{3}"),
];

/// A valid company number: eight digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompanyId(String);

impl CompanyId {
    /// Reads a number as buyers write it; `None` if it is not valid.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        is_company_id(text).then(|| Self(compact(text)))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether this is a company number of Czechia or Slovakia: eight digits, the last of which is a check digit.
#[must_use]
pub fn is_company_id(text: &str) -> bool {
    company_id_fault(text).is_none()
}

/// What is wrong with a company number of Czechia or Slovakia; `None` if it is valid.
fn company_id_fault(text: &str) -> Option<FaultCode> {
    let digits: Option<Vec<u32>> = compact(text).chars().map(|c| c.to_digit(10)).collect();
    let Some(&[ref first @ .., check]) = digits.as_deref().filter(|digits| digits.len() == 8)
    else {
        return Some(FaultCode::LocalizationExtensionField);
    };
    let weighted = first.iter().zip([8, 7, 6, 5, 4, 3, 2]);
    let sum: u32 = weighted.map(|(digit, weight)| digit * weight).sum();
    ((11 - sum % 11) % 10 != check).then_some(FaultCode::CompanyIdUnknown)
}

/// Whether this has the format of an EU VAT number. A Czech one of eight digits must be a valid company number.
#[must_use]
pub fn is_vat_id(text: &str) -> bool {
    let compact = compact(text);
    let Some((country, number)) = compact.split_at_checked(2) else {
        return false;
    };
    let known = VAT_PATTERNS.iter().find(|(code, _)| *code == country);
    let is_written = known.is_some_and(|(_, pattern)| matches(pattern, number));
    is_written && (country != "CZ" || number.len() != 8 || is_company_id(number))
}

/// Upper case, without white space.
fn compact(text: &str) -> String {
    let bare = text.chars().filter(|c| !c.is_whitespace());
    bare.flat_map(char::to_uppercase).collect()
}

/// The faults of company numbers among `attributes`, for an invoice to `country`. Faults carry indices into the list.
#[must_use]
pub fn number_faults(
    attributes: &[Attribute],
    asked: CompanyFields,
    country: Option<&str>,
) -> Vec<Fault> {
    if asked == CompanyFields::Off {
        return Vec::new();
    }
    let has_check = country.is_none_or(|code| WITH_COMPANY_ID.contains(&code));
    let code_of = |attribute: &Attribute| match attribute.key.as_str() {
        _ if attribute.value.trim().is_empty() => None,
        COMPANY_ID if has_check => company_id_fault(&attribute.value),
        VAT_ID if !is_vat_id(&attribute.value) => Some(FaultCode::LocalizationExtensionField),
        _ => None,
    };
    let fault = |(index, attribute)| {
        let subject = Subject::Attribute(index, AttributePart::Value);
        code_of(attribute).map(|code| Fault::of(code, subject))
    };
    attributes.iter().enumerate().filter_map(fault).collect()
}

/// The faults of the company's numbers that stop the cart from becoming an order.
pub(crate) fn faults(cart: &Cart, asked: CompanyFields) -> Vec<Fault> {
    let billed = billed(cart);
    let country = billed.and_then(|address| address.country.as_deref());
    let mut faults = number_faults(&cart.attributes, asked, country);
    let is_asked = country.is_some_and(|code| WITH_COMPANY_ID.contains(&code));
    let is_given = gives(cart, &[COMPANY_ID]);
    if asked == CompanyFields::Required && is_named(cart) && is_asked && !is_given {
        faults.push(Fault::of(
            FaultCode::LocalizationExtensionField,
            Subject::Attributes,
        ));
    }
    faults
}

/// Whether a company buys: the invoice address names one, or the shop asks for company numbers and the cart has one.
pub(crate) fn buys(cart: &Cart, asked: CompanyFields) -> bool {
    let is_numbered = asked != CompanyFields::Off && gives(cart, &[COMPANY_ID, VAT_ID]);
    is_numbered || is_named(cart)
}

/// Whether the invoice address names a company.
fn is_named(cart: &Cart) -> bool {
    billed(cart).is_some_and(|address| is_filled(address.company.as_deref()))
}

/// Whether one of these attributes has a value.
fn gives(cart: &Cart, keys: &[&str]) -> bool {
    let mut given = cart.attributes.iter();
    given.any(|one| keys.contains(&one.key.as_str()) && is_filled(Some(&one.value)))
}

/// The invoice address: the billing address, otherwise the delivery address.
fn billed(cart: &Cart) -> Option<&Address> {
    cart.billing_address
        .as_ref()
        .or(cart.delivery_address.as_ref())
}

fn is_filled(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.trim().is_empty())
}

/// The attributes as stored in the order: company numbers without white space, blank ones dropped.
pub(crate) fn tidied(attributes: &[Attribute], asked: CompanyFields) -> Vec<Attribute> {
    let is_number = |one: &Attribute| {
        asked != CompanyFields::Off && [COMPANY_ID, VAT_ID].contains(&one.key.as_str())
    };
    let tidy = |one: &Attribute| Attribute {
        key: one.key.clone(),
        value: if is_number(one) {
            compact(&one.value)
        } else {
            one.value.clone()
        },
    };
    let kept = attributes
        .iter()
        .filter(|one| !is_number(one) || is_filled(Some(&one.value)));
    kept.map(tidy).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{empty_cart, jana, place, text};

    fn attribute(key: &str, value: &str) -> Attribute {
        Attribute {
            key: key.to_owned(),
            value: value.to_owned(),
        }
    }

    #[test]
    fn a_company_number_checks_itself() {
        for (number, expected) in [
            ("27082440", true),
            ("270 82 440", true),
            ("00006947", true),
            ("25596641", true),
            ("27082441", false),
            ("2708244", false),
            ("027082440", false),
            ("2708244O", false),
            ("", false),
        ] {
            assert_eq!(is_company_id(number), expected, "{number}");
            let bare = CompanyId::parse(number).map(|id| id.as_str().len());
            assert_eq!(bare, expected.then_some(8), "{number}");
        }
        // Exactly one of ten last digits is valid.
        for first in 1_000_000..1_000_200 {
            let right = (0..10).filter(|last| is_company_id(&format!("{first}{last}")));
            assert_eq!(right.count(), 1, "{first}");
        }
    }

    #[test]
    fn vat_numbers_are_known_by_their_country() {
        for (number, expected) in [
            ("CZ27082440", true),
            ("cz 270 82 440", true),
            ("CZ27082441", false),
            ("CZ7103192745", true),
            ("CZ710319274", true),
            ("CZ2708244", false),
            ("27082440", false),
            ("SK2020273893", true),
            ("SK202027389", false),
            ("DE136695976", true),
            ("ATU12345678", true),
            ("AT12345678", false),
            ("NL123456789B01", true),
            ("EL123456789", true),
            ("GR123456789", false),
            ("XI123456789", true),
            ("US123456789", false),
            ("ČZ27082440", false),
            ("", false),
        ] {
            assert_eq!(is_vat_id(number), expected, "{number}");
        }
        for (_, pattern) in VAT_PATTERNS {
            let every = format!("(?:{pattern})?");
            assert!(matches(&every, ""), "{pattern} cannot be read");
        }
    }

    /// [8.03] An invalid number, and a company without a number, are localization errors if the shop asks for numbers.
    #[test]
    fn wrong_and_missing_numbers_are_found() {
        let company = Address {
            company: text("Lněná dílna s.r.o."),
            ..jana()
        };
        let abroad = Address {
            country: text("DE"),
            ..company.clone()
        };
        let wrong = [attribute("x", "y"), attribute(COMPANY_ID, "1234567")];
        let right = [
            attribute(COMPANY_ID, "27082440"),
            attribute(VAT_ID, "CZ27082440"),
        ];
        let blank = [attribute(COMPANY_ID, " "), attribute(VAT_ID, "")];
        let wrong_vat = [attribute(VAT_ID, "27082440")];
        for (asked, address, attributes, expected) in [
            (CompanyFields::Off, &company, &wrong[..], &[][..]),
            (
                CompanyFields::Optional,
                &company,
                &wrong,
                &["attributes.1.value"],
            ),
            (CompanyFields::Optional, &abroad, &wrong, &[]),
            (
                CompanyFields::Optional,
                &company,
                &wrong_vat,
                &["attributes.0.value"],
            ),
            (CompanyFields::Optional, &company, &blank, &[]),
            (CompanyFields::Required, &company, &blank, &["attributes"]),
            (CompanyFields::Required, &company, &[], &["attributes"]),
            (CompanyFields::Required, &company, &right, &[]),
            (CompanyFields::Required, &abroad, &[], &[]),
            (CompanyFields::Required, &jana(), &[], &[]),
        ] {
            let mut cart = empty_cart();
            cart.attributes = attributes.to_vec();
            cart.billing_address = Some(address.clone());
            let found = faults(&cart, asked);
            let fields: Vec<_> = found.iter().map(place).collect();
            assert_eq!(fields, expected, "{asked:?}");
            let code = FaultCode::LocalizationExtensionField;
            assert!(found.iter().all(|fault| fault.code == code));
        }
    }

    /// [8.03] A number of the right length with a wrong check digit is told apart: its buyer has to look at the digits.
    #[test]
    fn a_wrong_check_digit_is_told_apart() {
        use FaultCode::{CompanyIdUnknown as Unknown, LocalizationExtensionField as Malformed};
        for (number, expected) in [
            ("12345678", Some(Unknown)),
            ("123 45 678", Some(Unknown)),
            ("1234567", Some(Malformed)),
            ("123456789", Some(Malformed)),
            ("1234567a", Some(Malformed)),
            ("27082440", None),
        ] {
            let given = [attribute(COMPANY_ID, number)];
            let found = number_faults(&given, CompanyFields::Optional, Some("CZ"));
            let codes: Vec<_> = found.iter().map(|fault| fault.code).collect();
            assert_eq!(codes, expected.as_slice(), "{number}");
        }
    }

    #[test]
    fn an_order_keeps_numbers_without_white_space() {
        let given = [
            attribute("Dárek", " ano "),
            attribute(VAT_ID, "cz 270 82 440"),
            attribute(COMPANY_ID, " "),
        ];
        let kept = tidied(&given, CompanyFields::Optional);
        assert_eq!(
            kept,
            [attribute("Dárek", " ano "), attribute(VAT_ID, "CZ27082440")]
        );
        assert_eq!(tidied(&given, CompanyFields::Off), given);
    }
}
