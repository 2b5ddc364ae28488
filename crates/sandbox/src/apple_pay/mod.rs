//! Apple Pay's servers, emulated.
//!
//! The sandbox has its own certificate authority with Apple's extensions, issues tokens signed by it (`EC_v1` and
//! `RSA_v1`), and validates merchants over mutual TLS. Code that decrypts real tokens decrypts these unchanged, once it
//! trusts the sandbox's root. All permanent keys derive from texts in this source: they protect nothing and survive a
//! restart.

mod authority;
mod card;
mod cms;
mod keys;
mod mint;
mod refusal;
mod routes;
mod seal;
mod session;
mod validation;

pub use authority::{
    HOSTS, MERCHANT_ID, authority_pem, identity_certificate_pem, processing_certificate_pem,
    tls_authority_der,
};
pub(crate) use keys::key_texts;
pub use keys::{identity_private_key, processing_private_key};
pub use mint::{Flaw, Merchant, Minter, TokenRequest, Version};
pub use refusal::Refusal;
pub use routes::{ApplePaySettings, routes};
pub use validation::{Validation, ValidationError, ValidationSettings};
