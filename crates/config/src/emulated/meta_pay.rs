//! Credentials that replace a partnership with Meta in test mode.

use zkratka_wallets::DecryptionKey;
use zkratka_wallets::x509::Certificate;

/// Credentials that replace a partnership with Meta in test mode.
pub(crate) struct EmulatedMetaPay {
    pub(crate) app_id: &'static str,
    pub(crate) partner_id: &'static str,
    pub(crate) merchant_id: &'static str,
    /// The partner's private key, which opens containers.
    pub(crate) partner_key: DecryptionKey,
    /// The root of the emulation's containers.
    pub(crate) root: Certificate,
}
