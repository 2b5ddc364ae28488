//! The forms in which tokens come.

use std::fmt;

/// The protocol of a token, as its `protocolVersion` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Signed by a root key itself, encrypted with 128-bit keys.
    EcV1,
    /// Signed by an intermediate key, encrypted with 256-bit keys.
    EcV2,
    /// Signed by an intermediate key, not encrypted.
    EcV2SigningOnly,
}

impl Protocol {
    /// Every protocol there is.
    pub const ALL: [Self; 3] = [Self::EcV1, Self::EcV2, Self::EcV2SigningOnly];

    /// The name in tokens and among root keys.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EcV1 => "ECv1",
            Self::EcV2 => "ECv2",
            Self::EcV2SigningOnly => "ECv2SigningOnly",
        }
    }

    /// The protocol of this exact name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Whether the message is encrypted to the recipient.
    #[must_use]
    pub const fn is_encrypted(self) -> bool {
        !matches!(self, Self::EcV2SigningOnly)
    }

    /// Length in bytes of each of the two symmetric keys.
    pub(super) const fn key_length(self) -> usize {
        match self {
            Self::EcV1 => 16,
            Self::EcV2 | Self::EcV2SigningOnly => 32,
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
