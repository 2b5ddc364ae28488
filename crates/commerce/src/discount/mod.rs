//! Discounts: which of those configured apply to a cart, and what each takes off which line, to the last minor unit.
//!
//! A stage of pricing, between the prices of the lines and delivery: discounts of goods lower the lines, those of the
//! whole order lower what is then left of them, and those of delivery lower the price of the chosen way.

mod apply;
mod choice;
mod eligibility;
mod model;
mod shares;
#[cfg(test)]
mod tests;

pub use apply::{AppliedDiscount, CodeOutcome};
pub use eligibility::Refusal;
pub use model::{Benefit, Class, Discount, Entitlement, Purchase, Trigger, code_key};
pub use shares::shares;

pub(crate) use apply::Stage;
pub(crate) use eligibility::Basket;
