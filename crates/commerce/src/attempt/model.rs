//! The stored form of an attempt.

use super::ContentsDigest;
use crate::gift_card::{CodeKeyId, SealedToken};
use crate::ids::{AttemptKey, CartKey, OrderNumber, Secret};
use crate::order::OrderSnapshot;
use crate::payment::CardSummary;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Created by [`super::begin`], changed only by [`super::transition`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Storage key.
    pub key: AttemptKey,
    /// Unguessable part of the attempt's public id.
    #[serde(rename = "tail")]
    pub token_secret: Secret,
    /// Secret from which the attempt's other names (the gateway's idempotency key, the return address) are derived. It
    /// never leaves the store. `None` for an attempt that an older version started: that version derived those names
    /// from the public id. They must stay the same, because a repeat under another key would be a second payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    pub cart: CartKey,
    /// The client's attempt token, or its [`SealedToken`]; unique among all attempts.
    pub token: String,
    /// Revision of the cart when the attempt started.
    pub cart_revision: u64,
    /// What the cart held when the attempt started; `None` for an attempt that an older version started or stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contents: Option<ContentsDigest>,
    /// Grows by one with every stored change; fences every write.
    pub version: u64,
    pub created_at: Timestamp,
    /// How long the gateway honours the idempotency key.
    pub key_expires_at: Timestamp,
    /// When the next step is due unless an event comes first; `None` if nothing remains to be done.
    pub due_at: Option<Timestamp>,
    pub snapshot: OrderSnapshot,
    pub state: AttemptState,
    /// State of the stock that the attempt reserved.
    pub reservation: Reservation,
    /// Number of repeats of the present step without a usable answer.
    #[serde(default)]
    pub retries: u32,
    /// Other references under which the gateway reports held money. Each is voided until the gateway confirms. Empty
    /// unless the gateway breaks its promise of one payment per key.
    #[serde(default)]
    pub strays: Vec<String>,
    /// The order that the attempt created.
    pub order: Option<OrderNumber>,
}

impl Attempt {
    /// The key with which the links to this attempt and its order are made, because they lead to codes of gift cards.
    /// `None`: they are made of stored secrets alone, because the attempt sells no gift cards or an older version began it.
    #[must_use]
    pub fn link_key(&self) -> Option<CodeKeyId> {
        SealedToken::key_of(&self.token)
    }

    /// Whether the cart is still closed by this attempt: it has created no order and released no stock.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        matches!(self.reservation, Reservation::Held)
    }
}

/// State of the stock that an attempt reserved. It leaves `Held` exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reservation {
    /// Taken off the stock until the outcome is known; the cart is closed.
    Held,
    Sold,
    /// Returned to stock; the cart is open again. No later event may create an order.
    Released,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum AttemptState {
    /// Stock is reserved; no request has gone to the gateway.
    Reserved,
    /// The authorisation may have been sent. It is repeated identically under the same key.
    Authorising {
        /// Part of the request; stored because a repeat must be identical.
        return_url: String,
    },
    RequiresAction {
        reference: String,
        /// URL of the challenge.
        redirect_url: String,
        /// End of the challenge; afterwards the payment is cancelled at the gateway.
        expires_at: Timestamp,
    },
    /// The money is held and the order exists; capture follows.
    Authorised {
        reference: String,
        /// Card data that may be stored.
        card: CardSummary,
    },
    /// The money is captured and the order exists.
    Captured {
        reference: String,
        /// Card data that may be stored.
        card: CardSummary,
    },
    /// The order exists; it is paid later or costs nothing.
    Placed,
    /// The gateway may hold money that cannot become an order. The void is repeated until the gateway confirms it.
    Voiding {
        reference: String,
        reason: FailureReason,
    },
    /// The gateway confirmed that it holds nothing; the stock is released.
    Voided {
        reference: String,
        reason: FailureReason,
    },
    /// The gateway never held money; the stock is released.
    Failed { reason: FailureReason },
    /// Only a person or a late notification can decide; reserved stock stays reserved.
    NeedsReview {
        reason: ReviewReason,
        /// The gateway's reference, if known.
        reference: Option<String>,
    },
}

impl AttemptState {
    /// The timeline's event of an authorisation, as stored.
    pub const AUTHORISED: &'static str = "authorised";
    /// The timeline's event of a capture, as stored.
    pub const CAPTURED: &'static str = "captured";

    /// A stable name for logs and timelines.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Authorising { .. } => "authorising",
            Self::RequiresAction { .. } => "requires_action",
            Self::Authorised { .. } => Self::AUTHORISED,
            Self::Captured { .. } => Self::CAPTURED,
            Self::Placed => "placed",
            Self::Voiding { .. } => "voiding",
            Self::Voided { .. } => "voided",
            Self::Failed { .. } => "failed",
            Self::NeedsReview { .. } => "needs_review",
        }
    }

    /// The gateway's reference, if known.
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

    /// Whether nothing more is done unless the gateway reports something new.
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

/// Why an attempt created no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureReason {
    /// The issuer declined.
    Declined,
    ChallengeFailed,
    /// The buyer abandoned the challenge.
    ChallengeExpired,
    /// The gateway does not know the card session, or it has been used.
    SessionInvalid,
    /// The buyer chose another delivery address at the gateway than the order's.
    AddressChanged,
    /// The gateway refused the request itself.
    Refused,
    /// The gateway's answer does not match the request (another amount or currency).
    AnswerMismatch,
    /// The payment could not be carried out, or its outcome could not be learnt, while the buyer might still expect it.
    TooLate,
    /// The payment was cancelled at the gateway, but not by us.
    Cancelled,
}

impl FailureReason {
    /// A stable name for timelines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Declined => "declined",
            Self::ChallengeFailed => "challenge_failed",
            Self::ChallengeExpired => "challenge_expired",
            Self::SessionInvalid => "session_invalid",
            Self::AddressChanged => "address_changed",
            Self::Refused => "refused",
            Self::AnswerMismatch => "answer_mismatch",
            Self::TooLate => "too_late",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Why a person must review the attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewReason {
    /// The key's lifetime ended without an answer. A late notification can still decide.
    OutcomeUnknown,
    /// The order exists, but the gateway refused the capture or never confirmed it.
    CaptureRefused,
    /// The gateway contradicts itself, or does not do what it is asked to.
    Contradiction,
    /// Money was captured, or cannot be released, under a reference other than the attempt's own.
    SecondPayment,
}

impl ReviewReason {
    /// A stable name for timelines.
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
