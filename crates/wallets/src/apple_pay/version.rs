//! The versions of tokens.

use std::fmt;

/// The `version` of a token. It determines how the symmetric key is exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// Elliptic curves; used everywhere except in China.
    EcV1,
    /// RSA; used in China.
    RsaV1,
}

impl Version {
    /// All versions.
    pub const ALL: [Self; 2] = [Self::EcV1, Self::RsaV1];

    /// Returns the name in tokens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EcV1 => "EC_v1",
            Self::RsaV1 => "RSA_v1",
        }
    }

    /// Returns the version with exactly this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
