//! What a gateway can report about a payment.

use crate::money::Money;
use crate::payment::CardSummary;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "status")]
pub enum PaymentOutcome {
    /// The money is held.
    Authorised {
        reference: String,
        /// Amount held.
        amount: Money,
        /// Card data that may be stored.
        card: CardSummary,
    },
    /// The money is captured.
    Captured {
        reference: String,
        /// Amount captured.
        amount: Money,
        /// Card data that may be stored.
        card: CardSummary,
    },
    RequiresAction {
        reference: String,
        /// URL of the challenge.
        redirect_url: String,
    },
    /// Nothing is held.
    Declined {
        /// The gateway's reference, if it created one.
        reference: Option<String>,
        reason: DeclineReason,
    },
    /// The held money has been released, or will never be held.
    Voided { reference: String },
    /// The gateway has not decided yet; query again later.
    Pending,
    /// The gateway has no such payment.
    Unknown,
}

impl PaymentOutcome {
    /// A stable name for logs and timelines.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Authorised { .. } => "authorised",
            Self::Captured { .. } => "captured",
            Self::RequiresAction { .. } => "requires_action",
            Self::Declined { .. } => "declined",
            Self::Voided { .. } => "voided",
            Self::Pending => "pending",
            Self::Unknown => "unknown",
        }
    }

    /// The gateway's reference, if it gave one.
    #[must_use]
    pub fn reference(&self) -> Option<&str> {
        match self {
            Self::Authorised { reference, .. }
            | Self::Captured { reference, .. }
            | Self::RequiresAction { reference, .. }
            | Self::Voided { reference } => Some(reference),
            Self::Declined { reference, .. } => reference.as_deref(),
            Self::Pending | Self::Unknown => None,
        }
    }
}

/// Why the gateway holds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// The issuer declined.
    Declined,
    ChallengeFailed,
    /// The gateway does not know the session, or it has been used.
    SessionInvalid,
    /// The gateway refused the request itself (the key was reused with other content, or the request is malformed).
    Refused,
}
