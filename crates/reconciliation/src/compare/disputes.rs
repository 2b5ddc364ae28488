//! Disputes. They are known by the provider's id.

use super::{Times, here, money, there};
use crate::difference::Difference;
use crate::kind::Kind;
use crate::sides::OurPayment;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order_life::{Dispute, DisputeState};
use zkratka_payments::{LedgerEntry, LedgerKind, LedgerState, PaymentLedger};

pub(super) fn compare(ours: &OurPayment, theirs: &PaymentLedger, times: Times) -> Vec<Difference> {
    if ours.order.is_none() {
        return Vec::new();
    }
    let entries = || {
        let entries = theirs.entries.iter();
        entries.filter(|one| matches!(one.kind, LedgerKind::Dispute | LedgerKind::Inquiry))
    };
    let mut found: Vec<Difference> = entries()
        .filter_map(|entry| of_dispute(ours, entry, times))
        .collect();
    let is_there = |id: &str| entries().any(|entry| entry.id == id);
    let missing = ours.disputes.iter().filter(|(id, _)| !is_there(id));
    found.extend(missing.filter_map(|(id, known)| not_there(ours, theirs, (id, known), times)));
    found
}

/// A dispute at the provider.
fn of_dispute(ours: &OurPayment, entry: &LedgerEntry, times: Times) -> Option<Difference> {
    if times.is_young(entry.at) {
        return None;
    }
    let known = ours.disputes.get(&entry.id);
    let state = known.map(Dispute::state);
    // What it took may be recorded as a reversal with its id.
    let recorded = ours.reversals.get(&entry.id).copied();
    let differs = |amount: Option<MinorUnits>| {
        let here = amount.map(|amount| money(ours, amount));
        let differs = here.is_some_and(|here| here != entry.amount);
        differs.then(|| Difference {
            here,
            ..there(Kind::AmountDiffers, Some(ours), entry)
        })
    };
    let told = |kind| Some(there(kind, Some(ours), entry));
    match (entry.state, state) {
        (LedgerState::Pending, Some(DisputeState::Open)) => differs(known.and_then(|it| it.amount)),
        (LedgerState::Pending, _) if recorded.is_none() => told(match entry.kind {
            LedgerKind::Inquiry => Kind::InquiryOpenThere,
            _ => Kind::DisputeOpenThere,
        }),
        (LedgerState::Done, Some(DisputeState::Lost)) => differs(known.and_then(|it| it.lost)),
        (LedgerState::Done, _) if recorded.is_some() => differs(recorded),
        // A dispute that a refund settled takes nothing, and has ended.
        (LedgerState::Done, Some(DisputeState::Open)) if entry.amount.minor.is_zero() => {
            told(Kind::DisputeOpenHere)
        }
        (LedgerState::Done, _) if entry.amount.minor.is_zero() => None,
        // What is recorded is in the order's currency.
        (LedgerState::Done, _) if entry.amount.currency != ours.currency => {
            told(Kind::AmountDiffers)
        }
        (LedgerState::Done, _) => told(Kind::DisputeLostThere),
        (LedgerState::Undone, Some(DisputeState::Open)) => told(Kind::DisputeOpenHere),
        (LedgerState::Undone, Some(DisputeState::Lost)) => told(Kind::DisputeLostHereOnly),
        (LedgerState::Undone, _) if recorded.is_some() => told(Kind::DisputeLostHereOnly),
        (LedgerState::Pending | LedgerState::Undone, _) => None,
        (LedgerState::Unclear, _) => told(Kind::DisputeUnclear),
    }
}

/// A dispute that the provider does not show.
fn not_there(
    ours: &OurPayment,
    theirs: &PaymentLedger,
    (id, known): (&String, &Dispute),
    times: Times,
) -> Option<Difference> {
    if times.is_young(ours.changed_at) {
        return None;
    }
    let amount = known.lost.or(known.amount).unwrap_or(MinorUnits::ZERO);
    let kind = match (known.state(), theirs.tells_disputes) {
        (DisputeState::Open, true) => Kind::DisputeOpenHere,
        (DisputeState::Open, false) => Kind::DisputeUnclear,
        (DisputeState::Lost, true) if amount.is_positive() => Kind::DisputeLostHereOnly,
        _ => return None,
    };
    Some(here(kind, ours, Some(id), amount, ours.changed_at))
}
