//! Decides which discounts apply to a cart and what each takes off each line.
//!
//! This stage runs between line pricing and delivery. Goods discounts reduce the lines, order discounts reduce what is left
//! of them, and delivery discounts reduce the price of the selected options.

mod apply;
mod choice;
mod eligibility;
#[cfg(test)]
mod tests;

pub use apply::{AppliedDiscount, CodeOutcome};
pub use eligibility::Refusal;

pub(super) use apply::Stage;
pub(super) use eligibility::EligibilityInput;
