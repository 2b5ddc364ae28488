//! An amount in minor units whose currency is stored elsewhere.

use super::{Currency, Money};
use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// An amount in minor units (haléře, cents, whole yen) of the currency of the cart, order or shop that it belongs to.
/// It is stored and sent as a plain number. The operators overflow like those of `i64`: pricing keeps the amounts it
/// adds below [`super::MAX_AMOUNT`]. For greater amounts use the checked or saturating methods.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct MinorUnits(i64);

impl MinorUnits {
    pub const ZERO: Self = Self(0);

    /// Every number that becomes money passes through here.
    #[must_use]
    pub const fn new(minor: i64) -> Self {
        Self(minor)
    }

    /// The plain number, for a database, a wire format or arithmetic in a wider type.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    #[must_use]
    pub const fn in_currency(self, currency: Currency) -> Money {
        Money::new(self, currency)
    }

    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The sum; `None` on overflow.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) => Some(Self(sum)),
            None => None,
        }
    }

    /// The difference; `None` on overflow.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(difference) => Some(Self(difference)),
            None => None,
        }
    }

    /// The product; `None` on overflow.
    #[must_use]
    pub const fn checked_mul(self, times: i64) -> Option<Self> {
        match self.0.checked_mul(times) {
            Some(product) => Some(Self(product)),
            None => None,
        }
    }

    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    #[must_use]
    pub const fn saturating_mul(self, times: i64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

impl MinorUnits {
    /// The fraction `numerator / whole` of the amount, rounded half away from zero. `numerator` is at most `whole`, so
    /// the result never exceeds the amount. Quotient and remainder are multiplied separately, so that neither product
    /// overflows.
    pub(crate) fn part(self, numerator: u32, whole: u32) -> Self {
        let (parts, remainder) = (self.0 / i64::from(whole), self.0 % i64::from(whole));
        let exact = remainder.unsigned_abs() * u64::from(numerator);
        let (down, left) = (exact / u64::from(whole), exact % u64::from(whole));
        let rounded = down + u64::from(left >= u64::from(whole) - left);
        Self(parts * i64::from(numerator) + remainder.signum() * rounded.cast_signed())
    }
}

impl Add for MinorUnits {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for MinorUnits {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for MinorUnits {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for MinorUnits {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for MinorUnits {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i64> for MinorUnits {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self(self.0 * times)
    }
}

impl Sum for MinorUnits {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        Self(amounts.map(Self::get).sum())
    }
}

impl<'a> Sum<&'a Self> for MinorUnits {
    fn sum<I: Iterator<Item = &'a Self>>(amounts: I) -> Self {
        amounts.copied().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn minor(minor: i64) -> MinorUnits {
        MinorUnits::new(minor)
    }

    #[test]
    fn the_stored_form_is_the_bare_number() {
        assert_eq!(serde_json::to_string(&minor(-5)).unwrap(), "-5");
        assert_eq!(
            serde_json::from_str::<MinorUnits>("129000").unwrap(),
            minor(129_000)
        );
        let money = minor(129_000).in_currency(Currency::CZK);
        let stored = r#"{"minor":129000,"currency":"CZK"}"#;
        assert_eq!(serde_json::to_string(&money).unwrap(), stored);
        assert_eq!(serde_json::from_str::<Money>(stored).unwrap(), money);
    }

    #[test]
    fn amounts_are_added_taken_off_and_multiplied() {
        let mut sum = minor(100) + minor(50) - minor(30) * 2;
        sum += minor(5);
        sum -= minor(1);
        assert_eq!(sum, minor(94));
        assert_eq!(-sum, minor(-94));
        assert_eq!([minor(1), minor(2)].iter().sum::<MinorUnits>(), minor(3));
        assert_eq!(
            [minor(1), minor(2)].into_iter().sum::<MinorUnits>(),
            minor(3)
        );
    }

    #[test]
    fn what_does_not_fit_is_refused_or_held() {
        let most = minor(i64::MAX);
        assert_eq!(most.checked_add(minor(1)), None);
        assert_eq!(most.checked_mul(2), None);
        assert_eq!(minor(i64::MIN).checked_sub(minor(1)), None);
        assert_eq!(minor(5).checked_sub(minor(7)), Some(minor(-2)));
        assert_eq!(minor(2).checked_mul(3), Some(minor(6)));
        assert_eq!(most.saturating_add(minor(1)), most);
        assert_eq!(most.saturating_mul(2), most);
        assert_eq!(minor(i64::MIN).saturating_sub(minor(1)), minor(i64::MIN));
    }

    #[test]
    fn a_part_is_rounded_half_away_from_zero() {
        for (amount, numerator, whole, expected) in [
            (0, 1, 2, 0),
            (1, 1, 2, 1),
            (-1, 1, 2, -1),
            (5, 1, 3, 2),
            (4, 1, 3, 1),
            (129_000, 2_100, 12_100, 22_388),
            (i64::MAX, 7, 7, i64::MAX),
            (i64::MIN, u32::MAX, u32::MAX, i64::MIN),
            (i64::MIN, 0, u32::MAX, 0),
        ] {
            let part = minor(amount).part(numerator, whole);
            assert_eq!(part, minor(expected), "{numerator}/{whole} of {amount}");
        }
    }

    proptest! {
        #[test]
        fn a_part_is_exact_to_half_a_unit(amount: i64, whole in 1..=u32::MAX, numerator: u32) {
            let numerator = numerator % whole;
            let part = i128::from(minor(amount).part(numerator, whole).get());
            let difference = part * i128::from(whole) - i128::from(amount) * i128::from(numerator);
            prop_assert!(2 * difference.abs() <= i128::from(whole));
        }
    }

    #[test]
    fn the_sign_is_known() {
        for (amount, signs) in [
            (-1, (true, false, false)),
            (0, (false, true, false)),
            (1, (false, false, true)),
        ] {
            let amount = minor(amount);
            let told = (amount.is_negative(), amount.is_zero(), amount.is_positive());
            assert_eq!(told, signs, "{amount:?}");
        }
    }
}
