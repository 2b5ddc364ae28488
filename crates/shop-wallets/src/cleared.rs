//! Wallet tokens that this server has verified as far as it can.

use sha2::{Digest, Sha256};
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::WalletCredential;
use zkratka_wallets::CardDetails;

/// The token was refused. The reason was logged as a code only.
#[derive(Clone, Copy, Debug)]
pub struct Refused;

/// A verified token. It has no `Debug`, because it may contain a card number.
pub struct ClearedToken {
    /// A digest that identifies the wallet's message.
    pub message: String,
    /// When the message becomes too old to be accepted.
    pub expires_at: Timestamp,
    content: Content,
}

enum Content {
    Card(CardDetails),
    Sealed(String),
}

impl ClearedToken {
    /// A token that this server has decrypted. `name` identifies its message among all messages of its kind.
    pub(crate) fn opened(kind: &str, name: &str, expires_at: Timestamp, card: CardDetails) -> Self {
        Self {
            message: digest(kind, name),
            expires_at,
            content: Content::Card(card),
        }
    }

    /// A Google Pay token that only the gateway can decrypt.
    pub(crate) fn sealed(name: &str, expires_at: Timestamp, token: String) -> Self {
        Self {
            message: digest("sealed", name),
            expires_at,
            content: Content::Sealed(token),
        }
    }

    /// The credential that the gateway exchanges for a session.
    #[must_use]
    pub fn credential(&self) -> WalletCredential<'_> {
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

fn digest(kind: &str, name: &str) -> String {
    let hash = Sha256::new()
        .chain_update(kind)
        .chain_update([0])
        .chain_update(name)
        .finalize();
    hex::encode(&hash)
}
