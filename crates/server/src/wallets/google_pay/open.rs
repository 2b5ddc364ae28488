//! Tokens that come back from the sheet.

use super::{GooglePay, GooglePayError};
use crate::clock::Clock;
use crate::config::{GoogleEnvironment, GooglePaySettings, Tokenization};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::WalletCredential;
use zkratka_sandbox::google_pay::root_keys_json;
use zkratka_wallets::google_pay::{
    CardDetails, OpenedToken, Opener, Recipient, RootKeyStore, RootKeys,
};
use zkratka_wallets::inspection::Refusal as _;

/// How long root keys are waited for; the buyer waits with us.
const ROOT_KEYS_DEADLINE: Duration = Duration::from_secs(5);
/// How long a token that only the gateway can open is remembered, in milliseconds. Google's hold for about a week.
const UNOPENED_LIFE_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// The root keys that tokens are verified with.
pub(super) enum Roots {
    /// The emulation's, which are part of this program.
    Emulated(Arc<RootKeys>),
    /// Google's.
    Fetched(RootKeyStore),
}

impl Roots {
    pub(super) fn new(
        settings: &GooglePaySettings,
        clock: &Arc<dyn Clock>,
    ) -> Result<Self, GooglePayError> {
        let Some(url) = &settings.root_keys_url else {
            let keys = RootKeys::from_json(&root_keys_json())?;
            return Ok(Self::Emulated(Arc::new(keys)));
        };
        let clock = Arc::clone(clock);
        let now = Arc::new(move || clock.now());
        let store = RootKeyStore::new(url.as_str(), ROOT_KEYS_DEADLINE, now)?;
        Ok(Self::Fetched(store))
    }

    async fn keys(&self) -> Result<Arc<RootKeys>, Refused> {
        match self {
            Self::Emulated(keys) => Ok(Arc::clone(keys)),
            Self::Fetched(store) => store.keys().await.map_err(|error| {
                tracing::error!(%error, "no root keys for Google Pay");
                Refused
            }),
        }
    }
}

/// A token cannot be taken; why was logged, by its code only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused;

/// A token that was checked as far as this server can. Without `Debug`: it may hold a card number.
pub(crate) struct ClearedToken {
    /// Names the message, by a digest.
    pub(crate) message: String,
    /// When the message is refused for its age.
    pub(crate) expires_at: Timestamp,
    content: Content,
}

enum Content {
    Card(CardDetails),
    Sealed(String),
}

impl ClearedToken {
    /// What the gateway is given for a session.
    pub(crate) fn credential(&self) -> WalletCredential<'_> {
        match &self.content {
            Content::Card(card) => WalletCredential::Card {
                number: card.pan.as_str(),
                expiration_month: card.expiration_month,
                expiration_year: card.expiration_year,
                auth_method: card.auth_method.name(),
                cryptogram: card.cryptogram.as_ref().map(|text| text.as_str()),
                eci: card.eci.as_deref(),
            },
            Content::Sealed(token) => WalletCredential::GooglePayToken { token },
        }
    }
}

impl GooglePay {
    /// Opens a token that is meant for this server; one for the gateway is passed on as it is. `signed_message` is the
    /// token's member of that name, which its signature covers whole. The clock is read after whatever is waited for.
    pub(crate) async fn clear(
        &self,
        token: String,
        signed_message: &str,
        clock: &dyn Clock,
    ) -> Result<ClearedToken, Refused> {
        let (Tokenization::Direct { keys }, Some(roots)) =
            (&self.settings.tokenization, &self.roots)
        else {
            return Ok(ClearedToken {
                message: digest("sealed", signed_message),
                expires_at: clock.now().plus(UNOPENED_LIFE_MS),
                content: Content::Sealed(token),
            });
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
        Ok(ClearedToken {
            message: digest("opened", &payment.message_id),
            expires_at: payment.expires_at,
            content: Content::Card(payment.card),
        })
    }

    /// Google's own test environment knows one recipient only.
    fn recipient(&self) -> Recipient {
        let settings = &self.settings;
        if settings.environment == GoogleEnvironment::Test && settings.sdk_url.is_some() {
            Recipient::test_environment()
        } else {
            Recipient::merchant(&settings.merchant_id)
        }
    }
}

fn digest(kind: &str, name: &str) -> String {
    use std::fmt::Write;
    let hash = Sha256::new()
        .chain_update(kind)
        .chain_update([0])
        .chain_update(name)
        .finalize();
    hash.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
