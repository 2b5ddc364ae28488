//! Cart changes that depend on goods, rules or prices: lines, delivery and payment.

mod delivery;
mod lines;
mod payment;
mod saving;

pub use delivery::select_delivery;
pub use lines::{
    Changed, LineInput, LineUpdate, ParentReference, PlanChange, add_lines, remove_lines,
    update_lines,
};
pub use payment::{bind_payment, drop_outdated_payment};
pub use saving::save_typed_card;
