//! PayPal's ledger. The listing says which payments moved; a payment's own resources say what became of it.
//!
//! The listing names event codes instead of disputes, and captures instead of the authorisations that the shop stores. What a
//! dispute takes is also listed as a reversal.

use super::PayPalError;
use super::gateway::{PayPalGateway, no_answer};
use super::listing::listed;
use super::note::Note;
use super::search::moment;
use super::session::{account_in, id_in, session_of};
use super::trail::{Trail, is_taken, money};
use super::wire::{AmountWire, AuthorizationWire, CaptureWire, DisputeWire, RefundWire};
use crate::retry::patiently;
use crate::{
    LedgerEntry, LedgerError, LedgerKind, LedgerLimits, LedgerState, OpenDisputes, PaymentLedger,
    PaymentReport, ProviderLedger, Span,
};
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};
use zkratka_commerce::money::Money;

/// PayPal lists a transaction within three hours.
const LAG_MS: i64 = 3 * 60 * 60 * 1_000;
/// PayPal lists three years.
const REACH_MS: i64 = 3 * 365 * 24 * 60 * 60 * 1_000;

impl PayPalGateway {
    /// The authorisation's key and reference of a capture; neither if PayPal does not show it.
    async fn origin(&self, capture: &str) -> Result<(Option<String>, Option<String>), LedgerError> {
        let found = match self.client().capture_details(capture).await {
            Ok(found) => found,
            Err(PayPalError::Refused(_)) => return Ok((None, None)),
            Err(error) => return Err(no_answer(&error).into()),
        };
        let key = found.custom_id.as_deref().map(|text| Note::read(text).key);
        let held = found.supplementary_data.related_ids.authorization_id;
        Ok((key, held.as_deref().map(session_of)))
    }

    /// The authorisation and the order's captures and refunds; `None` if PayPal does not know the payment.
    async fn present(
        &self,
        payment: &str,
    ) -> Result<Option<(AuthorizationWire, Trail)>, PayPalError> {
        let Some(held) = if_known(self.client().authorization(id_in(payment)).await)? else {
            return Ok(None);
        };
        let order = held.supplementary_data.related_ids.order_id.clone();
        let order = order.ok_or_else(|| {
            PayPalError::Unreadable("an authorisation without its order".to_owned())
        })?;
        Ok(Some((held, self.client().trail(&order).await?)))
    }

    /// The disputes of these captures; `None` if the application may not read disputes.
    async fn disputes(
        &self,
        captures: &[CaptureWire],
    ) -> Result<Option<Vec<LedgerEntry>>, PayPalError> {
        let mut entries = Vec::new();
        let mut seen = BTreeSet::new();
        for capture in captures.iter().filter(|capture| is_taken(capture)) {
            let Some(found) = self.client().permitted_disputes(&capture.id).await? else {
                return Ok(None);
            };
            for item in found.items {
                if !seen.insert(item.dispute_id.clone()) {
                    continue;
                }
                entries.extend(self.disputed(&item.dispute_id).await?);
            }
        }
        Ok(Some(entries))
    }

    /// A dispute; `None` if PayPal says nothing of it that the shop compares.
    async fn disputed(&self, id: &str) -> Result<Option<LedgerEntry>, PayPalError> {
        let (wire, capture, report) = self.dispute(id).await?;
        let Some((state, amount)) = standing(&report, &capture.amount) else {
            return Ok(None);
        };
        let amount = amount
            .ok_or_else(|| PayPalError::Unreadable("a dispute of an unknown amount".to_owned()))?;
        let kind = match state {
            LedgerState::Pending => wire.kind(),
            _ => LedgerKind::Dispute,
        };
        Ok(Some(LedgerEntry {
            at: moment(wire.create_time.as_deref()),
            id: wire.dispute_id,
            kind,
            state,
            amount,
            key: None,
            refund_key: None,
            payment: None,
        }))
    }

    /// The open disputes. The account may have other sales, so one that names no payment of this shop stops nothing.
    async fn all_open(&self) -> Result<OpenDisputes, PayPalError> {
        let mut found = OpenDisputes::default();
        let Some(ids) = self.client().open_disputes().await? else {
            tracing::warn!(
                "PayPal does not allow the application to read disputes: inquiries are not compared"
            );
            return Ok(found);
        };
        for id in ids {
            let entries = match self.open_dispute(&id).await {
                Err(PayPalError::Unreadable(_)) => {
                    found.unreadable.push(id);
                    continue;
                }
                entries => entries?,
            };
            if entries.is_empty() {
                found.of_others += 1;
            }
            found.entries.extend(entries);
        }
        Ok(found)
    }

    /// An open dispute, with the key and the reference of each of its payments that may be of this shop: other software writes
    /// keys, too. Empty if each carries no key, is paid to somebody else, is unknown to PayPal, or is in a currency that no
    /// shop uses.
    async fn open_dispute(&self, id: &str) -> Result<Vec<LedgerEntry>, PayPalError> {
        let mut entries = Vec::new();
        let Some(wire) = if_known(self.client().dispute(id).await)? else {
            return Ok(entries);
        };
        for disputed in wire.captures() {
            let Some((note, capture)) = self.keyed(disputed).await? else {
                continue;
            };
            let amount = money(&wire.dispute_amount).ok_or_else(|| {
                PayPalError::Unreadable("a dispute of an unknown amount".to_owned())
            })?;
            let held = capture.supplementary_data.related_ids.authorization_id;
            entries.push(LedgerEntry {
                at: moment(wire.create_time.as_deref()),
                kind: wire.kind(),
                id: wire.dispute_id.clone(),
                state: LedgerState::Pending,
                amount,
                key: Some(note.key),
                refund_key: None,
                payment: held.as_deref().map(session_of),
            });
        }
        Ok(entries)
    }

    /// A capture with what its payment was named; `None` if it cannot be of this shop.
    async fn keyed(&self, capture: &str) -> Result<Option<(Note, CaptureWire)>, PayPalError> {
        let Some(capture) = if_known(self.client().capture_details(capture).await)? else {
            return Ok(None);
        };
        let is_of_shop =
            money(&capture.amount).is_some() && !self.is_others(capture.payee.as_ref());
        let note = capture.custom_id.as_deref().map(Note::read);
        Ok(note.filter(|_| is_of_shop).map(|note| (note, capture)))
    }

    async fn look_at(
        &self,
        payment: &str,
        listed: &[LedgerEntry],
    ) -> Result<PaymentLedger, PayPalError> {
        let Some((held, trail)) = self.present(payment).await? else {
            return Ok(PaymentLedger {
                entries: Vec::new(),
                tells_reversals: true,
                tells_disputes: true,
                lists_disputed_money: true,
            });
        };
        let mut entries: Vec<_> = authorised(&held).into_iter().collect();
        entries.extend(trail.captures().iter().filter_map(captured));
        entries.extend(trail.refunds().iter().filter_map(refunded));
        let disputes = self.disputes(trail.captures()).await?;
        let tells_disputes = disputes.is_some();
        let keep = |kind| listed.iter().filter(move |one| one.kind == kind).cloned();
        entries.extend(keep(LedgerKind::Reversal));
        if let Some(disputes) = disputes {
            entries.extend(disputes);
        } else {
            tracing::warn!("PayPal does not allow the application to read disputes");
            entries.extend(keep(LedgerKind::Dispute));
        }
        Ok(PaymentLedger {
            entries,
            tells_reversals: false,
            tells_disputes,
            lists_disputed_money: true,
        })
    }
}

/// `None`: PayPal says that there is no such thing. Any other refusal says nothing about whose it is.
fn if_known<T>(answer: Result<T, PayPalError>) -> Result<Option<T>, PayPalError> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(PayPalError::Refused(refusal)) if refusal.status == 404 => {
            tracing::info!(%refusal, "PayPal does not know a payment or an open dispute");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// How a dispute stands, and its amount; `None` for reports of anything else. A dispute that the merchant won has the amount
/// of the capture.
fn standing(report: &PaymentReport, captured: &AmountWire) -> Option<(LedgerState, Option<Money>)> {
    match report {
        PaymentReport::DisputeOpened { amount, .. } => Some((LedgerState::Pending, Some(*amount))),
        PaymentReport::DisputeLost { amount, .. } => Some((LedgerState::Done, Some(*amount))),
        PaymentReport::DisputeWon { .. } => Some((LedgerState::Undone, money(captured))),
        _ => None,
    }
}

impl DisputeWire {
    /// What an open dispute is.
    fn kind(&self) -> LedgerKind {
        if self.is_inquiry() {
            LedgerKind::Inquiry
        } else {
            LedgerKind::Dispute
        }
    }
}

fn entry(
    id: &str,
    kind: LedgerKind,
    state: LedgerState,
    wire: &Written<'_>,
) -> Option<LedgerEntry> {
    let key = wire.custom.map(|text| Note::read(text).key);
    let is_refund = kind == LedgerKind::Refund;
    Some(LedgerEntry {
        id: id.to_owned(),
        kind,
        state,
        amount: money(wire.amount)?,
        at: moment(wire.created),
        key: key.clone().filter(|_| !is_refund),
        refund_key: key.filter(|_| is_refund),
        payment: None,
    })
}

/// The members that authorisations, captures and refunds share.
struct Written<'w> {
    amount: &'w AmountWire,
    created: Option<&'w str>,
    custom: Option<&'w str>,
}

fn authorised(wire: &AuthorizationWire) -> Option<LedgerEntry> {
    let state = match wire.status.as_str() {
        "CREATED" | "PENDING" => LedgerState::Pending,
        "CAPTURED" | "PARTIALLY_CAPTURED" => LedgerState::Done,
        _ => LedgerState::Undone,
    };
    let written = Written {
        amount: &wire.amount,
        created: wire.create_time.as_deref(),
        custom: wire.custom_id.as_deref(),
    };
    entry(&wire.id, LedgerKind::Authorisation, state, &written)
}

fn captured(wire: &CaptureWire) -> Option<LedgerEntry> {
    let state = match wire.status.as_str() {
        _ if is_taken(wire) => LedgerState::Done,
        "PENDING" => LedgerState::Pending,
        _ => LedgerState::Undone,
    };
    let written = Written {
        amount: &wire.amount,
        created: wire.create_time.as_deref(),
        custom: wire.custom_id.as_deref(),
    };
    entry(&wire.id, LedgerKind::Capture, state, &written)
}

fn refunded(wire: &RefundWire) -> Option<LedgerEntry> {
    let state = match wire.status.as_str() {
        "COMPLETED" => LedgerState::Done,
        "PENDING" => LedgerState::Pending,
        _ => LedgerState::Undone,
    };
    let written = Written {
        amount: &wire.amount,
        created: wire.create_time.as_deref(),
        custom: wire.custom_id.as_deref(),
    };
    entry(&wire.id, LedgerKind::Refund, state, &written)
}

#[async_trait]
impl ProviderLedger for PayPalGateway {
    fn limits(&self) -> LedgerLimits {
        LedgerLimits {
            lag_ms: LAG_MS,
            reach_ms: Some(REACH_MS),
            // The account may have other sales.
            is_exclusive: false,
            lists: true,
        }
    }

    async fn transactions(&self, span: Span) -> Result<Vec<LedgerEntry>, LedgerError> {
        let found = self.client().search(span).await?;
        let mut origins = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let mut entries = Vec::new();
        for wire in &found {
            let Some(mut entry) = listed(wire) else {
                continue;
            };
            // PayPal may list one twice: as moving the balance, and as not moving it.
            if !seen.insert((entry.id.clone(), wire.transaction_event_code.clone())) {
                continue;
            }
            let is_of_capture = wire.paypal_reference_id_type.as_deref() == Some("TXN");
            let is_nameless = entry.key.is_none() && entry.refund_key.is_none();
            if let (Some(capture), true, true) =
                (&wire.paypal_reference_id, is_of_capture, is_nameless)
            {
                if !origins.contains_key(capture) {
                    let origin = patiently(|| self.origin(capture)).await?;
                    origins.insert(capture.clone(), origin);
                }
                if let Some((key, payment)) = origins.get(capture) {
                    entry.key.clone_from(key);
                    entry.payment.clone_from(payment);
                }
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    async fn open_disputes(&self) -> Result<OpenDisputes, LedgerError> {
        let look = || async {
            let found = self.all_open().await;
            found.map_err(|error| LedgerError::from(no_answer(&error)))
        };
        patiently(look).await
    }

    async fn payment(
        &self,
        payment: &str,
        listed: &[LedgerEntry],
    ) -> Result<PaymentLedger, LedgerError> {
        // A stored account that was charged nothing.
        if account_in(payment).is_some() {
            return Ok(PaymentLedger {
                entries: Vec::new(),
                tells_reversals: true,
                tells_disputes: true,
                lists_disputed_money: true,
            });
        }
        let look = || async {
            let found = self.look_at(payment, listed).await;
            found.map_err(|error| match error {
                PayPalError::Unreadable(what) => LedgerError::Unreadable {
                    id: id_in(payment).to_owned(),
                    what,
                },
                error => no_answer(&error).into(),
            })
        };
        patiently(look).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::DeserializeOwned;
    use serde_json::json;
    use zkratka_commerce::money::{Currency, MinorUnits};

    /// [B.12] A dispute that the merchant won is known, too: otherwise the shop would look for it in vain.
    #[test]
    fn a_dispute_stands_as_paypal_reports_it() {
        let czk = |minor| Money::new(MinorUnits::new(minor), Currency::CZK);
        let captured = AmountWire {
            currency_code: "CZK".to_owned(),
            value: "5.00".to_owned(),
        };
        let dispute = || "D1".to_owned();
        let opened = PaymentReport::DisputeOpened {
            dispute: dispute(),
            amount: czk(300),
        };
        let lost = PaymentReport::DisputeLost {
            dispute: dispute(),
            amount: czk(200),
        };
        let won = PaymentReport::DisputeWon { dispute: dispute() };
        for (report, expected) in [
            (opened, Some((LedgerState::Pending, Some(czk(300))))),
            (lost, Some((LedgerState::Done, Some(czk(200))))),
            (won, Some((LedgerState::Undone, Some(czk(500))))),
            (PaymentReport::CaptureFailed, None),
        ] {
            assert_eq!(standing(&report, &captured), expected, "{report:?}");
        }
    }

    fn wire<T: DeserializeOwned>(status: &str) -> T {
        let wire = json!({
            "id": "X1", "status": status, "custom_id": "K1",
            "amount": { "currency_code": "CZK", "value": "5.00" },
        });
        serde_json::from_value(wire).expect("a payment")
    }

    /// [B.12] A payment's own resources say whether its money moved; one that is not decided is neither taken nor returned.
    #[test]
    fn a_status_says_whether_money_moved() {
        use LedgerState::{Done, Pending, Undone};
        let state = |entry: Option<LedgerEntry>| entry.map(|entry| entry.state);
        for (status, expected) in [
            ("CREATED", Pending),
            ("PENDING", Pending),
            ("CAPTURED", Done),
            ("PARTIALLY_CAPTURED", Done),
            ("VOIDED", Undone),
            ("DENIED", Undone),
        ] {
            assert_eq!(state(authorised(&wire(status))), Some(expected), "{status}");
        }
        for (status, expected) in [
            ("PENDING", Pending),
            ("COMPLETED", Done),
            ("PARTIALLY_REFUNDED", Done),
            ("REFUNDED", Done),
            ("DECLINED", Undone),
            ("FAILED", Undone),
        ] {
            assert_eq!(state(captured(&wire(status))), Some(expected), "{status}");
        }
        for (status, expected) in [
            ("PENDING", Pending),
            ("COMPLETED", Done),
            ("FAILED", Undone),
            ("CANCELLED", Undone),
        ] {
            assert_eq!(state(refunded(&wire(status))), Some(expected), "{status}");
        }
    }

    /// [B.12] The key in a refund is the refund's, any other the authorisation's.
    #[test]
    fn a_key_belongs_to_the_refund_or_to_the_authorisation() {
        let key = Some("K1".to_owned());
        for entry in [authorised(&wire("CREATED")), captured(&wire("COMPLETED"))] {
            let entry = entry.expect("an entry");
            assert_eq!((entry.key, entry.refund_key), (key.clone(), None));
        }
        let entry = refunded(&wire("COMPLETED")).expect("an entry");
        assert_eq!((entry.key, entry.refund_key), (None, key));
    }
}
