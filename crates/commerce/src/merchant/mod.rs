//! What a cart is told that breaks the merchant's own rules ([`crate::rules::CartRule`]).

mod check;
#[cfg(test)]
mod tests;

pub use check::{completion_faults, destination_faults, keep_to_rules, opening_faults};
