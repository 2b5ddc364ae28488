use zkratka_commerce::money::Currency;

/// The supported currencies. Currencies with three decimals are missing, because the browser's scripts do not support them.
const CURRENCIES: [&str; 15] = [
    "AUD", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HUF", "JPY", "NOK", "NZD", "PLN", "RON",
    "SEK", "USD",
];

#[must_use]
pub fn takes_currency(currency: Currency) -> bool {
    CURRENCIES.contains(&currency.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_currency_with_three_decimals_is_not_taken() {
        let takes = |code| takes_currency(Currency::new(code).expect("a currency"));
        assert!(takes("CZK") && takes("EUR"));
        assert!(!takes("KWD") && !takes("TND"));
    }
}
