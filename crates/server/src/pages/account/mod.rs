//! The buyer's account in the shop's wallet: signing in, and what a signed-in browser may do.

pub(crate) mod cookies;
mod session;

pub(crate) use session::signed_in;
