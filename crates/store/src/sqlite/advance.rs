//! Steps 2 and 3 of an attempt: one fenced write each, with what it means for stock, cart and order.

use super::{attempts, carts, orders, stock, timeline};
use crate::{Advanced, AttemptStep, StepCommit, StoreError};
use rusqlite::Connection;
use zkratka_commerce::attempt::{Attempt, Reservation};
use zkratka_commerce::cart::CartStatus;
use zkratka_commerce::time::Timestamp;

/// Stores a step unless somebody else was faster.
pub(super) fn advance(connection: &Connection, step: AttemptStep) -> Result<Advanced, StoreError> {
    let stored = attempts::existing(connection, step.attempt.key)?;
    if stored.version.checked_add(1) != Some(step.attempt.version) {
        return Ok(Advanced::Superseded(Box::new(stored)));
    }
    check(&stored, &step)?;
    let now = moment(&step, &stored);
    // What was agreed when the attempt began is what is sold, whatever the step carries.
    let mut attempt = Attempt {
        snapshot: stored.snapshot,
        order: stored.order,
        token: stored.token,
        cart: stored.cart,
        ..step.attempt
    };
    match step.commit {
        StepCommit::Nothing => {}
        StepCommit::MakeOrder { mode, payment } => {
            let cart = carts::held_by(connection, attempt.cart, attempt.key)?;
            let order = orders::make(connection, &attempt, mode, payment, now)?;
            stock::settle(connection, attempt.key)?;
            let status = CartStatus::Completed {
                attempt: attempt.key,
                order,
            };
            carts::close(connection, cart, status, now)?;
            attempt.order = Some(order);
        }
        StepCommit::UpdateOrderPayment(payment) => {
            let number = attempt
                .order
                .ok_or(StoreError::Inconsistent("the attempt made no order"))?;
            orders::update_payment(connection, number, payment)?;
        }
        StepCommit::Release => {
            stock::release(connection, attempt.key)?;
            carts::reopen(connection, attempt.cart, attempt.key, now)?;
        }
    }
    attempts::update(connection, &attempt)?;
    timeline::append(connection, attempt.key, &step.timeline)?;
    Ok(Advanced::Stored(Box::new(attempt)))
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

/// When the step was taken: its last entry on the timeline says so.
fn moment(step: &AttemptStep, stored: &Attempt) -> Timestamp {
    step.timeline
        .last()
        .map_or(stored.created_at, |entry| entry.at)
}
