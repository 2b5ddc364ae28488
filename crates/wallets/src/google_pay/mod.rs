//! Google Pay: opens payment method tokens, keeps Google's root keys, signs the shop's authorisation.

mod auth_jwt;
mod card;
mod decryption_key;
mod envelope;
mod inspection;
mod message;
mod opener;
mod protocol;
mod recipient;
mod refusal;
mod root_key_store;
mod root_keys;
mod sealed;
mod signature;

pub use auth_jwt::{AuthJwtSigner, AuthToken, SigningKeyError};
pub use card::{AuthMethod, CardDetails};
pub use decryption_key::{DecryptionKey, KeyError};
pub use inspection::{Check, CheckOutcome, Inspection};
pub use opener::{OpenedToken, Opener, Payment};
pub use protocol::Protocol;
pub use recipient::Recipient;
pub use refusal::Refusal;
pub use root_key_store::{Clock, RootKeyStore, RootKeysUnavailable};
pub use root_keys::{RootKeys, RootKeysError};

/// Who signs payment method tokens.
const SENDER: &str = "Google";
