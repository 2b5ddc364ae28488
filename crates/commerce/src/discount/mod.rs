//! Discounts as a merchant configures them, and the exact split of an amount over lines. Pricing decides which
//! discounts apply to a cart ([`crate::pricing::discounts`]).

mod model;
mod shares;

pub use model::{Benefit, Class, Discount, Entitlement, Purchase, Trigger, code_key};
pub use shares::shares;
