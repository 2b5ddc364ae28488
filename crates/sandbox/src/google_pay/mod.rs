//! Google Pay, emulated: the half that runs on a server.
//!
//! It issues tokens as Google does (`ECv1` and `ECv2`: P-256, HKDF, AES-CTR, HMAC, ECDSA), under root keys of its own. What
//! opens a real token therefore opens these unchanged, once it is told the sandbox's root keys and recipient. All
//! lasting keys follow from texts in this source: they protect nothing and survive a restart.

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
