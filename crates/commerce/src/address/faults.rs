//! Validates addresses.

use super::country::rules as country_rules;
use super::data;
use super::text::{
    has_control, has_emoji, has_html_tag, has_letter, has_letter_or_digit, has_plain_url, has_url,
};
use super::zip::{is_zip, is_zip_of_zone};
use super::{Address, is_country, normalise_phone, zone, zones};
use crate::error::{Fault, FaultCode};
use crate::subject::{AddressField as Field, Subject};

/// How closely an address is checked (public `DeliveryAddressValidationStrategy`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Only checks that the country exists and that no field is too long to store. Wallets reveal the rest later.
    CountryOnly,
    /// Checks everything that a parcel or an invoice needs.
    Strict,
}

/// What an address is used for. It decides which fields are required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A parcel is delivered there.
    Delivery,
    /// The buyer collects the parcel elsewhere, so only the name is needed, not the place.
    Collection,
    /// An invoice is issued to it. A company name replaces the personal names.
    Billing,
}

impl Purpose {
    /// The kind of address that the faults refer to.
    fn subject(self) -> fn(Field) -> Subject {
        match self {
            Self::Delivery | Self::Collection => Subject::DeliveryAddressField,
            Self::Billing => Subject::BillingAddressField,
        }
    }
}

/// Maximum number of characters in a field.
const MAX_TEXT: usize = 255;
const MAX_ZIP: usize = 20;
const MAX_PHONE: usize = 40;

/// All faults of an address, at most one per field. Whether the shop delivers there is not checked here; the delivery
/// options and [`crate::completion`] report it.
#[must_use]
pub fn faults(address: &Address, strictness: Strictness, for_delivery: bool) -> Vec<Fault> {
    let purpose = if for_delivery {
        Purpose::Delivery
    } else {
        Purpose::Billing
    };
    match strictness {
        Strictness::CountryOnly => checked(address, purpose.subject(), country_only_fault),
        Strictness::Strict => faults_for(address, purpose),
    }
}

/// All faults of an address that is used for `purpose`.
pub(crate) fn faults_for(address: &Address, purpose: Purpose) -> Vec<Fault> {
    checked(address, purpose.subject(), |field, value, address| {
        let Some(value) = value else {
            let missing = is_required(field, address, purpose);
            return missing.then_some(FaultCode::AddressFieldIsRequired);
        };
        text_fault(field, value).or_else(|| meaning_fault(field, value, address))
    })
}

/// The field's value; a blank field counts as missing.
fn value_of(field: Field, address: &Address) -> Option<&str> {
    let value = match field {
        Field::FirstName => &address.first_name,
        Field::LastName => &address.last_name,
        Field::Company => &address.company,
        Field::Address1 => &address.address1,
        Field::Address2 => &address.address2,
        Field::City => &address.city,
        Field::Zip => &address.zip,
        Field::Province => &address.province,
        Field::Country => &address.country,
        Field::Phone => &address.phone,
    };
    value
        .as_deref()
        .map(str::trim)
        .filter(|value| !value.is_empty())
}

const fn max_length(field: Field) -> usize {
    match field {
        Field::Zip => MAX_ZIP,
        Field::Phone => MAX_PHONE,
        Field::FirstName
        | Field::LastName
        | Field::Company
        | Field::Address1
        | Field::Address2
        | Field::City
        | Field::Province
        | Field::Country => MAX_TEXT,
    }
}

/// Runs `check` on every field.
fn checked(
    address: &Address,
    subject: fn(Field) -> Subject,
    check: impl Fn(Field, Option<&str>, &Address) -> Option<FaultCode>,
) -> Vec<Fault> {
    let fault_of = |&field: &Field| {
        let code = check(field, value_of(field, address), address)?;
        Some(Fault::of(code, subject(field)))
    };
    Field::ALL.iter().filter_map(fault_of).collect()
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
    let code = address.country.as_deref().unwrap_or_default();
    let named_by_company =
        purpose == Purpose::Billing && value_of(Field::Company, address).is_some();
    let somewhere = |letter| purpose != Purpose::Collection && requires(code, letter);
    match field {
        Field::FirstName => country_rules(code).first_name_required && !named_by_company,
        Field::LastName => !named_by_company,
        Field::Address1 => somewhere('A'),
        Field::City => somewhere('C'),
        Field::Province => somewhere('S'),
        Field::Zip => somewhere('Z'),
        Field::Country => true,
        Field::Company | Field::Address2 | Field::Phone => false,
    }
}

/// Whether the country requires the field with this format letter. An unknown country requires what all countries do.
fn requires(country: &str, letter: char) -> bool {
    data::country(country).map_or_else(|| "AC".contains(letter), |country| country.requires(letter))
}

fn length_fault(field: Field, value: &str) -> Option<FaultCode> {
    let too_long = value.chars().nth(max_length(field)).is_some();
    too_long.then_some(FaultCode::AddressFieldIsTooLong)
}

/// Content forbidden in every field. A company may be named like a web address. In personal names anything that looks
/// like a web address is refused; in other fields only unmistakable ones are, because streets are full of
/// abbreviations.
fn text_fault(field: Field, value: &str) -> Option<FaultCode> {
    let has_address = match field {
        Field::FirstName | Field::LastName => has_url(value),
        Field::Company => false,
        _ => has_plain_url(value),
    };
    let found = [
        (has_html_tag(value), FaultCode::AddressFieldContainsHtmlTags),
        (has_address, FaultCode::AddressFieldContainsUrl),
        (has_emoji(value), FaultCode::AddressFieldContainsEmojis),
        (
            has_control(value),
            FaultCode::AddressFieldDoesNotMatchExpectedPattern,
        ),
    ];
    let first = found.into_iter().find(|(is_there, _)| *is_there);
    length_fault(field, value).or(first.map(|(_, code)| code))
}

/// Checks that the value fits the meaning of the field.
fn meaning_fault(field: Field, value: &str, address: &Address) -> Option<FaultCode> {
    let country = address.country.as_deref().unwrap_or_default();
    let pattern =
        |fits: bool| (!fits).then_some(FaultCode::AddressFieldDoesNotMatchExpectedPattern);
    match field {
        Field::Country => (!is_country(value)).then_some(FaultCode::Invalid),
        Field::Zip => zip_fault(value, country, address),
        Field::Province if !zones(country).is_empty() => {
            let known = zone(country, value);
            known.is_none().then_some(FaultCode::ProvinceNotFound)
        }
        Field::Phone => pattern(normalise_phone(value, country).is_some()),
        Field::FirstName | Field::LastName | Field::City => pattern(has_letter(value)),
        Field::Company | Field::Address1 | Field::Address2 | Field::Province => {
            pattern(has_letter_or_digit(value))
        }
    }
}

/// Checks the postal code against the country, then against the zone if one was given.
fn zip_fault(zip: &str, country: &str, address: &Address) -> Option<FaultCode> {
    if !is_zip(zip, country) {
        return Some(FaultCode::InvalidZipCodeForCountry);
    }
    let zone = zone(country, value_of(Field::Province, address)?)?;
    (!is_zip_of_zone(zip, country, zone)).then_some(FaultCode::InvalidZipCodeForProvince)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{field_name, jana, text};

    /// `(fields, code)` of every fault, for the test tables.
    fn found(faults: &[Fault]) -> Vec<(String, FaultCode)> {
        let pair = |fault: &Fault| (name(fault), fault.code);
        faults.iter().map(pair).collect()
    }

    /// The name of the field with the fault.
    fn name(fault: &Fault) -> String {
        match fault.subject {
            Subject::DeliveryAddressField(field) | Subject::BillingAddressField(field) => {
                field_name(field).to_owned()
            }
            other => panic!("not about an address: {other:?}"),
        }
    }

    fn strict(address: &Address) -> Vec<Fault> {
        faults(address, Strictness::Strict, true)
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

    /// [5.09] Required fields, by country and by what the address is used for.
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
            (
                "US",
                Purpose::Delivery,
                &["lastName", "address1", "city", "zip", "province"],
            ),
            (
                "AE",
                Purpose::Delivery,
                &["lastName", "address1", "province"],
            ),
            (
                "JP",
                Purpose::Billing,
                &["lastName", "address1", "zip", "province"],
            ),
            (
                "ZZ",
                Purpose::Delivery,
                &["lastName", "address1", "city", "country"],
            ),
            ("CZ", Purpose::Collection, &["firstName", "lastName"]),
            ("AE", Purpose::Collection, &["lastName"]),
        ] {
            let faults = faults_for(&only(country), purpose);
            let fields: Vec<_> = faults.iter().map(name).collect();
            assert_eq!(fields, expected, "{country} {purpose:?}");
            let unknown = country == "ZZ";
            assert!(
                faults
                    .iter()
                    .all(|f| f.code == FaultCode::AddressFieldIsRequired || unknown)
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
        let billing = faults(&company, Strictness::Strict, false);
        assert_eq!(billing, []);
        assert_eq!(strict(&company).len(), 2);
    }

    /// [5.09] Pattern, emoji, HTML, URL, length and postal code: each fault in each field where it can occur.
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
            ("address1", "www.example.cz", C::AddressFieldContainsUrl),
            ("address2", "http://example.cz", C::AddressFieldContainsUrl),
            ("city", "https://example.cz", C::AddressFieldContainsUrl),
            ("province", "www.example.cz", C::AddressFieldContainsUrl),
            ("zip", "www.example.cz", C::AddressFieldContainsUrl),
            ("phone", "www.example.cz", C::AddressFieldContainsUrl),
            ("phone", "777 123 456 😀", C::AddressFieldContainsEmojis),
            ("phone", "<b>777123456</b>", C::AddressFieldContainsHtmlTags),
            ("zip", "110 00 😀", C::AddressFieldContainsEmojis),
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

    /// [5.07] [5.09] Zones: missing, unknown, by code and by name; a postal code of another zone or another country.
    #[test]
    fn zones_and_postal_codes_must_fit_each_other() {
        use FaultCode as C;
        for (country, province, zip, expected) in [
            ("US", "CA", "95014", None),
            ("US", "california", "95014-1234", None),
            (
                "US",
                "",
                "95014",
                Some(("province", C::AddressFieldIsRequired)),
            ),
            (
                "US",
                "Praha",
                "95014",
                Some(("province", C::ProvinceNotFound)),
            ),
            (
                "US",
                "NY",
                "95014",
                Some(("zip", C::InvalidZipCodeForProvince)),
            ),
            ("US", "PR", "00901", None),
            (
                "US",
                "CA",
                "9501",
                Some(("zip", C::InvalidZipCodeForCountry)),
            ),
            ("CA", "Québec", "H3Z 2Y7", None),
            (
                "CA",
                "BC",
                "H3Z 2Y7",
                Some(("zip", C::InvalidZipCodeForProvince)),
            ),
            ("MX", "Ciudad de México", "06000", None),
            (
                "MX",
                "Jalisco",
                "06000",
                Some(("zip", C::InvalidZipCodeForProvince)),
            ),
            ("AE", "دبي", "", None),
            ("AE", "Dubaj", "00000", None),
            ("AE", "", "", Some(("province", C::AddressFieldIsRequired))),
            ("AE", "Doha", "", Some(("province", C::ProvinceNotFound))),
            // Ireland's counties are optional but must be valid; our data has no zones for Czechia.
            ("IE", "", "", None),
            ("IE", "Cork", "", None),
            ("IE", "Praha", "", Some(("province", C::ProvinceNotFound))),
            ("CZ", "Hlavní město Praha", "11000", None),
        ] {
            let address = Address {
                country: text(country),
                province: text(province),
                zip: text(zip),
                ..jana()
            };
            let expected = expected.map(|(field, code)| (field.to_owned(), code));
            for address in [address.clone(), address.tidied()] {
                let found = found(&strict(&address));
                assert_eq!(
                    found,
                    Vec::from_iter(expected.clone()),
                    "{country} {province} {zip}"
                );
            }
        }
    }

    #[test]
    fn a_company_may_be_called_like_a_web_address() {
        assert_eq!(strict(&with("company", "Alza.cz a.s.")), []);
    }

    /// [3.11] `COUNTRY_CODE_ONLY` checks only the country; `STRICT` checks everything.
    #[test]
    fn country_only_accepts_what_a_wallet_redacts() {
        let redacted = Address {
            city: text("Praha"),
            zip: text("110"),
            country: text("CZ"),
            ..Address::default()
        };
        assert_eq!(faults(&redacted, Strictness::CountryOnly, true), []);
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
            let faults = faults(&address, Strictness::CountryOnly, true);
            assert_eq!(found(&faults), [(expected.0.to_owned(), expected.1)]);
        }
    }
}
