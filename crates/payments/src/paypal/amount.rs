//! Amounts as PayPal writes them.

use zkratka_commerce::money::{Currency, Money, minor_to_decimal};

/// Currencies that PayPal takes.
const CURRENCIES: [&str; 24] = [
    "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "JPY",
    "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "SEK", "SGD", "THB", "TWD", "USD",
];
/// Those that PayPal takes in whole units only, whatever their minor units are elsewhere.
const WHOLE: [&str; 3] = ["HUF", "JPY", "TWD"];

/// Whether payments can be in this currency.
#[must_use]
pub fn takes(currency: Currency) -> bool {
    CURRENCIES.contains(&currency.as_str())
}

/// The amount as PayPal wants it, e.g. `1290.00`, `1290` for yen; none for a currency that PayPal does not take, for less
/// than nothing, and for a part of a forint.
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
    (currency.exponent() == 2).then(|| minor_to_decimal(minor))
}

/// Reads what PayPal writes; none for what is no amount of a currency that it takes.
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
    fn currencies_without_parts_are_written_without() {
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
        fn what_is_written_is_read_as_the_same(
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
