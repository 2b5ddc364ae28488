//! Meta Pay's servers, emulated.
//!
//! The sandbox has its own certificate authority and issues containers as Meta is believed to: a JWS with `ES256` over a JWE
//! to the partner's key. Code that opens such containers opens these unchanged, once it trusts the sandbox's root. All
//! permanent keys derive from texts in this source: they protect nothing and survive a restart.

mod authority;
mod card;
mod keys;
mod mint;
mod refusal;
mod routes;
mod seal;

pub use authority::{APP_ID, MERCHANT_ID, PARTNER_ID, authority_pem, signing_certificates_pem};
pub use card::{CardInput, ContainerType};
pub(crate) use keys::key_texts;
pub use keys::{partner_private_key, signing_private_key};
pub use mint::{Amount, ContainerRequest, Flaw, Minter, Partner};
pub use refusal::Refusal;
pub use routes::routes;
