//! What a step of an attempt means, whatever the database.

use crate::cart_status::with_status;
use crate::outbox::EventRows;
use crate::{AttemptStep, StepCommit, StoreError};
use std::collections::BTreeMap;
use zkratka_commerce::attempt::{Attempt, AttemptState, Reservation, ReviewReason};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::ids::{AttemptKey, OrderNumber, VariantId};
use zkratka_commerce::order::{OrderPayment, OrderSnapshot, TimelineEntry};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::time::Timestamp;

/// A step as it is to be stored.
pub(crate) struct Step {
    pub(crate) attempt: Attempt,
    pub(crate) commit: StepCommit,
    pub(crate) timeline: Vec<TimelineEntry>,
    /// When it was taken: its last entry on the timeline says so.
    pub(crate) now: Timestamp,
}

/// Whether nobody was faster.
pub(crate) fn follows(stored: &Attempt, step: &AttemptStep) -> bool {
    stored.version.checked_add(1) == Some(step.attempt.version)
}

/// The step on what is stored. What was agreed when the attempt began is what is sold, whatever the step carries.
pub(crate) fn taken(stored: Attempt, step: AttemptStep) -> Result<Step, StoreError> {
    check(&stored, &step)?;
    let last = step.timeline.last();
    let now = last.map_or(stored.created_at, |entry| entry.at);
    Ok(Step {
        attempt: Attempt {
            snapshot: stored.snapshot,
            order: stored.order,
            token: stored.token,
            cart: stored.cart,
            ..step.attempt
        },
        commit: step.commit,
        timeline: step.timeline,
        now,
    })
}

/// A reservation is left exactly once, and only together with what that means.
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

/// The rows of an order whose payment has moved on.
pub(crate) struct PaymentPlan {
    pub(crate) number: OrderNumber,
    /// What its listeners are told.
    pub(crate) events: EventRows,
    /// Whether gift cards that it sold must pay no more.
    pub(crate) disables_sold_cards: bool,
}

impl PaymentPlan {
    /// `attempt` is as it stands after the step.
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
            disables_sold_cards: is_unpaid(attempt),
        })
    }
}

/// The cart, if this attempt holds it.
pub(crate) fn held(cart: Option<Cart>, attempt: AttemptKey) -> Result<Cart, StoreError> {
    cart.filter(|cart| cart.status == CartStatus::Completing { attempt })
        .ok_or(StoreError::Inconsistent(
            "the attempt does not hold its cart",
        ))
}

/// The cart, open again after its attempt let go; the payment it was bound to is spent.
pub(crate) fn reopened(cart: Cart, now: Timestamp) -> Cart {
    Cart {
        payment: None,
        ..with_status(cart, CartStatus::Open, now)
    }
}

/// Whether the order's money was held and cannot be taken.
const fn is_unpaid(attempt: &Attempt) -> bool {
    matches!(
        attempt.state,
        AttemptState::NeedsReview {
            reason: ReviewReason::CaptureRefused,
            ..
        }
    )
}

/// Units of each tracked variant; several lines may hold the same variant.
pub(crate) fn units_of(snapshot: &OrderSnapshot) -> BTreeMap<VariantId, i64> {
    let mut units = BTreeMap::new();
    for line in snapshot.lines.iter().filter(|line| line.tracked) {
        *units.entry(line.variant).or_insert(0) += i64::from(line.quantity);
    }
    units
}
