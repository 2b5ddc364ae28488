//! Steps 2 and 3 of an attempt: one fenced write each, with its effects on stock, cart and order.

use super::{
    attempts, benefits, carts, gift_cards, order_events, orders, stock, timeline, unpaid_orders,
};
use crate::order_plan::{NewOrder, OrderPlan};
use crate::steps::{self, PaymentPlan, Step};
use crate::{AttemptStep, StepCommit, StepOutcome, StoreError};
use rusqlite::Connection;

/// Stores a step unless another write came first.
pub(super) fn advance(
    connection: &Connection,
    step: &AttemptStep,
) -> Result<StepOutcome, StoreError> {
    let stored = attempts::existing(connection, step.attempt.key)?;
    if !steps::follows(&stored, step) {
        return Ok(StepOutcome::Superseded(Box::new(stored)));
    }
    let Step {
        mut attempt,
        commit,
        timeline: entries,
        now,
    } = steps::taken(stored, step)?;
    // First the timeline: the events of the step count its entries.
    timeline::append(connection, attempt.key, &entries)?;
    match commit {
        StepCommit::Nothing => {}
        StepCommit::MakeOrder {
            mode,
            payment,
            cards,
        } => {
            let cart = carts::held_by(connection, attempt.cart, attempt.key)?;
            let number = orders::next_number(connection)?;
            let new = NewOrder {
                mode,
                payment,
                // A transfer makes its order when the attempt begins.
                transfer_due: None,
                cards,
            };
            let plan = OrderPlan::new(&mut attempt, cart, number, new, now)?;
            orders::insert(connection, &plan.order)?;
            gift_cards::issue_sold(connection, &plan.cards, &plan.order)?;
            order_events::append(connection, attempt.key, &plan.events)?;
            stock::settle(connection, attempt.key)?;
            carts::overwrite(connection, &plan.cart)?;
        }
        StepCommit::UpdateOrderPayment(payment) => {
            let plan = PaymentPlan::new(&attempt, &payment, now)?;
            order_events::append(connection, attempt.key, &plan.events)?;
            if !payment.is_awaited() {
                unpaid_orders::release(connection, attempt.key)?;
            }
            orders::update_payment(connection, plan.number, payment)?;
            if let Some(await_payment) = plan.sold_cards_await_payment {
                gift_cards::set_awaiting(connection, plan.number, await_payment)?;
            }
        }
        StepCommit::Release => {
            stock::release(connection, attempt.key)?;
            benefits::release(connection, attempt.key)?;
            let cart = carts::held_by(connection, attempt.cart, attempt.key)?;
            carts::overwrite(connection, &steps::reopened(cart, now))?;
        }
    }
    attempts::update(connection, &attempt)?;
    Ok(StepOutcome::Stored(Box::new(attempt)))
}
