//! A validated tax rate.

use serde::{Deserialize, Serialize};

/// A rate in basis points, from 0 to 10 000: 2100 is 21 %. Configuration and stored orders with a greater rate are
/// refused when they are read, so that calculating a tax never fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct TaxRate(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a tax rate: expected basis points from 0 to 10000")]
pub struct InvalidTaxRate(pub u32);

impl TaxRate {
    pub const ZERO: Self = Self(0);
    /// 100 % in basis points.
    pub const WHOLE: u32 = 10_000;

    /// A constant rate, checked when the program is compiled.
    #[must_use]
    pub const fn of<const BASIS_POINTS: u32>() -> Self {
        const { assert!(BASIS_POINTS <= Self::WHOLE, "a rate is at most 100 %") };
        Self(BASIS_POINTS)
    }

    /// A rate in basis points, at most 100 %.
    pub const fn new(basis_points: u32) -> Result<Self, InvalidTaxRate> {
        if basis_points > Self::WHOLE {
            return Err(InvalidTaxRate(basis_points));
        }
        Ok(Self(basis_points))
    }

    /// Parses per cent: `21`, `12.5`. `None` if the text is not a number from 0 to 100 with at most two decimal places.
    #[must_use]
    pub fn parse_per_cent(text: &str) -> Option<Self> {
        let basis_points = crate::decimal::parse(text, 2).ok()?;
        Self::new(u32::try_from(basis_points).ok()?).ok()
    }

    #[must_use]
    pub const fn basis_points(self) -> u32 {
        self.0
    }
}

impl TryFrom<u32> for TaxRate {
    type Error = InvalidTaxRate;
    fn try_from(basis_points: u32) -> Result<Self, InvalidTaxRate> {
        Self::new(basis_points)
    }
}

impl From<TaxRate> for u32 {
    fn from(rate: TaxRate) -> Self {
        rate.basis_points()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_at_most_the_whole() {
        assert_eq!(TaxRate::new(0), Ok(TaxRate::ZERO));
        assert_eq!(TaxRate::new(10_000).unwrap(), TaxRate::of::<10_000>());
        assert_eq!(TaxRate::new(10_001), Err(InvalidTaxRate(10_001)));
        assert_eq!(TaxRate::new(u32::MAX), Err(InvalidTaxRate(u32::MAX)));
    }

    #[test]
    fn a_stored_rate_is_the_bare_number_and_checked() {
        assert_eq!(
            serde_json::to_string(&TaxRate::of::<2_100>()).unwrap(),
            "2100"
        );
        let read = serde_json::from_str::<TaxRate>("2100").unwrap();
        assert_eq!(read.basis_points(), 2_100);
        let refused = serde_json::from_str::<TaxRate>("10001").unwrap_err();
        assert!(
            refused.to_string().contains("10001 is not a tax rate"),
            "{refused}"
        );
        assert!(serde_json::from_str::<TaxRate>("-1").is_err());
    }

    #[test]
    fn per_cent_are_read_exactly() {
        for (text, basis_points) in [
            ("0", Some(0)),
            ("21", Some(2_100)),
            ("12.5", Some(1_250)),
            ("100", Some(10_000)),
            ("100.01", None),
            ("7.125", None),
            ("-21", None),
            ("21 %", None),
            ("", None),
        ] {
            let read = TaxRate::parse_per_cent(text);
            assert_eq!(read.map(TaxRate::basis_points), basis_points, "{text:?}");
        }
    }
}
