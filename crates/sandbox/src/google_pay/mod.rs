//! Google Pay's servers, emulated.
//!
//! They issue tokens as Google does (`ECv1` and `ECv2`: P-256, HKDF, AES-CTR, HMAC, ECDSA), with root keys of their
//! own.
//! Code that decrypts real tokens decrypts these unchanged, once it has the sandbox's root keys and recipient. All
//! permanent keys derive from texts in this source: they protect nothing and survive a restart.

mod account;
mod card;
mod jwt;
mod keys;
mod message;
mod mint;
mod refusal;
mod request;
mod routes;
mod seal;

pub use card::{CardDetails, CardInput};
pub(crate) use keys::key_texts;
pub use keys::{
    GATEWAY, GATEWAY_MERCHANT_ID, MERCHANT_ID, auth_jwt_private_key, gateway_private_key,
    merchant_private_key, merchant_public_key, root_keys_json,
};
pub use mint::{Minter, Protocol};
pub use refusal::Refusal;
pub use request::{MerchantInfo, TokenRequest, TokenizationSpecification};
pub use routes::{GooglePaySettings, routes};
