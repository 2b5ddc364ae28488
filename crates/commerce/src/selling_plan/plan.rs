//! A selling plan, and the price of an order under it.

use super::interval::Schedule;
use crate::ids::SellingPlanId;
use crate::money::{MAX_AMOUNT, MinorUnits};
use serde::{Deserialize, Serialize};

/// A plan for repeated purchases (public `SellingPlan`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SellingPlan {
    /// The stable id; orders refer to it.
    pub id: SellingPlanId,
    /// The name in Czech, e.g. `Každý týden, sleva 10 %`.
    pub name: String,
    /// Information for the buyer, in Czech.
    pub description: Option<String>,
    /// Its values of the group's options.
    pub options: Vec<PlanOption>,
    /// How often it is paid.
    pub billing: Schedule,
    /// How often it is delivered.
    pub delivery: Schedule,
    /// Whether there are repeated deliveries (false: repeated payments, one delivery).
    pub recurring_deliveries: bool,
    /// Changes of the price of one delivered unit, in order of time. The last one has no end. Empty: no change.
    pub adjustments: Vec<PriceAdjustment>,
}

/// An option and its value, e.g. `Doručení` and `každý týden` (public `SellingPlanOption`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanOption {
    pub name: String,
    pub value: String,
}

/// A change of the price in a range of orders (public `SellingPlanPriceAdjustment`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceAdjustment {
    /// The change of the price of one delivered unit.
    pub value: Adjustment,
    /// Number of orders it applies to; `None`: all following orders.
    pub order_count: Option<u32>,
}

/// How a price changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "value")]
pub enum Adjustment {
    /// A reduction in basis points: 1000 is 10 %.
    Percentage(u32),
    /// A reduction in minor units of the shop's currency.
    Amount(MinorUnits),
    /// A new price in minor units of the shop's currency.
    Price(MinorUnits),
}

/// Maximum number of adjustments in a plan, as in the public API.
pub(crate) const MAX_ADJUSTMENTS: usize = 2;
/// 100 % in basis points.
const WHOLE: u32 = 10_000;

impl Adjustment {
    /// The changed price, never below zero. Half a minor unit of a percentage is rounded in the shop's favour.
    #[must_use]
    pub fn apply(self, price: MinorUnits) -> MinorUnits {
        let price = price.clamp(MinorUnits::ZERO, MAX_AMOUNT);
        match self {
            Self::Percentage(points) => price.part(WHOLE.saturating_sub(points), WHOLE),
            Self::Amount(amount) => price
                .saturating_sub(amount.max(MinorUnits::ZERO))
                .max(MinorUnits::ZERO),
            Self::Price(fixed) => fixed.clamp(MinorUnits::ZERO, MAX_AMOUNT),
        }
    }
}

/// Why a plan is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPlan {
    /// A payment does not cover a whole number of deliveries.
    #[error("is not a whole number of deliveries")]
    Billing,
    #[error("are more than two")]
    TooManyAdjustments,
    /// An adjustment other than the last has no end, or the last one has an end.
    #[error("must all end but the last")]
    Endless,
}

impl SellingPlan {
    /// Validates the plan. Returns the first reason why it is invalid.
    pub fn check(&self) -> Result<(), InvalidPlan> {
        if self.billing.holds(self.delivery).is_none() {
            return Err(InvalidPlan::Billing);
        }
        if self.adjustments.len() > MAX_ADJUSTMENTS {
            return Err(InvalidPlan::TooManyAdjustments);
        }
        let last = self.adjustments.len().saturating_sub(1);
        let mut adjustments = self.adjustments.iter().enumerate();
        if adjustments.any(|(index, one)| one.order_count.is_none() != (index == last)) {
            return Err(InvalidPlan::Endless);
        }
        Ok(())
    }

    /// Number of deliveries that one payment covers.
    #[must_use]
    pub fn deliveries_per_payment(&self) -> u32 {
        if self.recurring_deliveries {
            self.billing.holds(self.delivery).unwrap_or(1)
        } else {
            1
        }
    }

    /// Price of the first order of a unit that costs `unit` without a plan. `None` if it is above [`MAX_AMOUNT`].
    #[must_use]
    pub fn first_price(&self, unit: MinorUnits) -> Option<MinorUnits> {
        let adjusted = self
            .adjustments
            .first()
            .map_or(unit, |one| one.value.apply(unit));
        self.payment(adjusted)
    }

    /// Price of one payment if one delivered unit costs `per_delivery`. `None` if it is out of range.
    pub(super) fn payment(&self, per_delivery: MinorUnits) -> Option<MinorUnits> {
        let deliveries = i64::from(self.deliveries_per_payment());
        let price = per_delivery.checked_mul(deliveries)?;
        (MinorUnits::ZERO..=MAX_AMOUNT)
            .contains(&price)
            .then_some(price)
    }
}
