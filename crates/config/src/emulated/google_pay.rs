//! Credentials that replace a contract with Google in test mode.

use zkratka_wallets::google_pay::{AuthJwtSigner, DecryptionKey, RootKeys};

/// Credentials that replace a contract with Google in test mode.
pub struct EmulatedGooglePay {
    /// The merchant's id at the emulation.
    pub merchant_id: &'static str,
    /// The id of the gateway that decrypts tokens.
    pub gateway: &'static str,
    /// The shop's id at that gateway.
    pub gateway_merchant_id: &'static str,
    /// The merchant's private key, which decrypts tokens.
    pub merchant_key: DecryptionKey,
    /// Signs the authorisation for an origin to open the payment sheet.
    pub auth_signer: AuthJwtSigner,
    /// The keys that verify the emulation's tokens.
    pub root_keys: RootKeys,
}
