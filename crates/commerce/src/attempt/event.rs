//! What happens to an attempt, and what follows from it.

use super::{Attempt, PaymentOutcome};
use crate::money::Money;
use crate::order::{OrderPayment, TimelineEntry};
use crate::time::Timestamp;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The authorisation may begin.
    Started {
        /// Where the buyer's browser comes back to after a challenge; repeated identically.
        return_url: String,
    },
    /// The gateway answered a call.
    Answered {
        call: Call,
        /// The answer.
        outcome: PaymentOutcome,
    },
    /// A call had no usable answer; it may have taken effect.
    NoAnswer { call: Call },
    /// The gateway reported something by itself: possibly late, twice, or out of order.
    Notified {
        /// What it reported.
        outcome: PaymentOutcome,
    },
    /// The buyer's browser came back from a challenge.
    BuyerReturned,
    /// The attempt's due time has come and the caller holds its lease. What is due (a repetition, the end of a
    /// challenge, the end of the key's lifetime) follows from state and time.
    DueReached,
}

impl Event {
    /// A stable name, for logs.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Started { .. } => "started",
            Self::Answered { .. } => "answered",
            Self::NoAnswer { .. } => "no_answer",
            Self::Notified { .. } => "notified",
            Self::BuyerReturned => "buyer_returned",
            Self::DueReached => "due_reached",
        }
    }
}

/// A call to the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// The authorisation.
    Authorise,
    /// What became of the authorisation.
    Query,
    /// Taking the money held.
    Capture,
    /// Letting go of what is held under this reference.
    Void {
        /// The gateway's reference.
        reference: String,
    },
}

/// What must be done at the gateway once the transition is stored. Every effect may be carried out more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Hold the money, under the attempt's key.
    Authorise {
        /// The hosted fields' session.
        session: String,
        /// How much.
        amount: Money,
        /// Where the buyer's browser comes back to after a challenge.
        return_url: String,
        /// It must not be sent later than this: a server that was suspended between storing and sending would make
        /// a fresh authorisation. It reports [`Event::NoAnswer`] instead.
        not_after: Timestamp,
    },
    /// Ask what became of the authorisation.
    Query,
    /// Take the money held.
    Capture {
        /// The gateway's reference.
        reference: String,
        /// How much: all of it.
        amount: Money,
    },
    /// Let go of what is held, or make sure that it never will be.
    Void {
        /// The gateway's reference.
        reference: String,
    },
}

impl Effect {
    /// The call this effect makes, to be named in the event that reports its answer.
    #[must_use]
    pub fn call(&self) -> Call {
        match self {
            Self::Authorise { .. } => Call::Authorise,
            Self::Query => Call::Query,
            Self::Capture { .. } => Call::Capture,
            Self::Void { reference } => Call::Void {
                reference: reference.clone(),
            },
        }
    }
}

/// What a transition means for stock, cart and order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Commit {
    Nothing,
    /// An order is made; the reservation becomes a sale; the cart is completed.
    MakeOrder(OrderPayment),
    /// The order's payment moves on.
    UpdateOrderPayment(OrderPayment),
    /// Stock goes back; the cart opens again.
    Release,
}

/// A step to be stored, fenced by the attempt's version; its effects are carried out afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The attempt after the step: `version` is one higher, `due_at` says when the next step is due.
    pub attempt: Attempt,
    /// What it means for stock, cart and order.
    pub commit: Commit,
    /// What to do at the gateway.
    pub effects: Vec<Effect>,
    /// Timeline entries to append.
    pub timeline: Vec<TimelineEntry>,
}

/// The event changes nothing: there is nothing to store and nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is known already, came too late to matter, or does not concern this state.
    #[error("the event changes nothing in this state")]
    NothingChanges,
    /// The payment is not taken by a gateway.
    #[error("this attempt has no payment at a gateway")]
    NoGateway,
}
