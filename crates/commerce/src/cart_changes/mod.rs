//! Changes of a cart that depend on the goods, the shop's rules or the price: its lines, its delivery and its payment.

mod delivery;
mod lines;
mod payment;

pub use delivery::select_delivery;
pub use lines::{
    Changed, LineInput, LineUpdate, ParentReference, PlanChange, add_lines, remove_lines,
    update_lines,
};
pub use payment::{bind_payment, drop_outdated_payment};
