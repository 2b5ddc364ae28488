//! Applies a selling plan to a price.

use super::plan::SellingPlan;
use crate::money::{MAX_AMOUNT, MinorUnits};
use std::sync::Arc;

/// A plan applied to the price of one unit (public `SellingPlanAllocation`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    pub plan: Arc<SellingPlan>,
    /// Prices of successive orders: one entry for each adjustment of the plan, or one entry if it has none.
    pub phases: Vec<PhasePrice>,
}

/// Prices of one unit in a range of orders, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhasePrice {
    /// One payment, for all deliveries it covers.
    pub price: MinorUnits,
    /// The same deliveries bought without a plan.
    pub compare_at: MinorUnits,
    /// One delivery, rounded down to a minor unit.
    pub per_delivery: MinorUnits,
    /// Number of orders with this price; `None`: all following orders.
    pub order_count: Option<u32>,
}

impl Allocation {
    /// Applies a plan to the market's price of one unit. Prices are clamped to the range from zero to [`MAX_AMOUNT`].
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

    /// Price of one unit in an order; the first order is 1.
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

    /// Price of one unit now, in the first order.
    #[must_use]
    pub fn checkout_charge(&self) -> MinorUnits {
        self.phases
            .first()
            .map_or(MinorUnits::ZERO, |phase| phase.price)
    }

    /// The part of the first order that is paid later: always zero, because every order is paid in full.
    #[must_use]
    pub const fn remaining_charge(&self) -> MinorUnits {
        MinorUnits::ZERO
    }

    /// Price of the first order without the plan.
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
