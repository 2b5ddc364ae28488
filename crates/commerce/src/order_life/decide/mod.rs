//! The one function that adds entries to an order's life.

mod cancel;
mod elsewhere;
mod fulfil;
mod gateway;
mod lines;
mod mark_paid;
mod refund;
mod transfer;

pub(super) use transfer::PAYMENT_DUE;

use self::cancel::Cancellation;
use super::action::{Action, LifeEvent, Operation, SoldCard};
use super::entry::Cause;
use super::life::Life;
use super::plan::{Plan, Planner};
use super::refusal::Refusal;
use crate::money::{MinorUnits, Money};
use crate::order::Order;
use crate::time::Timestamp;

/// The longest name of an operator, and the longest reason, in characters.
const LONGEST_TEXT: usize = 200;

/// Returns what follows from an event, or why nothing does. `sold` are the gift cards that the order sold. The caller
/// reads order, entries and cards at one moment and keeps others from changing them until the plan is stored.
///
/// # Errors
///
/// An operation whose key the order knows is [`Refusal::Repeated`] if order and action are the same, whoever asks for it
/// and for whichever reason, and [`Refusal::KeyReused`] if they differ. Both come before any other refusal. An operation
/// without a key has one that derives from order and action, so that the same operation is carried out once.
///
/// An answer or a report of the gateway that changes nothing is [`Refusal::NothingNew`].
pub fn decide(
    order: &Order,
    life: &Life,
    sold: &[SoldCard],
    event: &LifeEvent,
    now: Timestamp,
) -> Result<Plan, Refusal> {
    let mut plan = match event {
        LifeEvent::Operated(operation) => operated(order, life, sold, operation, now),
        LifeEvent::Answered {
            refund, outcome, ..
        } => gateway::answered(life, *refund, outcome, now),
        LifeEvent::NotCaptured { refund, .. } => gateway::not_captured(life, *refund, now),
        LifeEvent::Reported(report) => gateway::reported(life, sold, report, now),
        LifeEvent::TransferTimeReached => Ok(transfer::plan(order, life, sold, now)),
    }?;
    if !sold.is_empty() {
        plan.withhold_cards = withheld_cards(life, &plan);
    }
    Ok(plan)
}

/// Whether the gift cards that the order sold are withheld from now on; `None`: as before. Money that went back without
/// lines may have been their price.
fn withheld_cards(life: &Life, plan: &Plan) -> Option<bool> {
    let before = (life.is_contested(), !life.foreign_refunds.is_empty());
    let after = (
        life.is_contested_after(&plan.entries),
        life.has_refund_without_lines_after(&plan.entries),
    );
    // On PostgreSQL a trigger for older servers may have set the cards before.
    let is_set_again = after.1 && plan.entries.iter().any(|entry| entry.change.contests());
    (before != after || is_set_again).then_some(after.0 || after.1)
}

fn operated(
    order: &Order,
    life: &Life,
    sold: &[SoldCard],
    operation: &Operation,
    now: Timestamp,
) -> Result<Plan, Refusal> {
    let (key, contents) = (
        operation.key(order.number),
        operation.contents(order.number),
    );
    if let Some(known) = life.cause(&key.0) {
        return Err(if known.contents == contents {
            Refusal::Repeated(key)
        } else {
            Refusal::KeyReused(key)
        });
    }
    let texts = [&operation.by, &operation.reason, &key.0];
    if texts.iter().any(|text| text.chars().count() > LONGEST_TEXT) {
        return Err(Refusal::TooLong);
    }
    let cause = Cause {
        key,
        contents,
        by: operation.by.clone(),
        reason: operation.reason.clone(),
    };
    let planner = Planner::new(life, now, Some(cause));
    let snapshot = &order.snapshot;
    match &operation.action {
        Action::MarkPaid => mark_paid::plan(order, life, planner),
        Action::Fulfil {
            lines,
            carrier,
            tracking_number,
            before_payment,
            despite_dispute,
        } => {
            fulfil::check_payment(order, life, *before_payment)?;
            if life.is_contested() && !despite_dispute {
                return Err(Refusal::Contested);
            }
            let parcel = fulfil::Parcel {
                lines,
                carrier: carrier.as_deref(),
                tracking_number: tracking_number.as_deref(),
            };
            fulfil::plan(snapshot, life, &parcel, planner)
        }
        Action::Cancel { restock } => {
            let cancellation = Cancellation::by_operator(*restock);
            cancel::plan(order, life, sold, &cancellation, planner)
        }
        Action::Refund { size, restock } => {
            refund::plan(snapshot, life, sold, size, *restock, planner)
        }
        Action::RecordRefund {
            reference,
            size,
            restock,
            refused,
        } => {
            let made = elsewhere::Made {
                reference,
                size,
                restock: *restock,
                refused: *refused,
            };
            elsewhere::refund(snapshot, life, sold, &made, planner)
        }
        Action::RecordReversal { reference, amount } => {
            elsewhere::reversal(life, reference, *amount, planner)
        }
    }
}

/// Why nothing can be done with money whose capture failed.
fn capture_failed(life: &Life) -> Refusal {
    if life.is_capture_unclear() {
        Refusal::NeedsReview
    } else {
        Refusal::CaptureFailed
    }
}

/// An amount of the order, in words.
fn in_words(life: &Life, amount: MinorUnits) -> String {
    let money = Money::new(amount, life.currency);
    format!("{} {}", money.decimal(), money.currency)
}
