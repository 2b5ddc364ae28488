//! Reversals. They are known by the provider's id. A provider may also list what a dispute took as a reversal, under an id of
//! its own; only as much of a payment's reversals as its disputes took is explained so.

use super::{Times, here, money, there};
use crate::difference::Difference;
use crate::kind::Kind;
use crate::sides::OurPayment;
use zkratka_commerce::money::MinorUnits;
use zkratka_payments::{LedgerEntry, LedgerKind, LedgerState, PaymentLedger};

pub(super) fn compare(ours: &OurPayment, theirs: &PaymentLedger, times: Times) -> Vec<Difference> {
    let reversals = theirs.entries.iter().filter(|one| {
        one.kind == LedgerKind::Reversal
            && one.state == LedgerState::Done
            && !times.is_young(one.at)
    });
    let (in_currency, others): (Vec<_>, Vec<_>) =
        reversals.partition(|one| one.amount.currency == ours.currency);
    let mut found: Vec<Difference> = others
        .into_iter()
        .map(|entry| Difference {
            here: recorded(ours, entry).map(|amount| money(ours, amount)),
            ..there(Kind::AmountDiffers, Some(ours), entry)
        })
        .collect();
    found.extend(unexplained(ours, theirs, in_currency));
    if theirs.tells_reversals && !times.is_young(ours.changed_at) {
        found.extend(not_there(ours, theirs));
    }
    found
}

/// A reversal at the provider, and the part of it that nothing explains.
#[derive(Clone, Copy)]
struct Reversal<'e> {
    entry: &'e LedgerEntry,
    /// What the shop has recorded of it.
    recorded: Option<MinorUnits>,
    rest: MinorUnits,
}

fn unexplained(
    ours: &OurPayment,
    theirs: &PaymentLedger,
    entries: Vec<&LedgerEntry>,
) -> Vec<Difference> {
    let mut reversals: Vec<Reversal> = entries
        .into_iter()
        .map(|entry| {
            let recorded = recorded(ours, entry);
            let known = recorded.unwrap_or(MinorUnits::ZERO);
            Reversal {
                entry,
                recorded,
                rest: entry.amount.minor.saturating_sub(known),
            }
        })
        .collect();
    if theirs.lists_disputed_money {
        let taken = disputed(ours, theirs, &[LedgerState::Done, LedgerState::Pending]);
        explain(&mut reversals, taken);
    }
    let mut perhaps = reversals.clone();
    if theirs.lists_disputed_money {
        explain(&mut perhaps, disputed(ours, theirs, &[LedgerState::Undone]));
    }
    let both = reversals.iter().zip(&perhaps);
    both.filter(|(sure, _)| !sure.rest.is_zero())
        .map(|(sure, perhaps)| difference(ours, *sure, perhaps.rest.is_zero(), theirs))
        .collect()
}

/// The amounts of the disputes in these states.
fn disputed(ours: &OurPayment, theirs: &PaymentLedger, states: &[LedgerState]) -> Vec<MinorUnits> {
    let disputes = theirs.entries.iter().filter(|one| {
        one.kind == LedgerKind::Dispute
            && states.contains(&one.state)
            && one.amount.currency == ours.currency
    });
    disputes.map(|one| one.amount.minor).collect()
}

/// Subtracts what disputes took: first from reversals of just that amount, then from the others.
fn explain(reversals: &mut [Reversal<'_>], mut taken: Vec<MinorUnits>) {
    for reversal in &mut *reversals {
        if let Some(index) = taken.iter().position(|amount| *amount == reversal.rest) {
            taken.swap_remove(index);
            reversal.rest = MinorUnits::ZERO;
        }
    }
    let mut left = taken
        .into_iter()
        .fold(MinorUnits::ZERO, MinorUnits::saturating_add);
    for reversal in reversals {
        let part = reversal.rest.min(left).max(MinorUnits::ZERO);
        reversal.rest = reversal.rest.saturating_sub(part);
        left = left.saturating_sub(part);
    }
}

/// `may_be_back`: a dispute that the merchant won may have taken it and given it back. That, and money that a dispute of
/// unknown state may have taken, must not be recorded under another id.
fn difference(
    ours: &OurPayment,
    reversal: Reversal<'_>,
    may_be_back: bool,
    theirs: &PaymentLedger,
) -> Difference {
    let Reversal {
        entry,
        recorded,
        rest,
    } = reversal;
    if let Some(recorded) = recorded {
        return Difference {
            here: Some(money(ours, recorded)),
            ..there(Kind::AmountDiffers, Some(ours), entry)
        };
    }
    let kind = if may_be_back || !theirs.tells_disputes {
        Kind::DisputeUnclear
    } else {
        Kind::ReversedElsewhere
    };
    Difference {
        there: Some(money(ours, rest)),
        ..there(kind, Some(ours), entry)
    }
}

/// What the shop has recorded of a reversal; perhaps under the same id as a lost dispute.
fn recorded(ours: &OurPayment, entry: &LedgerEntry) -> Option<MinorUnits> {
    let lost = || ours.disputes.get(&entry.id).and_then(|known| known.lost);
    ours.reversals.get(&entry.id).copied().or_else(lost)
}

/// Reversals of which the provider knows nothing.
fn not_there(ours: &OurPayment, theirs: &PaymentLedger) -> Vec<Difference> {
    let is_there = |id: &str| {
        let mut entries = theirs.entries.iter();
        entries.any(|one| one.id == id && one.state != LedgerState::Undone)
    };
    let missing = ours.reversals.iter().filter(|(id, _)| !is_there(id));
    let kind = Kind::ReversedHereOnly;
    missing
        .map(|(id, amount)| here(kind, ours, Some(id), *amount, ours.changed_at))
        .collect()
}
