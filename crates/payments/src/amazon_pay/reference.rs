//! Identifiers of Amazon's payments in this shop. All have the same prefix, so that they never match another gateway's.
//!
//! A payment's reference grows: first it names the session and the attempt, then also the charge. Amazon keeps a session
//! for 30 days only, and a refund may come later. The attempt's tag keeps apart attempts that pay by the same session.

use super::session::Session;
use sha2::{Digest as _, Sha256};
use zkratka_commerce::hex;

/// The prefix of Amazon Pay's sessions and references.
pub const PREFIX: &str = "amazon:";
/// Before the id of a charge permission under which nothing is charged.
const PERMISSION: &str = "permission:";
/// Bytes of a tag.
const TAG: usize = 8;
/// After the key in the reference of a session that must not be completed any more.
const VOID: &str = ".void";

/// The session that the attempt machine knows.
#[must_use]
pub fn session_of(checkout_session: &str) -> String {
    format!("{PREFIX}{checkout_session}")
}

/// Strips our prefix.
pub(super) fn id_in(session: &str) -> &str {
    session.strip_prefix(PREFIX).unwrap_or_default()
}

/// The parts of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reference<'a> {
    pub(super) session: &'a str,
    pub(super) tag: &'a str,
    pub(super) money: Money<'a>,
}

/// What holds the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Money<'a> {
    /// The session is not completed yet.
    None,
    /// The charge's id.
    Charge(&'a str),
    /// The id of a charge permission under which nothing is charged.
    Permission(&'a str),
}

impl<'a> Reference<'a> {
    pub(super) fn read(reference: &'a str) -> Option<Self> {
        let (payment, money) = match id_in(reference).split_once('/') {
            Some((payment, money)) => match money.strip_prefix(PERMISSION) {
                Some(id) => (payment, Money::Permission(id)),
                None => (payment, Money::Charge(money)),
            },
            None => (id_in(reference), Money::None),
        };
        let (session, tag) = payment.split_once(':')?;
        Some(Self {
            session,
            tag,
            money,
        })
    }
}

/// The reference of an attempt's payment whose session is not completed.
pub(super) fn reference_of(session: &str, key: &str) -> String {
    format!("{PREFIX}{session}:{}", tag(key))
}

pub(super) fn reference_of_charge(session: &str, key: &str, charge: &str) -> String {
    format!("{}/{charge}", reference_of(session, key))
}

pub(super) fn reference_of_permission(session: &str, key: &str, permission: &str) -> String {
    format!("{}/{PERMISSION}{permission}", reference_of(session, key))
}

pub(super) fn tag(key: &str) -> String {
    let digest = Sha256::digest(key);
    hex::encode(&digest[..TAG])
}

/// The mark of a session that must not be completed any more for the attempt with this key.
pub(super) fn voided(key: &str) -> String {
    format!("{key}{VOID}")
}

/// The key in the shop's reference of a session or a charge permission.
pub(super) fn key_in(reference: &str) -> &str {
    reference.strip_suffix(VOID).unwrap_or(reference)
}

impl Session {
    /// The key of the attempt that last set the amount.
    pub(super) fn key(&self) -> Option<&str> {
        self.reference.as_deref().map(key_in)
    }

    /// Whether the attempt with this key set the amount last.
    pub(super) fn is_under(&self, key: &str) -> bool {
        self.key() == Some(key)
    }

    /// Whether the payment was voided before the session was completed.
    pub(super) fn is_voided(&self) -> bool {
        let reference = self.reference.as_deref();
        reference.is_some_and(|reference| reference.ends_with(VOID))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_round_trip() {
        let read = |text: &str, money: Money<'_>| {
            let expected = Reference {
                session: "s-1",
                tag: &tag("K1"),
                money,
            };
            assert_eq!(Reference::read(text), Some(expected), "{text}");
            assert!(text.starts_with(PREFIX), "{text}");
            assert!(text.starts_with(&reference_of("s-1", "K1")), "{text}");
        };
        read(&reference_of("s-1", "K1"), Money::None);
        let charge = reference_of_charge("s-1", "K1", "S01-1-C1");
        read(&charge, Money::Charge("S01-1-C1"));
        let permission = reference_of_permission("s-1", "K1", "S01-1");
        read(&permission, Money::Permission("S01-1"));
        assert_eq!(id_in(&session_of("s-1")), "s-1");
        assert_ne!(reference_of("s-1", "K1"), reference_of("s-1", "K2"));
        for text in ["", "amazon:", "amazon:s-1", "paypal:s:t", "s:t"] {
            assert_eq!(Reference::read(text), None, "{text}");
        }
        assert_eq!((key_in("K1"), key_in(&voided("K1"))), ("K1", "K1"));
    }
}
