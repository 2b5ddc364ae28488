//! Money that arrived outside any gateway.

use super::in_words;
use crate::order::Order;
use crate::order_event::OrderEventKind;
use crate::order_life::entry::Change;
use crate::order_life::life::{Life, MoneySource};
use crate::order_life::plan::{Plan, Planner, TransferWait};
use crate::order_life::refusal::Refusal;

/// The whole amount arrives at once. It may arrive for an order that was cancelled meanwhile: that order stays cancelled, and
/// the money waits in its balance until a person has paid it back.
pub(super) fn plan(order: &Order, life: &Life, mut planner: Planner<'_>) -> Result<Plan, Refusal> {
    match life.source {
        MoneySource::Gateway { .. } => return Err(Refusal::PaidByGateway),
        MoneySource::Nothing => return Err(Refusal::NothingDue),
        MoneySource::ByHand => {}
    }
    if life.paid.is_positive() {
        return Err(Refusal::AlreadyPaid);
    }
    planner.append(Change::Paid { amount: life.total });
    let amount = in_words(life, life.total);
    planner.plan.frees_contact = true;
    planner.plan.transfer = order.transfer_due.map(|_| TransferWait::Over);
    if life.cancelled_at.is_none() {
        planner.log("paid", &amount);
        planner.tell(OrderEventKind::Paid);
        return Ok(planner.finish());
    }
    planner.log("payment_late", &amount);
    planner.tell(OrderEventKind::PaymentLate);
    planner.plan.notes.push(format!(
        "THE ORDER IS CANCELLED and stays so: its goods may be sold to others by now. Pay {amount} back to the buyer and record it with `zkratka orders refund {} --all --reason 'WHY'`, or agree on a new order with the buyer.",
        order.number.0
    ));
    Ok(planner.finish())
}
