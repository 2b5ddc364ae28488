//! Passkeys of accounts: beginning a ceremony, and what its answer proves. Browsers find the passkeys themselves (they are discoverable),
//! so nobody learns here whether an account has any.

mod assertion;
mod ceremony;
mod creation;
mod label;

pub use assertion::{ProvenBy, SignInAnswer, verify_sign_in};
pub use ceremony::{BegunCeremony, CEREMONY_MS, begin_creation, begin_sign_in};
pub use creation::{CreationAnswer, CreationRefused, NewPasskey, add_passkey, may_create};
pub use label::{TRANSPORTS, passkey_label};

use zkratka_passkeys::Refusal;
use zkratka_store::StoreError;

/// Why a passkey is not accepted. Buyers are told one thing only; logs may name the reason.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    #[error("the ceremony is unknown, over, used, or of another browser")]
    Ceremony,
    #[error("no account has this passkey")]
    Unknown,
    #[error("the passkey is not of the account that the authenticator names")]
    OtherAccount,
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Store(#[from] StoreError),
}
