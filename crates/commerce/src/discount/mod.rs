//! Discounts as a merchant configures them, and how an amount is shared among lines to the last minor unit. Pricing decides
//! which of them apply to a cart ([`crate::pricing::discounts`]).

mod model;
mod shares;

pub use model::{Benefit, Class, Discount, Entitlement, Purchase, Trigger, code_key};
pub use shares::shares;
