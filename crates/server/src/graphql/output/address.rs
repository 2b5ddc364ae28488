//! Addresses: `MailingAddress`, `CartSelectableAddress`, `CartDeliveryAddress`

use super::object::{leaf, object, owned, text, texts};
use crate::carts::CartView;
use crate::graphql::gids;
use crate::graphql::value::Value;
use apollo_compiler::response::{JsonMap, JsonValue};
use zkratka_commerce::address::{Address, country_name, display_lines, zone};
use zkratka_ids::CartToken;

/// The two address types of the schema.
pub(super) enum Place {
    /// `MailingAddress`, an address of this cart.
    Mailing(CartToken),
    /// `CartDeliveryAddress`
    Delivery,
}

impl Place {
    const fn type_name(&self) -> &'static str {
        match self {
            Self::Mailing(_) => "MailingAddress",
            Self::Delivery => "CartDeliveryAddress",
        }
    }
}

pub(super) struct PostalAddress<'v> {
    pub(super) address: &'v Address,
    pub(super) place: Place,
}

object!(PostalAddress<'_>, |this| this.place.type_name(), |this, arguments| {
    "address1" => text(this.address.address1.as_deref()),
    "address2" => text(this.address.address2.as_deref()),
    "city" => text(this.address.city.as_deref()),
    "company" => text(this.address.company.as_deref()),
    "country" => text(this.address.country.as_deref().map(name_of)),
    "countryCode" => text(this.address.country.as_deref()),
    "countryCodeV2" => text(this.address.country.as_deref().map(country_code)),
    "firstName" => text(this.address.first_name.as_deref()),
    "formatted" => texts(formatted(this.address, arguments)),
    "formattedArea" => owned(area(this.address)),
    "id" => match &this.place {
        Place::Mailing(cart) => leaf(gids::mailing_address(cart)),
        Place::Delivery => return Err(this.unknown("id")),
    },
    "lastName" => text(this.address.last_name.as_deref()),
    // The server does not look up coordinates.
    "latitude" => Value::Null,
    "longitude" => Value::Null,
    "name" => owned(full_name(this.address)),
    "phone" => text(this.address.phone.as_deref()),
    "province" => text(this.address.province.as_deref().map(|code| zone_name(this.address, code))),
    "provinceCode" => text(this.address.province.as_deref()),
    "zip" => text(this.address.zip.as_deref()),
});

/// Countries that the public enumeration lacks.
const UNLISTED: [&str; 9] = ["AQ", "AS", "FM", "GU", "MH", "MP", "PR", "PW", "VI"];

/// A country's code in `CountryCode`: `ZZ` if the enumeration lacks it.
pub(super) fn country_code(code: &str) -> &str {
    if UNLISTED.contains(&code) { "ZZ" } else { code }
}

fn name_of(code: &str) -> &str {
    country_name(code).unwrap_or(code)
}

/// The zone's name if the country's zones are known; otherwise the buyer's text.
fn zone_name<'a>(address: &Address, code: &'a str) -> &'a str {
    let country = address.country.as_deref().unwrap_or_default();
    zone(country, code).map_or(code, |zone| zone.name)
}

/// The lines of an envelope, with or without name and company.
fn formatted(address: &Address, arguments: &JsonMap) -> Vec<String> {
    let with = |name: &str| arguments.get(name).and_then(JsonValue::as_bool);
    let mut shown = address.clone();
    if with("withName") != Some(true) {
        shown.first_name = None;
        shown.last_name = None;
    }
    if with("withCompany") == Some(false) {
        shown.company = None;
    }
    display_lines(&shown)
}

fn area(address: &Address) -> Option<String> {
    joined(
        [
            address.city.as_deref(),
            address.country.as_deref().map(name_of),
        ],
        ", ",
    )
}

fn full_name(address: &Address) -> Option<String> {
    joined(
        [address.first_name.as_deref(), address.last_name.as_deref()],
        " ",
    )
}

fn joined(parts: [Option<&str>; 2], separator: &str) -> Option<String> {
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(separator))
}

pub(super) struct SelectableAddress<'v> {
    pub(super) view: &'v CartView,
    pub(super) address: &'v Address,
}

object!(SelectableAddress<'_>, "CartSelectableAddress", |this, arguments| {
    "address" => {
        Value::object(PostalAddress { address: this.address, place: Place::Delivery })
    },
    "id" => leaf(gids::delivery_address(&this.view.token())),
    // No address is kept for a later purchase.
    "oneTimeUse" => leaf(true),
    "selected" => leaf(true),
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphql::schema::api_schema;
    use zkratka_commerce::address::is_country;

    #[test]
    fn every_country_is_a_value_of_the_enumeration() {
        let schema = &api_schema().unwrap().schema;
        let listed = &schema.get_enum("CountryCode").unwrap().values;
        let letters = || 'A'..='Z';
        let codes = letters().flat_map(|a| letters().map(move |b| String::from_iter([a, b])));
        for code in codes.filter(|code| is_country(code)) {
            assert!(listed.contains_key(country_code(&code)), "{code}");
            assert_eq!(
                country_code(&code) == code,
                listed.contains_key(code.as_str()),
                "{code}"
            );
        }
    }
}
