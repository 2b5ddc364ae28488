//! Writes what has happened to an order since the sale as JSON: members beside those of the order.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::order_life::{
    Cause, DisputeState, Life, LineUnits, RefundState, RefundStatus, RefundWay,
};
use zkratka_commerce::time::Timestamp;
use zkratka_store::OrderRecord;

/// Amounts are decimals, except in the members whose names end with `MinorUnits`.
pub(crate) fn life_json(record: &OrderRecord) -> Value {
    let life = record.life();
    let sums = life.sums();
    let decimal = |minor| Money::new(minor, life.currency).decimal();
    let by_id = |amounts: &BTreeMap<String, MinorUnits>| {
        let one =
            |(id, amount): (&String, &MinorUnits)| json!({ "id": id, "amount": decimal(*amount) });
        amounts.iter().map(one).collect::<Vec<_>>()
    };
    let disputes = life.disputes.iter().map(|(id, dispute)| {
        let state = match dispute.state() {
            DisputeState::Open => "open",
            DisputeState::Won => "won",
            DisputeState::Lost => "lost",
        };
        let amount = dispute.lost.or(dispute.amount).map(decimal);
        json!({ "id": id, "amount": amount, "state": state })
    });
    let units = |LineUnits { line, units }: &LineUnits| json!({ "line": line, "quantity": units });
    let fulfilments = life.fulfilments.iter().map(|(at, sent)| {
        json!({
            "at": at.rfc3339(),
            "carrier": sent.carrier,
            "trackingNumber": sent.tracking_number,
            "lines": sent.lines.iter().map(units).collect::<Vec<_>>(),
        })
    });
    json!({
        "paymentState": life.money_state().name(),
        "balance": decimal(sums.balance),
        "balanceMinorUnits": sums.balance,
        "paid": decimal(sums.paid),
        "returned": decimal(sums.returned),
        "refundPending": decimal(sums.pending),
        "withheld": decimal(sums.withheld),
        "refundable": decimal(sums.refundable),
        "refunds": life.refunds.iter().map(|state| refund(&life, state)).collect::<Vec<_>>(),
        "refundsAtGateway": by_id(&life.foreign_refunds),
        "reversals": by_id(&life.reversals),
        "disputes": disputes.collect::<Vec<_>>(),
        "fulfilmentState": life.fulfilment_state(&record.order.snapshot).name(),
        "fulfilments": fulfilments.collect::<Vec<_>>(),
        "cancelledAt": life.cancelled_at.map(Timestamp::rfc3339),
        "cancelReason": life.cancelled_because,
    })
}

fn refund(life: &Life, state: &RefundState) -> Value {
    let decimal = |minor| Money::new(minor, life.currency).decimal();
    let (status, failure) = match state.status {
        RefundStatus::Pending => ("pending", None),
        RefundStatus::Done => ("refunded", None),
        RefundStatus::Failed(reason) => ("failed", Some(reason)),
    };
    let lines = state.refund.lines.iter().map(
        |line| json!({ "line": line.line, "quantity": line.units, "restocked": line.restocked }),
    );
    let cards = state
        .refund
        .cards
        .iter()
        .map(|credit| json!({ "id": credit.card, "amount": decimal(credit.amount) }));
    let cause = life
        .entries()
        .iter()
        .find(|entry| entry.sequence == state.number)
        .and_then(|entry| entry.cause.as_ref());
    json!({
        "number": state.number,
        "at": state.at.rfc3339(),
        "amount": decimal(state.refund.amount),
        "by": by(state),
        "state": status,
        "failure": failure.map(zkratka_commerce::order_life::RefundFailure::words),
        "gatewayReference": state.reference,
        "lines": lines.collect::<Vec<_>>(),
        "giftCards": cards.collect::<Vec<_>>(),
        "operator": cause.map(|Cause { by, .. }| by),
        "reason": cause.map(|Cause { reason, .. }| reason),
    })
}

/// Who gave the money back.
const fn by(state: &RefundState) -> &'static str {
    match state.refund.way {
        RefundWay::Gateway if state.refund.made_elsewhere => "elsewhere",
        RefundWay::Gateway => "gateway",
        RefundWay::ByHand => "hand",
    }
}
