//! The JSON messages: the request describes a parcel, the response contains prices.

use crate::NoRates;
use serde::{Deserialize, Serialize};
use zkratka_commerce::decimal;
use zkratka_commerce::delivery::{CarrierQuote, QuotedFor};
use zkratka_commerce::money::{Currency, MAX_AMOUNT, MinorUnits, Money};
use zkratka_commerce::time::Timestamp;

/// Greatest number of services in one answer.
const MAX_RATES: usize = 100;

#[derive(Serialize)]
struct Question<'q> {
    origin: Place<'q>,
    destination: Place<'q>,
    grams: u64,
    value: String,
    currency: &'q str,
}

#[derive(Serialize)]
struct Place<'q> {
    country: &'q str,
    zip: &'q str,
}

#[derive(Deserialize)]
struct Answer {
    rates: Vec<Rate>,
}

#[derive(Deserialize)]
struct Rate {
    service: String,
    price: String,
    currency: String,
}

/// Writes the request for a parcel, as JSON.
pub(super) fn request(
    (country, zip): &(String, String),
    parcel: &QuotedFor,
    currency: Currency,
) -> Vec<u8> {
    let question = Question {
        origin: Place { country, zip },
        destination: Place {
            country: &parcel.country,
            zip: &parcel.zip,
        },
        grams: parcel.grams,
        value: Money::new(parcel.value, currency).decimal(),
        currency: currency.as_str(),
    };
    // Texts and numbers always serialise.
    serde_json::to_vec(&question).unwrap_or_default()
}

/// Reads the prices of an answer. A price in another currency than the shop's makes the whole answer invalid, because the
/// carrier answers for another shop.
pub(super) fn quotes(
    answer: &[u8],
    parcel: &QuotedFor,
    currency: Currency,
    until: Timestamp,
) -> Result<Vec<CarrierQuote>, NoRates> {
    let answer: Answer = serde_json::from_slice(answer)
        .map_err(|_| NoRates::Answer("it is not the expected JSON"))?;
    if answer.rates.len() > MAX_RATES {
        return Err(NoRates::Answer("it names too many services"));
    }
    let quote = |rate: Rate| {
        if rate.currency != currency.as_str() {
            return Err(NoRates::Answer("a price is in another currency"));
        }
        let price = decimal::parse(&rate.price, currency.exponent()).ok();
        let price = price.filter(|price| *price <= MAX_AMOUNT.get());
        Ok(CarrierQuote {
            service: rate.service,
            parcel: parcel.clone(),
            price: MinorUnits::new(price.ok_or(NoRates::Answer("a price is not an amount"))?),
            until,
        })
    };
    answer.rates.into_iter().map(quote).collect()
}
