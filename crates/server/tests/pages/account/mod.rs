//! Tests the accounts of the shop's wallet over HTTP, in browsers without scripts.

mod addresses;
mod browser;
mod changes;
mod checkout;
mod limits;
mod sessions;
mod sign_in;
