//! The modes of containers.

use std::fmt;

/// Whether a container moves money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A container of Meta's test mode, or of the sandbox.
    Test,
    /// A container that moves money.
    Live,
}

impl Mode {
    /// Both modes.
    pub const ALL: [Self; 2] = [Self::Test, Self::Live];

    /// Returns the name in containers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Test => "TEST",
            Self::Live => "LIVE",
        }
    }

    /// Returns the mode with exactly this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
