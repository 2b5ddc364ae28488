//! Apple Pay: decrypts payment tokens, reads the merchant's certificates, requests merchant sessions.

mod certificate;
mod chain;
mod check;
mod cms;
mod currency;
mod decrypt;
mod envelope;
mod merchant_key;
pub mod merchant_validation;
mod opener;
mod payment;
mod refusal;
mod version;

pub use crate::x509::{Certificate, CertificateError};
pub use check::{Check, Inspection};
pub use merchant_key::{MerchantId, MerchantKey, MerchantKeyError, PrivateKey};
pub use opener::{OpenedToken, Opener, SIGNING_WINDOW_MS, signing_time};
pub use payment::{AmountMismatch, Payment};
pub use refusal::Refusal;
pub use version::Version;
