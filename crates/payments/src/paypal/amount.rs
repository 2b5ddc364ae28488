//! Amounts in PayPal's format.

use zkratka_commerce::money::{Currency, Money};

const CURRENCIES: [&str; 24] = [
    "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "JPY",
    "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "SEK", "SGD", "THB", "TWD", "USD",
];
/// Currencies without decimals at PayPal, whatever their minor units are elsewhere.
const WHOLE: [&str; 3] = ["HUF", "JPY", "TWD"];

/// Whether PayPal supports payments in this currency.
#[must_use]
pub fn takes(currency: Currency) -> bool {
    CURRENCIES.contains(&currency.as_str())
}

/// The amount in PayPal's format, such as `1290.00`, or `1290` for yen. None for an unsupported currency, a negative
/// amount, or a fraction of a currency without decimals.
#[must_use]
pub fn decimal(amount: Money) -> Option<String> {
    let Money { minor, currency } = amount;
    if !takes(currency) || minor.is_negative() {
        return None;
    }
    let unit = 10_i64.checked_pow(currency.exponent())?;
    if WHOLE.contains(&currency.as_str()) {
        let minor = minor.get();
        return (minor % unit == 0).then(|| (minor / unit).to_string());
    }
    (currency.exponent() == 2).then(|| amount.decimal())
}

/// Parses an amount in PayPal's format; none if it is malformed or in an unsupported currency.
#[must_use]
pub fn parse(value: &str, currency: &str) -> Option<Money> {
    let currency = Currency::new(currency).ok()?;
    let amount = Money::parse_decimal(value, currency).ok()?;
    takes(currency).then_some(amount)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use zkratka_commerce::money::MinorUnits;

    fn money(minor: i64, currency: &str) -> Money {
        Money::new(
            MinorUnits::new(minor),
            Currency::new(currency).expect("a currency"),
        )
    }

    #[test]
    fn whole_currencies_have_no_decimals() {
        for (minor, currency, text) in [
            (129_000, "CZK", Some("1290.00")),
            (5, "USD", Some("0.05")),
            (1_290, "JPY", Some("1290")),
            (129_000, "HUF", Some("1290")),
            (129_050, "HUF", None),
            (129_000, "TWD", Some("1290")),
            (-1, "CZK", None),
            (1_290, "KWD", None),
            (1_290, "ISK", None),
        ] {
            assert_eq!(
                decimal(money(minor, currency)).as_deref(),
                text,
                "{currency}"
            );
        }
        assert_eq!(parse("1290", "HUF"), Some(money(129_000, "HUF")));
        assert_eq!(parse("12.345", "USD"), None);
        assert_eq!(parse("-1.00", "USD"), None);
    }

    proptest! {
        #[test]
        fn amounts_round_trip(
            minor in 0..1_000_000_000_000_i64,
            currency in prop::sample::select(&CURRENCIES[..]),
        ) {
            let amount = money(minor, currency);
            if let Some(text) = decimal(amount) {
                prop_assert_eq!(parse(&text, currency), Some(amount));
            } else {
                prop_assert!(WHOLE.contains(&currency) && minor % 100 != 0);
            }
        }
    }
}
