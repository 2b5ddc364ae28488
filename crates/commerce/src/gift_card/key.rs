//! What is derived from a code with a key: the names of keys, the digest that the store keeps, and the codes of sold cards.
//!
//! The keys are not in the database, so that a reader of the database can neither compute a code nor try codes out. This
//! crate knows the keys' names only.

use super::SealedToken;
use crate::ids::{AttemptKey, LineId, Secret};
use std::fmt;

/// The name of a key of the configuration. It stands for one secret for ever.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodeKeyId(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is not a key's id: write 1 to 32 lower-case letters, digits and hyphens, e.g. 2026-11"
)]
pub struct NotAKeyId;

impl CodeKeyId {
    pub fn parse(text: &str) -> Result<Self, NotAKeyId> {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=32).contains(&text.len()) && text.bytes().all(fits) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotAKeyId)
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CodeKeyId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What the store keeps of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeDigest {
    /// The key that made the digest and, for a sold card, the code. `None`: a card from before there were keys.
    pub key: Option<CodeKeyId>,
    /// In hexadecimal digits.
    pub digest: String,
}

/// The digest and last characters of a sold card's code. The code itself is not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldCode {
    pub last_characters: String,
    pub digest: CodeDigest,
}

/// A secret in a link that leads to the codes of sold cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkTo {
    /// The id of the attempt for the client that submitted it.
    Attempt,
    /// The order's own page.
    OrderPage,
}

/// Makes the codes of gift cards that orders sell, and the secrets of the links to those codes. Without an implementation
/// of its own a method has no key.
pub trait SoldCodes: fmt::Debug + Send + Sync {
    /// The code of one unit of a gift card line, for the attempt with this secret. `None`: there is no key to make it with.
    fn sell(&self, secret: &Secret, line: LineId, unit: u32) -> Option<SoldCode>;

    /// A client's attempt token as an attempt that sells gift cards stores it: with each key, the current one first.
    fn seal(&self, _token: &str) -> Vec<SealedToken> {
        Vec::new()
    }

    /// The secret of a link to an attempt with this key and secret. `None`: there is no key of this id.
    fn link_secret(
        &self,
        _key: &CodeKeyId,
        _to: LinkTo,
        _attempt: AttemptKey,
        _secret: &Secret,
    ) -> Option<Secret> {
        None
    }
}

/// Makes no codes: for steps from which no order follows.
#[derive(Clone, Copy, Debug)]
pub struct NoSoldCodes;

impl SoldCodes for NoSoldCodes {
    fn sell(&self, _: &Secret, _: LineId, _: u32) -> Option<SoldCode> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_short_and_plain() {
        for text in ["2026", "2026-11", "a", &"k".repeat(32)] {
            assert_eq!(CodeKeyId::parse(text).unwrap().as_str(), text);
        }
        for text in ["", "A", "a b", "klíč", "a_b", &"k".repeat(33)] {
            assert_eq!(CodeKeyId::parse(text), Err(NotAKeyId), "{text}");
        }
    }
}
