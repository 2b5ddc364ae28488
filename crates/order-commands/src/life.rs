//! The state of an order after the sale, in words.

use crate::time::local_time;
use std::fmt::Write;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::Order;
use zkratka_commerce::order_life::{
    CancelReason, DisputeState, Life, LineUnits, RefundState, RefundStatus, RefundWay,
};
use zkratka_commerce::transfer::TransferDue;
use zkratka_texts::format_money;

/// The sums of the order's money, in one line that begins with `name`.
pub(crate) fn sums_line(name: &str, life: &Life) -> String {
    let sums = life.sums();
    let money = |minor| format_money(minor, life.currency);
    let mut text = format!(
        "{name}: {} (paid {}, returned {})",
        money(sums.balance),
        money(sums.paid),
        money(sums.returned)
    );
    for (amount, what) in [
        (sums.pending, "being refunded"),
        (sums.withheld, "withheld by a dispute"),
        (sums.refundable, "can be refunded"),
    ] {
        if amount.is_positive() {
            // Writing to a `String` cannot fail.
            let _ = write!(text, ", {} {what}", money(amount));
        }
    }
    text
}

/// A refund and its state.
pub(crate) fn refund_line(life: &Life, state: &RefundState) -> String {
    let amount = format_money(state.refund.amount, life.currency);
    let status = match (state.status, state.refund.way) {
        (RefundStatus::Pending, _) => "under way".to_owned(),
        (RefundStatus::Done, RefundWay::Gateway) if state.refund.made_elsewhere => {
            "made with the gateway's own tools".to_owned()
        }
        (RefundStatus::Done, RefundWay::Gateway) => "refunded by the gateway".to_owned(),
        (RefundStatus::Done, RefundWay::ByHand) => "paid back by hand".to_owned(),
        (RefundStatus::Failed(reason), _) => format!("FAILED: {}", reason.words()),
    };
    format!("  refund {}: {amount}, {status}", state.number)
}

/// Until when a transfer is due. The shop does not cancel an order after goods were sent.
fn due_line(life: &Life, due: &TransferDue) -> String {
    let end = local_time(due.expires_at);
    if life.has_sent() {
        format!(
            "Due: {}, not cancelled after {end}, because goods were sent",
            due.day
        )
    } else {
        format!("Due: {}, cancelled if not paid by {end}", due.day)
    }
}

/// What has happened since the sale; nothing for an order to which nothing has.
pub(crate) fn lines(order: &Order, life: &Life) -> Vec<String> {
    let mut lines = vec![
        sums_line("Balance", life),
        format!(
            "Goods: {}",
            life.fulfilment_state(&order.snapshot)
                .name()
                .replace('_', " ")
        ),
    ];
    if let Some(due) = life.awaited_transfer(order) {
        lines.push(due_line(life, &due));
    }
    if let Some(at) = life.cancelled_at {
        let why = match life.cancelled_because {
            Some(CancelReason::Unpaid) => ", because it was not paid in time",
            None => "",
        };
        lines.push(format!("CANCELLED at {}{why}", local_time(at)));
    }
    for (at, sent) in &life.fulfilments {
        let units = sent
            .lines
            .iter()
            .map(|LineUnits { line, units }| format!("{units} × line {}", line.0));
        let mut text = format!("  sent {}: ", local_time(*at));
        text.push_str(&units.collect::<Vec<_>>().join(", "));
        for name in [&sent.carrier, &sent.tracking_number].into_iter().flatten() {
            text.push_str(", ");
            text.push_str(name);
        }
        lines.push(text);
    }
    lines.extend(life.refunds.iter().map(|state| refund_line(life, state)));
    let money = |minor: MinorUnits| format_money(minor, life.currency);
    for (id, amount) in &life.foreign_refunds {
        lines.push(format!(
            "  refunded at the gateway: {}, {id}",
            money(*amount)
        ));
    }
    for (id, amount) in &life.reversals {
        lines.push(format!("  reversed: {}, {id}", money(*amount)));
    }
    for (id, dispute) in &life.disputes {
        let state = match dispute.state() {
            DisputeState::Open => "OPEN",
            DisputeState::Won => "won",
            DisputeState::Lost => "lost",
        };
        let amount = dispute.lost.or(dispute.amount).unwrap_or(MinorUnits::ZERO);
        lines.push(format!("  dispute {id}: {}, {state}", money(amount)));
    }
    lines
}
