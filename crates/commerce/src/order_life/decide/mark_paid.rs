//! Money that arrived outside any gateway.

use super::in_words;
use crate::order_event::OrderEventKind;
use crate::order_life::entry::Change;
use crate::order_life::life::{Life, MoneySource};
use crate::order_life::plan::{Plan, Planner};
use crate::order_life::refusal::Refusal;

/// The whole amount arrives at once. It may arrive for an order that was cancelled meanwhile; then it can be refunded.
pub(super) fn plan(life: &Life, mut planner: Planner<'_>) -> Result<Plan, Refusal> {
    match life.source {
        MoneySource::Gateway { .. } => return Err(Refusal::PaidByGateway),
        MoneySource::Nothing => return Err(Refusal::NothingDue),
        MoneySource::ByHand => {}
    }
    if life.paid.is_positive() {
        return Err(Refusal::AlreadyPaid);
    }
    planner.append(Change::Paid { amount: life.total });
    planner.log("paid", &in_words(life, life.total));
    planner.tell(OrderEventKind::Paid);
    planner.plan.frees_contact = true;
    if life.cancelled_at.is_some() {
        planner.plan.notes.push(
            "The order is cancelled: pay the money back and record it with `zkratka orders refund --all`."
                .to_owned(),
        );
    }
    Ok(planner.finish())
}
