//! Chooses the discounts that apply together.

use super::eligibility::{EligibilityInput, Refusal, lowered_groups};
use crate::delivery::DeliveryGroups;
use crate::discount::shares;
use crate::discount::{Benefit, Discount};
use crate::money::MinorUnits;
use crate::pricing::PricedLine;
use crate::selling_plan::PurchaseType;
use std::cmp::Reverse;

/// A discount that the cart qualifies for.
pub(super) struct Candidate<'r> {
    pub(super) discount: &'r Discount,
    /// For each line, whether the discount applies to it.
    pub(super) entitled: Vec<bool>,
}

impl Candidate<'_> {
    /// The amount that this discount takes off each line. `left` contains what earlier discounts left of each line's
    /// total.
    pub(super) fn shares(&self, left: &[MinorUnits]) -> Vec<MinorUnits> {
        let counted = left.iter().zip(&self.entitled);
        let weights: Vec<MinorUnits> = counted
            .map(|(&left, &entitled)| if entitled { left } else { MinorUnits::ZERO })
            .collect();
        let amount = match &self.discount.benefit {
            Benefit::Percentage(points) => part_of(weights.iter().sum(), *points),
            Benefit::Amount(amount) => *amount,
            Benefit::FreeDelivery { .. } => MinorUnits::ZERO,
        };
        shares(amount, &weights)
    }

    /// The reduced groups and the amount taken off each delivery price.
    pub(super) fn off_delivery<'g>(
        &'g self,
        lines: &'g [PricedLine],
        delivery: &'g DeliveryGroups,
    ) -> impl Iterator<Item = (PurchaseType, MinorUnits)> {
        let lowered = lowered_groups(self.discount, &self.entitled, lines, delivery);
        lowered.filter_map(|(purchase, group)| Some((purchase, group.selected()?.price)))
    }

    /// The amount saved if no other discount applied.
    fn saving(&self, basket: &EligibilityInput<'_>) -> MinorUnits {
        if let Benefit::FreeDelivery { .. } = self.discount.benefit {
            let off = self.off_delivery(basket.lines, basket.delivery);
            return off.map(|(_, amount)| amount).sum();
        }
        let left: Vec<_> = basket.lines.iter().map(|line| line.total).collect();
        self.shares(&left).iter().sum()
    }
}

/// 100 % in basis points.
const WHOLE: u32 = 10_000;

/// A part of an amount in basis points, rounded half up, at most the whole amount.
fn part_of(amount: MinorUnits, points: u32) -> MinorUnits {
    amount.part(points.min(WHOLE), WHOLE)
}

/// Chooses among discounts that cannot be combined. The discount that saves most on its own wins; among equal ones, the
/// one configured first. The others are refused. The result keeps the order of the configuration. The order of the
/// codes makes no difference, unless delivery is priced by a carrier: a quote exists only for the parcel that was
/// quoted last, and the saving of free delivery depends on it.
pub(super) fn choose<'r>(
    judged: Vec<(usize, Result<Candidate<'r>, Refusal>)>,
    basket: &EligibilityInput<'_>,
) -> Vec<(usize, Result<Candidate<'r>, Refusal>)> {
    let mut order: Vec<_> = judged
        .iter()
        .enumerate()
        .filter_map(|(place, (_, judged))| {
            let candidate = judged.as_ref().ok()?;
            Some((place, candidate.saving(basket)))
        })
        .collect();
    order.sort_by_key(|&(place, saving)| (Reverse(saving), place));
    let mut taken: Vec<&Discount> = Vec::new();
    let mut refused = Vec::new();
    for (place, _) in order {
        let Ok(candidate) = &judged[place].1 else {
            continue;
        };
        if taken.iter().all(|other| other.combines(candidate.discount)) {
            taken.push(candidate.discount);
        } else {
            refused.push(place);
        }
    }
    let honoured = |(place, (index, judged))| {
        if refused.contains(&place) {
            (index, Err(Refusal::NotHonoured))
        } else {
            (index, judged)
        }
    };
    judged.into_iter().enumerate().map(honoured).collect()
}
