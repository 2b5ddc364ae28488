//! What must hold at the end of every schedule.

use crate::operators::{Command, Ended};
use crate::payment::{Kind, Movement, Payment, Status, Truth};
use crate::store::{OrderRow, Row, units_of};
use crate::transfers::{self, Places};
use crate::world::State;
use std::collections::HashSet;
use std::sync::Arc;
use zkratka_attempts::gateway_key;
use zkratka_commerce::attempt::{Attempt, AttemptState, Reservation};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::order_life::{
    Change, Life, MoneySource, RefundFailure, RefundState, RefundStatus,
};

pub(crate) fn check(state: &State, commands: &[Arc<Command>]) {
    let shop = &state.shop;
    for row in &shop.rows {
        ends(&row.attempt);
        events_are_in_order(row);
        let payment = payment_of(state, &row.attempt);
        match row.attempt.order {
            None => no_money_hangs(&row.attempt, payment),
            Some(number) => {
                let order = shop.order(number).expect("an order");
                let life = shop.record(number).expect("an order").life();
                money_agrees(&row.attempt, order, &life, payment);
                refunds_are_made_once(&life, payment);
                events_are_told_once(row, &life, payment);
                units_agree(order, &life);
                transfers::check(order, row, &life);
            }
        }
    }
    stock_agrees(state);
    for refund in &shop.refunds {
        let order = refund.claim.order;
        assert!(
            shop.waits_for_a_person(order),
            "a refund of {order:?} hangs"
        );
    }
    for command in commands {
        is_carried_out_once(state, command);
    }
}

/// The payment that the shop asked for under the attempt's key.
fn payment_of<'s>(state: &'s State, attempt: &Attempt) -> Option<&'s Payment> {
    let key = gateway_key(attempt);
    let mut of_key = state.provider.payments.iter().filter(|it| it.key == key);
    let found = of_key.next();
    assert!(of_key.next().is_none(), "two payments under one key");
    found
}

const fn is_in_review(attempt: &Attempt) -> bool {
    matches!(attempt.state, AttemptState::NeedsReview { .. })
}

fn ends(attempt: &Attempt) {
    let (state, due) = (&attempt.state, attempt.due_at);
    assert!(
        state.is_finished() && due.is_none(),
        "an attempt does not end: {state:?}, due {due:?}"
    );
}

/// Without an order the merchant has nothing and never will, or a person looks into it.
fn no_money_hangs(attempt: &Attempt, payment: Option<&Payment>) {
    let Some(payment) = payment else { return };
    let is_open = matches!(payment.truth, Truth::Held | Truth::Challenged);
    assert!(
        (!is_open && payment.balance().is_zero()) || is_in_review(attempt),
        "money without an order: {payment:?}, {:?}",
        attempt.state
    );
}

fn money_agrees(attempt: &Attempt, order: &OrderRow, life: &Life, payment: Option<&Payment>) {
    let sums = life.sums();
    let Some(payment) = payment else {
        assert_eq!(life.source, MoneySource::ByHand);
        assert!(!sums.balance.is_negative() && sums.balance <= life.total);
        return;
    };
    assert_eq!(
        sums.balance,
        payment.balance(),
        "the balance of {:?} is not the provider's: {life:#?}, {payment:#?}, {:?}",
        order.order.number,
        attempt.state,
    );
    assert!(
        sums.pending.is_zero() || is_in_review(attempt),
        "a refund is under way for ever: {life:#?}"
    );
    assert!(sums.withheld.is_zero(), "a dispute never ends: {life:#?}");
    let is_given_up =
        |it: &RefundState| it.status == RefundStatus::Failed(RefundFailure::NotCaptured);
    assert!(
        !payment.balance().is_positive() || !life.refunds.iter().any(is_given_up),
        "a refund was given up although the money is there: {life:#?}, {payment:#?}"
    );
}

/// Each refund that the provider made for the shop is one refund of the shop's, and the other way round.
fn refunds_are_made_once(life: &Life, payment: Option<&Payment>) {
    let Some(payment) = payment else { return };
    let ours = |kind: &Kind| matches!(kind, Kind::Refund(Some(_)));
    let made = payment.movements.iter().filter(|it| ours(&it.kind));
    let done = made.filter(|it| it.status == Status::Done);
    let done: Vec<&String> = done.map(|it| &it.id).collect();
    let known = life
        .refunds
        .iter()
        .filter(|it| it.status == RefundStatus::Done);
    let known = known.filter(|it| it.refund.amount.is_positive());
    let known: HashSet<&String> = known.filter_map(|it| it.reference.as_ref()).collect();
    assert_eq!(known.len(), done.len(), "{life:#?}, {payment:#?}");
    assert!(
        done.iter().all(|id| known.contains(*id)),
        "a refund was made twice: {life:#?}, {payment:#?}"
    );
}

fn events_are_in_order(row: &Row) {
    let places: Vec<u64> = row.events.iter().map(|event| event.place).collect();
    assert!(places.is_sorted_by(|one, next| one < next), "{places:?}");
    let ids: HashSet<&String> = row.events.iter().map(|event| &event.id).collect();
    assert_eq!(ids.len(), row.events.len(), "two events with one id");
    if let Some(first) = row.events.first() {
        assert_eq!(first.kind, OrderEventKind::Created);
    }
}

/// Each kind of event occurs as often as its cause.
fn events_are_told_once(row: &Row, life: &Life, payment: Option<&Payment>) {
    let told = |kind| row.events.iter().filter(|event| event.kind == kind).count();
    let happened = |kind: Kind, status| {
        let is_it = |it: &&Movement| {
            std::mem::discriminant(&it.kind) == std::mem::discriminant(&kind) && it.status == status
        };
        payment.map_or(0, |payment| payment.movements.iter().filter(is_it).count())
    };
    let by_hand = match payment {
        Some(_) => 0,
        None => life.refunds.len(),
    };
    let was_captured = life.captured_at.is_some();
    let has_failed = payment.is_some_and(|payment| payment.has_failed);
    // In review it may be heard of although nothing was captured as far as the shop knows.
    let mut entries = life.entries().iter();
    let is_heard = entries.any(|entry| matches!(entry.change, Change::CaptureFailed));
    let places = Places::of(life);
    for (kind, expected) in [
        (OrderEventKind::Created, 1),
        (OrderEventKind::Captured, usize::from(was_captured)),
        (
            OrderEventKind::CaptureFailed,
            usize::from(has_failed && (was_captured || is_heard)),
        ),
        (
            OrderEventKind::Cancelled,
            usize::from(life.cancelled_at.is_some()),
        ),
        (OrderEventKind::PaymentDue, usize::from(life.is_reminded)),
        (OrderEventKind::Paid, usize::from(places.is_paid_in_time())),
        (
            OrderEventKind::PaymentLate,
            usize::from(places.is_paid_late()),
        ),
        (OrderEventKind::Fulfilled, life.fulfilments.len()),
        (
            OrderEventKind::Refunded,
            by_hand + happened(Kind::Refund(None), Status::Done),
        ),
        (
            OrderEventKind::Reversed,
            happened(Kind::Reversal, Status::Done),
        ),
        (
            OrderEventKind::DisputeWon,
            happened(Kind::Dispute, Status::Undone),
        ),
        (
            OrderEventKind::DisputeLost,
            happened(Kind::Dispute, Status::Done),
        ),
    ] {
        assert_eq!(
            told(kind),
            expected,
            "{}: {life:#?}, {payment:#?}",
            kind.name()
        );
    }
}

/// No unit comes back twice.
fn units_agree(order: &OrderRow, life: &Life) {
    let mut restocked = 0;
    for line in &order.order.snapshot.lines {
        let units = life.restocked(line.id);
        assert!(
            units <= line.quantity,
            "{units} of {} came back",
            line.quantity
        );
        assert!(life.refunded(line.id) <= line.quantity, "{life:#?}");
        restocked += i64::from(units);
    }
    assert_eq!(order.put_back, restocked, "{life:#?}");
}

fn stock_agrees(state: &State) {
    let shop = &state.shop;
    let taken = shop
        .rows
        .iter()
        .filter(|row| row.attempt.reservation != Reservation::Released);
    let taken: i64 = taken.map(|row| units_of(&row.attempt)).sum();
    let back: i64 = shop.orders.iter().map(|order| order.put_back).sum();
    assert_eq!(shop.stock, shop.initial_stock - taken + back);
    assert!((0..=shop.initial_stock).contains(&shop.stock));
}

/// A command has an answer, and its entries are of one step.
fn is_carried_out_once(state: &State, command: &Command) {
    let key = command.operation.key(command.order);
    let life = state.shop.record(command.order).expect("an order").life();
    let steps: HashSet<_> = life.of_operation(&key.0).map(|entry| entry.at).collect();
    let entries = life.of_operation(&key.0).count();
    assert!(entries <= 2 && steps.len() <= 1, "{key:?} twice: {life:#?}");
    match command.ended() {
        Some(Ended::Done) => assert!(entries > 0, "{key:?} is lost: {life:#?}"),
        Some(Ended::Refused(_)) => {}
        None => panic!("{key:?} has no answer"),
    }
}
