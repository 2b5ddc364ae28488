//! What the provider says now of a payment that may differ.

use crate::question::Stopped;
use zkratka_payments::{LedgerEntry, LedgerKind, PaymentLedger, ProviderLedger};

/// Looks at every payment that the shop (`reference`) or the listing names: the provider may have made a second one under the
/// same key. A listed capture that none of them explains is kept.
pub(crate) async fn second_look(
    ledger: &dyn ProviderLedger,
    reference: Option<String>,
    listed: PaymentLedger,
) -> Result<PaymentLedger, Stopped> {
    let references = references(reference, &listed);
    let Some(first) = references.first() else {
        return Ok(listed);
    };
    let mut seen = PaymentLedger {
        entries: Vec::new(),
        tells_reversals: true,
        tells_disputes: true,
        lists_disputed_money: false,
    };
    for reference in &references {
        // Each payment keeps its own entries, so that none counts twice.
        let is_its = |one: &&LedgerEntry| one.payment.as_ref().unwrap_or(first) == reference;
        let its: Vec<LedgerEntry> = listed.entries.iter().filter(is_its).cloned().collect();
        let found = ledger.payment(reference, &its).await?;
        seen.tells_reversals &= found.tells_reversals;
        seen.tells_disputes &= found.tells_disputes;
        seen.lists_disputed_money |= found.lists_disputed_money;
        for mut entry in found.entries {
            entry.payment.get_or_insert_with(|| reference.clone());
            add(&mut seen.entries, entry);
        }
    }
    let captures = listed.entries.into_iter();
    for entry in captures.filter(|one| one.kind == LedgerKind::Capture) {
        add(&mut seen.entries, entry);
    }
    Ok(seen)
}

/// The shop's payment first.
fn references(own: Option<String>, listed: &PaymentLedger) -> Vec<String> {
    let mut references = Vec::new();
    let named = listed.entries.iter().filter_map(|one| one.payment.clone());
    for reference in own.into_iter().chain(named) {
        if !references.contains(&reference) {
            references.push(reference);
        }
    }
    references
}

fn add(entries: &mut Vec<LedgerEntry>, entry: LedgerEntry) {
    let is_it = |known: &LedgerEntry| known.kind == entry.kind && known.id == entry.id;
    if !entries.iter().any(is_it) {
        entries.push(entry);
    }
}
