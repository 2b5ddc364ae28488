//! Tax on goods and delivery, included in prices or added to them.

mod rate;

pub use rate::{InvalidTaxRate, TaxRate};

use crate::catalogue::{Product, Variant};
use crate::money::MinorUnits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The tax rates of goods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxRules {
    /// Rate by class name.
    pub classes: BTreeMap<String, TaxRate>,
    /// The class of a product whose type is not listed.
    pub default_class: String,
    /// Class name by product type.
    pub product_types: BTreeMap<String, String>,
    pub delivery_class: String,
}

impl TaxRules {
    /// The rate of a class; an unknown class has the rate of the default class.
    #[must_use]
    pub fn rate_of(&self, class: &str) -> TaxRate {
        let named = self.classes.get(class);
        let rate = named.or_else(|| self.classes.get(&self.default_class));
        rate.copied().unwrap_or(TaxRate::ZERO)
    }

    /// The rate of a variant: of its own class, otherwise of its product type's class, otherwise of the default class.
    #[must_use]
    pub fn rate_for(&self, product: &Product, variant: &Variant) -> TaxRate {
        if !variant.taxable {
            return TaxRate::ZERO;
        }
        let class = variant
            .tax_class
            .as_ref()
            .or_else(|| self.product_types.get(&product.product_type))
            .unwrap_or(&self.default_class);
        self.rate_of(class)
    }

    #[must_use]
    pub fn delivery_rate(&self) -> TaxRate {
        self.rate_of(&self.delivery_class)
    }
}

/// Tax at one rate (one row of the order's VAT recapitulation).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxLine {
    pub rate: TaxRate,
    /// Base without tax, in minor units.
    pub base: MinorUnits,
    /// Tax in minor units. Base plus tax is the amount paid at this rate, without duty.
    pub tax: MinorUnits,
}

/// Tax included in a gross amount, rounded half away from zero to minor units.
#[must_use]
pub fn included_tax(gross: MinorUnits, rate: TaxRate) -> MinorUnits {
    gross.part(rate.basis_points(), TaxRate::WHOLE + rate.basis_points())
}

/// Tax on a net amount, rounded half away from zero to minor units.
#[must_use]
pub fn added_tax(net: MinorUnits, rate: TaxRate) -> MinorUnits {
    net.part(rate.basis_points(), TaxRate::WHOLE)
}

/// The tax included in gross amounts. It is calculated once per rate on the sum, so that rounding happens once. Highest
/// rate first. Rates with an amount of zero are left out.
#[must_use]
pub fn recapitulation(amounts: impl IntoIterator<Item = (TaxRate, MinorUnits)>) -> Vec<TaxLine> {
    by_rate(amounts, tax_line)
}

/// The tax to add to net amounts, calculated and sorted the same way. Untaxed amounts are included with their base.
#[must_use]
pub fn added_recapitulation(
    amounts: impl IntoIterator<Item = (TaxRate, MinorUnits)>,
) -> Vec<TaxLine> {
    by_rate(amounts, |rate, base| TaxLine {
        rate,
        base,
        tax: added_tax(base, rate),
    })
}

fn by_rate(
    amounts: impl IntoIterator<Item = (TaxRate, MinorUnits)>,
    line: impl Fn(TaxRate, MinorUnits) -> TaxLine,
) -> Vec<TaxLine> {
    let mut sums: BTreeMap<TaxRate, MinorUnits> = BTreeMap::new();
    for (rate, amount) in amounts {
        let sum = sums.entry(rate).or_default();
        *sum = sum.saturating_add(amount);
    }
    let paid = sums
        .into_iter()
        .rev()
        .filter(|(_, amount)| !amount.is_zero());
    paid.map(|(rate, amount)| line(rate, amount)).collect()
}

fn tax_line(rate: TaxRate, gross: MinorUnits) -> TaxLine {
    let tax = included_tax(gross, rate);
    TaxLine {
        rate,
        base: gross - tax,
        tax,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{BOOK, SHIRT_M, VOUCHER, catalogue, shop};
    use proptest::prelude::*;

    const STANDARD: TaxRate = TaxRate::of::<2_100>();
    const REDUCED: TaxRate = TaxRate::of::<1_200>();

    #[test]
    fn included_tax_is_rounded_half_away_from_zero() {
        for (gross, rate, tax) in [
            (12_100, STANDARD, 2_100),
            (129_000, STANDARD, 22_388),
            (11_200, REDUCED, 1_200),
            (1, STANDARD, 0),
            (2, STANDARD, 0),
            (3, STANDARD, 1),
            // A rate of 100 % makes exact halves: 1 / 2, 3 / 2, 5 / 2.
            (1, TaxRate::of::<10_000>(), 1),
            (3, TaxRate::of::<10_000>(), 2),
            (5, TaxRate::of::<10_000>(), 3),
            (-1, TaxRate::of::<10_000>(), -1),
            (-129_000, STANDARD, -22_388),
            (129_000, TaxRate::ZERO, 0),
            (0, STANDARD, 0),
        ] {
            assert_eq!(
                included_tax(MinorUnits::new(gross), rate),
                MinorUnits::new(tax),
                "{gross} at {rate:?}"
            );
        }
    }

    #[test]
    fn added_tax_is_rounded_half_away_from_zero() {
        for (net, rate, tax) in [
            (10_000, STANDARD, 2_100),
            (4_635, TaxRate::of::<725>(), 336),
            (50, TaxRate::of::<100>(), 1),
            (49, TaxRate::of::<100>(), 0),
            (-50, TaxRate::of::<100>(), -1),
            (129_000, TaxRate::ZERO, 0),
        ] {
            assert_eq!(
                added_tax(MinorUnits::new(net), rate),
                MinorUnits::new(tax),
                "{net} at {rate:?}"
            );
        }
        let lines = added_recapitulation([
            (STANDARD, MinorUnits::new(2)),
            (STANDARD, MinorUnits::new(3)),
            (TaxRate::ZERO, MinorUnits::new(7)),
        ]);
        let lines: Vec<_> = lines
            .iter()
            .map(|line| (line.base.get(), line.tax.get()))
            .collect();
        assert_eq!(lines, [(5, 1), (7, 0)]);
    }

    #[test]
    fn no_amount_is_too_great_to_be_taxed() {
        let whole = TaxRate::of::<10_000>();
        for amount in [i64::MAX, -i64::MAX, i64::MIN] {
            assert_eq!(
                added_tax(MinorUnits::new(amount), whole),
                MinorUnits::new(amount)
            );
            assert_eq!(
                added_tax(MinorUnits::new(amount), TaxRate::ZERO),
                MinorUnits::ZERO
            );
            // An exact half is rounded away from zero; the minimum number is even.
            assert_eq!(
                included_tax(MinorUnits::new(amount), whole),
                MinorUnits::new(amount / 2 + amount % 2)
            );
        }
    }

    #[test]
    fn tax_is_worked_out_on_the_sum_of_a_rate() {
        // Three times 0.02: no tax separately, 0.01 together.
        let amounts = [
            (STANDARD, 2),
            (REDUCED, 11_200),
            (STANDARD, 2),
            (STANDARD, 2),
        ]
        .map(|(rate, amount)| (rate, MinorUnits::new(amount)));
        assert_eq!(
            recapitulation(amounts),
            [
                TaxLine {
                    rate: STANDARD,
                    base: MinorUnits::new(5),
                    tax: MinorUnits::new(1)
                },
                TaxLine {
                    rate: REDUCED,
                    base: MinorUnits::new(10_000),
                    tax: MinorUnits::new(1_200)
                },
            ]
        );
    }

    #[test]
    fn rates_at_which_nothing_is_paid_are_left_out() {
        assert_eq!(recapitulation([(STANDARD, MinorUnits::ZERO)]), []);
        let exempt = recapitulation([(TaxRate::ZERO, MinorUnits::new(500))]);
        assert_eq!(exempt.len(), 1);
        assert_eq!(
            (exempt[0].base, exempt[0].tax),
            (MinorUnits::new(500), MinorUnits::ZERO)
        );
    }

    #[test]
    fn a_variant_is_taxed_by_its_class_its_type_or_the_default() {
        let (catalogue, rules) = (catalogue(), shop().tax);
        let rate = |id| {
            let (product, variant) = catalogue.variant(id).unwrap();
            rules.rate_for(product, variant)
        };
        assert_eq!(rate(SHIRT_M), STANDARD);
        assert_eq!(rate(BOOK), TaxRate::ZERO);
        assert_eq!(rate(VOUCHER), REDUCED);
        let (product, variant) = catalogue.variant(SHIRT_M).unwrap();
        let untaxed = Variant {
            taxable: false,
            ..variant.clone()
        };
        assert_eq!(rules.rate_for(product, &untaxed), TaxRate::ZERO);
        let misnamed = Variant {
            tax_class: Some("neznámá".to_owned()),
            ..variant.clone()
        };
        assert_eq!(rules.rate_for(product, &misnamed), STANDARD);
    }

    proptest! {
        #[test]
        fn base_and_tax_are_the_gross_and_of_its_sign(gross: i64, rate in 0..=10_000_u32) {
            let tax = included_tax(MinorUnits::new(gross), TaxRate::new(rate).unwrap()).get();
            prop_assert!(tax.unsigned_abs() <= gross.unsigned_abs());
            prop_assert!(tax == 0 || tax.signum() == gross.signum());
            let base = gross - tax;
            // The tax on the base is the removed tax, up to half a unit of rounding.
            let difference = i128::from(tax) * 10_000 - i128::from(base) * i128::from(rate);
            prop_assert!(2 * difference.abs() <= 10_000 + i128::from(rate));
        }

        #[test]
        fn tax_on_top_is_exact_to_half_a_unit_and_never_beyond_the_net(net: i64, rate in 0..=10_000_u32) {
            let tax = added_tax(MinorUnits::new(net), TaxRate::new(rate).unwrap()).get();
            prop_assert!(tax.unsigned_abs() <= net.unsigned_abs());
            let difference = i128::from(tax) * 10_000 - i128::from(net) * i128::from(rate);
            prop_assert!(2 * difference.abs() <= 10_000);
        }
    }
}
