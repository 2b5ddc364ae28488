//! Splits an amount without losing a minor unit.

use crate::money::MinorUnits;

/// Splits `amount` in proportion to `weights`, none of which is negative. The shares add up to the amount, limited to
/// the range from zero to the sum of the weights. No share exceeds its weight. Each share is the exact proportion
/// rounded down or up: the units left over by rounding down go to the largest remainders, and among equal ones to the
/// earliest.
#[must_use]
pub fn shares(amount: MinorUnits, weights: &[MinorUnits]) -> Vec<MinorUnits> {
    let total: i128 = weights.iter().map(|&weight| i128::from(weight.get())).sum();
    let amount = i128::from(amount.get()).clamp(0, total);
    if total == 0 {
        return vec![MinorUnits::ZERO; weights.len()];
    }
    // One division each: these 128-bit divisions are the main cost of splitting.
    let divided = weights.iter().map(|&weight| {
        let exact = amount * i128::from(weight.get());
        let part = exact / total;
        // No share exceeds its weight, so each one fits.
        let fitting = i64::try_from(part).map_or(weight, MinorUnits::new);
        (fitting, exact - part * total)
    });
    let (mut parts, remainders): (Vec<MinorUnits>, Vec<i128>) = divided.unzip();
    let mut left = amount
        - parts
            .iter()
            .map(|part| i128::from(part.get()))
            .sum::<i128>();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    // The sort is stable, so equal remainders keep the order of the parts.
    order.sort_by_key(|&place| std::cmp::Reverse(remainders[place]));
    for place in order {
        if left == 0 {
            break;
        }
        parts[place] += MinorUnits::new(1);
        left -= 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn minor(numbers: &[i64]) -> Vec<MinorUnits> {
        numbers.iter().copied().map(MinorUnits::new).collect()
    }

    fn numbers(amounts: &[MinorUnits]) -> Vec<i64> {
        amounts.iter().map(|amount| amount.get()).collect()
    }

    #[test]
    fn what_rounding_leaves_over_goes_to_the_largest_remainders() {
        for (amount, weights, expected) in [
            (100, &[1, 1, 1][..], &[1, 1, 1][..]),
            (100, &[100, 100, 100], &[34, 33, 33]),
            (200, &[100, 100, 100], &[67, 67, 66]),
            (10, &[999, 1], &[10, 0]),
            (1, &[1, 2, 4], &[0, 0, 1]),
            (0, &[5, 5], &[0, 0]),
            (-3, &[5, 5], &[0, 0]),
            (7, &[0, 3, 0], &[0, 3, 0]),
            (7, &[0, 0], &[0, 0]),
            (7, &[], &[]),
        ] {
            let split = numbers(&shares(MinorUnits::new(amount), &minor(weights)));
            assert_eq!(split, expected, "{amount} over {weights:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// The split is exact, within the weights, and fair: less than one unit away from the exact proportion.
        #[test]
        fn any_amount_is_split_exactly_and_fairly(
            amount in 0..2_000_000_i64,
            weights in prop::collection::vec(prop_oneof![Just(0_i64), 0..500_000_i64, Just(crate::money::MAX_AMOUNT.get())], 0..60),
        ) {
            let parts = numbers(&shares(MinorUnits::new(amount), &minor(&weights)));
            let total: i64 = weights.iter().sum();
            prop_assert_eq!(parts.len(), weights.len());
            prop_assert_eq!(parts.iter().sum::<i64>(), amount.min(total));
            let split = i128::from(amount.min(total));
            for (&part, &weight) in parts.iter().zip(&weights) {
                prop_assert!((0..=weight).contains(&part));
                let difference = i128::from(part) * i128::from(total) - split * i128::from(weight);
                prop_assert!(difference.abs() < i128::from(total.max(1)));
            }
        }

        /// Among equal claims the first part gets the odd unit; otherwise the order of the parts makes no difference.
        #[test]
        fn the_order_of_the_parts_moves_equal_claims_only(
            amount in 0..100_000_i64,
            weights in prop::collection::vec(0..50_000_i64, 0..20),
        ) {
            let pairs = |amount, weights: &[i64]| {
                let mut pairs: Vec<_> = weights.iter().copied().zip(shares(amount, &minor(weights))).collect();
                pairs.sort_unstable();
                pairs
            };
            // Different weights may have the same remainder, too, and then the earlier one gets the unit.
            let total: i64 = weights.iter().sum();
            let mut claims: Vec<_> = weights
                .iter()
                .map(|&weight| {
                    let claim = i128::from(amount.min(total)) * i128::from(weight);
                    (claim % i128::from(total.max(1)), weight)
                })
                .collect();
            claims.sort_unstable();
            claims.dedup();
            prop_assume!(claims.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].0 == 0));
            let turned: Vec<_> = weights.iter().rev().copied().collect();
            prop_assert_eq!(pairs(MinorUnits::new(amount), &weights), pairs(MinorUnits::new(amount), &turned));
        }
    }
}
