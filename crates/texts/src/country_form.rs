//! What an address form asks for in a country, in Czech words.

use crate::{Words, czech_order, zip_words, zone_words};
use serde::Serialize;
use zkratka_commerce::address::{PhoneRule, country_name, phone_rule, place_fields, zones};

/// A country, with the data that the checkout's form needs. It is serialised for the browser.
#[derive(Serialize)]
pub struct CountryForm<'a> {
    code: &'a str,
    name: &'a str,
    /// The fields of an address, in order.
    fields: Vec<Field>,
    zip: Nouns,
    zone: Nouns,
    /// The national format of telephone numbers; `None` if a number must include its calling code.
    phone: Option<Phone>,
    /// The zones to choose from; empty if they are unknown.
    zones: Vec<Choice>,
}

#[derive(Serialize)]
struct Field {
    name: &'static str,
    required: bool,
}

/// See [`PhoneRule`].
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Phone {
    calling_code: &'static str,
    trunk: &'static str,
    least: usize,
    most: usize,
    first_digits: &'static str,
    example: &'static str,
}

impl From<&'static PhoneRule> for Phone {
    fn from(rule: &'static PhoneRule) -> Self {
        let (least, most) = rule.digits;
        Self {
            calling_code: rule.calling_code,
            trunk: rule.trunk,
            least,
            most,
            first_digits: rule.first_digits,
            example: rule.example,
        }
    }
}

#[derive(Serialize)]
struct Choice {
    code: &'static str,
    name: &'static str,
}

/// See [`Words`].
#[derive(Serialize)]
struct Nouns {
    label: &'static str,
    wanted: &'static str,
    valid: &'static str,
}

impl From<Words> for Nouns {
    fn from(words: Words) -> Self {
        Self {
            label: words.label,
            wanted: words.wanted,
            valid: words.valid,
        }
    }
}

impl<'a> CountryForm<'a> {
    /// The form for the country with this code (ISO 3166-1 alpha-2).
    #[must_use]
    pub fn new(code: &'a str) -> Self {
        let field = |field: zkratka_commerce::address::PlaceField| Field {
            name: field.name,
            required: field.required,
        };
        let choice = |zone: &zkratka_commerce::address::Zone| Choice {
            code: zone.code,
            name: zone.name,
        };
        let mut sorted: Vec<_> = zones(code).iter().map(choice).collect();
        sorted.sort_by_cached_key(|zone| czech_order(zone.name));
        Self {
            code,
            name: country_name(code).unwrap_or(code),
            fields: place_fields(code).into_iter().map(field).collect(),
            zip: zip_words(code).into(),
            zone: zone_words(code).into(),
            phone: phone_rule(code).map(Phone::from),
            zones: sorted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// [5.09] The buyer chooses an emirate, which the form calls an emirate. The United Arab Emirates have no postal
    /// codes to enter.
    #[test]
    fn a_country_says_what_its_form_asks_for() {
        let emirates = serde_json::to_value(CountryForm::new("AE")).unwrap();
        assert_eq!(emirates["name"], "Spojené arabské emiráty");
        assert_eq!(emirates["zone"]["label"], "Emirát");
        assert_eq!(
            emirates["zones"][0],
            json!({ "code": "AZ", "name": "Abú Zabí" })
        );
        let names: Vec<_> = emirates["fields"]
            .as_array()
            .unwrap()
            .iter()
            .map(|f| &f["name"])
            .collect();
        assert_eq!(names, ["address1", "address2", "province"]);
        let states = serde_json::to_value(CountryForm::new("US")).unwrap();
        let states = states["zones"].as_array().unwrap();
        let place = |name| states.iter().position(|zone| zone["name"] == name);
        assert!(place("Havaj") < place("Idaho") && place("Rhode Island") < place("Severní Dakota"));
        assert!(
            place("Severní Dakota") < place("Texas") && place("Texas") < place("Západní Virginie")
        );
        let czechia = serde_json::to_value(CountryForm::new("CZ")).unwrap();
        assert_eq!(emirates["phone"], json!(null));
        assert_eq!(czechia["phone"]["callingCode"], "420");
        assert_eq!(czechia["zip"]["label"], "PSČ");
        assert_eq!(czechia["zones"], json!([]));
    }
}
