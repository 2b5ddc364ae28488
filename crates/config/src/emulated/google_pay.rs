//! What stands for a contract with Google.

use zkratka_wallets::google_pay::{AuthJwtSigner, DecryptionKey, RootKeys};

/// What stands for a contract with Google.
pub struct EmulatedGooglePay {
    /// The merchant's name at the emulation.
    pub merchant_id: &'static str,
    /// The name of the gateway that opens tokens.
    pub gateway: &'static str,
    /// The shop's name at that gateway.
    pub gateway_merchant_id: &'static str,
    /// The merchant's key.
    pub merchant_key: DecryptionKey,
    /// What signs which origin may open the sheet.
    pub auth_signer: AuthJwtSigner,
    /// What the emulation's tokens are verified with.
    pub root_keys: RootKeys,
}
