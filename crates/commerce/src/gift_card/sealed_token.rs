//! How an attempt that sells gift cards stores the client's attempt token.
//!
//! The links to the order of such an attempt lead to codes, so they are derived with a key that is not in the database. A
//! client that repeats its attempt token gets these links, too. Therefore the store keeps only a code of the token.

use super::CodeKeyId;
use std::fmt;

/// No client's attempt token contains a control character.
const MARK: char = '\u{1f}';

/// An attempt token as it is stored: the key's id, and a code of the token made with that key.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedToken(String);

impl SealedToken {
    #[must_use]
    pub fn new(key: &CodeKeyId, code: &str) -> Self {
        Self(format!("{MARK}{key}{MARK}{code}"))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key that sealed a stored attempt token. `None`: it is the client's token itself.
    #[must_use]
    pub fn key_of(stored: &str) -> Option<CodeKeyId> {
        let (key, _code) = stored.strip_prefix(MARK)?.split_once(MARK)?;
        CodeKeyId::parse(key).ok()
    }
}

impl fmt::Debug for SealedToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SealedToken(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_token_names_its_key() {
        let key = CodeKeyId::parse("2026").unwrap();
        let sealed = SealedToken::new(&key, "00ff");
        assert_eq!(SealedToken::key_of(sealed.as_str()), Some(key));
        assert!(sealed.as_str().contains(char::is_control));
        for plain in ["token-1", "2026\u{1f}00ff", "\u{1f}2026", ""] {
            assert_eq!(SealedToken::key_of(plain), None, "{plain:?}");
        }
    }
}
