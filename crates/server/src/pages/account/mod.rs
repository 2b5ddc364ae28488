//! The buyer's account in the shop's wallet: the routes of its pages (`zkratka-account-pages`).

mod address;
mod card;
mod changes;
mod code;
mod face;
mod overview;
mod passkeys;
mod posted;
mod sign_in;
mod sign_out;
mod state;
mod visit;

use super::view::PageView;

/// The greatest size of a form, in bytes.
pub(crate) const MAX_FORM_BYTES: usize = 16 * 1024;

pub use address::{address_form, save_address};
pub(crate) use card::MAX_BYTES;
pub use card::{pay, save};
pub use changes::{delete_account, export_account, name_passkey, remove_entry};
pub use code::{answer_code, code_form, send_code};
pub use face::authorize;
pub use overview::{account, account_order};
pub use passkeys::{create_passkey, options as passkey_options, passkey_sign_in};
pub use sign_out::sign_out;
pub use state::session_state;
pub(crate) use visit::{proven, recognised, visit};

const fn view(title: &str) -> PageView<'_> {
    PageView {
        title,
        kind: "account",
        description: "",
        path: "/",
    }
}
