//! Money: integer minor units and an ISO 4217 currency (design.md, "Money, tax, delivery").

use serde::{Deserialize, Serialize};
use std::fmt;

/// An ISO 4217 currency code, e.g. `CZK`. Always three upper-case ASCII letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

impl Currency {
    /// Czech koruna.
    pub const CZK: Self = Self(*b"CZK");

    /// Reads a code of three ASCII letters, in either case.
    ///
    /// # Errors
    /// When `code` is not three ASCII letters.
    pub fn new(code: &str) -> Result<Self, InvalidCurrency> {
        match code.as_bytes() {
            &[a, b, c] if [a, b, c].iter().all(u8::is_ascii_alphabetic) => Ok(Self([
                a.to_ascii_uppercase(),
                b.to_ascii_uppercase(),
                c.to_ascii_uppercase(),
            ])),
            _ => Err(InvalidCurrency(code.to_owned())),
        }
    }

    /// The code, upper case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // The constructor admits ASCII letters only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl TryFrom<String> for Currency {
    type Error = InvalidCurrency;
    fn try_from(code: String) -> Result<Self, InvalidCurrency> {
        Self::new(&code)
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.as_str().to_owned()
    }
}

/// The text is not a currency code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a currency code: expected three letters, e.g. CZK")]
pub struct InvalidCurrency(pub String);

/// An amount in minor units (hundredths: haléře, cents) of one currency.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Money {
    /// Minor units; negative only for differences.
    pub minor: i64,
    /// The currency.
    pub currency: Currency,
}
