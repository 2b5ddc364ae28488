//! Rules of the merchant's own: what may not be bought like this, and what must be finished in the checkout.
//! Declarative, so that every server and every moment comes to the same answer.

mod check;
mod model;
#[cfg(test)]
mod tests;

pub(crate) use check::is_for_checkout;
pub use check::{completion_faults, destination_faults, keep_to_rules, opening_faults};
pub use model::{CartRule, Condition, Consequence, RuledGoods};
