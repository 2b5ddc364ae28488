//! Reports to a cart's client which of the merchant's rules ([`crate::rules::CartRule`]) the cart breaks.

mod check;
#[cfg(test)]
mod tests;

pub use check::{completion_faults, destination_faults, keep_to_rules, opening_faults};
