//! The attempt as stored.

use crate::ids::{AttemptKey, CartKey, OrderNumber, Secret};
use crate::order::OrderSnapshot;
use crate::payment::CardSummary;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// An attempt as stored. Made by [`super::begin`], changed only by [`super::transition`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Storage key.
    pub key: AttemptKey,
    /// Unguessable part of its public id.
    #[serde(rename = "tail")]
    pub token_secret: Secret,
    /// What its other names (the gateway's key, the return address) are derived from; leaves the store for nobody.
    /// `None`: begun by a version that used the public id for them too. It keeps them, because a repetition under
    /// another key would be a second payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    pub cart: CartKey,
    /// The client's attempt token; unique among all attempts.
    pub token: String,
    /// Revision of the cart it was begun with.
    pub cart_revision: u64,
    /// Grows by one with every stored change; fences every write.
    pub version: u64,
    /// When it was begun.
    pub created_at: Timestamp,
    /// Until when the gateway honours the idempotency key.
    pub key_expires_at: Timestamp,
    /// When the next step is due if nothing else happens first; `None` when nothing remains to be done.
    pub due_at: Option<Timestamp>,
    /// What is being bought.
    pub snapshot: OrderSnapshot,
    /// Where it stands.
    pub state: AttemptState,
    /// What became of the stock it reserved.
    pub reservation: Reservation,
    /// How often the present step has been repeated without a usable answer.
    #[serde(default)]
    pub retries: u32,
    /// References besides the attempt's own under which the gateway says that it holds money: each is voided until
    /// the gateway confirms. Empty unless a gateway breaks its promise of one payment for one key.
    #[serde(default)]
    pub strays: Vec<String>,
    /// The order it made.
    pub order: Option<OrderNumber>,
}

impl Attempt {
    /// Whether the cart is still waiting for this attempt: neither an order nor a release has happened.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        matches!(self.reservation, Reservation::Held)
    }
}

/// What became of the stock an attempt reserved. Leaves `Held` exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reservation {
    /// Taken off the stock, waiting for the outcome; the cart is closed.
    Held,
    /// Sold: the order exists.
    Sold,
    /// Given back; the cart is open again. Nothing that happens later may make an order.
    Released,
}

/// Where an attempt stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum AttemptState {
    /// Stock is reserved; the gateway has not been asked.
    Reserved,
    /// The gateway may have been asked; the same request is repeated under the same key.
    Authorising {
        /// Part of the request, kept because a repetition must be identical.
        return_url: String,
    },
    /// The buyer must pass a challenge (3-D Secure).
    RequiresAction {
        /// The gateway's reference.
        reference: String,
        /// Where the buyer goes.
        redirect_url: String,
        /// Until when; afterwards the payment is cancelled at the gateway.
        expires_at: Timestamp,
    },
    /// Money is held; the order exists; capture follows.
    Authorised {
        /// The gateway's reference.
        reference: String,
        /// What may be kept of the card.
        card: CardSummary,
    },
    /// Money has been taken; the order exists.
    Captured {
        /// The gateway's reference.
        reference: String,
        /// What may be kept of the card.
        card: CardSummary,
    },
    /// The order exists and is paid later, or costs nothing.
    Placed,
    /// Money may be held that cannot be honoured: the gateway is asked to let it go until it confirms.
    Voiding {
        /// The gateway's reference.
        reference: String,
        /// Why.
        reason: FailureReason,
    },
    /// The gateway confirmed that nothing is held; stock is released.
    Voided {
        /// The gateway's reference.
        reference: String,
        /// Why.
        reason: FailureReason,
    },
    /// Nothing was ever held; stock is released.
    Failed {
        /// Why.
        reason: FailureReason,
    },
    /// Only a person or a late notification can tell; what was reserved stays reserved.
    NeedsReview {
        /// Why.
        reason: ReviewReason,
        /// The gateway's reference, where one is known.
        reference: Option<String>,
    },
}

impl AttemptState {
    /// A stable name, for logs and timelines.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Authorising { .. } => "authorising",
            Self::RequiresAction { .. } => "requires_action",
            Self::Authorised { .. } => "authorised",
            Self::Captured { .. } => "captured",
            Self::Placed => "placed",
            Self::Voiding { .. } => "voiding",
            Self::Voided { .. } => "voided",
            Self::Failed { .. } => "failed",
            Self::NeedsReview { .. } => "needs_review",
        }
    }

    /// The gateway's reference, where one is known.
    #[must_use]
    pub fn reference(&self) -> Option<&str> {
        match self {
            Self::RequiresAction { reference, .. }
            | Self::Authorised { reference, .. }
            | Self::Captured { reference, .. }
            | Self::Voiding { reference, .. }
            | Self::Voided { reference, .. } => Some(reference),
            Self::NeedsReview { reference, .. } => reference.as_deref(),
            Self::Reserved | Self::Authorising { .. } | Self::Placed | Self::Failed { .. } => None,
        }
    }

    /// Whether nothing is done any more unless the gateway reports something new.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        matches!(
            self,
            Self::Captured { .. }
                | Self::Placed
                | Self::Voided { .. }
                | Self::Failed { .. }
                | Self::NeedsReview { .. }
        )
    }
}

/// Why an attempt made no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureReason {
    /// The issuer declined.
    Declined,
    ChallengeFailed,
    /// The challenge was abandoned.
    ChallengeExpired,
    /// The card session is unknown or used up.
    SessionInvalid,
    /// The gateway refused the request itself.
    Refused,
    /// The gateway answered something else than was asked (another amount or currency).
    AnswerMismatch,
    /// It could not be carried out, or its outcome not be learnt, while the buyer could still expect it.
    TooLate,
    /// The payment was cancelled at the gateway, not by us.
    Cancelled,
}

impl FailureReason {
    /// A stable name, for timelines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Declined => "declined",
            Self::ChallengeFailed => "challenge_failed",
            Self::ChallengeExpired => "challenge_expired",
            Self::SessionInvalid => "session_invalid",
            Self::Refused => "refused",
            Self::AnswerMismatch => "answer_mismatch",
            Self::TooLate => "too_late",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Why a person must look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewReason {
    /// The gateway's key lifetime ended without an answer. A late notification still decides.
    OutcomeUnknown,
    /// The order exists but the capture was refused, or never confirmed.
    CaptureRefused,
    /// The gateway contradicts itself, or does not do what it is asked to.
    Contradiction,
    /// Money was taken, or cannot be let go, under another reference than the attempt's own.
    SecondPayment,
}

impl ReviewReason {
    /// A stable name, for timelines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OutcomeUnknown => "outcome_unknown",
            Self::CaptureRefused => "capture_refused",
            Self::Contradiction => "contradiction",
            Self::SecondPayment => "second_payment",
        }
    }
}
