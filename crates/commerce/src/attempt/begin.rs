//! Creates a checkout attempt: step 1 of a checkout.

use super::{Attempt, AttemptState, ContentsDigest, Event, Policy, Reservation, transition};
use crate::gift_card::NoSoldCodes;
use crate::ids::{AttemptKey, CartKey, Secret};
use crate::order::{OrderPayment, OrderSnapshot, TimelineEntry};
use crate::payment::PaymentMethod;
use crate::time::Timestamp;

/// The input for a new attempt. The store calls [`begin`] inside its transaction, after it has reserved the stock.
#[derive(Clone, Debug)]
pub struct NewAttempt {
    /// Storage key.
    pub key: AttemptKey,
    /// Unguessable part of the attempt's public id.
    pub token_secret: Secret,
    /// Secret from which the attempt's other names are derived.
    pub secret: Secret,
    pub cart: CartKey,
    /// The client's attempt token.
    pub token: String,
    /// Revision of the cart when the attempt starts.
    pub cart_revision: u64,
    /// What the cart holds when the attempt starts.
    pub contents: Option<ContentsDigest>,
    pub now: Timestamp,
    /// How long the gateway honours the idempotency key.
    pub key_expires_at: Timestamp,
    /// When another server may resume the attempt if this server crashes.
    pub due_at: Timestamp,
    pub snapshot: OrderSnapshot,
}

/// A new attempt and the records to store with it.
#[derive(Clone, Debug)]
pub struct Beginning {
    pub attempt: Attempt,
    /// `Some` if no gateway is involved: the same transaction creates the order and fills `attempt.order`.
    pub order: Option<OrderPayment>,
    /// Timeline entries to append.
    pub timeline: Vec<TimelineEntry>,
}

/// Settings for starting an attempt in the same step that creates it.
#[derive(Clone, Debug)]
pub struct Start {
    /// URL to which the buyer's browser returns after a challenge.
    pub return_url: String,
    pub policy: Policy,
}

impl Beginning {
    /// Applies [`Event::Started`] to the new attempt, so that creation and start are stored in one step. The driver may
    /// call the gateway as soon as that step is stored. An attempt that creates its order at once calls no gateway and
    /// is returned unchanged.
    #[must_use]
    pub fn started(self, start: &Start) -> Self {
        let event = Event::Started {
            return_url: start.return_url.clone(),
        };
        let now = self.attempt.created_at;
        // No order follows from the start.
        let Ok(next) = transition(&self.attempt, &event, now, &start.policy, &NoSoldCodes) else {
            return self;
        };
        Self {
            attempt: next.attempt,
            order: self.order,
            timeline: [self.timeline, next.timeline].concat(),
        }
    }
}

/// Creates the attempt for a cart whose stock has just been reserved.
#[must_use]
pub fn begin(new: NewAttempt) -> Beginning {
    let order = match new.snapshot.payment {
        PaymentMethod::Card { .. }
        | PaymentMethod::Wallet { .. }
        | PaymentMethod::SavedCard { .. } => None,
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
        contents: new.contents,
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
