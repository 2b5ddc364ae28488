//! Money: integer minor units and an ISO 4217 currency (design.md, "Money, tax, delivery").

mod minor_units;

pub use minor_units::MinorUnits;

use serde::{Deserialize, Serialize};
use std::fmt;

/// Capacity that is enough for most amounts as text.
const USUAL_LENGTH: usize = 16;

/// An ISO 4217 currency code, e.g. `CZK`. Always three upper-case ASCII letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

impl Currency {
    pub const CZK: Self = Self(*b"CZK");
    pub const EUR: Self = Self(*b"EUR");

    /// Parses a code of three ASCII letters in either case. Any other text is an error.
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

    /// Decimal places of the minor unit (ISO 4217): yen have none, crowns two, Kuwaiti dinars three.
    #[must_use]
    pub const fn exponent(&self) -> u32 {
        match &self.0 {
            b"BIF" | b"CLP" | b"DJF" | b"GNF" | b"ISK" | b"JPY" | b"KMF" | b"KRW" | b"PYG"
            | b"RWF" | b"UGX" | b"UYI" | b"VND" | b"VUV" | b"XAF" | b"XOF" | b"XPF" => 0,
            b"BHD" | b"IQD" | b"JOD" | b"KWD" | b"LYD" | b"OMR" | b"TND" => 3,
            b"CLF" | b"UYW" => 4,
            _ => 2,
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        // The constructor accepts only ASCII letters.
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

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a currency code: expected three letters, e.g. CZK")]
pub struct InvalidCurrency(pub String);

/// The maximum amount in pricing: ten trillion crowns, in minor units. Sums of a few such amounts are far from
/// overflow, and are exact as a JavaScript number.
pub const MAX_AMOUNT: MinorUnits = MinorUnits::new(1_000_000_000_000_000);

/// An amount in minor units of one currency: haléře, cents, whole yen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Money {
    /// Minor units; negative only for differences.
    pub minor: MinorUnits,
    pub currency: Currency,
}

impl Money {
    #[must_use]
    pub const fn new(minor: MinorUnits, currency: Currency) -> Self {
        Self { minor, currency }
    }

    #[must_use]
    pub const fn zero(currency: Currency) -> Self {
        Self::new(MinorUnits::ZERO, currency)
    }

    /// The sum; `None` if the currencies differ or the sum overflows.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        if self.currency != other.currency {
            return None;
        }
        let minor = self.minor.checked_add(other.minor)?;
        Some(Self::new(minor, self.currency))
    }

    /// The amount with two decimal places, e.g. `1290.00`, or more if the currency has more, e.g. `1290.000` dinars.
    #[must_use]
    pub fn decimal(&self) -> String {
        places_to_decimal(self.minor, self.currency.exponent())
    }

    /// Writes the same text as [`Self::decimal`].
    pub fn write_decimal(&self, out: &mut impl fmt::Write) -> fmt::Result {
        write_places(self.minor, self.currency.exponent(), out)
    }

    /// Parses an amount such as `1290`, `1290.5` or `1290.00`. No sign and no exponent. At most two decimal places, or
    /// as many as the currency has; if the currency has none, they must be zeros.
    pub fn parse_decimal(text: &str, currency: Currency) -> Result<Self, InvalidAmount> {
        let minor = parse_places(text, currency.exponent());
        let minor = minor.ok_or_else(|| InvalidAmount(text.chars().take(40).collect()));
        minor.map(|minor| Self::new(minor, currency))
    }
}

/// Writes at least two places, so that clients can parse every amount the same way (row 5.18).
fn places_to_decimal(minor: MinorUnits, exponent: u32) -> String {
    let mut text = String::with_capacity(USUAL_LENGTH);
    // Writing to a `String` cannot fail.
    let _complete = write_places(minor, exponent, &mut text);
    text
}

fn write_places(minor: MinorUnits, exponent: u32, out: &mut impl fmt::Write) -> fmt::Result {
    let sign = if minor.is_negative() { "-" } else { "" };
    let (units, unit) = (minor.get().unsigned_abs(), 10_u64.pow(exponent));
    let (whole, fraction) = (units / unit, units % unit);
    match usize::try_from(exponent).unwrap_or(2) {
        0 => write!(out, "{sign}{whole}.00"),
        2 => write!(out, "{sign}{whole}.{fraction:02}"),
        places => write!(out, "{sign}{whole}.{fraction:0places$}"),
    }
}

fn parse_places(text: &str, exponent: u32) -> Option<MinorUnits> {
    let (whole, fraction) = match text.split_once('.') {
        Some((_, "")) => return None,
        Some((whole, fraction)) => (whole, fraction),
        None => (text, ""),
    };
    let places = usize::try_from(exponent).ok()?;
    if fraction.len() > places.max(2) {
        return None;
    }
    let (minor, beyond) = fraction.split_at_checked(places).unwrap_or((fraction, ""));
    let is_zeros = beyond.bytes().all(|byte| byte == b'0');
    let minor = parse_digits(&format!("{minor:0<places$}0"))? / 10;
    let whole = parse_digits(whole)?.checked_mul(10_i64.pow(exponent))?;
    let minor = is_zeros.then(|| whole.checked_add(minor)).flatten()?;
    Some(MinorUnits::new(minor))
}

/// `str::parse` alone would accept a sign.
fn parse_digits(digits: &str) -> Option<i64> {
    let only_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    only_digits.then(|| digits.parse().ok()).flatten()
}

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
            let money = Money::new(MinorUnits::new(minor), Currency::CZK);
            assert_eq!(money.decimal(), text);
            let mut written = String::new();
            assert_eq!(money.write_decimal(&mut written), Ok(()));
            assert_eq!(written, text);
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
            assert_eq!(read.map(|money| money.minor.get()), minor, "{text:?}");
        }
    }

    /// [5.18] At least two places, or as many as the minor unit has.
    #[test]
    fn currencies_have_places_of_their_own() {
        for (code, minor, text) in [
            ("CZK", 129_050, "1290.50"),
            ("EUR", 5_160, "51.60"),
            ("JPY", 1_290, "1290.00"),
            ("JPY", -1_290, "-1290.00"),
            ("KWD", 17_205, "17.205"),
            ("KWD", 5_i64, "0.005"),
            ("CLF", 12_345, "1.2345"),
        ] {
            let currency = Currency::new(code).unwrap();
            assert_eq!(Money::new(MinorUnits::new(minor), currency).decimal(), text);
            let read = Money::parse_decimal(text.trim_start_matches('-'), currency).unwrap();
            assert_eq!(read.minor, MinorUnits::new(minor.abs()), "{text}");
        }
        for (code, text) in [
            ("JPY", "1290.50"),
            ("JPY", "1290.000"),
            ("JPY", "1290."),
            ("KWD", "17.2051"),
            ("CZK", "1290.005"),
        ] {
            let currency = Currency::new(code).unwrap();
            assert!(
                Money::parse_decimal(text, currency).is_err(),
                "{text} {code}"
            );
        }
    }

    #[test]
    fn a_refused_amount_is_named_shortened() {
        let endless = "1".repeat(1_000);
        let error = Money::parse_decimal(&endless, Currency::CZK).unwrap_err();
        assert_eq!(error.0.len(), 40);
    }

    #[test]
    fn sums_need_one_currency_and_room() {
        let euro = Currency::new("eur").unwrap();
        let crown = Money::new(MinorUnits::new(100), Currency::CZK);
        assert_eq!(
            crown.checked_add(Money::new(MinorUnits::new(50), Currency::CZK)),
            Some(Money::new(MinorUnits::new(150), Currency::CZK))
        );
        assert_eq!(
            crown.checked_add(Money::new(MinorUnits::new(50), euro)),
            None
        );
        assert_eq!(
            crown.checked_add(Money::new(MinorUnits::new(i64::MAX), Currency::CZK)),
            None
        );
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
            let money = Money::new(MinorUnits::new(minor), Currency::CZK);
            prop_assert_eq!(Money::parse_decimal(&money.decimal(), Currency::CZK), Ok(money));
        }

        #[test]
        fn no_text_is_too_odd_to_be_refused(text: String) {
            if let Ok(money) = Money::parse_decimal(&text, Currency::CZK) {
                prop_assert!(!money.minor.is_negative());
            }
        }
    }
}
