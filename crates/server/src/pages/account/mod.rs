//! The buyer's account in the shop's wallet: signing in, and what a signed-in browser may do.

mod card;
pub(crate) mod cookies;
mod session;

pub(crate) use card::MAX_BYTES;
pub use card::{pay, save};
pub(crate) use session::signed_in;
