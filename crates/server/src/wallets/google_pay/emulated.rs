//! What stands in for a contract with Google in test mode. The keys are derived from fixed texts, so that they outlive
//! restarts without being written anywhere; everybody knows them, and live mode refuses them.

use super::keys;
use crate::config::SharedSecret;
use p256::SecretKey;
use sha2::{Digest, Sha256};

/// The merchant's id.
pub(crate) const MERCHANT_ID: &str = "12345678901234567890";
/// The sandbox gateway's name at the emulated Google.
pub(crate) const GATEWAY: &str = "zkratkasandbox";
/// The shop's name at the sandbox gateway.
pub(crate) const GATEWAY_MERCHANT_ID: &str = "zkratka-demo";

/// The merchant's key, as PEM.
pub(crate) fn merchant_key() -> Option<SharedSecret> {
    derived("zkratka sandbox: google pay merchant key")
}

/// The key that signs which origin may open the sheet, as PEM.
pub(crate) fn auth_key() -> Option<SharedSecret> {
    derived("zkratka sandbox: google pay auth key")
}

/// A digest is a private key unless it is 0 or above the curve's order; none of these is.
fn derived(text: &str) -> Option<SharedSecret> {
    let key = SecretKey::from_slice(&Sha256::digest(text)).ok()?;
    keys::pem(&key)
}
