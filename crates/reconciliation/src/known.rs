//! The refunds and disputes that the shop knows of a payment, for a provider that shows them only by their names.

use crate::sides::{OurPayment, OurRefund};
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::order_life::RefundStatus;
use zkratka_payments::{LedgerEntry, LedgerKind, LedgerState};

/// What to ask a provider about that lists nothing.
pub(crate) fn of(ours: &OurPayment) -> Vec<LedgerEntry> {
    let refunds = ours
        .refunds
        .iter()
        .filter_map(|refund| of_refund(ours, refund));
    let disputes = ours.disputes.iter().map(|(id, dispute)| LedgerEntry {
        amount: ours_money(
            ours,
            dispute.lost.or(dispute.amount).unwrap_or(MinorUnits::ZERO),
        ),
        ..entry(ours, id.clone(), LedgerKind::Dispute)
    });
    refunds.chain(disputes).collect()
}

/// A refund that the provider refused, or that it never named, cannot be there.
fn of_refund(ours: &OurPayment, refund: &OurRefund) -> Option<LedgerEntry> {
    let id = match (&refund.reference, refund.status) {
        (Some(id), _) => id.clone(),
        (None, RefundStatus::Pending) => String::new(),
        (None, _) => return None,
    };
    Some(LedgerEntry {
        amount: ours_money(ours, refund.amount),
        refund_key: refund.key.clone(),
        at: refund.at,
        ..entry(ours, id, LedgerKind::Refund)
    })
}

fn ours_money(ours: &OurPayment, amount: MinorUnits) -> Money {
    Money::new(amount, ours.currency)
}

fn entry(ours: &OurPayment, id: String, kind: LedgerKind) -> LedgerEntry {
    LedgerEntry {
        id,
        kind,
        state: LedgerState::Unclear,
        amount: ours_money(ours, MinorUnits::ZERO),
        at: ours.changed_at,
        key: None,
        refund_key: None,
        payment: ours.reference.clone(),
    }
}
