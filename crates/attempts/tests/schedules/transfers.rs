//! What must hold at the end of an order that the buyer was to pay by transfer.

use crate::store::{OrderRow, Row};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::order_life::{Attention, CancelReason, Change, Entry, Life};
use zkratka_commerce::transfer::TransferDue;

/// Where in the order's life money arrived and where it was cancelled.
pub(crate) struct Places {
    paid: Option<usize>,
    cancelled: Option<usize>,
}

impl Places {
    pub(crate) fn of(life: &Life) -> Self {
        let place = |is_it: fn(&Change) -> bool| {
            let mut entries = life.entries().iter();
            entries.position(|entry| is_it(&entry.change))
        };
        Self {
            paid: place(|change| matches!(change, Change::Paid { .. })),
            cancelled: place(|change| matches!(change, Change::Cancelled { .. })),
        }
    }

    /// Whether money arrived while the order stood.
    pub(crate) fn is_paid_in_time(&self) -> bool {
        let paid = self.paid;
        paid.is_some_and(|paid| self.cancelled.is_none_or(|cancelled| paid < cancelled))
    }

    /// Whether money arrived after the order was cancelled.
    pub(crate) fn is_paid_late(&self) -> bool {
        self.paid.is_some() && !self.is_paid_in_time()
    }
}

pub(crate) fn check(order: &OrderRow, row: &Row, life: &Life) {
    let Some(due) = order.order.transfer_due else {
        assert!(!life.is_reminded, "reminded without a due day: {life:#?}");
        assert_eq!(life.cancelled_because, None, "{life:#?}");
        return;
    };
    is_reminded_in_time(row, due);
    let places = Places::of(life);
    if life.cancelled_because == Some(CancelReason::Unpaid) {
        expired(order, life, due, &places);
    }
    let attention = life.attention(&order.order, due.expires_at);
    if places.is_paid_late() {
        calls_a_person(life, attention);
    } else if life.awaited_transfer(&order.order).is_some() {
        assert!(
            !life.fulfilments.is_empty() && attention == Some(Attention::Unpaid),
            "neither paid nor cancelled: {life:#?}"
        );
    }
}

/// The merchant's systems are asked at most once to remind the buyer, at a time that the order has for it, and never of an
/// order that is paid or cancelled.
fn is_reminded_in_time(row: &Row, due: TransferDue) {
    let place = |kind| row.events.iter().position(|event| event.kind == kind);
    let reminders = row.timeline.iter().filter(|it| it.event == "payment_due");
    let reminders: Vec<_> = reminders.map(|it| it.at).collect();
    assert!(reminders.len() <= 1, "reminded twice: {:?}", row.timeline);
    let Some(&at) = reminders.first() else {
        return;
    };
    assert!(
        due.remind_at.is_some_and(|from| at >= from) && at < due.expires_at,
        "reminded at {at:?} of {due:?}"
    );
    let reminder = place(OrderEventKind::PaymentDue);
    for end in [OrderEventKind::Paid, OrderEventKind::Cancelled] {
        let end = place(end);
        assert!(
            end.is_none() || reminder < end,
            "reminded after the end: {:?}",
            row.events
        );
    }
}

/// An order expires when its time is over, if nobody has paid it and nothing was sent, and all its units are in stock again.
fn expired(order: &OrderRow, life: &Life, due: TransferDue, places: &Places) {
    assert!(!places.is_paid_in_time(), "expired after paid: {life:#?}");
    assert!(
        life.cancelled_at.is_some_and(|at| due.is_expired(at)),
        "expired too early: {due:?}, {life:#?}"
    );
    assert!(life.fulfilments.is_empty(), "expired after sent: {life:#?}");
    for line in &order.order.snapshot.lines {
        assert_eq!(life.restocked(line.id), line.quantity, "{life:#?}");
    }
    let is_expiry = |entry: &&Entry| matches!(entry.change, Change::Cancelled { .. });
    let expiry = life.entries().iter().find(is_expiry);
    assert!(
        expiry.is_some_and(|entry| entry.cause.is_none()),
        "{life:#?}"
    );
}

/// Money of a cancelled order waits for a person until it is paid back.
fn calls_a_person(life: &Life, attention: Option<Attention>) {
    let left = life.sums().refundable;
    let expected = match attention {
        Some(Attention::PayBack(amount)) => amount.minor == left,
        None => !left.is_positive(),
        Some(_) => false,
    };
    assert!(expected, "a late payment calls nobody: {life:#?}");
}
