//! The shop's wallet as the configuration describes it.

use tokio::sync::Notify;
use url::Url;
use zkratka_accounts::CodeKey;
use zkratka_config::ShopWalletSettings;
use zkratka_passkeys::{Frames, RelyingParty};

/// The running wallet.
pub struct ShopWallet {
    pub settings: ShopWalletSettings,
    /// What codes are checked with.
    pub codes: CodeKey,
    /// Wakes what sends e-mails to owners.
    pub letters: Notify,
    /// As browsers and authenticators know it.
    pub relying_party: RelyingParty,
}

impl ShopWallet {
    /// `generated` is the secret of a shop that has configured none. `None` if the wallet's origin has no host.
    #[must_use]
    pub fn new(settings: ShopWalletSettings, generated: &[u8]) -> Option<Self> {
        let secret = settings.secret.as_ref();
        let secret = secret.map_or(generated, |secret| secret.0.as_bytes());
        let url = Url::parse(&settings.origin).ok()?;
        let relying_party = RelyingParty {
            id: url.host_str()?.to_owned(),
            origins: vec![settings.origin.clone()],
            frames: Frames::Refused,
        };
        Some(Self {
            codes: CodeKey::of_secret(secret)?,
            letters: Notify::new(),
            relying_party,
            settings,
        })
    }
}
