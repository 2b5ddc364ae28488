//! Refunds. They are known by the provider's id, or by the shop's key.

use super::{Times, here, money, there};
use crate::difference::Difference;
use crate::kind::Kind;
use crate::sides::{OurPayment, OurRefund};
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::order_life::RefundStatus;
use zkratka_payments::{LedgerEntry, LedgerKind, LedgerState, PaymentLedger};

pub(super) fn compare(ours: &OurPayment, theirs: &PaymentLedger, times: Times) -> Vec<Difference> {
    // Without an order nothing can be refunded here; the capture itself is the difference.
    if ours.order.is_none() {
        return Vec::new();
    }
    let of = |kind| theirs.entries.iter().filter(move |one| one.kind == kind);
    let mut found: Vec<Difference> = of(LedgerKind::Refund)
        .filter_map(|entry| of_refund(ours, entry, times))
        .collect();
    found.extend(of(LedgerKind::UnnamedRefund).filter_map(|entry| unnamed(ours, entry, times)));
    // An order may count a refund under the payment's id, from before that was refused.
    let theirs = || of(LedgerKind::Refund).chain(of(LedgerKind::UnnamedRefund));
    let known = |refund: &OurRefund| theirs().any(|entry| is_same(refund, entry));
    let unknown = ours.refunds.iter().filter(|refund| !known(refund));
    found.extend(unknown.filter_map(|refund| not_there(ours, refund, times)));
    found
}

fn is_same(ours: &OurRefund, theirs: &LedgerEntry) -> bool {
    let by_id = ours.reference.as_ref() == Some(&theirs.id);
    // The key may name another refund that was recorded by its id.
    by_id || (ours.reference.is_none() && ours.key.is_some() && ours.key == theirs.refund_key)
}

/// A refund at the provider.
fn of_refund(ours: &OurPayment, entry: &LedgerEntry, times: Times) -> Option<Difference> {
    if times.is_young(entry.at) {
        return None;
    }
    let known = ours.refunds.iter().find(|refund| is_same(refund, entry));
    let stands = known.is_some_and(|refund| matches!(refund.status, RefundStatus::Done));
    let failed = known.is_some_and(|refund| matches!(refund.status, RefundStatus::Failed(_)));
    match entry.state {
        LedgerState::Pending => times
            .is_long(entry.at)
            .then(|| there(Kind::PendingLong, Some(ours), entry)),
        LedgerState::Unclear => None,
        LedgerState::Undone => known.filter(|_| stands).map(|refund| Difference {
            here: Some(money(ours, refund.amount)),
            ..there(Kind::RefundedHereOnly, Some(ours), entry)
        }),
        LedgerState::Done => {
            let here = known.map(|refund| money(ours, refund.amount));
            if entry.amount.currency != ours.currency {
                return Some(Difference {
                    here,
                    ..there(Kind::AmountDiffers, Some(ours), entry)
                });
            }
            match known {
                Some(refund) if stands => {
                    (refund.amount != entry.amount.minor).then(|| Difference {
                        here,
                        ..there(Kind::AmountDiffers, Some(ours), entry)
                    })
                }
                // The server asks again by itself.
                Some(refund) if !failed => times
                    .is_long(refund.at)
                    .then(|| there(Kind::PendingLong, Some(ours), entry)),
                // A refund that the provider refused in its answer, or of which the shop knows nothing.
                known => Some(Difference {
                    refused: known.and_then(|refund| refund.number),
                    lines: known.map_or(Vec::new(), |refund| refund.lines.clone()),
                    ..there(Kind::RefundedElsewhere, Some(ours), entry)
                }),
            }
        }
    }
}

/// A sum of refunds that the provider does not name one by one, less what the order counts under the same id.
fn unnamed(ours: &OurPayment, entry: &LedgerEntry, times: Times) -> Option<Difference> {
    if times.is_young(entry.at) {
        return None;
    }
    let known = ours.refunds.iter().filter(|refund| {
        refund.reference.as_ref() == Some(&entry.id) && refund.status == RefundStatus::Done
    });
    let counted = known.fold(MinorUnits::ZERO, |sum, refund| {
        sum.saturating_add(refund.amount)
    });
    let rest = entry.amount.minor.saturating_sub(counted);
    rest.is_positive().then(|| Difference {
        there: Some(Money::new(rest, entry.amount.currency)),
        ..there(Kind::RefundedUnnamed, Some(ours), entry)
    })
}

/// A refund of which the provider knows nothing.
fn not_there(ours: &OurPayment, refund: &OurRefund, times: Times) -> Option<Difference> {
    let id = refund.reference.as_deref().or(ours.reference.as_deref());
    let kind = match refund.status {
        RefundStatus::Done if !times.is_young(refund.at) => Kind::RefundedHereOnly,
        RefundStatus::Pending if times.is_long(refund.at) => Kind::PendingLong,
        _ => return None,
    };
    Some(here(kind, ours, id, refund.amount, refund.at))
}
