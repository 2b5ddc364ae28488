//! Reads the transactions of PayPal's search by their event codes and statuses.

use super::note::Note;
use super::parse;
use super::search::{TransactionWire, moment};
use super::session::session_of;
use crate::{LedgerEntry, LedgerKind, LedgerState};

/// The kind of an event code; `None` for what moves no payment's money: fees, transfers, the end of a hold.
fn kind_of(code: &str, is_debit: bool) -> Option<LedgerKind> {
    match code {
        "T1300" | "T1301" => Some(LedgerKind::Authorisation),
        "T1107" => Some(LedgerKind::Refund),
        "T1106" | "T1201" if is_debit => Some(LedgerKind::Reversal),
        // Money held for a dispute.
        "T1110" => Some(LedgerKind::Dispute),
        code if code.starts_with("T00") && !is_debit => Some(LedgerKind::Capture),
        _ => None,
    }
}

/// The state of a transaction. The listing does not say whether an authorisation still holds money, nor how a dispute ended.
fn state_of(kind: LedgerKind, status: &str) -> LedgerState {
    match (kind, status) {
        (LedgerKind::Authorisation | LedgerKind::Dispute, _) => LedgerState::Unclear,
        (_, "P") => LedgerState::Pending,
        // A capture that was refunded whole.
        (LedgerKind::Capture, "V") | (_, "S" | "F") => LedgerState::Done,
        (_, "D" | "V") => LedgerState::Undone,
        _ => LedgerState::Unclear,
    }
}

/// An entry of the listing; `None` if the shop does not compare it.
pub(super) fn listed(wire: &TransactionWire) -> Option<LedgerEntry> {
    let amount = wire.transaction_amount.as_ref()?;
    let (is_debit, value) = match amount.value.strip_prefix('-') {
        Some(value) => (true, value),
        None => (false, amount.value.as_str()),
    };
    let kind = kind_of(&wire.transaction_event_code, is_debit)?;
    let amount = parse(value, &amount.currency_code)?;
    let custom = wire.custom_field.as_deref();
    let key = custom.map(|text| Note::read(text).key);
    let is_refund = kind == LedgerKind::Refund;
    let id = wire.transaction_id.clone();
    let is_held = kind == LedgerKind::Authorisation;
    Some(LedgerEntry {
        payment: is_held.then(|| session_of(&id)),
        id,
        kind,
        state: state_of(kind, &wire.transaction_status),
        amount,
        at: moment(wire.transaction_initiation_date.as_deref()),
        key: key.clone().filter(|_| !is_refund),
        refund_key: key.filter(|_| is_refund),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::{Currency, MinorUnits, Money};

    fn wire(code: &str, status: &str, value: &str, custom: Option<&str>) -> TransactionWire {
        serde_json::from_value(serde_json::json!({
            "transaction_id": "T1", "transaction_event_code": code, "transaction_status": status,
            "transaction_amount": { "currency_code": "CZK", "value": value },
            "transaction_initiation_date": "2026-09-21T14:13:20+0000", "custom_field": custom,
        }))
        .expect("a transaction")
    }

    /// [B.12] Codes and statuses of the listing, by PayPal's tables of them.
    #[test]
    fn a_transaction_is_read_by_its_code_and_status() {
        use LedgerKind::{Authorisation, Capture, Dispute, Refund, Reversal};
        use LedgerState::{Done, Pending, Unclear, Undone};
        for (code, status, value, expected) in [
            ("T0006", "S", "5.00", Some((Capture, Done))),
            ("T0006", "V", "5.00", Some((Capture, Done))),
            ("T0006", "P", "5.00", Some((Capture, Pending))),
            ("T0006", "D", "5.00", Some((Capture, Undone))),
            ("T0005", "S", "5.00", Some((Capture, Done))),
            // The account paid somebody.
            ("T0006", "S", "-5.00", None),
            ("T1107", "S", "-5.00", Some((Refund, Done))),
            ("T1107", "P", "-5.00", Some((Refund, Pending))),
            ("T1107", "D", "-5.00", Some((Refund, Undone))),
            ("T1106", "S", "-5.00", Some((Reversal, Done))),
            ("T1201", "S", "-5.00", Some((Reversal, Done))),
            // The money came back to the account.
            ("T1106", "S", "5.00", None),
            ("T1201", "S", "5.00", None),
            ("T1110", "S", "-5.00", Some((Dispute, Unclear))),
            ("T1300", "P", "5.00", Some((Authorisation, Unclear))),
            ("T1111", "S", "5.00", None),
            ("T1302", "S", "-5.00", None),
            ("T0400", "S", "-5.00", None),
        ] {
            let entry = listed(&wire(code, status, value, Some("K1 vault")));
            let read = entry.as_ref().map(|entry| (entry.kind, entry.state));
            assert_eq!(read, expected, "{code} {status} {value}");
            if let Some(entry) = entry {
                let czk = Money::new(MinorUnits::new(500), Currency::CZK);
                assert_eq!(entry.amount, czk);
                // A refund's key is the refund's own.
                let (key, other) = match entry.kind {
                    Refund => (entry.refund_key, entry.key),
                    _ => (entry.key, entry.refund_key),
                };
                assert_eq!((key.as_deref(), other), (Some("K1"), None), "{code}");
                // Only an authorisation is what the shop stores as the payment.
                let payment = (entry.kind == Authorisation).then(|| session_of("T1"));
                assert_eq!(entry.payment, payment, "{code}");
            }
        }
    }
}
