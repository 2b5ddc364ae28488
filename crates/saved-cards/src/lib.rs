//! Saved cards of the shop's wallet: paying by them ([`confirm`], [`confirmed_card`]), saving them with an order, and ending
//! their mandates at the gateway ([`Keeper`]).

mod confirm;
mod ends;
mod keeper;
mod retry;
mod saves;

pub use confirm::{Confirmed, NotConfirmed, ToConfirm, confirm, confirmed_card};
pub use keeper::Keeper;
