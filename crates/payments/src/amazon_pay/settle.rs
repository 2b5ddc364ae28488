//! Captures and releases what a completed session holds.

use super::AmazonPayError;
use super::charge::{Charge, ChargeState, RefundState};
use super::error::ErrorClass;
use super::gateway::{AmazonPayGateway, not_understood};
use super::names::idempotency_key;
use super::outcome::summary;
use super::reference::{
    Holding, Reference, id_in, reference_of_charge, reference_of_permission, tag, voided,
};
use super::session::{Session, SessionState};
use crate::{CaptureRequest, PaymentOutcome};
use zkratka_commerce::attempt::DeclineReason;
use zkratka_commerce::money::{MinorUnits, Money};

/// The buyer may see it at Amazon.
const VOID_REASON: &str = "The order was not placed.";

impl AmazonPayGateway {
    pub(super) async fn try_capture(
        &self,
        request: &CaptureRequest,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let CaptureRequest {
            reference,
            amount,
            number,
            ..
        } = request;
        let charge = match Reference::read(reference).map(|it| it.holding) {
            Some(Holding::Charge(charge)) => charge,
            Some(Holding::Permission(_)) if amount.minor.is_zero() => {
                return Ok(PaymentOutcome::Captured {
                    reference: reference.clone(),
                    amount: *amount,
                    card: summary(None),
                });
            }
            _ => return Ok(declined_at(reference)),
        };
        // Amazon captures a charge once, and releases the rest.
        if *number > 1 {
            return Ok(declined_at(reference));
        }
        let key = idempotency_key("capture", charge);
        let captured = match self.client().capture(&key, charge, *amount).await {
            Ok(captured) if captured.state == ChargeState::Captured => captured,
            // An earlier response may have been lost, and a repetition may return the first response: the charge decides.
            Ok(_) => self.client().charge(charge).await?,
            Err(AmazonPayError::Refused(_)) => {
                let found = self.client().charge(charge).await?;
                if found.state == ChargeState::Authorized {
                    return Ok(declined_at(reference));
                }
                found
            }
            Err(error) => return Err(error),
        };
        Ok(match captured.state {
            ChargeState::Authorized => PaymentOutcome::Pending,
            _ => captured.outcome(reference, None),
        })
    }

    pub(super) async fn try_void(&self, reference: &str) -> Result<PaymentOutcome, AmazonPayError> {
        match Reference::read(reference) {
            Some(Reference {
                holding: Holding::Charge(charge),
                goes_back,
                ..
            }) => self.void_charge(reference, charge, goes_back).await,
            Some(Reference {
                holding: Holding::Permission(permission),
                ..
            }) => self.void_permission(reference, permission).await,
            Some(payment) => self.void_session(reference, payment).await,
            None => Ok(declined_at(reference)),
        }
    }

    /// Ensures that nobody completes a session for this attempt. Amazon cannot cancel a session, so the session is marked.
    async fn void_session(
        &self,
        reference: &str,
        payment: Reference<'_>,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let confirmed = || PaymentOutcome::Voided {
            reference: reference.to_owned(),
        };
        // Amazon forgets old sessions, which cannot be completed any more.
        let Some(session) = known(self.client().session(payment.session).await)? else {
            return Ok(confirmed());
        };
        let owner = self.owner(&session).await?;
        let Some(key) = owner.key.as_deref().filter(|key| tag(key) == payment.tag) else {
            // Another attempt has taken the session over, and a query for this one completes nothing.
            return Ok(confirmed());
        };
        match session.state {
            SessionState::Completed => self.void_completed(&session, key).await,
            SessionState::Canceled => Ok(confirmed()),
            SessionState::Open if owner.is_voided => Ok(confirmed()),
            SessionState::Open => self.mark(&session, key).await.map(|()| confirmed()),
        }
    }

    /// Marks an open session, so that it is not completed for the attempt with this key.
    async fn mark(&self, session: &Session, key: &str) -> Result<(), AmazonPayError> {
        let mark = voided(key);
        let marked = self.client().set_note(&session.id, &mark).await?;
        if marked.state == SessionState::Open && marked.note.as_ref() == Some(&mark) {
            return Ok(());
        }
        Err(not_understood("a session that it did not mark"))
    }

    /// Releases what a completed session holds.
    pub(super) async fn void_completed(
        &self,
        session: &Session,
        key: &str,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        match (
            session.charge.as_deref(),
            session.charge_permission.as_deref(),
        ) {
            (Some(charge), _) => {
                let reference = reference_of_charge(&session.id, key, charge);
                self.void_charge(&reference, charge, false).await
            }
            (None, Some(permission)) => {
                let reference = reference_of_permission(&session.id, key, permission);
                self.void_permission(&reference, permission).await
            }
            (None, None) => Err(not_understood("a completed session without a permission")),
        }
    }

    /// Cancels a charge, and closes its permission. The charge decides, whatever the response: an earlier one may have been
    /// lost. A captured charge cannot be canceled: one that `goes_back` is refunded.
    async fn void_charge(
        &self,
        reference: &str,
        charge: &str,
        goes_back: bool,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let found = match self.client().cancel_charge(charge, VOID_REASON).await {
            Ok(canceled) if canceled.state == ChargeState::Canceled => canceled,
            Ok(_) | Err(AmazonPayError::Refused(_)) => self.client().charge(charge).await?,
            Err(error) => return Err(error),
        };
        match found.state {
            ChargeState::Canceled | ChargeState::Declined => {
                if let Some(permission) = &found.permission {
                    self.close(permission).await?;
                }
                Ok(found.outcome(reference, None))
            }
            ChargeState::Authorized => Ok(declined_at(reference)),
            ChargeState::Captured if goes_back => self.give_back(reference, &found).await,
            ChargeState::AuthorizationInitiated
            | ChargeState::CaptureInitiated
            | ChargeState::Captured => Ok(found.outcome(reference, None)),
        }
    }

    /// Refunds a captured charge, less what was refunded before. If Amazon refuses, a person must look.
    async fn give_back(
        &self,
        reference: &str,
        charge: &Charge,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let kept = || charge.outcome(reference, None);
        let Some(captured) = charge.captured else {
            return Ok(PaymentOutcome::Pending);
        };
        let refunded = charge.refunded.map_or(MinorUnits::ZERO, |it| it.minor);
        let rest = captured.minor.saturating_sub(refunded);
        if rest.is_positive() {
            let key = idempotency_key("give back", &charge.id);
            let rest = Money::new(rest, captured.currency);
            let refund = match self.client().create_refund(&key, &charge.id, rest).await {
                // A repetition may return the first response: the refund decides.
                Ok(refund) => self.client().refund(&refund.id).await?,
                Err(AmazonPayError::Refused(_)) => return Ok(kept()),
                Err(error) => return Err(error),
            };
            match refund.state {
                RefundState::Initiated => return Ok(PaymentOutcome::Pending),
                RefundState::Declined => return Ok(kept()),
                RefundState::Refunded => {}
            }
        }
        if let Some(permission) = &charge.permission {
            self.close(permission).await?;
        }
        Ok(PaymentOutcome::Voided {
            reference: reference.to_owned(),
        })
    }

    async fn void_permission(
        &self,
        reference: &str,
        permission: &str,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        self.close(permission).await?;
        Ok(PaymentOutcome::Voided {
            reference: reference.to_owned(),
        })
    }

    /// Closes a charge permission, so that nothing is charged under it any more. One that is closed already is no error.
    async fn close(&self, permission: &str) -> Result<(), AmazonPayError> {
        let closed = self
            .client()
            .close_charge_permission(permission, VOID_REASON);
        match closed.await {
            Err(AmazonPayError::Refused(refusal))
                if matches!(refusal.class, ErrorClass::State | ErrorClass::Unknown) =>
            {
                Ok(())
            }
            closed => closed.map(|_closed| ()),
        }
    }

    /// Closes the permission of an attempt that ended without an order, or leaves its open session to the cart's next
    /// attempt. While an amount is held, or may come to be, it does nothing: the void comes first and closes the permission.
    pub(super) async fn try_release(&self, key: &str, session: &str) -> Result<(), AmazonPayError> {
        let session = known(self.client().session(id_in(session)).await)?;
        let Some(session) = session.filter(|it| it.state != SessionState::Canceled) else {
            return Ok(());
        };
        let owner = self.owner(&session).await?;
        match session.state {
            _ if !owner.is(key) => return Ok(()),
            SessionState::Completed if owner.is_voided => {
                return self.void_completed(&session, key).await.map(|_voided| ());
            }
            SessionState::Open if owner.is_voided => return Ok(()),
            SessionState::Open => return self.mark(&session, key).await,
            SessionState::Completed | SessionState::Canceled => {}
        }
        let (Some(charge), Some(permission)) = (&session.charge, &session.charge_permission) else {
            return Ok(());
        };
        match self.client().charge(charge).await?.state {
            ChargeState::Canceled | ChargeState::Declined => self.close(permission).await,
            ChargeState::AuthorizationInitiated
            | ChargeState::Authorized
            | ChargeState::CaptureInitiated
            | ChargeState::Captured => Ok(()),
        }
    }
}

/// `None` if Amazon has no such object.
fn known<T>(answer: Result<T, AmazonPayError>) -> Result<Option<T>, AmazonPayError> {
    match answer {
        Err(error) if error.class() == Some(ErrorClass::Unknown) => Ok(None),
        answer => answer.map(Some),
    }
}

/// Amazon refuses, and a person must look.
fn declined_at(reference: &str) -> PaymentOutcome {
    PaymentOutcome::Declined {
        reference: Some(reference.to_owned()),
        reason: DeclineReason::Refused,
    }
}
