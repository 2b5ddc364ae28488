//! Signs buyers in to their account of the shop's wallet, recognises their browsers, and shows what they have saved. It knows no HTTP: the server's pages bring
//! the cookies ([`Ticket`]s) and send the answers.

mod asked;
mod codes;
mod device;
mod ending;
mod face;
mod naming;
mod notices;
mod overview;
mod passkeys;
mod recognised;
mod removal;
mod return_to;
mod rules;
mod saved;
mod sessions;
mod tickets;
mod visitor;
mod wallet;

pub use asked::AskedCodes;
pub use codes::{
    CodeAnswer, CodeRequest, account_email, account_of, answer_code, code_address,
    is_owners_browser, send_code,
};
pub use device::device_label;
pub use ending::{sign_out, sign_out_everywhere};
pub use face::{FACE_BYTES, Face, FaceCard, face};
pub use naming::{Naming, rename};
pub use notices::{letter, tell_owner};
pub use overview::AccountView;
pub use passkeys::{
    BegunCeremony, CEREMONY_MS, CreationAnswer, CreationRefused, NewPasskey, PasskeyError,
    ProvenBy, SignInAnswer, TRANSPORTS, add_passkey, begin_creation, begin_sign_in, may_create,
    passkey_label, verify_sign_in,
};
pub use recognised::{Recognised, last_card, recognise_device};
pub use removal::{Entry, Removal, delete, remove};
pub use return_to::own_path;
pub use rules::{is_fresh, may_pay, may_remove_passkeys};
pub use saved::Saved;
pub use sessions::{
    CHALLENGE_MS, DEVICE_MS, SESSION_IDLE_MS, SESSION_MS, SignedIn, sign_in, signed_in,
};
pub use tickets::{MintedTicket, mint, read_ticket};
pub use visitor::{Visitor, WalletState, recognise};
pub use wallet::ShopWallet;
/// What browsers send of passkeys.
pub use zkratka_passkeys::{Algorithm, Assertion, Registration};

#[cfg(doc)]
use zkratka_store::Ticket;
