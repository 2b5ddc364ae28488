//! One selling plan, and what an order under it costs.

use super::interval::Schedule;
use crate::ids::SellingPlanId;
use crate::money::{MAX_AMOUNT, MinorUnits};
use serde::{Deserialize, Serialize};

/// A way to buy something again and again (public `SellingPlan`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SellingPlan {
    /// Its lasting number; orders refer to it.
    pub id: SellingPlanId,
    /// Its name, Czech, e.g. `Každý týden, sleva 10 %`.
    pub name: String,
    /// What the buyer should know, Czech.
    pub description: Option<String>,
    /// Its values of the group's options.
    pub options: Vec<PlanOption>,
    /// How often it is paid.
    pub billing: Schedule,
    /// How often it is delivered.
    pub delivery: Schedule,
    /// Whether it is delivered again and again (false: paid again and again, delivered once).
    pub recurring_deliveries: bool,
    /// How the price of one delivered piece changes, in the order of time, the last one without an end; none: not at all.
    pub adjustments: Vec<PriceAdjustment>,
}

/// An option and its value, e.g. `Doručení` and `každý týden` (public `SellingPlanOption`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanOption {
    /// The option.
    pub name: String,
    pub value: String,
}

/// A change of the price for some orders (public `SellingPlanPriceAdjustment`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceAdjustment {
    /// What it does to the price of one delivered piece.
    pub value: Adjustment,
    /// For how many orders it holds; none: for all that follow.
    pub order_count: Option<u32>,
}

/// What is done to a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "value")]
pub enum Adjustment {
    /// Taken off, in basis points: 1000 is 10 %.
    Percentage(u32),
    /// Taken off, minor units of the shop's currency.
    Amount(MinorUnits),
    /// The price itself, minor units of the shop's currency.
    Price(MinorUnits),
}

/// Most adjustments of a plan, as the public interface has it.
pub(crate) const MAX_ADJUSTMENTS: usize = 2;
/// One hundred per cent.
const WHOLE: u32 = 10_000;

impl Adjustment {
    /// The changed price, never below zero; half a unit of a percentage is rounded in the shop's favour.
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

/// Why a plan makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPlan {
    /// The payments do not fall on deliveries.
    #[error("is not a whole number of deliveries")]
    Billing,
    /// There are too many adjustments.
    #[error("are more than two")]
    TooManyAdjustments,
    /// A later adjustment is never reached, or nothing follows the last.
    #[error("must all end but the last")]
    Endless,
}

impl SellingPlan {
    /// Whether it makes sense.
    ///
    /// # Errors
    /// The first reason why it does not.
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

    /// How many deliveries one payment is for.
    #[must_use]
    pub fn deliveries_per_payment(&self) -> u32 {
        if self.recurring_deliveries {
            self.billing.holds(self.delivery).unwrap_or(1)
        } else {
            1
        }
    }

    /// What the first order of one piece costs that is `unit` without a plan. None when it is beyond all measure.
    #[must_use]
    pub fn first_price(&self, unit: MinorUnits) -> Option<MinorUnits> {
        let adjusted = self
            .adjustments
            .first()
            .map_or(unit, |one| one.value.apply(unit));
        self.payment(adjusted)
    }

    /// What one payment costs when one delivered piece costs `per_delivery`.
    pub(super) fn payment(&self, per_delivery: MinorUnits) -> Option<MinorUnits> {
        let deliveries = i64::from(self.deliveries_per_payment());
        let price = per_delivery.checked_mul(deliveries)?;
        (MinorUnits::ZERO..=MAX_AMOUNT)
            .contains(&price)
            .then_some(price)
    }
}
