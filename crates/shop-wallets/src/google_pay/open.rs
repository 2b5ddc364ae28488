//! Decrypts tokens from Google Pay's sheet.

use super::{GooglePay, GooglePayError};
use crate::cleared::{ClearedToken, Refused};
use std::sync::Arc;
use std::time::Duration;
use zkratka_config::{GoogleEnvironment, RootKeySource, Tokenization};
use zkratka_store::clock::Clock;
use zkratka_wallets::google_pay::{OpenedToken, Opener, Recipient, RootKeyStore, RootKeys};
use zkratka_wallets::inspection::Refusal as _;

/// The deadline for fetching root keys. The buyer waits meanwhile.
const ROOT_KEYS_DEADLINE: Duration = Duration::from_secs(5);
/// How long to remember a token that only the gateway can decrypt, in milliseconds. Google's tokens are valid for about
/// a week.
const UNOPENED_LIFE_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// The root keys that verify tokens.
pub(super) enum Roots {
    /// Keys from the configuration.
    Known(Arc<RootKeys>),
    /// Keys that Google publishes, fetched over HTTP.
    Fetched(RootKeyStore),
}

impl Roots {
    pub(super) fn new(
        source: &RootKeySource,
        clock: &Arc<dyn Clock>,
    ) -> Result<Self, GooglePayError> {
        let url = match source {
            RootKeySource::Emulated(keys) => return Ok(Self::Known(Arc::new(keys.clone()))),
            RootKeySource::Published(url) => url,
        };
        let clock = Arc::clone(clock);
        let now = Arc::new(move || clock.now());
        let store = RootKeyStore::new(url.as_str(), ROOT_KEYS_DEADLINE, now)?;
        Ok(Self::Fetched(store))
    }

    async fn keys(&self) -> Result<Arc<RootKeys>, Refused> {
        match self {
            Self::Known(keys) => Ok(Arc::clone(keys)),
            Self::Fetched(store) => store.keys().await.map_err(|error| {
                tracing::error!(%error, "Google Pay's root keys are not available");
                Refused
            }),
        }
    }
}

impl GooglePay {
    /// Verifies and decrypts a token for this server. A token for the gateway is passed on unchanged. `signed_message`
    /// is the token's `signedMessage`, all of which its signature covers. The clock is read after the root keys have
    /// been fetched, so that the wait counts towards the token's age.
    pub async fn clear(
        &self,
        token: String,
        signed_message: &str,
        clock: &dyn Clock,
    ) -> Result<ClearedToken, Refused> {
        let (Tokenization::Direct { keys }, Some(roots)) =
            (&self.settings.tokenization, &self.roots)
        else {
            let expires_at = clock.now().plus(UNOPENED_LIFE_MS);
            return Ok(ClearedToken::sealed(signed_message, expires_at, token));
        };
        let opener = Opener {
            roots: RootKeys::clone(&*roots.keys().await?),
            recipient: self.recipient(),
            keys: keys.clone(),
            protocols: self.settings.protocols.clone(),
        };
        let payment = opener
            .open(&token, clock.now())
            .and_then(OpenedToken::into_payment);
        let payment = payment.map_err(|refusal| {
            tracing::info!(refusal = refusal.code(), "a Google Pay token was refused");
            Refused
        })?;
        let (name, expires_at) = (&payment.message_id, payment.expires_at);
        Ok(ClearedToken::opened(
            "opened",
            name,
            expires_at,
            payment.card,
        ))
    }

    /// The recipient of tokens. Google's own test environment uses a single fixed recipient.
    fn recipient(&self) -> Recipient {
        let settings = &self.settings;
        if settings.environment == GoogleEnvironment::Test && settings.sdk_url.is_some() {
            Recipient::test_environment()
        } else {
            Recipient::merchant(&settings.merchant_id)
        }
    }
}
