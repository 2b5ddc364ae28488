//! What is wrong with an address.

use super::country::rules as country_rules;
use super::text::{has_control, has_emoji, has_html_tag, has_letter, has_letter_or_digit, has_url};
use super::zip::is_zip;
use super::{Address, is_country, normalise_phone};
use crate::error::{Fault, FaultCode};
use crate::rules::ShopRules;

/// How closely an address is checked (public `DeliveryAddressValidationStrategy`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Only that the country is one (and that nothing is too long to keep): wallets show the rest later.
    CountryOnly,
    /// Everything that a parcel or a bill needs.
    Strict,
}

/// What an address is for, which decides what it must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A parcel is brought there.
    Delivery,
    /// Somebody collects a parcel elsewhere: only who, not where.
    Collection,
    /// A bill is made out to it; a company stands in for the names.
    Billing,
}

/// Greatest number of characters of a field.
const MAX_TEXT: usize = 255;
const MAX_ZIP: usize = 20;
const MAX_PHONE: usize = 40;

/// Every fault of an address, at most one per field. Fields: `firstName`, `lastName`, `company`, `address1`, `address2`,
/// `city`, `zip`, `province`, `country`, `phone`. Whether the shop delivers there is not the address's fault: it shows
/// in the delivery options and in [`crate::completion`].
#[must_use]
pub fn faults(
    address: &Address,
    strictness: Strictness,
    for_delivery: bool,
    _rules: &ShopRules,
) -> Vec<Fault> {
    match (strictness, for_delivery) {
        (Strictness::CountryOnly, _) => checked(address, country_only_fault),
        (Strictness::Strict, true) => faults_for(address, Purpose::Delivery),
        (Strictness::Strict, false) => faults_for(address, Purpose::Billing),
    }
}

/// Every fault of an address that is used for `purpose`.
pub(crate) fn faults_for(address: &Address, purpose: Purpose) -> Vec<Fault> {
    checked(address, |field, value, address| {
        let Some(value) = value else {
            let missing = is_required(field, address, purpose);
            return missing.then_some(FaultCode::AddressFieldIsRequired);
        };
        text_fault(field, value).or_else(|| meaning_fault(field, value, address))
    })
}

/// The fields of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    FirstName,
    LastName,
    Company,
    Address1,
    Address2,
    City,
    Zip,
    Province,
    Country,
    Phone,
}

/// Each field with the name it has in argument paths, in the order of a form.
const FIELDS: [(Field, &str); 10] = [
    (Field::FirstName, "firstName"),
    (Field::LastName, "lastName"),
    (Field::Company, "company"),
    (Field::Address1, "address1"),
    (Field::Address2, "address2"),
    (Field::City, "city"),
    (Field::Zip, "zip"),
    (Field::Province, "province"),
    (Field::Country, "country"),
    (Field::Phone, "phone"),
];

impl Field {
    /// The field's value; blank counts as missing.
    fn of(self, address: &Address) -> Option<&str> {
        let value = match self {
            Self::FirstName => &address.first_name,
            Self::LastName => &address.last_name,
            Self::Company => &address.company,
            Self::Address1 => &address.address1,
            Self::Address2 => &address.address2,
            Self::City => &address.city,
            Self::Zip => &address.zip,
            Self::Province => &address.province,
            Self::Country => &address.country,
            Self::Phone => &address.phone,
        };
        value
            .as_deref()
            .map(str::trim)
            .filter(|value| !value.is_empty())
    }

    const fn max_length(self) -> usize {
        match self {
            Self::Zip => MAX_ZIP,
            Self::Phone => MAX_PHONE,
            _ => MAX_TEXT,
        }
    }
}

/// Asks `check` about every field.
fn checked(
    address: &Address,
    check: impl Fn(Field, Option<&str>, &Address) -> Option<FaultCode>,
) -> Vec<Fault> {
    let fault_of = |&(field, name): &(Field, &str)| {
        let code = check(field, field.of(address), address)?;
        Some(Fault::at(code, [name]))
    };
    FIELDS.iter().filter_map(fault_of).collect()
}

fn country_only_fault(field: Field, value: Option<&str>, _address: &Address) -> Option<FaultCode> {
    match (field, value) {
        (Field::Country, None) => Some(FaultCode::AddressFieldIsRequired),
        (Field::Country, Some(code)) => (!is_country(code)).then_some(FaultCode::Invalid),
        (_, Some(value)) => length_fault(field, value),
        (_, None) => None,
    }
}

fn is_required(field: Field, address: &Address, purpose: Purpose) -> bool {
    let rules = country_rules(address.country.as_deref().unwrap_or_default());
    let named_by_company = purpose == Purpose::Billing && Field::Company.of(address).is_some();
    let somewhere = purpose != Purpose::Collection;
    match field {
        Field::FirstName => rules.first_name_required && !named_by_company,
        Field::LastName => !named_by_company,
        Field::Address1 | Field::City => somewhere,
        Field::Zip => somewhere && rules.zip.is_some(),
        Field::Country => true,
        Field::Company | Field::Address2 | Field::Province | Field::Phone => false,
    }
}

fn length_fault(field: Field, value: &str) -> Option<FaultCode> {
    let too_long = value.chars().nth(field.max_length()).is_some();
    too_long.then_some(FaultCode::AddressFieldIsTooLong)
}

/// What must not stand in any field.
fn text_fault(field: Field, value: &str) -> Option<FaultCode> {
    let is_name = matches!(field, Field::FirstName | Field::LastName);
    let found = [
        (has_html_tag(value), FaultCode::AddressFieldContainsHtmlTags),
        (
            is_name && has_url(value),
            FaultCode::AddressFieldContainsUrl,
        ),
        (has_emoji(value), FaultCode::AddressFieldContainsEmojis),
        (
            has_control(value),
            FaultCode::AddressFieldDoesNotMatchExpectedPattern,
        ),
    ];
    let first = found.into_iter().find(|(is_there, _)| *is_there);
    length_fault(field, value).or(first.map(|(_, code)| code))
}

/// What a field must look like.
fn meaning_fault(field: Field, value: &str, address: &Address) -> Option<FaultCode> {
    let country = address.country.as_deref().unwrap_or_default();
    let (fits, code) = match field {
        Field::Country => (is_country(value), FaultCode::Invalid),
        Field::Zip => (is_zip(value, country), FaultCode::InvalidZipCodeForCountry),
        Field::Phone => (
            normalise_phone(value, country).is_some(),
            FaultCode::AddressFieldDoesNotMatchExpectedPattern,
        ),
        Field::FirstName | Field::LastName | Field::City => (
            has_letter(value),
            FaultCode::AddressFieldDoesNotMatchExpectedPattern,
        ),
        Field::Company | Field::Address1 | Field::Address2 | Field::Province => (
            has_letter_or_digit(value),
            FaultCode::AddressFieldDoesNotMatchExpectedPattern,
        ),
    };
    (!fits).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{jana, shop, text};

    /// `(fields, code)` of every fault, for tables.
    fn found(faults: &[Fault]) -> Vec<(String, FaultCode)> {
        let pair = |fault: &Fault| (fault.field.join("."), fault.code);
        faults.iter().map(pair).collect()
    }

    fn strict(address: &Address) -> Vec<Fault> {
        faults(address, Strictness::Strict, true, &shop())
    }

    /// Jana's address with one field replaced.
    fn with(field: &str, value: &str) -> Address {
        let mut address = jana();
        let slot = match field {
            "firstName" => &mut address.first_name,
            "lastName" => &mut address.last_name,
            "company" => &mut address.company,
            "address1" => &mut address.address1,
            "address2" => &mut address.address2,
            "city" => &mut address.city,
            "zip" => &mut address.zip,
            "province" => &mut address.province,
            "country" => &mut address.country,
            "phone" => &mut address.phone,
            other => panic!("no field {other}"),
        };
        *slot = text(value);
        address
    }

    #[test]
    fn a_good_address_has_no_fault() {
        assert_eq!(strict(&jana()), []);
    }

    /// [5.09] Required fields, by country and by what the address is for.
    #[test]
    fn required_fields_depend_on_country_and_purpose() {
        let only = |country: &str| Address {
            country: text(country),
            ..Address::default()
        };
        for (country, purpose, expected) in [
            (
                "CZ",
                Purpose::Delivery,
                &["firstName", "lastName", "address1", "city", "zip"][..],
            ),
            (
                "SK",
                Purpose::Billing,
                &["firstName", "lastName", "address1", "city", "zip"],
            ),
            ("IE", Purpose::Delivery, &["lastName", "address1", "city"]),
            (
                "DE",
                Purpose::Delivery,
                &["lastName", "address1", "city", "zip"],
            ),
            ("CZ", Purpose::Collection, &["firstName", "lastName"]),
        ] {
            let faults = faults_for(&only(country), purpose);
            let fields: Vec<_> = faults.iter().map(|fault| fault.field.join(".")).collect();
            assert_eq!(fields, expected, "{country} {purpose:?}");
            assert!(
                faults
                    .iter()
                    .all(|f| f.code == FaultCode::AddressFieldIsRequired)
            );
        }
    }

    #[test]
    fn a_bill_may_be_made_out_to_a_company_alone_but_a_parcel_needs_a_person() {
        let company = Address {
            first_name: None,
            last_name: None,
            company: text("Lněná dílna s.r.o."),
            ..jana()
        };
        let billing = faults(&company, Strictness::Strict, false, &shop());
        assert_eq!(billing, []);
        assert_eq!(strict(&company).len(), 2);
    }

    /// [5.09] Pattern, emoji, HTML, URL, too long, postal code: each fault for each field it can stand in.
    #[test]
    fn every_fault_is_found_in_every_field_it_can_stand_in() {
        use FaultCode as C;
        let long = "a".repeat(256);
        let texts = [
            "firstName",
            "lastName",
            "company",
            "address1",
            "address2",
            "city",
            "province",
        ];
        for field in texts {
            for (value, code) in [
                (long.as_str(), C::AddressFieldIsTooLong),
                ("Jana 😀", C::AddressFieldContainsEmojis),
                ("<b>Jana</b>", C::AddressFieldContainsHtmlTags),
                ("Jana\u{7}", C::AddressFieldDoesNotMatchExpectedPattern),
                ("---", C::AddressFieldDoesNotMatchExpectedPattern),
            ] {
                let faults = strict(&with(field, value));
                assert_eq!(found(&faults), [(field.to_owned(), code)], "{value:?}");
            }
        }
        for (field, value, code) in [
            (
                "firstName",
                "https://example.cz",
                C::AddressFieldContainsUrl,
            ),
            ("lastName", "vyhra.com", C::AddressFieldContainsUrl),
            (
                "lastName",
                "123",
                C::AddressFieldDoesNotMatchExpectedPattern,
            ),
            ("city", "123", C::AddressFieldDoesNotMatchExpectedPattern),
            ("zip", "81101", C::InvalidZipCodeForCountry),
            ("zip", "1100", C::InvalidZipCodeForCountry),
            ("zip", "<b>11000</b>", C::AddressFieldContainsHtmlTags),
            ("zip", "111111111111111111111", C::AddressFieldIsTooLong),
            ("phone", "12", C::AddressFieldDoesNotMatchExpectedPattern),
            ("country", "XX", C::Invalid),
        ] {
            let faults = strict(&with(field, value));
            assert!(
                found(&faults).contains(&(field.to_owned(), code)),
                "{field} {value:?}: {faults:?}"
            );
        }
    }

    #[test]
    fn a_company_may_be_called_like_a_web_address() {
        assert_eq!(strict(&with("company", "Alza.cz a.s.")), []);
    }

    /// [3.11] `COUNTRY_CODE_ONLY` looks at the country only; `STRICT` at everything.
    #[test]
    fn country_only_accepts_what_a_wallet_redacts() {
        let redacted = Address {
            city: text("Praha"),
            zip: text("110"),
            country: text("CZ"),
            ..Address::default()
        };
        assert_eq!(
            faults(&redacted, Strictness::CountryOnly, true, &shop()),
            []
        );
        assert!(!strict(&redacted).is_empty());
    }

    #[test]
    fn country_only_still_wants_a_country_and_nothing_endless() {
        use FaultCode as C;
        let endless = "a".repeat(10_000);
        for (address, expected) in [
            (with("country", " "), ("country", C::AddressFieldIsRequired)),
            (with("country", "ZZ"), ("country", C::Invalid)),
            (with("city", &endless), ("city", C::AddressFieldIsTooLong)),
        ] {
            let faults = faults(&address, Strictness::CountryOnly, true, &shop());
            assert_eq!(found(&faults), [(expected.0.to_owned(), expected.1)]);
        }
    }
}
