//! `Localization`, `Country`, `Language`, `Currency`

use super::address::country_code;
use super::object::{leaf, object};
use crate::app::App;
use crate::graphql::value::Value;
use zkratka_commerce::address::country_name;
use zkratka_commerce::money::Currency;
use zkratka_texts::{currency_name, currency_symbol};

/// The shop's countries and languages, for a buyer in this country.
pub(super) fn localization<'a>(app: &'a App, country: Option<&'a str>) -> Value<'a> {
    Value::object(Localization { app, country })
}

struct Localization<'v> {
    app: &'v App,
    country: Option<&'v str>,
}

impl Localization<'_> {
    /// The buyer's country if the shop delivers there; otherwise the shop's own.
    fn country(&self) -> &str {
        let countries = &self.app.rules.countries;
        let known = countries
            .iter()
            .find(|code| Some(code.as_str()) == self.country);
        known.or(countries.first()).map_or("", String::as_str)
    }
}

object!(Localization<'_>, "Localization", |this, arguments| {
    "availableCountries" => {
        let codes = this.app.rules.countries.iter();
        Value::list(codes.map(|code| Value::object(Country { app: this.app, code })))
    },
    "availableLanguages" => Value::list([Value::object(Czech)]),
    "country" => Value::object(Country { app: this.app, code: this.country() }),
    "language" => Value::object(Czech),
});

struct Country<'v> {
    app: &'v App,
    code: &'v str,
}

object!(Country<'_>, "Country", |this, arguments| {
    "availableLanguages" => Value::list([Value::object(Czech)]),
    "currency" => Value::object(CurrencyObject(this.app.rules.pricing_context_in(Some(this.code)).currency())),
    "defaultLanguage" => Value::object(Czech),
    "isoCode" => leaf(country_code(this.code)),
    "name" => leaf(country_name(this.code).unwrap_or(this.code)),
    "unitSystem" => leaf("METRIC_SYSTEM"),
});

struct Czech;

object!(Czech, "Language", |_this, arguments| {
    "endonymName" => leaf("čeština"),
    "isoCode" => leaf("CS"),
    "name" => leaf("čeština"),
});

struct CurrencyObject(Currency);

object!(CurrencyObject, "Currency", |this, arguments| {
    "isoCode" => leaf(this.0.as_str()),
    "name" => leaf(currency_name(this.0)),
    "symbol" => leaf(currency_symbol(this.0)),
});
