//! The names of an attempt. Each of four parties has a name of its own and cannot derive the others from it:
//!
//! - The client that submitted the cart polls with the public id, which leads to the order with the buyer's data.
//! - Other clients that know the cart's key poll with the watcher's id, which leads to no data.
//! - The gateway gets the idempotency key. Where that key is accepted, it is as good as the payment itself.
//! - The bank's page redirects to the return id, and the response there leads to the order's own link, or the cart.
//!
//! Each name contains the attempt's storage key, which is not secret and finds the attempt. The rest of a name is
//! unguessable. In the public id it is the attempt's `token_secret`. In the other names it is derived from a secret
//! that never leaves the store. So every server derives the same names from the stored attempt, however often it is
//! resumed.
//!
//! A reader of the database can derive all of these. If the attempt sells gift cards, its order's page shows codes, so the
//! public id and the secret of that page are derived with a key that is not in the database ([`Attempt::link_key`]), and
//! the return id does not lead to them.

use sha2::{Digest, Sha256};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::gift_card::{LinkTo, SoldCodes};
use zkratka_commerce::ids::{AttemptKey, Secret};
use zkratka_ids::{encode_public, parse_public, same_text};

/// The domain for the secret of the order's page.
const ORDER_PAGE: &str = "zkratka attempt, page of the order";
/// The domain for the key that signs links to files.
const DOWNLOADS: &str = "zkratka attempt, downloads";
/// The domain for the digests in return ids.
const RETURN: &str = "zkratka attempt, return id";
/// The first letter of the keys of refunds.
const REFUND_LETTER: char = 'F';
/// The domain for the digests in the keys of refunds.
const REFUND: &str = "zkratka attempt, refund key";

/// The party that uses a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFor {
    /// The client that submitted the cart.
    Client,
    /// Any other client that knows the cart's key.
    Watcher,
    /// The payment gateway.
    Gateway,
    /// The buyer's browser, when it returns from a challenge.
    Return,
}

impl NameFor {
    const ALL: [Self; 4] = [Self::Client, Self::Watcher, Self::Gateway, Self::Return];

    const fn letter(self) -> char {
        match self {
            Self::Client => 'A',
            Self::Watcher => 'W',
            Self::Gateway => 'K',
            Self::Return => 'R',
        }
    }

    /// Separates the digests that are made of one secret. `None` for a name without a digest.
    const fn domain(self) -> Option<&'static str> {
        match self {
            Self::Client => None,
            Self::Watcher => Some("zkratka attempt, watcher"),
            Self::Gateway => Some("zkratka attempt, gateway key"),
            Self::Return => Some(RETURN),
        }
    }

    /// The party's name for this attempt, 40 characters. A client whose name needs a key that is not configured gets the
    /// watcher's.
    #[must_use]
    pub fn of(self, attempt: &Attempt, codes: &dyn SoldCodes) -> String {
        self.name(attempt, codes)
            .unwrap_or_else(|| Self::Watcher.stored(attempt))
    }

    /// `None`: the name needs a key that is not configured.
    fn name(self, attempt: &Attempt, codes: &dyn SoldCodes) -> Option<String> {
        if self == Self::Client && attempt.link_key().is_some() {
            let secret = link_secret(attempt, LinkTo::Attempt, codes)?;
            return Some(encode_public(self.letter(), attempt.key.0, &secret));
        }
        Some(self.stored(attempt))
    }

    /// The name that follows from the stored attempt alone.
    fn stored(self, attempt: &Attempt) -> String {
        if let (Some(domain), Some(secret)) = (self.domain(), &attempt.secret) {
            return self.made_of(domain, secret, attempt.key);
        }
        // An attempt from a version in which all parties used one name keeps it, because the gateway may have been called
        // with it.
        let letter = Self::Client.letter();
        encode_public(letter, attempt.key.0, &attempt.token_secret)
    }

    fn made_of(self, domain: &str, secret: &Secret, key: AttemptKey) -> String {
        encode_public(self.letter(), key.0, &derived(domain, secret, key))
    }

    /// Whether `name` is the party's name for this attempt. Compares in constant time.
    #[must_use]
    pub fn is(self, name: &str, attempt: &Attempt, codes: &dyn SoldCodes) -> bool {
        let own = self.name(attempt, codes);
        own.is_some_and(|own| same_text(&own, name))
    }
}

/// The id with which clients poll, 40 characters.
#[must_use]
pub fn public_id(attempt: &Attempt, codes: &dyn SoldCodes) -> String {
    NameFor::Client.of(attempt, codes)
}

/// The secret in the link to the order that the attempt makes. It is derived, so nothing more is stored, and the link can be
/// made again. `None` for an attempt from a version whose attempts had no secret, and if its key is not configured: its
/// order has no link of its own.
#[must_use]
pub fn order_secret(attempt: &Attempt, codes: &dyn SoldCodes) -> Option<Secret> {
    if attempt.link_key().is_some() {
        return link_secret(attempt, LinkTo::OrderPage, codes);
    }
    let secret = attempt.secret.as_ref()?;
    Some(derived(ORDER_PAGE, secret, attempt.key))
}

/// The key that signs links to the files of the order that the attempt makes. `None` for an attempt from a version whose
/// attempts had no secret.
#[must_use]
pub fn download_secret(attempt: &Attempt) -> Option<Secret> {
    let secret = attempt.secret.as_ref()?;
    Some(derived(DOWNLOADS, secret, attempt.key))
}

/// A secret that a reader of the database cannot derive. `None`: its key is not configured.
fn link_secret(attempt: &Attempt, to: LinkTo, codes: &dyn SoldCodes) -> Option<Secret> {
    codes.link_secret(
        &attempt.link_key()?,
        to,
        attempt.key,
        attempt.secret.as_ref()?,
    )
}

/// The idempotency key at the gateway, 40 characters.
#[must_use]
pub fn gateway_key(attempt: &Attempt) -> String {
    NameFor::Gateway.stored(attempt)
}

/// Whether this is [`gateway_key`]. Compares in constant time.
#[must_use]
pub fn is_gateway_key(name: &str, attempt: &Attempt) -> bool {
    same_text(&gateway_key(attempt), name)
}

/// The id in the address to which the buyer's browser returns from a challenge, 40 characters.
pub(super) fn return_id(attempt: &Attempt) -> String {
    NameFor::Return.stored(attempt)
}

/// The idempotency key of a refund at the gateway, 40 characters. `refund` is its number in the order's life.
#[must_use]
pub fn refund_key(attempt: &Attempt, refund: u32) -> String {
    let secret = attempt.secret.as_ref().unwrap_or(&attempt.token_secret);
    let domain = format!("{REFUND}\0{refund}");
    encode_public(
        REFUND_LETTER,
        attempt.key.0,
        &derived(&domain, secret, attempt.key),
    )
}

/// The storage key in a key that the gateway got: an attempt's, or a refund's. Check it with [`named_by_gateway`].
#[must_use]
pub fn key_at_gateway(name: &str) -> Option<AttemptKey> {
    // Attempts of older versions used their public id.
    let letters = [
        NameFor::Gateway.letter(),
        NameFor::Client.letter(),
        REFUND_LETTER,
    ];
    let mut read = letters.into_iter().map(|letter| parse_public(letter, name));
    read.find_map(|found| found.map(|(key, _)| AttemptKey(key)))
}

/// Whether the gateway got this key with the attempt, or with one of these refunds of its order. Compares in constant time.
#[must_use]
pub fn named_by_gateway(
    name: &str,
    attempt: &Attempt,
    mut refunds: impl Iterator<Item = u32>,
) -> bool {
    is_gateway_key(name, attempt)
        || refunds.any(|refund| same_text(&refund_key(attempt, refund), name))
}

/// The return id ([`NameFor::Return`]) that an attempt with this key and secret will have.
pub(super) fn new_return_id(key: AttemptKey, secret: &Secret) -> String {
    NameFor::Return.made_of(RETURN, secret, key)
}

/// The storage key in any of the names. The caller must still check the name against the attempt ([`NameFor::is`]).
#[must_use]
pub fn key_in_name(name: &str) -> Option<AttemptKey> {
    let read = |of: NameFor| parse_public(of.letter(), name);
    let (key, _tail) = NameFor::ALL.into_iter().find_map(read)?;
    Some(AttemptKey(key))
}

/// Half of a SHA-256 digest. The secret and the key have fixed lengths, so no two different inputs give the same bytes.
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
