//! Apple Pay, emulated: the half that runs on a server.
//!
//! It has a certificate authority of its own, whose certificates carry Apple's extensions, issues tokens signed by it
//! (`EC_v1` and `RSA_v1`), and validates merchants over mutual TLS. What opens a real token opens these unchanged, once it
//! trusts the sandbox's root. All lasting keys follow from texts in this source: they protect nothing and survive a
//! restart.

mod authority;
mod card;
mod certificate;
mod cms;
mod der;
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
