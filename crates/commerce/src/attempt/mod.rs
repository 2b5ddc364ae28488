//! A checkout attempt: the state machine that turns a cart into at most one order and one charge
//! (design.md, "One order per cart, one charge per order").

use crate::ids::{AttemptKey, CartKey, OrderNumber, Secret};
use crate::order::OrderSnapshot;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// An attempt as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Storage key.
    pub key: AttemptKey,
    /// Unguessable part of its public id.
    pub tail: Secret,
    /// The cart.
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
    /// When the next step is due if nothing else happens first; `None` for finished attempts.
    pub due_at: Option<Timestamp>,
    /// What is being bought.
    pub snapshot: OrderSnapshot,
    /// Where it stands.
    pub state: AttemptState,
    /// The order it made.
    pub order: Option<OrderNumber>,
}

/// Where an attempt stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum AttemptState {
    /// Stock is reserved; the gateway has not been asked.
    Reserved,
    /// The gateway may have been asked; the same request is repeated under the same key.
    Authorising,
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
        /// Why.
        reason: FailureReason,
    },
    /// Nothing was ever held; stock is released.
    Failed {
        /// Why.
        reason: FailureReason,
    },
    /// Only a person or a late notification can tell; stock stays reserved and the cart stays closed.
    NeedsReview {
        /// Why.
        reason: ReviewReason,
    },
}

/// Why an attempt made no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureReason {
    /// The issuer declined.
    Declined,
    /// The challenge failed.
    ChallengeFailed,
    /// The challenge was abandoned.
    ChallengeExpired,
    /// The card session is unknown or used up.
    SessionInvalid,
    /// The gateway refused the request itself.
    Refused,
    /// The gateway answered something else than was asked (another amount or currency).
    AnswerMismatch,
}

/// Why a person must look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewReason {
    /// The gateway's key lifetime ended without an answer.
    OutcomeUnknown,
    /// The order exists but the capture was refused.
    CaptureRefused,
    /// The gateway contradicts itself.
    Contradiction,
}

/// What may be kept of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSummary {
    /// Network, e.g. `visa`.
    pub network: String,
    /// Last four digits.
    pub last_four: String,
}
