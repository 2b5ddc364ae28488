//! The currencies of Amazon Pay.

use zkratka_commerce::money::Currency;

/// The currencies of merchants' accounts.
pub const LEDGER_CURRENCIES: [&str; 4] = ["EUR", "GBP", "JPY", "USD"];

/// The currencies that a merchant with an account in euros or pounds can charge. Crowns are not among them.
pub const PRESENTMENT_CURRENCIES: [&str; 12] = [
    "AUD", "CHF", "DKK", "EUR", "GBP", "HKD", "JPY", "NOK", "NZD", "SEK", "USD", "ZAR",
];

/// Accounts that can charge in other currencies than their own.
const MULTI_CURRENCY: [&str; 2] = ["EUR", "GBP"];

/// Why Amazon Pay is not offered for a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotOffered {
    /// No account at Amazon can charge it.
    #[error(
        "Amazon Pay takes no payments in {0}: offer it in a market with another currency, such as EUR"
    )]
    UnknownCurrency(Currency),
    /// Amazon knows the currency, but this account charges its own only.
    #[error("an account of Amazon Pay in {ledger} takes no payments in {currency}")]
    OtherThanLedger {
        ledger: Currency,
        currency: Currency,
    },
}

/// Whether an account in the currency `ledger` can charge in `currency`.
pub fn takes(ledger: Currency, currency: Currency) -> Result<(), NotOffered> {
    if !PRESENTMENT_CURRENCIES.contains(&currency.as_str()) {
        return Err(NotOffered::UnknownCurrency(currency));
    }
    if currency == ledger || MULTI_CURRENCY.contains(&ledger.as_str()) {
        return Ok(());
    }
    Err(NotOffered::OtherThanLedger { ledger, currency })
}

pub(super) fn is_ledger(currency: Currency) -> bool {
    LEDGER_CURRENCIES.contains(&currency.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn currency(code: &str) -> Currency {
        Currency::new(code).expect("a currency")
    }

    /// [1.03] A shop in crowns learns why the wallet is missing; one in euros offers it.
    #[test]
    fn crowns_are_not_taken() {
        for ledger in LEDGER_CURRENCIES.map(currency) {
            assert!(is_ledger(ledger));
            assert_eq!(takes(ledger, ledger), Ok(()));
            let crowns = takes(ledger, Currency::CZK);
            assert_eq!(crowns, Err(NotOffered::UnknownCurrency(Currency::CZK)));
        }
        assert!(!is_ledger(Currency::CZK) && !is_ledger(currency("SEK")));
    }

    /// Only European accounts charge other currencies.
    #[test]
    fn other_currencies_need_a_european_account() {
        for code in PRESENTMENT_CURRENCIES.map(currency) {
            assert_eq!(takes(currency("EUR"), code), Ok(()));
            assert_eq!(takes(currency("GBP"), code), Ok(()));
            for ledger in ["USD", "JPY"].map(currency) {
                assert_eq!(takes(ledger, code).is_ok(), code == ledger, "{code}");
            }
        }
        let reason = takes(currency("USD"), currency("EUR")).expect_err("refused");
        assert_eq!(
            reason.to_string(),
            "an account of Amazon Pay in USD takes no payments in EUR"
        );
    }
}
