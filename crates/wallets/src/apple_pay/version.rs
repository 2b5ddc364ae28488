//! The forms in which tokens come.

use std::fmt;

/// The version of a token, as its `version` says: how its key is agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// Elliptic curves; everywhere but in China.
    EcV1,
    /// RSA; in China.
    RsaV1,
}

impl Version {
    /// Every version there is.
    pub const ALL: [Self; 2] = [Self::EcV1, Self::RsaV1];

    /// The name in tokens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EcV1 => "EC_v1",
            Self::RsaV1 => "RSA_v1",
        }
    }

    /// The version of this exact name.
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
