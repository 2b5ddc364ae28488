//! What stands in for a contract with Google in test mode. Everybody knows these keys, and live mode refuses them.

pub use zkratka_sandbox::google_pay::{GATEWAY, GATEWAY_MERCHANT_ID, MERCHANT_ID};
use zkratka_sandbox::google_pay::{auth_jwt_private_key, merchant_private_key};
use zkratka_wallets::google_pay::{AuthJwtSigner, DecryptionKey};

/// The merchant's key.
#[must_use]
pub fn merchant_key() -> Option<DecryptionKey> {
    DecryptionKey::from_der_base64(&merchant_private_key()).ok()
}

/// What signs which origin may open the sheet.
#[must_use]
pub fn auth_signer() -> Option<AuthJwtSigner> {
    AuthJwtSigner::from_der_base64(&auth_jwt_private_key(), None).ok()
}

/// Whether a key is one of the emulation's.
#[must_use]
pub fn is_emulated(key: &DecryptionKey) -> bool {
    let known = [merchant_private_key(), auth_jwt_private_key()];
    known.iter().any(|text| {
        DecryptionKey::from_der_base64(text)
            .is_ok_and(|known| known.public_key_base64() == key.public_key_base64())
    })
}
