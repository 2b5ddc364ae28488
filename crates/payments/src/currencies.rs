//! Which currencies the gateway takes.

use zkratka_commerce::money::Currency;

/// Currencies that the gateway takes: none with thousandths, which browsers would not count in.
const CURRENCIES: [&str; 15] = [
    "AUD", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HUF", "JPY", "NOK", "NZD", "PLN", "RON",
    "SEK", "USD",
];

/// Whether payments can be in this currency.
#[must_use]
pub fn takes_currency(currency: Currency) -> bool {
    CURRENCIES.contains(&currency.as_str())
}
