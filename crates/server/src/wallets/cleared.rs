//! Tokens that were checked as far as this server can.

use sha2::{Digest, Sha256};
use zkratka_commerce::time::Timestamp;
use zkratka_payments::WalletCredential;
use zkratka_wallets::CardDetails;

/// A token cannot be taken; why was logged, by its code only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused;

/// A token that was checked. Without `Debug`: it may hold a card number.
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
    /// A token that was opened here; `name` tells its message from every other of its kind.
    pub(super) fn opened(kind: &str, name: &str, expires_at: Timestamp, card: CardDetails) -> Self {
        Self {
            message: digest(kind, name),
            expires_at,
            content: Content::Card(card),
        }
    }

    /// A Google Pay token that only the gateway can open.
    pub(super) fn sealed(name: &str, expires_at: Timestamp, token: String) -> Self {
        Self {
            message: digest("sealed", name),
            expires_at,
            content: Content::Sealed(token),
        }
    }

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
