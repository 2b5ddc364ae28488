//! What has happened in a world, counted. A simulation in which nothing happens would satisfy every check.

use crate::payment::{Kind, Status};
use crate::store::Row;
use crate::transfers::Places;
use crate::world::State;
use std::collections::BTreeMap;
use zkratka_commerce::attempt::{AttemptState, FailureReason};
use zkratka_commerce::order_life::{RefundStatus, RefundWay};

/// Ends that a thousand schedules must have several times each.
pub(crate) const EXPECTED: [&str; 22] = [
    "captured",
    "failed",
    "needs_review",
    "placed",
    "given up",
    "given up, but passed",
    "challenge left to expire",
    "marked as paid",
    "fulfilled",
    "cancelled",
    "refund done",
    "refund failed",
    "refund by hand",
    "refund made elsewhere",
    "reversal",
    "dispute won",
    "dispute lost",
    "capture failed",
    "reminded",
    "expired",
    "sent, but not paid in time",
    "paid late",
];

pub(crate) fn count(state: &State, ends: &mut BTreeMap<&'static str, usize>) {
    let mut add = |what, times| *ends.entry(what).or_insert(0) += times;
    for row in &state.shop.rows {
        add(row.attempt.state.name(), 1);
        if let Some(end) = end_of_challenge(row) {
            add(end, 1);
        }
    }
    for order in &state.shop.orders {
        let record = state.shop.record(order.order.number).expect("an order");
        let life = record.life();
        add("fulfilled", life.fulfilments.len());
        add("cancelled", usize::from(life.cancelled_at.is_some()));
        add("reminded", usize::from(life.is_reminded));
        add("expired", usize::from(life.cancelled_because.is_some()));
        let is_unpaid = life.awaited_transfer(&order.order).is_some();
        add("sent, but not paid in time", usize::from(is_unpaid));
        let is_late = Places::of(&life).is_paid_late();
        add("paid late", usize::from(is_late));
        for refund in &life.refunds {
            let what = match (refund.refund.way, refund.status) {
                (RefundWay::ByHand, _) => "refund by hand",
                (RefundWay::Gateway, RefundStatus::Done) => "refund done",
                (RefundWay::Gateway, RefundStatus::Failed(_)) => "refund failed",
                (RefundWay::Gateway, RefundStatus::Pending) => "refund waits for a person",
            };
            add(what, 1);
        }
        let is_paid = |entry: &&zkratka_commerce::order::TimelineEntry| entry.event == "paid";
        let paid = record.timeline.iter().filter(is_paid).count();
        add("marked as paid", paid);
    }
    for payment in &state.provider.payments {
        add("capture failed", usize::from(payment.has_failed));
        for movement in &payment.movements {
            let what = match (&movement.kind, movement.status) {
                (Kind::Refund(None), _) => "refund made elsewhere",
                (Kind::Reversal, _) => "reversal",
                (Kind::Dispute, Status::Done) => "dispute lost",
                (Kind::Dispute, _) => "dispute won",
                (Kind::Refund(Some(_)), _) => continue,
            };
            add(what, 1);
        }
    }
}

/// How a challenge ended that the buyer gave up, or did nothing about.
fn end_of_challenge(row: &Row) -> Option<&'static str> {
    let mut timeline = row.timeline.iter();
    let is_given_up = timeline.any(|entry| entry.event == "buyer_gave_up");
    let has_expired = matches!(
        row.attempt.state,
        AttemptState::Voided {
            reason: FailureReason::ChallengeExpired,
            ..
        }
    );
    match (is_given_up, has_expired) {
        (true, true) => Some("given up"),
        (true, false) if row.attempt.order.is_some() => Some("given up, but passed"),
        (false, true) => Some("challenge left to expire"),
        _ => None,
    }
}
