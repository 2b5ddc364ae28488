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

/// The greatest amount that pricing works with: ten trillion crowns in minor units. Sums of a few such amounts stay far from
/// overflow and are exact in a JavaScript number.
pub const MAX_AMOUNT: i64 = 1_000_000_000_000_000;

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// [5.18] Decimals have exactly two places.
    #[test]
    fn amounts_are_written_with_two_places() {
        for (minor, text) in [
            (0, "0.00"),
            (5, "0.05"),
            (50, "0.50"),
            (129_000, "1290.00"),
            (129_050, "1290.50"),
            (-5, "-0.05"),
            (-129_050, "-1290.50"),
            (i64::MAX, "92233720368547758.07"),
            (i64::MIN, "-92233720368547758.08"),
        ] {
            assert_eq!(Money::new(minor, Currency::CZK).decimal(), text);
        }
    }

    #[test]
    fn amounts_are_read_strictly() {
        for (text, minor) in [
            ("1290", Some(129_000)),
            ("1290.5", Some(129_050)),
            ("1290.05", Some(129_005)),
            ("1290.00", Some(129_000)),
            ("0", Some(0)),
            ("0.01", Some(1)),
            ("92233720368547758.07", Some(i64::MAX)),
            ("92233720368547758.08", None),
            ("99999999999999999999999", None),
            ("1290.005", None),
            ("1290.", None),
            (".5", None),
            (".", None),
            ("", None),
            ("-1", None),
            ("+1", None),
            ("1.-5", None),
            ("1e3", None),
            ("1,5", None),
            ("1 290", None),
            (" 1290", None),
            ("1290\n", None),
            ("0x10", None),
            ("NaN", None),
            ("１２", None),
            ("1.2.3", None),
        ] {
            let read = Money::parse_decimal(text, Currency::CZK).ok();
            assert_eq!(read.map(|money| money.minor), minor, "{text:?}");
        }
    }

    #[test]
    fn a_refused_amount_is_named_shortened() {
        let endless = "1".repeat(1_000);
        let error = decimal_to_minor(&endless).unwrap_err();
        assert_eq!(error.0.len(), 40);
    }

    #[test]
    fn sums_need_one_currency_and_room() {
        let euro = Currency::new("eur").unwrap();
        let crown = Money::new(100, Currency::CZK);
        assert_eq!(
            crown.checked_add(Money::new(50, Currency::CZK)),
            Some(Money::new(150, Currency::CZK))
        );
        assert_eq!(crown.checked_add(Money::new(50, euro)), None);
        assert_eq!(crown.checked_add(Money::new(i64::MAX, Currency::CZK)), None);
        assert_eq!(crown.checked_add(Money::zero(Currency::CZK)), Some(crown));
    }

    #[test]
    fn a_currency_is_three_letters() {
        for (code, expected) in [
            ("CZK", Some("CZK")),
            ("czk", Some("CZK")),
            ("CZ", None),
            ("CZKK", None),
            ("C1K", None),
            ("", None),
            ("ČZK", None),
        ] {
            let read = Currency::new(code).ok();
            assert_eq!(read.as_ref().map(Currency::as_str), expected, "{code:?}");
        }
    }

    #[test]
    fn a_currency_is_checked_when_read_from_a_document() {
        assert!(serde_json::from_str::<Currency>("\"CZK\"").is_ok());
        assert!(serde_json::from_str::<Currency>("\"koruna\"").is_err());
    }

    proptest! {
        #[test]
        fn what_was_written_is_read_again(minor in 0..=i64::MAX) {
            prop_assert_eq!(decimal_to_minor(&minor_to_decimal(minor)), Ok(minor));
        }

        #[test]
        fn no_text_is_too_odd_to_be_refused(text: String) {
            if let Ok(minor) = decimal_to_minor(&text) {
                prop_assert!(minor >= 0);
            }
        }
    }
}
