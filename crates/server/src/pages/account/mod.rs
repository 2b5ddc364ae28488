//! The buyer's account in the shop's wallet: signing in, and what a signed-in browser may do.

pub(crate) mod cookies;
mod face;
mod passkeys;
mod session;

pub use face::authorize;
pub(crate) use passkeys::MAX_BYTES as MAX_PASSKEY_BYTES;
pub use passkeys::{create_passkey, options as passkey_options, passkey_sign_in};
pub(crate) use session::signed_in;
