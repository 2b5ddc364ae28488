//! Steps 2 and 3 of an attempt: one fenced write each, with what it means for stock, cart and order.

use super::{attempts, benefits, carts, gift_cards, order_events, orders, stock, timeline};
use crate::outbox::EventRows;
use crate::steps::{self, Step};
use crate::{Advanced, AttemptStep, StepCommit, StoreError};
use rusqlite::Connection;
use zkratka_commerce::cart::CartStatus;
use zkratka_commerce::order_event::OrderEventKind;

/// Stores a step unless somebody else was faster.
pub(super) fn advance(connection: &Connection, step: AttemptStep) -> Result<Advanced, StoreError> {
    let stored = attempts::existing(connection, step.attempt.key)?;
    if !steps::follows(&stored, &step) {
        return Ok(Advanced::Superseded(Box::new(stored)));
    }
    let Step {
        mut attempt,
        commit,
        timeline: entries,
        now,
    } = steps::taken(stored, step)?;
    // First: what is heard of the step has its entries.
    timeline::append(connection, attempt.key, &entries)?;
    match commit {
        StepCommit::Nothing => {}
        StepCommit::MakeOrder { mode, payment } => {
            let cart = carts::held_by(connection, attempt.cart, attempt.key)?;
            let kinds = OrderEventKind::of_new(&payment);
            let order = orders::make(connection, &attempt, mode, payment.clone(), now)?;
            let events = EventRows::new(&attempt, order, kinds, &payment, now)?;
            order_events::append(connection, attempt.key, &events)?;
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
            let kinds = OrderEventKind::of_payment(&payment);
            let events = EventRows::new(&attempt, number, kinds, &payment, now)?;
            order_events::append(connection, attempt.key, &events)?;
            orders::update_payment(connection, number, payment)?;
            if steps::is_unpaid(&attempt) {
                gift_cards::disable_sold(connection, number, now)?;
            }
        }
        StepCommit::Release => {
            stock::release(connection, attempt.key)?;
            benefits::release(connection, attempt.key)?;
            carts::reopen(connection, attempt.cart, attempt.key, now)?;
        }
    }
    attempts::update(connection, &attempt)?;
    Ok(Advanced::Stored(Box::new(attempt)))
}
