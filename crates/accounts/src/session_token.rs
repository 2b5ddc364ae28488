//! The token by which a signed-in buyer's confirmation reaches the cart API (`shopPayWalletContent.sessionToken`).

use sha2::{Digest as _, Sha256};
use std::fmt;
use zkratka_commerce::hex;
use zkratka_store::{Ticket, TicketId};

/// How long a confirmed payment may wait to be bound to its cart.
pub const CONFIRMATION_LIFETIME_MS: i64 = 10 * 60_000;

/// Ends an id, so that the token of another purpose is not read as one.
const PREFIX: &str = "sc_";
const ID: usize = 16;
const SECRET: usize = 32;

/// A reference to one confirmed payment. It is as good as the payment, so it has no `Debug`, and the store has only its id
/// and the SHA-256 of its secret.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken {
    id: TicketId,
    secret: [u8; SECRET],
}

impl SessionToken {
    /// Both must be random.
    #[must_use]
    pub const fn new(id: [u8; ID], secret: [u8; SECRET]) -> Self {
        let id = TicketId(id);
        Self { id, secret }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = hex::decode(text.strip_prefix(PREFIX)?)?;
        let (id, secret) = bytes.split_at_checked(ID)?;
        Some(Self::new(id.try_into().ok()?, secret.try_into().ok()?))
    }

    /// What the store keeps.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        Ticket {
            id: self.id,
            secret_hash: Sha256::digest(self.secret).into(),
        }
    }
}

/// As the cart API takes it.
impl fmt::Display for SessionToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, secret) = (hex::encode(&self.id.0), hex::encode(&self.secret));
        write!(formatter, "{PREFIX}{id}{secret}")
    }
}

#[cfg(test)]
mod tests {
    use super::SessionToken;

    /// [3.13] A token is read as it was written, and the store learns nothing by which it could be written.
    #[test]
    fn a_token_is_read_as_it_was_written() {
        let token = SessionToken::new([1; 16], [2; 32]);
        let text = token.to_string();
        let read = SessionToken::parse(&text).map(|token| token.ticket());
        assert!(read == Some(token.ticket()), "{text}");
        let other = SessionToken::new([1; 16], [3; 32]);
        assert_eq!(other.ticket().id, token.ticket().id);
        assert_ne!(other.ticket().secret_hash, token.ticket().secret_hash);
        assert_ne!(token.ticket().secret_hash, [2; 32]);
        let shorter = &text[..text.len() - 2];
        let longer = format!("{text}00");
        let other_kind = text.replace("sc_", "xx_");
        for wrong in ["", "sc_", "sc_zz", shorter, &longer, &other_kind] {
            assert!(SessionToken::parse(wrong).is_none(), "{wrong}");
        }
    }
}
