//! Where an order stands.

use super::OrderNow;
use zkratka_commerce::order_life::{DisputeState, Life, MoneyState, RefundStatus};

/// What decides whether the shop goes on with an order, the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Cancelled,
    /// A person is to find out what became of the payment.
    InReview,
    /// A dispute is open.
    Disputed,
    /// The bank or the provider took the payment, or a part of it.
    TakenBack,
    /// All that the buyer paid has gone back, or is on its way.
    Returned,
    /// The time for the transfer is over.
    Expired,
    Open,
}

impl Standing {
    pub(super) fn of(shown: OrderNow<'_>) -> Self {
        let OrderNow { order, life, now } = shown;
        let state = life.money_state();
        let due = life.awaited_transfer(order);
        if life.cancelled_at.is_some() {
            Self::Cancelled
        } else if matches!(state, MoneyState::NeedsReview | MoneyState::Failed) {
            Self::InReview
        } else if has_open_dispute(life) {
            Self::Disputed
        } else if life.is_contested() {
            Self::TakenBack
        } else if is_returned(shown) {
            Self::Returned
        } else if due.is_some_and(|due| due.is_expired(now)) {
            Self::Expired
        } else {
            Self::Open
        }
    }
}

pub(super) fn has_open_dispute(life: &Life) -> bool {
    let mut disputes = life.disputes.values();
    disputes.any(|dispute| dispute.state() == DisputeState::Open)
}

fn is_returned(shown: OrderNow<'_>) -> bool {
    let OrderNow { order, life, .. } = shown;
    let sums = life.sums();
    let stands = |status| !matches!(status, RefundStatus::Failed(_));
    let goes_back =
        life.refunds.iter().any(|refund| stands(refund.status)) || !life.foreign_refunds.is_empty();
    // An order that still waits for its money, or for the gateway's, has not returned it.
    let is_paid = sums.paid.is_positive() || !order.snapshot.total.is_positive();
    let is_left =
        (sums.balance - sums.pending).is_positive() || !life.cards_left(&order.snapshot).is_empty();
    goes_back && is_paid && !is_left
}
