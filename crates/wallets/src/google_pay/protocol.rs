//! The protocols of tokens.

use std::fmt;

/// The `protocolVersion` of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// A root key signs the message, and 128-bit keys encrypt it.
    EcV1,
    /// An intermediate key signs the message, and 256-bit keys encrypt it.
    EcV2,
    /// An intermediate key signs the message, which is not encrypted.
    EcV2SigningOnly,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 3] = [Self::EcV1, Self::EcV2, Self::EcV2SigningOnly];

    /// Returns the name in tokens and in Google's list of root keys.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EcV1 => "ECv1",
            Self::EcV2 => "ECv2",
            Self::EcV2SigningOnly => "ECv2SigningOnly",
        }
    }

    /// Returns the protocol with exactly this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Whether the message is encrypted to the recipient.
    #[must_use]
    pub const fn is_encrypted(self) -> bool {
        !matches!(self, Self::EcV2SigningOnly)
    }

    /// Length of each of the two symmetric keys, in bytes.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.02] A protocol is written as it is read.
    #[test]
    fn a_protocol_is_written_by_its_name() {
        for (protocol, name) in [
            (Protocol::EcV1, "ECv1"),
            (Protocol::EcV2, "ECv2"),
            (Protocol::EcV2SigningOnly, "ECv2SigningOnly"),
        ] {
            assert_eq!(protocol.to_string(), name);
            assert_eq!(Protocol::named(name), Some(protocol));
        }
    }
}
