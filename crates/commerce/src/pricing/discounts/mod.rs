//! Which discounts apply to a cart, and what each takes off which line.
//!
//! A stage of pricing, between the prices of the lines and delivery: discounts of goods lower the lines, those of the
//! whole order lower what is then left of them, and those of delivery lower the price of the chosen way.

mod apply;
mod choice;
mod eligibility;
#[cfg(test)]
mod tests;

pub use apply::{AppliedDiscount, CodeOutcome};
pub use eligibility::Refusal;

pub(super) use apply::Stage;
pub(super) use eligibility::Basket;
