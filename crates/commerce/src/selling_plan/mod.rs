//! Selling plans: repeated purchases, the price of each order, and the goods they apply to.
//!
//! This is the second stage of pricing: it turns the market's unit price into the price that discounts start from. It is
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
pub use recurring::{RecurringPhase, RecurringTotal, Renewed, recurring_totals};
