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

impl Money {
    /// An amount.
    #[must_use]
    pub const fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// Nothing.
    #[must_use]
    pub const fn zero(currency: Currency) -> Self {
        Self::new(0, currency)
    }

    /// The sum; none when the currencies differ or it does not fit.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        if self.currency != other.currency {
            return None;
        }
        let minor = self.minor.checked_add(other.minor)?;
        Some(Self::new(minor, self.currency))
    }

    /// The amount with exactly two decimal places, e.g. `1290.00`.
    #[must_use]
    pub fn decimal(&self) -> String {
        minor_to_decimal(self.minor)
    }

    /// Reads an amount such as `1290`, `1290.5` or `1290.00`; no sign, no exponent, at most two places.
    pub fn parse_decimal(text: &str, currency: Currency) -> Result<Self, InvalidAmount> {
        decimal_to_minor(text).map(|minor| Self::new(minor, currency))
    }
}

/// Minor units with exactly two decimal places, e.g. `129000` as `1290.00`.
#[must_use]
pub fn minor_to_decimal(minor: i64) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    let units = minor.unsigned_abs();
    format!("{sign}{}.{:02}", units / 100, units % 100)
}

/// Reads an amount as minor units: digits, then nothing or a point and one or two digits.
pub fn decimal_to_minor(text: &str) -> Result<i64, InvalidAmount> {
    parse_minor(text).ok_or_else(|| InvalidAmount(text.chars().take(40).collect()))
}

fn parse_minor(text: &str) -> Option<i64> {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, parse_fraction(fraction)?),
        None => (text, 0),
    };
    parse_digits(whole)?.checked_mul(100)?.checked_add(fraction)
}

fn parse_fraction(digits: &str) -> Option<i64> {
    match digits.len() {
        1 => parse_digits(digits).map(|tenths| tenths * 10),
        2 => parse_digits(digits),
        _ => None,
    }
}

/// `str::parse` alone would let a sign through.
fn parse_digits(digits: &str) -> Option<i64> {
    let only_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    only_digits.then(|| digits.parse().ok()).flatten()
}

/// The text is not an amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an amount: expected digits and at most two decimal places, e.g. 1290.00")]
pub struct InvalidAmount(pub String);
