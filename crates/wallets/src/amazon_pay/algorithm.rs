//! The two signature algorithms of Amazon Pay: RSASSA-PSS with SHA-256, and salts of different lengths.

use zkratka_commerce::hex;

use sha2::{Digest as _, Sha256};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The older one.
    V1,
    /// What Amazon recommends, and its own libraries use by default.
    V2,
}

impl Algorithm {
    /// The name in headers and signed texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1 => "AMZN-PAY-RSASSA-PSS",
            Self::V2 => "AMZN-PAY-RSASSA-PSS-V2",
        }
    }

    /// The length of the salt, in bytes.
    #[must_use]
    pub const fn salt_length(self) -> usize {
        match self {
            Self::V1 => 20,
            Self::V2 => 32,
        }
    }

    /// The text that a signature of `content` signs: a canonical request, or the button's payload.
    #[must_use]
    pub fn string_to_sign(self, content: &str) -> String {
        let digest = hex::encode(&Sha256::digest(content));
        format!("{}\n{digest}", self.name())
    }
}
