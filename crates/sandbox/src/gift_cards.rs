//! The key that makes codes of gift cards in test mode. It protects nothing.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The key's id. No other key may have it.
pub const KEY_ID: &str = "sandbox";

/// Base64 of the secret.
#[must_use]
pub fn secret() -> String {
    STANDARD.encode(Sha256::digest("zkratka sandbox: codes of gift cards"))
}
