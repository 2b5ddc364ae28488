//! What a plan means for a variant at a price.

use super::plan::SellingPlan;
use crate::money::{MAX_AMOUNT, MinorUnits};
use std::sync::Arc;

/// A plan applied to the price of one piece (public `SellingPlanAllocation`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    pub plan: Arc<SellingPlan>,
    /// What orders cost, in the order of time: entry by entry as the plan's adjustments, or one entry where it has none.
    pub phases: Vec<PhasePrice>,
}

/// What each of some orders costs, for one piece. Minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhasePrice {
    /// One payment, for all the deliveries that it is for.
    pub price: MinorUnits,
    /// The same deliveries bought without a plan.
    pub compare_at: MinorUnits,
    /// One delivery, rounded down to a minor unit.
    pub per_delivery: MinorUnits,
    /// For how many orders; none: for all that follow.
    pub order_count: Option<u32>,
}

impl Allocation {
    /// Applies a plan to the market's price of one piece. What is beyond [`MAX_AMOUNT`] is held there, and below zero at zero.
    #[must_use]
    pub fn of(plan: &Arc<SellingPlan>, unit: MinorUnits) -> Self {
        let adjustments = plan.adjustments.iter();
        let mut phases: Vec<_> = adjustments
            .map(|one| phase(plan, unit, one.value.apply(unit), one.order_count))
            .collect();
        if phases.is_empty() {
            phases.push(phase(plan, unit, unit, None));
        }
        Self {
            plan: Arc::clone(plan),
            phases,
        }
    }

    /// What one piece costs in the `order`-th order; the first is 1.
    #[must_use]
    pub fn price_of(&self, order: u32) -> MinorUnits {
        let mut before = 0_u32;
        let reached = self.phases.iter().find(|phase| {
            before = phase
                .order_count
                .map_or(u32::MAX, |count| before.saturating_add(count));
            order <= before
        });
        let phase = reached.or(self.phases.last());
        phase.map_or(MinorUnits::ZERO, |phase| phase.price)
    }

    /// What one piece costs now, with the first order.
    #[must_use]
    pub fn checkout_charge(&self) -> MinorUnits {
        self.phases
            .first()
            .map_or(MinorUnits::ZERO, |phase| phase.price)
    }

    /// What is left to pay of the first order later: nothing, as every order is paid whole.
    #[must_use]
    pub const fn remaining_charge(&self) -> MinorUnits {
        MinorUnits::ZERO
    }

    /// What the first order would cost without the plan.
    #[must_use]
    pub fn compare_at(&self) -> MinorUnits {
        self.phases
            .first()
            .map_or(MinorUnits::ZERO, |phase| phase.compare_at)
    }
}

fn phase(
    plan: &SellingPlan,
    unit: MinorUnits,
    per_delivery: MinorUnits,
    order_count: Option<u32>,
) -> PhasePrice {
    let held = |price: MinorUnits| {
        plan.payment(price.clamp(MinorUnits::ZERO, MAX_AMOUNT))
            .unwrap_or(MAX_AMOUNT)
    };
    let price = held(per_delivery);
    PhasePrice {
        price,
        compare_at: held(unit),
        per_delivery: MinorUnits::new(
            price.get() / i64::from(plan.deliveries_per_payment().max(1)),
        ),
        order_count,
    }
}
