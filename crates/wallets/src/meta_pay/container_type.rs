//! The types of containers.

/// The kind of credential in a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContainerType {
    /// The number on the card.
    BasicCard,
    /// A network token with a cryptogram.
    EcomToken,
}

impl ContainerType {
    /// All types.
    pub const ALL: [Self; 2] = [Self::BasicCard, Self::EcomToken];

    /// Returns the name in containers, with its version.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BasicCard => "basic-card-v1",
            Self::EcomToken => "ecom-token-v1",
        }
    }

    /// Returns the type with exactly this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}
