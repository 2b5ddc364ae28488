//! The recipients of tokens.

/// The recipient of a token. It is part of the signed text, so a token stolen from one shop is worthless in another.
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

    /// A complete recipient id, with its prefix.
    #[must_use]
    pub fn verbatim(id: &str) -> Self {
        Self(id.to_owned())
    }

    /// Returns the complete recipient id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
