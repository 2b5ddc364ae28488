//! Selling plans: goods sold again and again, what each order of them costs, and which goods they are for.
//!
//! The second stage of pricing: it takes the unit price of the market and gives the one that discounts start from. It is
//! pure and exact in minor units.

mod allocation;
mod interval;
mod offer;
mod plan;
mod recurring;
#[cfg(test)]
mod tests;

pub use allocation::{Allocation, PhasePrice};
pub use interval::{Interval, Schedule};
pub use offer::{PlanFault, SellingPlanGroup, SellingPlans};
pub use plan::{Adjustment, InvalidPlan, PlanOption, PriceAdjustment, SellingPlan};
pub use recurring::{RecurringPhase, RecurringTotal, recurring_totals};

use serde::{Deserialize, Serialize};

/// What goods were bought as (public `CartDeliveryGroupType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PurchaseType {
    /// Bought once, or together with what is bought once: a subscription's first delivery.
    OneTimePurchase,
    /// Bought under selling plans only.
    Subscription,
}

impl PurchaseType {
    /// What goods that go together were bought as: each item says whether it is bought under a plan.
    pub fn of(mut with_plan: impl Iterator<Item = bool>) -> Self {
        let first = with_plan.next();
        if first == Some(true) && with_plan.all(|item| item) {
            Self::Subscription
        } else {
            Self::OneTimePurchase
        }
    }

    /// The public name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OneTimePurchase => "ONE_TIME_PURCHASE",
            Self::Subscription => "SUBSCRIPTION",
        }
    }
}
