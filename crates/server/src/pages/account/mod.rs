//! The buyer's account in the shop's wallet: signing in, and what a signed-in browser may do.

mod card;
mod changes;
mod code;
pub(crate) mod cookies;
mod face;
mod overview;
mod passkeys;
mod posted;
mod refusal;
mod session;
mod sign_in;
mod sign_out;
mod state;

/// The greatest size of a form, in bytes.
pub(crate) const MAX_FORM_BYTES: usize = 16 * 1024;

pub(crate) use card::MAX_BYTES;
pub use card::{pay, save};
pub use changes::{delete_account, export_account, remove_entry};
pub use code::{answer_code, code_form, send_code};
pub use face::authorize;
pub use overview::account;
pub use passkeys::{create_passkey, options as passkey_options, passkey_sign_in};
pub(crate) use posted::wallet;
pub(crate) use session::{recognised, signed_in};
pub(super) use sign_in::address_with;
pub use sign_out::sign_out;
pub use state::session_state;
