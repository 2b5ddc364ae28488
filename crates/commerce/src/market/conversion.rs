//! Converts amounts from the shop's currency to a market's, exactly, then rounds them as the market's prices require.

use crate::money::{Currency, MAX_AMOUNT, MinorUnits};
use crate::tax::TaxRate;
use serde::{Deserialize, Serialize};

/// Exchange rates are stored in this fraction of a unit.
pub const RATE_PARTS: i64 = 1_000_000;
/// Maximum exchange rate: a billion, in units of 1 / [`RATE_PARTS`].
const MAX_RATE: i64 = 1_000_000_000 * RATE_PARTS;

/// How to convert the shop's amounts to a market's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversion {
    /// The shop's currency.
    pub from: Currency,
    /// The market's currency.
    pub to: Currency,
    /// Price of one unit of the market's currency in the shop's currency, in units of 1 / [`RATE_PARTS`]; above 0.
    pub rate: i64,
    /// How to round the result.
    pub rounding: Rounding,
}

/// Prices are rounded to `ending` plus a multiple of `step`. Both are in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rounding {
    step: MinorUnits,
    ending: MinorUnits,
}

/// Why no price can be rounded this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidRounding {
    /// The step is not above 0, or is above [`MAX_AMOUNT`].
    #[error("the step is not above zero")]
    Step,
    /// The ending is negative or not below the step.
    #[error("the ending is not below the step")]
    Ending,
}

impl Rounding {
    /// Rounds to every minor unit.
    pub const EXACT: Self = Self {
        step: MinorUnits::new(1),
        ending: MinorUnits::ZERO,
    };

    /// Rounds to `ending`, `ending + step` and so on: `(5, 0)` is every 0.05, `(100, 99)` is x.99.
    pub const fn new(step: MinorUnits, ending: MinorUnits) -> Result<Self, InvalidRounding> {
        if !step.is_positive() || step.get() > MAX_AMOUNT.get() {
            return Err(InvalidRounding::Step);
        }
        if ending.is_negative() || ending.get() >= step.get() {
            return Err(InvalidRounding::Ending);
        }
        Ok(Self { step, ending })
    }

    /// The nearest allowed amount to `numerator / denominator`, halves away from zero. An amount above zero is never
    /// rounded to zero.
    fn nearest(self, numerator: i128, denominator: i128) -> MinorUnits {
        if numerator <= 0 {
            return MinorUnits::ZERO;
        }
        let (step, ending) = (i128::from(self.step.get()), i128::from(self.ending.get()));
        let steps = divide(numerator - ending * denominator, denominator * step);
        let amount = steps * step + ending;
        let least = if ending > 0 { ending } else { step };
        at_most_max(amount.max(least))
    }
}

impl Conversion {
    /// `None` if the rate is not above 0, or is above the maximum.
    #[must_use]
    pub fn new(from: Currency, to: Currency, rate: i64, rounding: Rounding) -> Option<Self> {
        (1..=MAX_RATE).contains(&rate).then_some(Self {
            from,
            to,
            rate,
            rounding,
        })
    }

    /// Converts a price of the shop, after removing the tax that it includes.
    #[must_use]
    pub fn price(&self, minor: MinorUnits, tax: TaxRate) -> MinorUnits {
        let minor = i128::from(minor.clamp(MinorUnits::ZERO, MAX_AMOUNT).get());
        let numerator = minor * power(self.to) * i128::from(RATE_PARTS) * 10_000;
        let denominator =
            power(self.from) * i128::from(self.rate) * (10_000 + i128::from(tax.basis_points()));
        self.rounding.nearest(numerator, denominator)
    }

    /// The value of money in the shop's currency, rounded up to a minor unit. Used for a gift card, which pays its
    /// amount in the shop's own currency no matter where it was bought.
    #[must_use]
    pub fn worth(&self, minor: MinorUnits) -> MinorUnits {
        let minor = i128::from(minor.clamp(MinorUnits::ZERO, MAX_AMOUNT).get());
        let numerator = minor * power(self.to) * i128::from(RATE_PARTS);
        let denominator = power(self.from) * i128::from(self.rate);
        at_most_max((numerator + denominator - 1) / denominator)
    }

    /// Converts an amount that is not a price, such as a discount or the subtotal from which delivery is free.
    #[must_use]
    pub fn amount(&self, minor: MinorUnits) -> MinorUnits {
        self.price(minor, TaxRate::ZERO)
    }
}

/// Caps an amount at [`MAX_AMOUNT`].
fn at_most_max(amount: i128) -> MinorUnits {
    let amount = i64::try_from(amount).map(MinorUnits::new);
    amount.map_or(MAX_AMOUNT, |amount| amount.min(MAX_AMOUNT))
}

fn power(currency: Currency) -> i128 {
    10_i128.pow(currency.exponent())
}

/// The quotient rounded to the nearest integer, halves away from zero; the divisor is positive.
const fn divide(numerator: i128, denominator: i128) -> i128 {
    let doubled = 2 * numerator.abs() + denominator;
    doubled / (2 * denominator) * numerator.signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn currency(code: &str) -> Currency {
        Currency::new(code).unwrap()
    }

    fn from_crowns(to: &str, rate: i64, step: i64, ending: i64) -> Conversion {
        let rounding = Rounding::new(MinorUnits::new(step), MinorUnits::new(ending)).unwrap();
        Conversion::new(Currency::CZK, currency(to), rate, rounding).unwrap()
    }

    /// Crowns in haléře, the rate in millionths, step and ending, the result.
    #[test]
    fn amounts_are_converted_and_rounded() {
        for (minor, to, rate, (step, ending), expected) in [
            // 1 290 Kč at 25 Kč/€ is 51.60 €.
            (129_000, "EUR", 25_000_000, (1, 0), 5_160),
            (129_000, "EUR", 25_000_000, (5, 0), 5_160),
            (129_000, "EUR", 25_000_000, (100, 0), 5_200),
            (129_000, "EUR", 25_000_000, (100, 99), 5_199),
            (129_000, "EUR", 25_000_000, (1_000, 990), 4_990),
            // At 24.35 Kč/€ it is 52.977...; with a step of 0.05, 53.00 is nearer than 52.95.
            (129_000, "EUR", 24_350_000, (1, 0), 5_298),
            (129_000, "EUR", 24_350_000, (5, 0), 5_300),
            // Exactly between two amounts: the greater one.
            (250, "EUR", 25_000_000, (20, 0), 20),
            (12_550, "EUR", 25_000_000, (100, 0), 500),
            (12_500 / 2, "EUR", 25_000_000, (100, 0), 300),
            // Yen have no minor unit: 1 290 Kč at 0.15 Kč/¥.
            (129_000, "JPY", 150_000, (1, 0), 8_600),
            (129_000, "JPY", 150_000, (100, 80), 8_580),
            // Kuwaiti dinars have thousandths: at 75 Kč.
            (129_000, "KWD", 75_000_000, (1, 0), 17_200),
            (129_000, "KWD", 75_000_000, (250, 0), 17_250),
            // Never zero, unless the price was zero.
            (1, "EUR", 25_000_000, (1, 0), 1),
            (1, "EUR", 25_000_000, (100, 99), 99),
            (1, "EUR", 25_000_000, (500, 0), 500),
            (0, "EUR", 25_000_000, (100, 99), 0),
            (-5, "EUR", 25_000_000, (100, 99), 0),
        ] {
            let conversion = from_crowns(to, rate, step, ending);
            assert_eq!(
                conversion.amount(MinorUnits::new(minor)),
                MinorUnits::new(expected),
                "{minor} to {to} by {step}+{ending}"
            );
        }
    }

    /// [3.02] Money keeps its value: however prices are rounded, a gift card never costs less than it pays.
    #[test]
    fn money_is_never_worth_less_elsewhere() {
        for (minor, to, rate, (step, ending), expected) in [
            (50_000, "EUR", 25_000_000, (100, 99), 2_000),
            // 500 Kč at 5.80 Kč/zł are 86.2068... zł.
            (50_000, "PLN", 5_800_000, (100, 99), 8_621),
            (50_000, "JPY", 150_000, (100, 0), 3_334),
            (1, "EUR", 25_000_000, (1, 0), 1),
            (0, "EUR", 25_000_000, (100, 99), 0),
            (-5, "EUR", 25_000_000, (1, 0), 0),
        ] {
            let conversion = from_crowns(to, rate, step, ending);
            assert_eq!(
                conversion.worth(MinorUnits::new(minor)),
                MinorUnits::new(expected),
                "{minor} to {to}"
            );
        }
    }

    #[test]
    fn tax_is_taken_out_before_rounding_once() {
        let conversion = from_crowns("USD", 23_000_000, 1, 0);
        // 1 290 / 1.21 / 23 = 46.3528..., rounded twice it would be 46.35 as well; 299 / 1.12 / 23 = 11.6071.
        assert_eq!(
            conversion.price(MinorUnits::new(129_000), TaxRate::of::<2_100>()),
            MinorUnits::new(4_635)
        );
        assert_eq!(
            conversion.price(MinorUnits::new(29_900), TaxRate::of::<1_200>()),
            MinorUnits::new(1_161)
        );
    }

    #[test]
    fn what_cannot_be_rounded_to_is_refused() {
        for (step, ending, expected) in [
            (0, 0, InvalidRounding::Step),
            (-1, 0, InvalidRounding::Step),
            (100, 100, InvalidRounding::Ending),
            (100, -1, InvalidRounding::Ending),
        ] {
            let made = Rounding::new(MinorUnits::new(step), MinorUnits::new(ending));
            assert_eq!(made, Err(expected));
        }
        for rate in [0, -1, MAX_RATE + 1] {
            let made = Conversion::new(Currency::CZK, currency("EUR"), rate, Rounding::EXACT);
            assert_eq!(made, None);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// [3.02] Converted back, the amount is at least the original, and one minor unit less would be below it.
        #[test]
        fn worth_changed_back_is_no_less(
            minor in 1..=MAX_AMOUNT.get() / 1_000,
            rate in 1_000..=MAX_RATE,
            to in prop_oneof![Just("EUR"), Just("JPY"), Just("KWD")],
        ) {
            let conversion = from_crowns(to, rate, 1, 0);
            let worth = i128::from(conversion.worth(MinorUnits::new(minor)).get());
            if worth < i128::from(MAX_AMOUNT.get()) {
                let scale = 100 * i128::from(rate);
                let exact = i128::from(minor) * power(currency(to)) * i128::from(RATE_PARTS);
                prop_assert!(worth * scale >= exact);
                prop_assert!((worth - 1) * scale < exact);
            }
        }

        /// The result is an allowed amount, at most half a step away, and grows with the input.
        #[test]
        fn a_converted_amount_is_the_nearest_there_is(
            minor in 1..=MAX_AMOUNT.get(),
            more in 0..1_000_000_i64,
            rate in 1..=MAX_RATE,
            step in 1..100_000_i64,
            ending in 0..100_000_i64,
            to in prop_oneof![Just("EUR"), Just("JPY"), Just("KWD")],
        ) {
            let conversion = from_crowns(to, rate, step, ending % step);
            let amount = conversion.amount(MinorUnits::new(minor));
            prop_assert!(amount.is_positive() && amount <= MAX_AMOUNT);
            prop_assert!(conversion.amount(MinorUnits::new(minor + more)) >= amount);
            let least = if ending % step > 0 { ending % step } else { step };
            if amount < MAX_AMOUNT {
                prop_assert_eq!(amount.get().rem_euclid(step), ending % step);
            }
            if amount > MinorUnits::new(least) && amount < MAX_AMOUNT {
                let exact = i128::from(minor) * power(currency(to)) * i128::from(RATE_PARTS);
                let scale = 100 * i128::from(rate);
                let away = (i128::from(amount.get()) * scale - exact).abs();
                prop_assert!(2 * away <= i128::from(step) * scale);
            }
        }
    }
}
