//! Why a request with an idempotency key is refused.

/// Nothing was done for a request that is refused so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// The header is not one usable key.
    Form,
    /// The request does more than create one cart, or something else.
    NotSupported,
    /// The key came with another request before.
    Reused,
    /// This server is still at work on a request with this key.
    InUse,
}

impl KeyError {
    /// The HTTP status.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Form | Self::NotSupported => 400,
            Self::InUse => 409,
            Self::Reused => 422,
        }
    }

    /// The code for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Form => "IDEMPOTENCY_KEY_INVALID",
            Self::NotSupported => "IDEMPOTENCY_KEY_NOT_SUPPORTED",
            Self::Reused => "IDEMPOTENCY_KEY_REUSED",
            Self::InUse => "IDEMPOTENCY_KEY_IN_USE",
        }
    }

    /// What was wrong, and what to do.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Form => {
                "Idempotency-Key must be one unguessable key of 16 to 255 printable ASCII characters, e.g. a random UUID"
            }
            Self::NotSupported => {
                "Idempotency-Key works with cartCreate as the only root field: send other operations without it"
            }
            Self::Reused => {
                "this Idempotency-Key came with another request before: use a new key for a new cart"
            }
            Self::InUse => {
                "the first request with this Idempotency-Key is still running: repeat it in a second"
            }
        }
    }
}
