//! The effects of a step of an attempt, shared by both databases.

use crate::cart_status::with_status;
use crate::outbox::EventRows;
use crate::{AttemptStep, StepCommit, StoreError};
use std::collections::BTreeMap;
use zkratka_commerce::attempt::{Attempt, Reservation};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::ids::{AttemptKey, OrderNumber, VariantId};
use zkratka_commerce::order::{OrderPayment, OrderSnapshot, TimelineEntry};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::time::Timestamp;

/// A step ready to be stored.
pub(crate) struct Step {
    pub(crate) attempt: Attempt,
    pub(crate) commit: StepCommit,
    pub(crate) timeline: Vec<TimelineEntry>,
    /// The time of the step: that of its last timeline entry.
    pub(crate) now: Timestamp,
}

/// Whether no other write came between reading the attempt and this step.
pub(crate) fn follows(stored: &Attempt, step: &AttemptStep) -> bool {
    stored.version.checked_add(1) == Some(step.attempt.version)
}

/// Applies the step to the stored attempt. Snapshot, token, cart and order number stay as stored, whatever the step
/// carries: the order is what the buyer agreed to when the attempt began.
///
/// Borrows the step: a copy of it would have a whole snapshot that nothing uses.
pub(crate) fn taken(stored: Attempt, step: &AttemptStep) -> Result<Step, StoreError> {
    check(&stored, step)?;
    let last = step.timeline.last();
    let now = last.map_or(stored.created_at, |entry| entry.at);
    let next = &step.attempt;
    Ok(Step {
        attempt: Attempt {
            key: next.key,
            token_secret: next.token_secret.clone(),
            secret: next.secret.clone(),
            cart_revision: next.cart_revision,
            contents: next.contents.clone(),
            version: next.version,
            created_at: next.created_at,
            key_expires_at: next.key_expires_at,
            due_at: next.due_at,
            state: next.state.clone(),
            reservation: next.reservation,
            retries: next.retries,
            strays: next.strays.clone(),
            snapshot: stored.snapshot,
            order: stored.order,
            token: stored.token,
            cart: stored.cart,
        },
        commit: step.commit.clone(),
        timeline: step.timeline.clone(),
        now,
    })
}

/// Checks that the step leaves a reservation exactly once, and only with the effect that belongs to it.
fn check(stored: &Attempt, step: &AttemptStep) -> Result<(), StoreError> {
    use Reservation::{Held, Released, Sold};
    let consistent = match step.commit {
        StepCommit::Nothing => stored.reservation == step.attempt.reservation,
        StepCommit::MakeOrder { .. } => {
            (stored.reservation, step.attempt.reservation) == (Held, Sold)
        }
        StepCommit::UpdateOrderPayment(_) => {
            (stored.reservation, step.attempt.reservation) == (Sold, Sold)
        }
        StepCommit::Release => (stored.reservation, step.attempt.reservation) == (Held, Released),
    };
    if consistent {
        Ok(())
    } else {
        Err(StoreError::Inconsistent(
            "what the step does to the reservation is not what it says",
        ))
    }
}

/// The rows that change when an order's payment changes.
pub(crate) struct PaymentPlan {
    pub(crate) number: OrderNumber,
    /// The events for the merchant's systems.
    pub(crate) events: EventRows,
    /// Whether the gift cards that the order sold now await its payment. `None` if it sold none.
    pub(crate) sold_cards_await_payment: Option<bool>,
}

impl PaymentPlan {
    /// `attempt` is the attempt after the step.
    pub(crate) fn new(
        attempt: &Attempt,
        payment: &OrderPayment,
        now: Timestamp,
    ) -> Result<Self, StoreError> {
        let number = attempt
            .order
            .ok_or(StoreError::Inconsistent("the attempt made no order"))?;
        let kinds = OrderEventKind::of_payment(payment);
        Ok(Self {
            number,
            events: EventRows::new(attempt, number, kinds, payment, now)?,
            sold_cards_await_payment: attempt
                .snapshot
                .sells_gift_cards()
                .then(|| !payment.is_received()),
        })
    }
}

/// Returns the cart if this attempt holds it. Otherwise an error.
pub(crate) fn held(cart: Option<Cart>, attempt: AttemptKey) -> Result<Cart, StoreError> {
    cart.filter(|cart| cart.status == CartStatus::Completing { attempt })
        .ok_or(StoreError::Inconsistent(
            "the attempt does not hold its cart",
        ))
}

/// Opens the cart again after its attempt has released it. The payment that was bound to the cart is spent, so it is
/// removed.
pub(crate) fn reopened(cart: Cart, now: Timestamp) -> Cart {
    Cart {
        payment: None,
        ..with_status(cart, CartStatus::Open, now)
    }
}

/// The units of each tracked variant. Several lines may hold the same variant.
pub(crate) fn units_of(snapshot: &OrderSnapshot) -> BTreeMap<VariantId, i64> {
    let mut units = BTreeMap::new();
    for line in snapshot.lines.iter().filter(|line| line.tracked) {
        *units.entry(line.variant).or_insert(0) += i64::from(line.quantity);
    }
    units
}
