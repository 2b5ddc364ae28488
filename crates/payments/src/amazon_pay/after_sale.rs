//! Refunds, and the queries that a notification causes.

use super::AmazonPayError;
use super::charge::{Charge, Refund, RefundState};
use super::dispute::{Dispute, DisputeState};
use super::error::ErrorClass;
use super::gateway::{AmazonPayGateway, not_understood};
use super::names::idempotency_key;
use super::reference::{Holding, Reference, key_in, reference_of_charge};
use super::session::PermissionType;
use crate::{
    NoAnswer, Notification, NotificationContent, RefundOutcome, RefundRefusal, RefundRequest,
};
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::refund::PaymentReport;
use zkratka_wallets::amazon_pay::notification::{ChangedObject, ObjectKind};

/// The attempt that a charge belongs to.
struct Origin {
    key: String,
    session: String,
    /// Whether the buyer also permits later charges.
    is_recurring: bool,
}

impl AmazonPayGateway {
    pub(super) async fn try_refund(
        &self,
        request: &RefundRequest,
    ) -> Result<RefundOutcome, AmazonPayError> {
        let payment = Reference::read(&request.payment);
        let Some(Holding::Charge(charge)) = payment.map(|it| it.holding) else {
            return Ok(refused(RefundRefusal::Refused));
        };
        if !request.amount.minor.is_positive() {
            return Ok(refused(RefundRefusal::Refused));
        }
        let key = idempotency_key("refund", &request.key);
        let refund = self.client().create_refund(&key, charge, request.amount);
        let refund = match refund.await {
            // A repetition may return the first response: the refund itself says how it stands.
            Ok(refund) if refund.state == RefundState::Initiated => {
                self.client().refund(&refund.id).await?
            }
            Err(AmazonPayError::Refused(refusal)) => {
                return match refusal.class {
                    // Its refunds may have been made.
                    ErrorClass::Unknown => Err(not_understood("a payment that it does not show")),
                    ErrorClass::TooMuch => Ok(refused(RefundRefusal::TooMuch)),
                    _ => Ok(refused(RefundRefusal::Refused)),
                };
            }
            refund => refund?,
        };
        outcome(refund, request)
    }

    /// Asks Amazon what became of the object that a genuine notification names; `None` if it decides nothing here. On an error
    /// Amazon should repeat the notification.
    pub async fn changed(
        &self,
        notification: &str,
        object: &ChangedObject,
    ) -> Result<Option<Notification>, NoAnswer> {
        let content = match object.kind {
            ObjectKind::Charge => self.changed_charge(&object.id).await,
            ObjectKind::Refund => self.changed_refund(&object.id).await,
            ObjectKind::Chargeback => self.changed_dispute(&object.id).await,
            ObjectKind::ChargePermission => Ok(None),
        };
        let content = content.map_err(|error| {
            tracing::warn!(%error, "Amazon Pay does not show what a notification names: it repeats the notification");
            NoAnswer(error.to_string())
        })?;
        Ok(content.map(|content| Notification {
            id: notification.to_owned(),
            content,
        }))
    }

    async fn changed_charge(
        &self,
        id: &str,
    ) -> Result<Option<NotificationContent>, AmazonPayError> {
        let charge = self.client().charge(id).await?;
        let Some(Origin {
            key,
            session,
            is_recurring,
        }) = self.origin(&charge).await?
        else {
            return Ok(None);
        };
        let first = match self.client().session(&session).await {
            // Amazon forgets sessions after 30 days: no attempt is waiting.
            Err(error) if error.class() == Some(ErrorClass::Unknown) => None,
            session => session?.charge,
        };
        // Later charges of the same permission, such as renewals, belong to no attempt.
        if first.as_deref() != Some(id) {
            return Ok(None);
        }
        let permission = charge.permission.clone();
        let mandate = permission.filter(|_| is_recurring);
        let reference = reference_of_charge(&session, &key, id);
        let outcome = charge.outcome(&reference, mandate);
        Ok(Some(NotificationContent::Authorisation { key, outcome }))
    }

    async fn changed_refund(
        &self,
        id: &str,
    ) -> Result<Option<NotificationContent>, AmazonPayError> {
        let refund = self.client().refund(id).await?;
        let report = match refund.state {
            RefundState::Initiated => return Ok(None),
            RefundState::Refunded => PaymentReport::Refunded {
                reference: refund.id,
                amount: refund.amount,
            },
            RefundState::Declined => PaymentReport::RefundFailed {
                reference: refund.id,
            },
        };
        let charge = refund.charge.as_deref();
        let charge = charge.ok_or_else(|| not_understood("a refund without its charge"))?;
        let charge = self.client().charge(charge).await?;
        self.reported(&charge, report).await
    }

    async fn changed_dispute(
        &self,
        id: &str,
    ) -> Result<Option<NotificationContent>, AmazonPayError> {
        let dispute = self.client().dispute(id).await?;
        let charge = self.client().charge(&dispute.charge).await?;
        let report = dispute_report(dispute, &charge)?;
        self.reported(&charge, report).await
    }

    /// What happened to a charge's captured money; `None` if the charge is no attempt's.
    async fn reported(
        &self,
        charge: &Charge,
        report: PaymentReport,
    ) -> Result<Option<NotificationContent>, AmazonPayError> {
        let Some(Origin { key, session, .. }) = self.origin(charge).await? else {
            return Ok(None);
        };
        if !self.may_be_first(&session, charge).await? {
            return Ok(None);
        }
        Ok(Some(NotificationContent::Captured {
            payment: reference_of_charge(&session, &key, &charge.id),
            key: Some(key),
            report,
        }))
    }

    /// Whether a charge may be the one that completed the session. Amazon forgets sessions after 30 days.
    async fn may_be_first(&self, session: &str, charge: &Charge) -> Result<bool, AmazonPayError> {
        match self.client().session(session).await {
            Err(error) if error.class() == Some(ErrorClass::Unknown) => Ok(true),
            session => Ok(session?.charge.as_deref() == Some(&charge.id)),
        }
    }

    /// The attempt whose key and session stand in the charge's permission; `None` if this shop did not write them.
    async fn origin(&self, charge: &Charge) -> Result<Option<Origin>, AmazonPayError> {
        let Some(permission) = &charge.permission else {
            return Ok(None);
        };
        let permission = self.client().charge_permission(permission).await?;
        Ok(match (permission.reference, permission.note) {
            (Some(session), Some(note)) => Some(Origin {
                key: key_in(&note).to_owned(),
                session,
                is_recurring: permission.permission_type == PermissionType::Recurring,
            }),
            _ => None,
        })
    }
}

/// The outcome of a refund. One of another amount is not the shop's.
fn outcome(refund: Refund, request: &RefundRequest) -> Result<RefundOutcome, AmazonPayError> {
    if refund.amount != request.amount {
        return Err(not_understood("a refund of another amount"));
    }
    let reference = refund.id;
    Ok(match refund.state {
        RefundState::Refunded => RefundOutcome::Refunded {
            reference,
            amount: refund.amount,
        },
        RefundState::Initiated => RefundOutcome::Pending { reference },
        RefundState::Declined => refused(RefundRefusal::Refused),
    })
}

/// How a dispute stands. A lost one takes what refunds have left of the disputed amount.
fn dispute_report(dispute: Dispute, charge: &Charge) -> Result<PaymentReport, AmazonPayError> {
    let captured = charge.captured.filter(|captured| {
        captured.currency == dispute.amount.currency && captured.minor >= dispute.amount.minor
    });
    let captured = captured.ok_or_else(|| not_understood("a dispute of another amount"))?;
    let Dispute {
        id: dispute,
        state,
        amount,
        ..
    } = dispute;
    Ok(match state {
        DisputeState::Open => PaymentReport::DisputeOpened { dispute, amount },
        DisputeState::MerchantWon => PaymentReport::DisputeWon { dispute },
        DisputeState::BuyerWon => {
            let refunded = charge.refunded.map_or(MinorUnits::ZERO, |it| it.minor);
            let left = captured.minor.saturating_sub(refunded);
            let amount = Money::new(amount.minor.min(left), amount.currency);
            PaymentReport::DisputeLost { dispute, amount }
        }
    })
}

const fn refused(reason: RefundRefusal) -> RefundOutcome {
    RefundOutcome::Refused { reason }
}
