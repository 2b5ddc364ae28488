//! What happens by itself to an order that waits for its transfer: the buyer is reminded, and in the end it is cancelled.

use super::cancel::{self, Cancellation};
use crate::order::Order;
use crate::order_event::OrderEventKind;
use crate::order_life::action::SoldCard;
use crate::order_life::life::Life;
use crate::order_life::plan::{Plan, Planner, TransferWait};
use crate::time::Timestamp;
use crate::transfer::TransferDue;

/// The timeline's event of a reminder. It is no entry of the life: servers of older versions could not read it.
pub(in crate::order_life) const PAYMENT_DUE: &str = "payment_due";

/// Always says when to look at the order again, so that a wait never gets lost and never repeats.
pub(super) fn plan(order: &Order, life: &Life, sold: &[SoldCard], now: Timestamp) -> Plan {
    let mut planner = Planner::new(life, now, None);
    let Some(due) = life.awaited_transfer(order) else {
        planner.plan.transfer = Some(TransferWait::Over);
        return planner.finish();
    };
    if due.is_expired(now) {
        return expire(order, life, sold, now);
    }
    planner.plan.transfer = Some(TransferWait::Until(match due.remind_at {
        Some(remind_at) if !life.is_reminded && now < remind_at => remind_at,
        Some(_) if !life.is_reminded => {
            remind(&mut planner, due);
            due.expires_at
        }
        _ => due.expires_at,
    }));
    planner.finish()
}

fn remind(planner: &mut Planner<'_>, due: TransferDue) {
    planner.log(PAYMENT_DUE, &format!("by {}", due.day));
    planner.tell(OrderEventKind::PaymentDue);
}

/// An order that cannot be cancelled, e.g. because its goods were sent before they were paid, is left to a person, of whom the
/// merchant's systems must hear: goods are gone, and no money comes by itself.
fn expire(order: &Order, life: &Life, sold: &[SoldCard], now: Timestamp) -> Plan {
    let cancelling = Planner::new(life, now, None);
    match cancel::plan(order, life, sold, &Cancellation::UNPAID, cancelling) {
        Ok(plan) => plan,
        Err(refusal) => {
            let mut planner = Planner::new(life, now, None);
            planner.log("unpaid", &format!("not cancelled: {refusal}"));
            planner.tell(OrderEventKind::PaymentOverdue);
            planner.plan.transfer = Some(TransferWait::Over);
            planner.finish()
        }
    }
}
