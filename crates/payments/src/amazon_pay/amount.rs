//! Amounts in Amazon's format.

use super::currency::PRESENTMENT_CURRENCIES;
use super::wire::PriceWire;
use serde_json::{Value, json};
use zkratka_commerce::money::{Currency, Money};

/// The amount in Amazon's format: `12.90`, or `1290` for yen. `None` for a negative amount, or a currency that Amazon does
/// not know.
#[must_use]
pub fn decimal(amount: Money) -> Option<String> {
    let Money { minor, currency } = amount;
    if minor.is_negative() || !is_known(currency) {
        return None;
    }
    match currency.exponent() {
        0 => Some(minor.get().to_string()),
        _ => Some(amount.decimal()),
    }
}

/// Parses an amount in Amazon's format; `None` if it is malformed or in an unknown currency.
#[must_use]
pub fn parse(amount: &str, currency: &str) -> Option<Money> {
    let currency = Currency::new(currency).ok().filter(|it| is_known(*it))?;
    Money::parse_decimal(amount, currency).ok()
}

fn is_known(currency: Currency) -> bool {
    PRESENTMENT_CURRENCIES.contains(&currency.as_str())
}

/// A price object.
pub(super) fn price(amount: Money) -> Option<Value> {
    let text = decimal(amount)?;
    Some(json!({ "amount": text, "currencyCode": amount.currency.as_str() }))
}

pub(super) fn money(wire: &PriceWire) -> Option<Money> {
    parse(wire.amount.as_deref()?, wire.currency_code.as_deref()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use zkratka_commerce::money::MinorUnits;

    fn of(minor: i64, currency: &str) -> Money {
        let currency = Currency::new(currency).expect("a currency");
        Money::new(MinorUnits::new(minor), currency)
    }

    #[test]
    fn yen_have_no_decimals() {
        for (minor, currency, text) in [
            (1_290, "EUR", Some("12.90")),
            (5, "USD", Some("0.05")),
            (0, "GBP", Some("0.00")),
            (1_290, "JPY", Some("1290")),
            (-1, "EUR", None),
            (129_000, "CZK", None),
            (1_290, "KWD", None),
        ] {
            assert_eq!(decimal(of(minor, currency)).as_deref(), text, "{currency}");
        }
    }

    /// Amazon's documentation writes amounts as texts; some of its answers have numbers.
    #[test]
    fn texts_and_numbers_are_read() {
        let read = |amount: &str| {
            let wire = format!(r#"{{"amount":{amount},"currencyCode":"EUR"}}"#);
            let wire: PriceWire = serde_json::from_str(&wire).ok()?;
            money(&wire)
        };
        for amount in [r#""12.90""#, r#""12.9""#, "12.9", "12.90"] {
            assert_eq!(read(amount), Some(of(1_290, "EUR")), "{amount}");
        }
        assert_eq!(read("12"), Some(of(1_200, "EUR")));
        for amount in ["null", r#""""#, r#""12,90""#, "-1", "12.345", "[]", "true"] {
            assert_eq!(read(amount), None, "{amount}");
        }
        assert_eq!(parse("1290", "JPY"), Some(of(1_290, "JPY")));
        assert_eq!(parse("1290.5", "JPY"), None);
        assert_eq!(parse("1290.00", "CZK"), None);
    }

    proptest! {
        #[test]
        fn amounts_round_trip(
            minor in 0..1_000_000_000_000_i64,
            currency in prop::sample::select(&PRESENTMENT_CURRENCIES[..]),
        ) {
            let amount = of(minor, currency);
            let text = decimal(amount).expect("a known currency");
            prop_assert_eq!(parse(&text, currency), Some(amount));
        }

        /// A number in an answer is read as the same amount as the text.
        #[test]
        fn numbers_round_trip(minor in 0..100_000_000_000_i64) {
            let amount = of(minor, "EUR");
            let wire = format!(r#"{{"amount":{},"currencyCode":"EUR"}}"#, amount.decimal());
            let wire: PriceWire = serde_json::from_str(&wire).expect("a price");
            prop_assert_eq!(money(&wire), Some(amount));
        }
    }
}
