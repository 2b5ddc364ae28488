//! The names of an attempt. Three parties each know one of them, and none tells another:
//!
//! - clients poll with the public id;
//! - the gateway knows the idempotency key, which is as good as the payment itself where it is accepted;
//! - the bank's page leads back to the return id, whose answer leads on to the buyer's cart.
//!
//! All of them hold the attempt's storage key, which is no secret and finds it. The unguessable rest of the public id is
//! the attempt's tail; that of the other two is derived from a secret that never leaves the store. So every server
//! makes the same names from the stored attempt, whenever and however often it goes on with it.

use sha2::{Digest, Sha256};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::{AttemptKey, Secret};
use zkratka_ids::{encode_public, parse_public, same_text};

/// What return ids are derived for.
const RETURN: &str = "zkratka attempt, return id";

/// Who uses a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFor {
    /// Whoever submitted the cart.
    Client,
    /// The payment gateway.
    Gateway,
    /// The buyer's browser on its way back from a challenge.
    Return,
}

impl NameFor {
    const ALL: [Self; 3] = [Self::Client, Self::Gateway, Self::Return];

    /// First letter of the name.
    const fn letter(self) -> char {
        match self {
            Self::Client => 'A',
            Self::Gateway => 'K',
            Self::Return => 'R',
        }
    }

    /// What keeps the digests of one secret apart; `None` where the name is no digest.
    const fn domain(self) -> Option<&'static str> {
        match self {
            Self::Client => None,
            Self::Gateway => Some("zkratka attempt, gateway key"),
            Self::Return => Some(RETURN),
        }
    }

    /// The name of this attempt, 40 characters.
    #[must_use]
    pub fn of(self, attempt: &Attempt) -> String {
        match (self.domain(), &attempt.secret) {
            (Some(domain), Some(secret)) => self.made_of(domain, secret, attempt.key),
            // Also everybody's name of an attempt that was begun when there was only one: what the gateway may have been
            // asked under stays.
            (None, _) | (_, None) => public_id(attempt),
        }
    }

    fn made_of(self, domain: &str, secret: &Secret, key: AttemptKey) -> String {
        encode_public(self.letter(), key.0, &derived(domain, secret, key))
    }

    /// Whether this is that name of the attempt. In constant time.
    #[must_use]
    pub fn is(self, name: &str, attempt: &Attempt) -> bool {
        same_text(&self.of(attempt), name)
    }
}

/// What clients poll with, 40 characters.
#[must_use]
pub fn public_id(attempt: &Attempt) -> String {
    encode_public(
        NameFor::Client.letter(),
        attempt.key.0,
        &attempt.token_secret,
    )
}

/// The idempotency key at the gateway, 40 characters.
#[must_use]
pub fn gateway_key(attempt: &Attempt) -> String {
    NameFor::Gateway.of(attempt)
}

/// The return id that an attempt of this key and secret will have ([`NameFor::Return`]).
pub(super) fn return_id(key: AttemptKey, secret: &Secret) -> String {
    NameFor::Return.made_of(RETURN, secret, key)
}

/// The storage key in any of the names. Whether it is the right name must still be asked of the attempt.
#[must_use]
pub fn key_in_name(name: &str) -> Option<AttemptKey> {
    let read = |of: NameFor| parse_public(of.letter(), name);
    let (key, _tail) = NameFor::ALL.into_iter().find_map(read)?;
    Some(AttemptKey(key))
}

/// Half of a SHA-256 digest. The lengths are fixed, so that no two inputs run together.
fn derived(domain: &str, secret: &Secret, key: AttemptKey) -> Secret {
    let digest = Sha256::new()
        .chain_update(domain)
        .chain_update([0])
        .chain_update(secret.0)
        .chain_update(key.0.to_be_bytes())
        .finalize();
    let mut tail = [0; 16];
    tail.copy_from_slice(&digest[..16]);
    Secret(tail)
}
