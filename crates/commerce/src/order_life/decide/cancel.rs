//! Cancelling an order of which nothing was sent.
//!
//! Money that was captured is refunded by the same step. Money that is still held is not voided: its capture is under way
//! on some server, and a void that meets a capture would leave unclear who has the money. So the refund is stored at once
//! and waits for the capture; if the capture fails, the refund ends without any call.

use super::refund::{self, Parts};
use crate::money::Money;
use crate::order::{Order, OrderSnapshot};
use crate::order_event::OrderEventKind;
use crate::order_life::action::SoldCard;
use crate::order_life::entry::{CancelReason, Change, LineUnits, RefundedLine};
use crate::order_life::life::{GatewayStage, Life, MoneySource};
use crate::order_life::plan::{Plan, Planner, TransferWait};
use crate::order_life::refusal::Refusal;

/// How an order is cancelled.
pub(super) struct Cancellation {
    /// Whether the units return to stock.
    restock: bool,
    because: Option<CancelReason>,
}

impl Cancellation {
    pub(super) const fn by_operator(restock: bool) -> Self {
        Self {
            restock,
            because: None,
        }
    }

    pub(super) const UNPAID: Self = Self {
        restock: true,
        because: Some(CancelReason::Unpaid),
    };

    const fn in_words(&self, returns_units: bool) -> &'static str {
        match (self.because, returns_units) {
            (None, false) => "stock unchanged",
            (None, true) => "units back in stock",
            (Some(CancelReason::Unpaid), false) => "not paid in time, stock unchanged",
            (Some(CancelReason::Unpaid), true) => "not paid in time, units back in stock",
        }
    }
}

pub(super) fn plan(
    order: &Order,
    life: &Life,
    sold: &[SoldCard],
    cancellation: &Cancellation,
    mut planner: Planner<'_>,
) -> Result<Plan, Refusal> {
    let snapshot = &order.snapshot;
    if life.cancelled_at.is_some() {
        return Err(Refusal::AlreadyCancelled);
    }
    check_nothing_sent(snapshot, life)?;
    if let MoneySource::Gateway {
        stage: GatewayStage::InReview,
        ..
    } = life.source
    {
        return Err(Refusal::NeedsReview);
    }
    refund::disable_cards(&mut planner, sold)?;
    let restocked = if cancellation.restock {
        on_hand(snapshot, life)
    } else {
        Vec::new()
    };
    planner.restock(snapshot, &restocked);
    planner.append(Change::Cancelled {
        restocked: restocked.clone(),
        because: cancellation.because,
    });
    planner.log("cancelled", cancellation.in_words(!restocked.is_empty()));
    planner.tell(OrderEventKind::Cancelled);
    planner.plan.frees_contact = true;
    planner.plan.transfer = order.transfer_due.map(|_| TransferWait::Over);
    planner.plan.returns_discount_uses = true;
    let sums = life.sums();
    let amount = if life.awaits_capture() {
        life.total
    } else {
        sums.refundable
    };
    let parts = Parts {
        amount,
        lines: snapshot
            .lines
            .iter()
            .map(|line| RefundedLine {
                line: line.id,
                units: line.quantity.saturating_sub(life.refunded(line.id)),
                returned: 0,
                restocked: 0,
            })
            .filter(|line| line.units > 0)
            .collect(),
        cards: life.cards_left(snapshot),
    };
    if parts.amount.is_positive() || !parts.cards.is_empty() {
        refund::begin(life, &mut planner, parts);
    }
    if sums.withheld.is_positive() {
        let withheld = Money::new(sums.withheld, life.currency);
        planner.plan.notes.push(format!(
            "A dispute withholds {} {}: this part is not refunded.",
            withheld.decimal(),
            withheld.currency
        ));
    }
    if life.awaits_capture() {
        planner.plan.notes.push(
            "The capture is still under way: the server refunds the money after it.".to_owned(),
        );
    }
    Ok(planner.finish())
}

fn check_nothing_sent(order: &OrderSnapshot, life: &Life) -> Result<(), Refusal> {
    if !life.has_sent() {
        return Ok(());
    }
    let sent = order.lines.iter().map(|line| life.sent(line.id)).sum();
    let units = order.lines.iter().map(|line| line.quantity).sum();
    Err(Refusal::SentAlready { sent, units })
}

/// The units that are neither sent nor back in stock.
fn on_hand(order: &OrderSnapshot, life: &Life) -> Vec<LineUnits> {
    let units = order.lines.iter().map(|line| LineUnits {
        line: line.id,
        units: line.quantity.saturating_sub(life.restocked(line.id)),
    });
    units.filter(|units| units.units > 0).collect()
}
