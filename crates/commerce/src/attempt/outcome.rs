//! What a gateway can say about a payment.

use crate::money::Money;
use crate::payment::CardSummary;
use serde::{Deserialize, Serialize};

/// What the gateway said about a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "status")]
pub enum PaymentOutcome {
    /// Money is held.
    Authorised {
        /// The gateway's reference.
        reference: String,
        /// What was held.
        amount: Money,
        /// What may be kept of the card.
        card: CardSummary,
    },
    /// Money has been taken.
    Captured {
        /// The gateway's reference.
        reference: String,
        /// What was taken.
        amount: Money,
        /// What may be kept of the card.
        card: CardSummary,
    },
    /// The buyer must pass a challenge.
    RequiresAction {
        /// The gateway's reference.
        reference: String,
        /// Where the buyer goes.
        redirect_url: String,
    },
    /// Nothing is held.
    Declined {
        /// The gateway's reference, if it made one.
        reference: Option<String>,
        /// Why.
        reason: DeclineReason,
    },
    /// What was held has been let go, or will never be held.
    Voided {
        /// The gateway's reference.
        reference: String,
    },
    /// The gateway has not decided yet; ask again later.
    Pending,
    /// The gateway knows no such payment.
    Unknown,
}

impl PaymentOutcome {
    /// A stable name, for logs and timelines.
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

    /// The gateway's reference, where it gave one.
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

/// Why nothing is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// The issuer declined.
    Declined,
    ChallengeFailed,
    /// The session is unknown or used up.
    SessionInvalid,
    /// The gateway refused the request itself (key reused with another content, malformed).
    Refused,
}
