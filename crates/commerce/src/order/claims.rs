//! What an order uses up of the discounts it was given.

use super::OrderSnapshot;
use crate::discount::{Discount, Trigger, code_key};

/// One use of a discount with a code: counted with the attempt, given back when the attempt makes no order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// What the discount is counted by ([`code_key`]).
    pub key: String,
    /// How often it can be used in all.
    pub limit: Option<u64>,
    /// Who uses it: the e-mail address in lower case.
    pub buyer: String,
    /// Whether this buyer can use it only once.
    pub once: bool,
}

/// The uses that an order stands for, by key: whoever locks rows in this order meets nobody in a circle.
#[must_use]
pub fn claims(order: &OrderSnapshot, discounts: &[Discount]) -> Vec<Claim> {
    let buyer = order.email.to_lowercase();
    let mut claims: Vec<_> = order
        .discounts
        .iter()
        .filter_map(|given| match &given.trigger {
            Trigger::Code(code) => Some(code_key(code)),
            Trigger::Automatic(_) => None,
        })
        .map(|key| {
            let has_key =
                |discount: &&Discount| discount.code().is_some_and(|code| code_key(code) == key);
            let discount = discounts.iter().find(has_key);
            Claim {
                limit: discount.and_then(|discount| discount.usage_limit),
                once: discount.is_some_and(|discount| discount.once_per_buyer),
                buyer: buyer.clone(),
                key,
            }
        })
        .collect();
    claims.sort();
    claims
}
