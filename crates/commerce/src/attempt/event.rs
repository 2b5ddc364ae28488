//! Events of an attempt, and the transitions and effects that follow from them.

use super::{Attempt, PaymentOutcome, SoldGiftCard};
use crate::money::Money;
use crate::order::{OrderPayment, TimelineEntry};
use crate::time::Timestamp;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The driver may send the authorisation.
    Started {
        /// URL to which the buyer's browser returns after a challenge; every repeat sends the same one.
        return_url: String,
    },
    /// The gateway answered a call.
    Answered { call: Call, outcome: PaymentOutcome },
    /// A call returned no usable answer; it may still have taken effect at the gateway.
    NoAnswer { call: Call },
    /// The gateway sent a notification, possibly late, twice, or out of order.
    Notified { outcome: PaymentOutcome },
    /// The buyer's browser came back from a challenge.
    BuyerReturned,
    /// The buyer no longer wants to pass the challenge, and wants to pay in another way.
    BuyerGaveUp,
    /// The attempt's due time has come and the caller holds its lease. State and time decide what is due: a repeat, the
    /// end of a challenge, or the end of the key's lifetime.
    DueReached,
}

impl Event {
    /// A stable name for logs.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Started { .. } => "started",
            Self::Answered { .. } => "answered",
            Self::NoAnswer { .. } => "no_answer",
            Self::Notified { .. } => "notified",
            Self::BuyerReturned => "buyer_returned",
            Self::BuyerGaveUp => "buyer_gave_up",
            Self::DueReached => "due_reached",
        }
    }
}

/// A call to the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    Authorise,
    /// Asks for the outcome of the authorisation.
    Query,
    /// Captures the held money.
    Capture,
    /// Releases the money held under this reference.
    Void {
        reference: String,
    },
}

/// A call to make to the gateway after the transition is stored. Every effect may be carried out more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Authorises the payment under the attempt's idempotency key.
    Authorise {
        /// Session id of the hosted fields.
        session: String,
        amount: Money,
        /// URL to which the buyer's browser returns after a challenge.
        return_url: String,
        /// Latest time to send it. A server that was suspended between storing and sending could otherwise create a new
        /// authorisation. After this time the driver reports [`Event::NoAnswer`] instead.
        not_after: Timestamp,
    },
    /// Asks for the outcome of the authorisation.
    Query,
    /// Captures the held money.
    Capture {
        reference: String,
        /// Always the full amount.
        amount: Money,
    },
    /// Releases held money, or makes sure that none will ever be held.
    Void { reference: String },
}

impl Effect {
    /// The call that this effect makes. The event with its answer carries the same call.
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

/// The change of stock, cart and order that a transition causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Commit {
    Nothing,
    /// Create an order: the reservation becomes a sale and the cart is completed.
    MakeOrder {
        payment: OrderPayment,
        /// The gift cards that the order sells.
        cards: Vec<SoldGiftCard>,
    },
    /// Update the order's payment.
    UpdateOrderPayment(OrderPayment),
    /// Return the stock and reopen the cart.
    Release,
}

/// A step to store. The write is fenced by the attempt's version; the effects are carried out afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The attempt after the step: `version` is one higher, and `due_at` says when the next step is due.
    pub attempt: Attempt,
    pub commit: Commit,
    /// Calls to make to the gateway.
    pub effects: Vec<Effect>,
    /// Timeline entries to append.
    pub timeline: Vec<TimelineEntry>,
}

/// Why an event changes nothing. There is nothing to store and nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTransition {
    /// The event is already recorded, too late to matter, or does not apply in this state.
    #[error("the event changes nothing in this state")]
    NothingChanges,
    /// No gateway handles this payment.
    #[error("this attempt has no payment at a gateway")]
    NoGateway,
}
