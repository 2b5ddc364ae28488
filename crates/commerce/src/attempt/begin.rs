//! Step 1: what an attempt looks like when it is stored for the first time.

use super::{Attempt, AttemptState, Event, Policy, Reservation, transition};
use crate::ids::{AttemptKey, CartKey, Secret};
use crate::order::{OrderPayment, OrderSnapshot, TimelineEntry};
use crate::payment::PaymentMethod;
use crate::time::Timestamp;

/// What a new attempt is made of. The store calls [`begin`] inside its transaction, once stock is reserved.
#[derive(Clone, Debug)]
pub struct NewAttempt {
    /// Storage key.
    pub key: AttemptKey,
    /// Unguessable part of its public id.
    pub token_secret: Secret,
    /// What its other names are derived from.
    pub secret: Secret,
    pub cart: CartKey,
    /// The client's attempt token.
    pub token: String,
    /// Revision of the cart it is begun with.
    pub cart_revision: u64,
    pub now: Timestamp,
    /// Until when the gateway honours the idempotency key.
    pub key_expires_at: Timestamp,
    /// When another server may resume it if this one dies.
    pub due_at: Timestamp,
    /// What is being bought.
    pub snapshot: OrderSnapshot,
}

/// A new attempt and what is stored with it.
#[derive(Clone, Debug)]
pub struct Beginning {
    pub attempt: Attempt,
    /// `Some`: no gateway takes part, the order is made in the same transaction, which fills `attempt.order`.
    pub order: Option<OrderPayment>,
    /// Timeline entries to append.
    pub timeline: Vec<TimelineEntry>,
}

/// What an attempt needs to start in the step that begins it.
#[derive(Clone, Debug)]
pub struct Start {
    /// Where the buyer's browser comes back to after a challenge.
    pub return_url: String,
    /// Waiting times.
    pub policy: Policy,
}

impl Beginning {
    /// The attempt as it stands once it has started ([`Event::Started`]), to be stored in one step: the gateway may be asked
    /// as soon as that is stored. One that makes its order at once asks no gateway, and stays as it is.
    #[must_use]
    pub fn started(self, start: &Start) -> Self {
        let event = Event::Started {
            return_url: start.return_url.clone(),
        };
        let now = self.attempt.created_at;
        let Ok(next) = transition(&self.attempt, &event, now, &start.policy) else {
            return self;
        };
        Self {
            attempt: next.attempt,
            order: self.order,
            timeline: [self.timeline, next.timeline].concat(),
        }
    }
}

/// Makes the attempt of a cart whose stock has just been reserved.
#[must_use]
pub fn begin(new: NewAttempt) -> Beginning {
    let order = match new.snapshot.payment {
        PaymentMethod::Card { .. } | PaymentMethod::Wallet { .. } => None,
        PaymentMethod::CashOnDelivery => Some(OrderPayment::DueOnDelivery),
        PaymentMethod::BankTransfer => Some(OrderPayment::AwaitingTransfer),
        PaymentMethod::Free => Some(OrderPayment::Free),
    };
    let entry = |event: &str| TimelineEntry {
        at: new.now,
        event: event.to_owned(),
        detail: String::new(),
    };
    let mut timeline = vec![entry("reserved")];
    let (state, reservation, due_at) = if order.is_some() {
        timeline.push(entry("placed"));
        (AttemptState::Placed, Reservation::Sold, None)
    } else {
        (AttemptState::Reserved, Reservation::Held, Some(new.due_at))
    };
    let attempt = Attempt {
        key: new.key,
        token_secret: new.token_secret,
        secret: Some(new.secret),
        cart: new.cart,
        token: new.token,
        cart_revision: new.cart_revision,
        version: 1,
        created_at: new.now,
        key_expires_at: new.key_expires_at,
        due_at,
        snapshot: new.snapshot,
        state,
        reservation,
        retries: 0,
        strays: Vec::new(),
        order: None,
    };
    Beginning {
        attempt,
        order,
        timeline,
    }
}
