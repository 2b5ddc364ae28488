//! For whom a token is meant.

use std::fmt;

/// For whom a token is meant: part of what is signed, so that a token stolen from one shop is worthless in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient(String);

impl Recipient {
    /// A merchant who decrypts tokens itself (tokenization `DIRECT`).
    #[must_use]
    pub fn merchant(id: &str) -> Self {
        Self(format!("merchant:{id}"))
    }

    /// A payment gateway (tokenization `PAYMENT_GATEWAY`).
    #[must_use]
    pub fn gateway(id: &str) -> Self {
        Self(format!("gateway:{id}"))
    }

    /// The recipient that Google's TEST environment writes into every `DIRECT` token.
    #[must_use]
    pub fn test_environment() -> Self {
        Self::merchant("12345678901234567890")
    }

    /// A recipient given in full, with its prefix.
    #[must_use]
    pub fn verbatim(id: &str) -> Self {
        Self(id.to_owned())
    }

    /// The recipient in full.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
