//! A merchant's account: keys, and currencies.

use super::refusal::{Reason, Refusal};
use super::signature::PublicKey;
use serde_json::{Value, json};
use zkratka_commerce::money::{Currency, Money};

/// Currencies of accounts.
const LEDGERS: [&str; 4] = ["EUR", "GBP", "JPY", "USD"];
/// Further currencies that accounts in the EU and in the United Kingdom may show to buyers. There are no koruny.
const PRESENTMENT: [&str; 8] = ["AUD", "CHF", "DKK", "HKD", "NOK", "NZD", "SEK", "ZAR"];
/// The only currency of theirs without decimals.
const WITHOUT_DECIMALS: &str = "JPY";

/// A merchant's account at the emulated Amazon.
#[derive(Clone, Debug)]
pub struct Account {
    ledger: Currency,
    keys: Vec<PublicKey>,
}

/// Amazon keeps no accounts in this currency.
#[derive(Debug, thiserror::Error)]
#[error("Amazon Pay has no accounts in {0}; it has them in EUR, GBP, JPY and USD")]
pub struct NoSuchLedger(String);

impl Account {
    /// An account in a currency, with the merchant's registered keys.
    pub fn new(ledger: Currency, keys: Vec<PublicKey>) -> Result<Self, NoSuchLedger> {
        if LEDGERS.contains(&ledger.as_str()) {
            Ok(Self { ledger, keys })
        } else {
            Err(NoSuchLedger(ledger.as_str().to_owned()))
        }
    }

    pub(super) const fn ledger(&self) -> Currency {
        self.ledger
    }

    pub(super) fn key(&self, id: &str) -> Result<&PublicKey, Refusal> {
        let key = self.keys.iter().find(|key| key.id == id);
        let message = "The public key is not registered.";
        key.ok_or_else(|| Refusal::new(Reason::UnauthorizedAccess, message))
    }

    /// Whether buyers may be charged in this currency.
    fn offers(&self, code: &str) -> bool {
        let is_european = matches!(self.ledger.as_str(), "EUR" | "GBP");
        code == self.ledger.as_str()
            || is_european && (LEDGERS.contains(&code) || PRESENTMENT.contains(&code))
    }

    pub(super) fn currency(&self, code: &Value, at: &str) -> Result<Currency, Refusal> {
        let code = code.as_str().filter(|code| self.offers(code));
        let currency = code.and_then(|code| Currency::new(code).ok());
        currency.ok_or_else(|| Refusal::value(at))
    }

    /// An amount above zero in one of the account's currencies.
    pub(super) fn amount(&self, price: &Value, at: &str) -> Result<Money, Refusal> {
        let currency = self.currency(&price["currencyCode"], &format!("{at}.currencyCode"))?;
        let at = format!("{at}.amount");
        let text = match &price["amount"] {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return Err(Refusal::value(&at)),
        };
        let has_decimals = text.contains('.');
        let amount = Money::parse_decimal(&text, currency).map_err(|_| Refusal::value(&at))?;
        let is_wrong = has_decimals && currency.as_str() == WITHOUT_DECIMALS;
        if is_wrong || !amount.minor.is_positive() {
            return Err(Refusal::value(&at));
        }
        Ok(amount)
    }
}

/// The amount as Amazon writes it.
pub(super) fn price(amount: Money) -> Value {
    let code = amount.currency.as_str();
    let text = amount.decimal();
    let text = match text.split_once('.') {
        Some((whole, _)) if code == WITHOUT_DECIMALS => whole.to_owned(),
        _ => text,
    };
    json!({ "amount": text, "currencyCode": code })
}

/// An amount that [`price`] wrote.
pub(super) fn money(price: &Value) -> Option<Money> {
    let currency = Currency::new(price["currencyCode"].as_str()?).ok()?;
    Money::parse_decimal(price["amount"].as_str()?, currency).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::MinorUnits;

    fn account(ledger: &str) -> Account {
        Account::new(Currency::new(ledger).expect("a currency"), Vec::new()).expect("an account")
    }

    /// [B.02] No account is kept in koruny, and none charges in them.
    #[test]
    fn there_are_no_koruny() {
        assert!(Account::new(Currency::CZK, Vec::new()).is_err());
        for ledger in LEDGERS {
            assert!(!account(ledger).offers("CZK"), "{ledger}");
            assert!(account(ledger).offers(ledger), "{ledger}");
        }
        for (ledger, code, offered) in [
            ("EUR", "CHF", true),
            ("GBP", "USD", true),
            ("USD", "EUR", false),
            ("JPY", "AUD", false),
            ("EUR", "PLN", false),
        ] {
            assert_eq!(account(ledger).offers(code), offered, "{ledger} {code}");
        }
    }

    /// [B.02] Amounts are texts or numbers, above zero, and without more places than the currency has.
    #[test]
    fn amounts_are_read_strictly() {
        let read = |amount: Value, code: &str| {
            let price = json!({ "amount": amount, "currencyCode": code });
            account("EUR").amount(&price, "chargeAmount")
        };
        for (amount, code, minor, written) in [
            (json!("19.99"), "EUR", 1_999, "19.99"),
            (json!(50), "EUR", 5_000, "50.00"),
            (json!(0.5), "EUR", 50, "0.50"),
            (json!("1290"), "JPY", 1_290, "1290"),
        ] {
            let money = read(amount, code).expect("an amount");
            assert_eq!(money.minor, MinorUnits::new(minor));
            assert_eq!(price(money)["amount"], written);
            assert_eq!(super::money(&price(money)), Some(money));
        }
        for (amount, code) in [
            (json!("0.00"), "EUR"),
            (json!("-1"), "EUR"),
            (json!("1.999"), "EUR"),
            (json!("1,99"), "EUR"),
            (json!(null), "EUR"),
            (json!("1290.00"), "JPY"),
            (json!("100.00"), "CZK"),
            (json!("100.00"), "eur"),
        ] {
            let refused = read(amount.clone(), code).expect_err("refused");
            assert_eq!(refused.reason, Reason::InvalidParameterValue, "{amount}");
        }
    }
}
