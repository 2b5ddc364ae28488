//! Held and captured money.

use super::{Times, here, there};
use crate::difference::Difference;
use crate::kind::Kind;
use crate::sides::{OurMoney, OurPayment};
use zkratka_commerce::attempt::is_same_payment;
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::time::Timestamp;
use zkratka_payments::{LedgerEntry, LedgerKind, LedgerState, PaymentLedger};

pub(super) fn compare(
    ours: Option<&OurPayment>,
    theirs: &PaymentLedger,
    times: Times,
) -> Vec<Difference> {
    let of = |kind, state| {
        let entries = theirs.entries.iter();
        entries.filter(move |one: &&LedgerEntry| one.kind == kind && one.state == state)
    };
    let captured: Vec<&LedgerEntry> = of(LedgerKind::Capture, LedgerState::Done).collect();
    let mut found = Vec::new();
    if let Some(last) = captured.iter().copied().max_by_key(|one| one.at) {
        found.extend(of_captured(ours, &captured, last, times));
    } else if let Some(ours) = ours {
        found.extend(not_captured(ours, times));
    }
    let pending = of(LedgerKind::Capture, LedgerState::Pending);
    let long = pending.filter(|one| times.is_long(one.at));
    found.extend(long.map(|one| there(Kind::PendingLong, ours, one)));
    let held = theirs.entries.iter().filter(|one| {
        one.kind == LedgerKind::Authorisation
            && matches!(one.state, LedgerState::Pending | LedgerState::Unclear)
    });
    found.extend(held.filter_map(|one| of_held(ours, &captured, one, times)));
    found
}

/// The provider has captured money.
fn of_captured(
    ours: Option<&OurPayment>,
    captured: &[&LedgerEntry],
    last: &LedgerEntry,
    times: Times,
) -> Option<Difference> {
    if times.is_young(last.at) {
        return None;
    }
    let Some((ours, _)) = ours.and_then(|ours| ours.order.map(|order| (ours, order))) else {
        return Some(there(Kind::CapturedWithoutOrder, ours, last));
    };
    let OurMoney::Captured { amount, .. } = ours.money else {
        return Some(there(Kind::CapturedNotHere, Some(ours), last));
    };
    let here = Money::new(amount, ours.currency);
    let other = captured
        .iter()
        .find(|one| one.amount.currency != ours.currency);
    if let Some(other) = other {
        return Some(Difference {
            here: Some(here),
            ..there(Kind::AmountDiffers, Some(ours), other)
        });
    }
    let sum: MinorUnits = captured.iter().fold(MinorUnits::ZERO, |sum, one| {
        sum.saturating_add(one.amount.minor)
    });
    if sum == amount {
        return None;
    }
    let kind = if captured.len() > 1 && sum > amount {
        Kind::CapturedTwice
    } else {
        Kind::AmountDiffers
    };
    Some(Difference {
        here: Some(here),
        there: Some(sum.in_currency(ours.currency)),
        ..there(kind, Some(ours), last)
    })
}

/// The provider has captured nothing.
fn not_captured(ours: &OurPayment, times: Times) -> Option<Difference> {
    let id = ours.reference.as_deref();
    match ours.money {
        OurMoney::Captured { amount, at } if amount.is_positive() && !times.is_young(at) => {
            Some(here(Kind::CapturedHereOnly, ours, id, amount, at))
        }
        OurMoney::Held { since } if times.is_long(since) => {
            Some(here(Kind::PendingLong, ours, id, MinorUnits::ZERO, since))
        }
        _ => None,
    }
}

/// The provider holds money. The server normally captures or voids it, unless the shop lost the payment.
fn of_held(
    ours: Option<&OurPayment>,
    captured: &[&LedgerEntry],
    held: &LedgerEntry,
    times: Times,
) -> Option<Difference> {
    let ended = match ours {
        Some(ours) if let OurMoney::Captured { at, .. } = ours.money => {
            is_second(ours, held).then(|| at.max(held.at))
        }
        // What was captured is a difference already.
        _ if !captured.is_empty() => None,
        None => Some(held.at),
        Some(ours) => ended_at(ours, held),
    };
    let is_told = ended.is_some_and(|ended| times.is_long(ended));
    is_told.then(|| there(Kind::HeldForNothing, ours, held))
}

/// Whether the held money is of another payment than the one that the shop knows.
fn is_second(ours: &OurPayment, held: &LedgerEntry) -> bool {
    let known = ours.reference.as_ref().zip(held.payment.as_ref());
    known.is_some_and(|(ours, other)| !is_same_payment(ours, other))
}

/// When a payment without captured money ended; `None`: it has not.
fn ended_at(ours: &OurPayment, held: &LedgerEntry) -> Option<Timestamp> {
    match (ours.money, ours.order, ours.cancelled_at) {
        (OurMoney::None, ..) => Some(ours.changed_at.max(held.at)),
        (OurMoney::Held { .. }, Some(_), cancelled) => cancelled,
        _ => None,
    }
}
