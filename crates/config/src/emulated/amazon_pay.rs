//! Credentials that replace an account at Amazon Pay in test mode.

use zkratka_wallets::amazon_pay::SigningKey;

/// Credentials that replace an account at Amazon Pay in test mode.
pub(crate) struct EmulatedAmazonPay {
    pub(crate) merchant_id: &'static str,
    pub(crate) store_id: &'static str,
    /// The emulation's name of the key.
    pub(crate) public_key_id: &'static str,
    pub(crate) private_key: SigningKey,
    /// The ARN of the topic that notifies the shop.
    pub(crate) topic: &'static str,
}
