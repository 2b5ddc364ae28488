//! The shop's side, from its records.

use crate::sides::{OurMoney, OurPayment, OurRefund};
use zkratka_attempts::refund_key;
use zkratka_commerce::attempt::{Attempt, AttemptState};
use zkratka_commerce::order_life::{
    Change, GatewayStage, Life, LineUnits, MoneySource, RefundState, RefundStatus, RefundWay,
};
use zkratka_commerce::time::Timestamp;
use zkratka_store::OrderRecord;

/// What the shop knows about the payment of an attempt.
#[must_use]
pub(crate) fn of(attempt: &Attempt, record: Option<&OrderRecord>) -> OurPayment {
    match record {
        Some(record) => with_order(attempt, record),
        None => without_order(attempt),
    }
}

fn without_order(attempt: &Attempt) -> OurPayment {
    let money = match attempt.state {
        AttemptState::Voided { .. } | AttemptState::Failed { .. } => OurMoney::None,
        _ => OurMoney::UnderWay,
    };
    OurPayment {
        attempt: attempt.key,
        order: None,
        reference: attempt.state.reference().map(str::to_owned),
        currency: attempt.snapshot.currency,
        money,
        refunds: Vec::new(),
        reversals: std::collections::BTreeMap::new(),
        disputes: std::collections::BTreeMap::new(),
        cancelled_at: None,
        changed_at: attempt.created_at,
    }
}

fn with_order(attempt: &Attempt, record: &OrderRecord) -> OurPayment {
    let life = record.life();
    let order = &record.order;
    let (reference, stage) = match &life.source {
        MoneySource::Gateway { reference, stage } => (reference.clone(), Some(*stage)),
        MoneySource::ByHand | MoneySource::Nothing => (None, None),
    };
    let captured_at = life.captured_at.unwrap_or(order.created_at);
    let captured = OurMoney::Captured {
        amount: order.snapshot.total,
        at: captured_at,
    };
    let money = match stage {
        Some(GatewayStage::Captured) => captured,
        Some(GatewayStage::InReview) if life.paid.is_positive() => captured,
        Some(GatewayStage::Held) => OurMoney::Held {
            since: order.created_at,
        },
        Some(GatewayStage::InReview) => OurMoney::UnderWay,
        Some(GatewayStage::CaptureFailed) | None => OurMoney::None,
    };
    let changed = life.entries().iter().map(|entry| entry.at).max();
    OurPayment {
        attempt: attempt.key,
        order: Some(order.number),
        reference: reference.or_else(|| attempt.state.reference().map(str::to_owned)),
        currency: life.currency,
        money,
        refunds: refunds(attempt, &life),
        reversals: life.reversals.clone(),
        disputes: life.disputes.clone(),
        cancelled_at: life.cancelled_at,
        changed_at: changed.unwrap_or(captured_at).max(captured_at),
    }
}

/// Refunds at the gateway: the shop's own, and those that the gateway reported.
fn refunds(attempt: &Attempt, life: &Life) -> Vec<OurRefund> {
    let at_gateway = |state: &&RefundState| {
        state.refund.way == RefundWay::Gateway && state.refund.amount.is_positive()
    };
    let own = life
        .refunds
        .iter()
        .filter(at_gateway)
        .map(|state| OurRefund {
            number: (!state.refund.made_elsewhere).then_some(state.number),
            reference: state.reference.clone(),
            key: (!state.refund.made_elsewhere).then(|| refund_key(attempt, state.number)),
            amount: state.refund.amount,
            status: state.status,
            lines: lines(state),
            at: state.at,
        });
    let reported = life.foreign_refunds.iter().map(|(id, amount)| OurRefund {
        number: None,
        reference: Some(id.clone()),
        key: None,
        amount: *amount,
        status: RefundStatus::Done,
        lines: Vec::new(),
        at: reported_at(life, id),
    });
    own.chain(reported).collect()
}

fn lines(state: &RefundState) -> Vec<LineUnits> {
    let lines = state.refund.lines.iter();
    lines
        .map(|line| LineUnits {
            line: line.line,
            units: line.units,
        })
        .collect()
}

fn reported_at(life: &Life, id: &str) -> Timestamp {
    let names_it =
        |change: &Change| matches!(change, Change::Refunded { reference, .. } if reference == id);
    let mut entries = life.entries().iter();
    let found = entries.find(|entry| names_it(&entry.change));
    found.map_or(Timestamp(0), |entry| entry.at)
}
