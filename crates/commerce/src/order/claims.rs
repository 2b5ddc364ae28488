//! The discount uses that an order consumes.

use super::OrderSnapshot;
use crate::contact_key::ContactKey;
use crate::discount::{Discount, Trigger, code_key};
use std::cell::LazyCell;

/// One use of a discount with a code. It counts from the start of the attempt and is returned if the attempt creates no
/// order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// The key by which uses of the discount are counted ([`code_key`]).
    pub key: String,
    /// Maximum number of uses by all buyers.
    pub limit: Option<u64>,
    /// The buyer, as a digest ([`ContactKey::of_email`]), so that uses count after the order's data were erased.
    pub buyer: String,
    /// Whether this buyer can use it only once.
    pub once: bool,
}

/// The order's claims, sorted by key. Transactions that lock rows in this order cannot deadlock.
#[must_use]
pub fn claims(order: &OrderSnapshot, discounts: &[Discount]) -> Vec<Claim> {
    let codes = order
        .discounts
        .iter()
        .filter_map(|given| match &given.trigger {
            Trigger::Code(code) => Some(code),
            Trigger::Automatic(_) => None,
        });
    // Most orders have no code, and then nobody needs the buyer's digest.
    let buyer = LazyCell::new(|| ContactKey::of_email(&order.email).as_str().to_owned());
    let mut claims: Vec<_> = codes
        .map(|code| {
            let key = code_key(code);
            let has_key =
                |discount: &&Discount| discount.code().is_some_and(|code| code_key(code) == key);
            let discount = discounts.iter().find(has_key);
            Claim {
                limit: discount.and_then(|discount| discount.usage_limit),
                once: discount.is_some_and(|discount| discount.once_per_buyer),
                buyer: String::clone(&buyer),
                key,
            }
        })
        .collect();
    claims.sort();
    claims
}
