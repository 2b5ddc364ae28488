//! The buyer's account in the shop's wallet: signing in, and what a signed-in browser may do.

mod card;
mod code;
pub(crate) mod cookies;
mod face;
mod passkeys;
mod posted;
mod refusal;
mod session;
mod sign_in;
mod sign_out;
mod state;

/// The greatest size of a form, in bytes.
pub(crate) const MAX_BYTES: usize = 16 * 1024;

pub(crate) use card::MAX_BYTES as MAX_CARD_BYTES;
pub use card::{pay, save};
pub use code::{answer_code, code_form, send_code};
pub use face::authorize;
pub use passkeys::{create_passkey, options as passkey_options, passkey_sign_in};
pub(crate) use session::signed_in;
pub use sign_in::account;
pub use sign_out::sign_out;
pub use state::session_state;
