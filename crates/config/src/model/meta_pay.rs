//! The settings of Meta Pay.

use crate::emulated;
use zkratka_wallets::DecryptionKey;
use zkratka_wallets::meta_pay::ContainerType;
use zkratka_wallets::x509::Certificate;

/// `[wallets.meta_pay]`. There is only the emulation: a shop in live mode has no Meta Pay.
#[derive(Clone, Debug)]
pub struct MetaPayConfig {
    /// Meta's id of the application.
    pub app_id: String,
    /// Meta's id of the payment partner.
    pub partner_id: String,
    /// The partner's id of the merchant.
    pub merchant_id: String,
    /// The shop's name on the sheet.
    pub name: String,
    /// The accepted types of containers, at least one.
    pub supported_containers: Vec<ContainerType>,
    /// Opens containers.
    pub private_key: DecryptionKey,
    /// The root of containers' signatures.
    pub root: Certificate,
}

impl MetaPayConfig {
    /// Whether the server accepts the emulation's containers.
    #[must_use]
    pub fn accepts_emulation(&self) -> bool {
        emulated::is_published(self.root.public_key_info())
    }
}
