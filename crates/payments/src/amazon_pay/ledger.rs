//! What Amazon says of a payment that the shop knows. Amazon has no list of charges, refunds or disputes: it shows each of them
//! only by its id.

use super::AmazonPayError;
use super::charge::{Charge, ChargeState, Refund, RefundState};
use super::dispute::{Dispute, DisputeState};
use super::error::ErrorClass;
use super::gateway::AmazonPayGateway;
use super::reference::{Holding, Reference};
use crate::retry::patiently;
use crate::{
    LedgerEntry, LedgerError, LedgerKind, LedgerLimits, LedgerState, NoAnswer, PaymentLedger,
    ProviderLedger, Span,
};
use async_trait::async_trait;
use std::future::Future;
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::time::Timestamp;

/// For so long the shop may not have stored what Amazon shows already.
const LAG_MS: i64 = 10 * 60 * 1_000;

/// The object with this id; `None` if Amazon does not show it. Lost and throttled answers are asked for again.
async fn shown<T, F: Future<Output = Result<T, AmazonPayError>>>(
    id: &str,
    ask: impl Fn() -> F,
) -> Result<Option<T>, LedgerError> {
    patiently(|| {
        let asked = ask();
        async {
            match asked.await {
                Ok(found) => Ok(Some(found)),
                Err(error) if error.class() == Some(ErrorClass::Unknown) => Ok(None),
                Err(AmazonPayError::Account(refusal)) => {
                    let error = AmazonPayError::Account(refusal).to_string();
                    Err(LedgerError::NotPermitted(error))
                }
                Err(AmazonPayError::Unreadable(what)) => Err(LedgerError::Unreadable {
                    id: id.to_owned(),
                    what,
                }),
                Err(error) => Err(LedgerError::NoAnswer(NoAnswer(error.to_string()))),
            }
        }
    })
    .await
}

impl AmazonPayGateway {
    /// The charge of a payment. `None` if nothing was charged, as far as Amazon shows.
    async fn charge_of(&self, payment: &str) -> Result<Option<Charge>, LedgerError> {
        let Some(payment) = Reference::read(payment) else {
            return Ok(None);
        };
        let id = match payment.holding {
            Holding::Charge(id) => Some(id.to_owned()),
            Holding::Permission(_) => None,
            // Another attempt may have paid by the same session.
            Holding::None => {
                let session =
                    shown(payment.session, || self.client().session(payment.session)).await?;
                let session = session.filter(|it| it.charge_permission.is_some());
                match session {
                    Some(session) if self.is_paid_by(&session, payment.tag).await? => {
                        session.charge
                    }
                    _ => None,
                }
            }
        };
        match id {
            Some(id) => shown(&id, || self.client().charge(&id)).await,
            None => Ok(None),
        }
    }

    /// The refunds of a charge: those that the shop knows by their ids, and what else Amazon has refunded in one sum.
    async fn refunds_of(
        &self,
        charge: &Charge,
        known: &[LedgerEntry],
    ) -> Result<Vec<LedgerEntry>, LedgerError> {
        let mut entries = Vec::new();
        let mut rest = charge.refunded.map_or(MinorUnits::ZERO, |it| it.minor);
        for refund in known.iter().filter(|one| one.kind == LedgerKind::Refund) {
            // Its answer may have been lost: the server asks for it again.
            let is_asked_for = refund.id.is_empty();
            if is_asked_for {
                rest = rest.saturating_sub(refund.amount.minor);
            }
            if is_asked_for || refund.id == charge.id {
                continue;
            }
            let found = shown(&refund.id, || self.client().refund(&refund.id)).await?;
            let Some(found) = found.filter(|it| it.charge.as_ref() == Some(&charge.id)) else {
                continue;
            };
            if found.state == RefundState::Refunded {
                rest = rest.saturating_sub(found.amount.minor);
            }
            entries.push(of_refund(found));
        }
        if rest.is_positive() {
            let amount = Money::new(rest, charge.amount.currency);
            // The id is the charge's: Amazon names the sum only.
            let kind = LedgerKind::UnnamedRefund;
            let state = LedgerState::Done;
            entries.push(entry(charge.id.clone(), kind, state, amount, charge.at));
        }
        Ok(entries)
    }

    /// The disputes that the shop knows.
    async fn disputes_of(
        &self,
        charge: &Charge,
        known: &[LedgerEntry],
    ) -> Result<Vec<LedgerEntry>, LedgerError> {
        let mut entries = Vec::new();
        for dispute in known.iter().filter(|one| one.kind == LedgerKind::Dispute) {
            let found = shown(&dispute.id, || self.client().dispute(&dispute.id)).await?;
            let found = found.filter(|it| it.charge == charge.id);
            entries.extend(found.map(of_dispute));
        }
        Ok(entries)
    }

    /// Whether a completed session was paid by the attempt with this tag.
    async fn is_paid_by(
        &self,
        session: &super::session::Session,
        tag: &str,
    ) -> Result<bool, LedgerError> {
        let owner = shown(&session.id, || self.owner(session)).await?;
        let key = owner.and_then(|owner| owner.key);
        Ok(key.is_some_and(|key| super::reference::tag(&key) == tag))
    }
}

#[async_trait]
impl ProviderLedger for AmazonPayGateway {
    fn limits(&self) -> LedgerLimits {
        LedgerLimits {
            lag_ms: LAG_MS,
            reach_ms: None,
            is_exclusive: false,
            lists: false,
        }
    }

    /// Amazon lists nothing.
    async fn transactions(&self, _span: Span) -> Result<Vec<LedgerEntry>, LedgerError> {
        Ok(Vec::new())
    }

    /// `listed` are the refunds and disputes that the shop knows. A refund whose id the shop does not know yet has an empty one.
    async fn payment(
        &self,
        payment: &str,
        listed: &[LedgerEntry],
    ) -> Result<PaymentLedger, LedgerError> {
        let mut entries = Vec::new();
        if let Some(charge) = self.charge_of(payment).await? {
            entries.extend(self.refunds_of(&charge, listed).await?);
            entries.extend(self.disputes_of(&charge, listed).await?);
            entries.push(of_charge(charge));
        }
        Ok(PaymentLedger {
            entries,
            tells_reversals: false,
            tells_disputes: false,
            lists_disputed_money: false,
        })
    }
}

fn entry(
    id: String,
    kind: LedgerKind,
    state: LedgerState,
    amount: Money,
    at: Option<Timestamp>,
) -> LedgerEntry {
    LedgerEntry {
        id,
        kind,
        state,
        amount,
        at: at.unwrap_or(Timestamp(0)),
        key: None,
        refund_key: None,
        payment: None,
    }
}

fn of_charge(charge: Charge) -> LedgerEntry {
    let (kind, state) = match charge.state {
        ChargeState::AuthorizationInitiated | ChargeState::Authorized => {
            (LedgerKind::Authorisation, LedgerState::Pending)
        }
        ChargeState::CaptureInitiated => (LedgerKind::Capture, LedgerState::Pending),
        ChargeState::Captured => (LedgerKind::Capture, LedgerState::Done),
        ChargeState::Canceled | ChargeState::Declined => {
            (LedgerKind::Authorisation, LedgerState::Undone)
        }
    };
    let captured = charge.captured.filter(|_| kind == LedgerKind::Capture);
    let amount = captured.unwrap_or(charge.amount);
    entry(charge.id, kind, state, amount, charge.at)
}

fn of_refund(refund: Refund) -> LedgerEntry {
    let state = match refund.state {
        RefundState::Initiated => LedgerState::Pending,
        RefundState::Refunded => LedgerState::Done,
        RefundState::Declined => LedgerState::Undone,
    };
    entry(
        refund.id,
        LedgerKind::Refund,
        state,
        refund.amount,
        refund.at,
    )
}

fn of_dispute(dispute: Dispute) -> LedgerEntry {
    let state = match dispute.state {
        DisputeState::Open => LedgerState::Pending,
        DisputeState::MerchantWon => LedgerState::Undone,
        DisputeState::BuyerWon => LedgerState::Done,
    };
    entry(
        dispute.id,
        LedgerKind::Dispute,
        state,
        dispute.amount,
        dispute.at,
    )
}
