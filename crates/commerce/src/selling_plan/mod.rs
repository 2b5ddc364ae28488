//! Selling plans: goods sold again and again, what each order of them costs, and which goods they are for.
//!
//! The second stage of pricing: it takes the unit price of the market and gives the one that discounts start from. It is
//! pure and exact in minor units.

mod allocation;
mod interval;
mod offer;
mod plan;
mod purchase;
mod recurring;
#[cfg(test)]
mod tests;

pub use allocation::{Allocation, PhasePrice};
pub use interval::{Interval, Schedule};
pub use offer::{PlanFault, SellingPlanGroup, SellingPlans};
pub use plan::{Adjustment, InvalidPlan, PlanOption, PriceAdjustment, SellingPlan};
pub use purchase::{ByPurchase, PurchaseType};
pub use recurring::{RecurringPhase, RecurringTotal, recurring_totals};
