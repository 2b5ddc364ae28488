//! Google Pay: decrypts payment method tokens, caches Google's root keys, signs the authorisation for the payment sheet.

mod auth_jwt;
mod card;
mod check;
mod envelope;
mod message;
mod opener;
mod protocol;
mod recipient;
mod refusal;
mod root_key_store;
mod root_keys;
mod sealed;
mod signature;

pub use crate::inspection::CheckOutcome;
pub use crate::{AuthMethod, CardDetails, DecryptionKey, KeyError};
pub use auth_jwt::{AuthJwtSigner, AuthToken, SigningKeyError};
pub use check::{Check, Inspection};
pub use opener::{OpenedToken, Opener, Payment};
pub use protocol::Protocol;
pub use recipient::Recipient;
pub use refusal::Refusal;
pub use root_key_store::{Clock, RootKeyStore, RootKeysUnavailable};
pub use root_keys::{RootKeys, RootKeysError};

/// The sender id in signed texts and in the derivation of keys.
const SENDER: &str = "Google";
