//! What the gateway answers and reports about captured money.

use super::in_words;
use crate::money::{MinorUnits, Money};
use crate::order_event::OrderEventKind;
use crate::order_life::action::SoldCard;
use crate::order_life::entry::{Change, RefundFailure};
use crate::order_life::life::{Life, MoneySource, RefundStatus};
use crate::order_life::plan::{Plan, Planner, RefundCall};
use crate::order_life::refusal::Refusal;
use crate::refund::{PaymentReport, RefundOutcome};
use crate::time::Timestamp;

/// The gateway answered a call for a refund that the shop asked for.
pub(super) fn answered(
    life: &Life,
    refund: u32,
    outcome: &RefundOutcome,
    now: Timestamp,
) -> Result<Plan, Refusal> {
    let known = life.refund(refund).ok_or(Refusal::NoSuchRefund(refund))?;
    // An operator may have recorded it as a refund of its own.
    let is_counted = |reference: &String| {
        let mut others = life.refunds.iter().filter(|other| other.number != refund);
        others.any(|other| other.reference.as_ref() == Some(reference))
    };
    let mut planner = Planner::new(life, now, None);
    match outcome {
        RefundOutcome::Refunded { reference, amount } => {
            let amount = of_order(life, *amount)?;
            if !may_still_succeed(known.status) || is_counted(reference) {
                return Err(Refusal::NothingNew);
            }
            // Reports of this refund may have come first, and then the endpoints know of it.
            let is_told = is_reported(life, reference);
            planner.append(Change::Refunded {
                refund: Some(refund),
                reference: reference.clone(),
                amount,
            });
            planner.plan.settled.push(refund);
            if !is_told {
                refunded(life, &mut planner, reference, amount);
            }
        }
        RefundOutcome::Pending { reference } => {
            let is_known = known.reference.as_ref() == Some(reference);
            if !may_still_succeed(known.status) || is_known || is_counted(reference) {
                return Err(Refusal::NothingNew);
            }
            planner.append(Change::RefundAccepted {
                refund,
                reference: reference.clone(),
            });
            planner.log("refund_accepted", reference);
            if is_reported(life, reference) {
                planner.plan.settled.push(refund);
            } else if known.status != RefundStatus::Pending {
                // Another server's call was refused, and servers do not ask about refused refunds. So they ask about this one.
                planner.plan.calls.push(RefundCall {
                    refund,
                    amount: Money::new(known.refund.amount, life.currency),
                });
            }
        }
        RefundOutcome::Refused { reason } => {
            return fail(life, refund, RefundFailure::Refused(*reason), now);
        }
        RefundOutcome::Unknown => return Err(Refusal::NothingNew),
    }
    Ok(planner.finish())
}

/// Whether the gateway may still say that it has refunded. A refusal may have answered a repetition of a call that succeeded.
const fn may_still_succeed(status: RefundStatus) -> bool {
    match status {
        RefundStatus::Pending
        | RefundStatus::Failed(RefundFailure::Refused(_) | RefundFailure::NotCaptured) => true,
        RefundStatus::Done | RefundStatus::Failed(RefundFailure::NotReached) => false,
    }
}

/// There is no captured payment that the shop could refund.
pub(super) fn not_captured(life: &Life, refund: u32, now: Timestamp) -> Result<Plan, Refusal> {
    fail(life, refund, RefundFailure::NotCaptured, now)
}

fn fail(life: &Life, refund: u32, reason: RefundFailure, now: Timestamp) -> Result<Plan, Refusal> {
    let known = life.refund(refund).ok_or(Refusal::NoSuchRefund(refund))?;
    if known.status != RefundStatus::Pending {
        return Err(Refusal::NothingNew);
    }
    let mut planner = Planner::new(life, now, None);
    planner.append(Change::RefundRefused { refund, reason });
    planner.plan.settled.push(refund);
    let amount = in_words(life, known.refund.amount);
    planner.log("refund_failed", &format!("{amount}, {}", reason.words()));
    planner.tell(OrderEventKind::RefundFailed);
    Ok(planner.finish())
}

/// The gateway reported unasked, perhaps late, twice or out of order.
pub(super) fn reported(
    life: &Life,
    sold: &[SoldCard],
    report: &PaymentReport,
    now: Timestamp,
) -> Result<Plan, Refusal> {
    let mut planner = Planner::new(life, now, None);
    match report {
        PaymentReport::Refunded { reference, amount } => {
            let amount = of_order(life, *amount)?;
            if says(
                life,
                |change| matches!(change, Change::Refunded { reference: known, .. } if known == reference),
            ) {
                return Err(Refusal::NothingNew);
            }
            let ours = ours(life, reference);
            planner.append(Change::Refunded {
                refund: ours,
                reference: reference.clone(),
                amount,
            });
            planner.plan.settled.extend(ours);
            // Its failure may have been reported before its success.
            if !is_reported(life, reference) {
                refunded(life, &mut planner, reference, amount);
            }
        }
        PaymentReport::RefundFailed { reference } => {
            if says(
                life,
                |change| matches!(change, Change::RefundFailed { reference: known } if known == reference),
            ) {
                return Err(Refusal::NothingNew);
            }
            planner.append(Change::RefundFailed {
                reference: reference.clone(),
            });
            planner.plan.settled.extend(ours(life, reference));
            planner.log("refund_failed", reference);
            planner.tell(OrderEventKind::RefundFailed);
        }
        PaymentReport::Reversed { reference, amount } => {
            let amount = of_order(life, *amount)?;
            if is_recorded(life, reference) {
                return Err(Refusal::NothingNew);
            }
            planner.append(Change::Reversed {
                reference: reference.clone(),
                amount,
            });
            planner.log("reversed", &with_id(life, amount, reference));
            planner.tell(OrderEventKind::Reversed);
        }
        PaymentReport::DisputeOpened { dispute, amount } => {
            let amount = of_order(life, *amount)?;
            let known = life.disputes.get(dispute);
            if is_recorded(life, dispute) || known.is_some_and(|known| known.amount == Some(amount))
            {
                return Err(Refusal::NothingNew);
            }
            planner.append(Change::DisputeOpened {
                dispute: dispute.clone(),
                amount,
            });
            planner.log("disputed", &with_id(life, amount, dispute));
            planner.tell(OrderEventKind::Disputed);
        }
        PaymentReport::DisputeWon { dispute } => {
            if life.disputes.get(dispute).is_some_and(|known| known.won) {
                return Err(Refusal::NothingNew);
            }
            planner.append(Change::DisputeWon {
                dispute: dispute.clone(),
            });
            planner.log("dispute_won", dispute);
            planner.tell(OrderEventKind::DisputeWon);
        }
        PaymentReport::DisputeLost { dispute, amount } => {
            let amount = of_order(life, *amount)?;
            let known = life.disputes.get(dispute);
            let recorded = life.reversals.get(dispute);
            if recorded == Some(&amount) || known.is_some_and(|known| known.lost.is_some()) {
                return Err(Refusal::NothingNew);
            }
            planner.append(Change::DisputeLost {
                dispute: dispute.clone(),
                amount,
            });
            planner.log("dispute_lost", &with_id(life, amount, dispute));
            planner.tell(OrderEventKind::DisputeLost);
        }
        PaymentReport::CaptureFailed => capture_failed(life, sold, &mut planner)?,
    }
    Ok(planner.finish())
}

/// The money is not there. Gift cards that the order sold pay no longer; what was spent of them is lost. A person decides
/// about the goods.
fn capture_failed(
    life: &Life,
    sold: &[SoldCard],
    planner: &mut Planner<'_>,
) -> Result<(), Refusal> {
    let is_ours = matches!(life.source, MoneySource::Gateway { .. });
    let is_known = says(life, |change| matches!(change, Change::CaptureFailed));
    if is_known || !is_ours {
        return Err(Refusal::NothingNew);
    }
    planner.append(Change::CaptureFailed);
    planner.log("capture_failed", "");
    planner.tell(OrderEventKind::CaptureFailed);
    let usable = sold.iter().filter(|card| !card.is_disabled);
    planner
        .plan
        .disabled_cards
        .extend(usable.map(|card| card.id));
    Ok(())
}

/// Whether there is a reversal with this id, even one that counts no longer. An operator may have recorded what a dispute
/// took, with the dispute's id.
fn is_recorded(life: &Life, id: &str) -> bool {
    says(
        life,
        |change| matches!(change, Change::Reversed { reference, .. } if reference == id),
    )
}

fn refunded(life: &Life, planner: &mut Planner<'_>, reference: &str, amount: MinorUnits) {
    planner.log("refunded", &with_id(life, amount, reference));
    planner.tell(OrderEventKind::Refunded);
}

fn with_id(life: &Life, amount: MinorUnits, id: &str) -> String {
    format!("{}, {id}", in_words(life, amount))
}

/// Our refund that the gateway knows under this id.
fn ours(life: &Life, reference: &str) -> Option<u32> {
    let is_it = |known: &Option<String>| known.as_deref() == Some(reference);
    let found = life.refunds.iter().find(|refund| is_it(&refund.reference));
    found.map(|refund| refund.number)
}

/// Whether the gateway has reported the success or the failure of this refund.
pub(super) fn is_reported(life: &Life, id: &str) -> bool {
    says(life, |change| match change {
        Change::Refunded { reference, .. } | Change::RefundFailed { reference } => reference == id,
        _ => false,
    })
}

fn says(life: &Life, what: impl Fn(&Change) -> bool) -> bool {
    life.entries().iter().any(|entry| what(&entry.change))
}

/// The amount, if it is in the order's currency.
fn of_order(life: &Life, amount: Money) -> Result<MinorUnits, Refusal> {
    if amount.currency == life.currency {
        Ok(amount.minor)
    } else {
        Err(Refusal::OtherCurrency(amount))
    }
}
