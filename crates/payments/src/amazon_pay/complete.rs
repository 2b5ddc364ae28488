//! The question after the buyer has confirmed, or after a crash: completes a session, once, and says what became of it.

use super::AmazonPayError;
use super::error::ErrorClass;
use super::gateway::{AmazonPayGateway, not_understood};
use super::outcome::{canceled, declined, summary};
use super::reference::{id_in, reference_of, reference_of_charge, reference_of_permission};
use super::session::{Session, SessionState};
use crate::PaymentOutcome;
use zkratka_commerce::attempt::DeclineReason;
use zkratka_commerce::money::Money;

impl AmazonPayGateway {
    pub(super) async fn try_query(
        &self,
        key: &str,
        session: &str,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let session = match self.client().session(id_in(session)).await {
            Err(error) if error.class() == Some(ErrorClass::Unknown) => {
                return Ok(PaymentOutcome::Unknown);
            }
            session => session?,
        };
        if !session.is_under(key) {
            return Ok(PaymentOutcome::Unknown);
        }
        match session.state {
            SessionState::Completed => self.completed(&session, key).await,
            SessionState::Canceled => Ok(canceled(&session)),
            SessionState::Open if session.is_voided() => Ok(PaymentOutcome::Voided {
                reference: reference_of(&session.id, key),
            }),
            SessionState::Open => match session.amount {
                Some(amount) => self.complete(&session, amount, key).await,
                None => Ok(PaymentOutcome::Unknown),
            },
        }
    }

    /// Completes an open session. Amazon refuses that until the buyer has confirmed the amount. Whatever it answers, the
    /// session decides: another server may have been faster, or an earlier response lost.
    async fn complete(
        &self,
        session: &Session,
        amount: Money,
        key: &str,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let refusal = match self.client().complete_session(&session.id, amount).await {
            Ok(session) if session.state == SessionState::Completed => {
                return self.completed(&session, key).await;
            }
            Ok(_) => None,
            Err(AmazonPayError::Refused(refusal)) => Some(refusal.class),
            Err(error) => return Err(error),
        };
        let session = self.client().session(&session.id).await?;
        match (session.state, refusal) {
            (SessionState::Completed, _) if session.is_under(key) => {
                self.completed(&session, key).await
            }
            (SessionState::Canceled, _) => Ok(canceled(&session)),
            (_, _) if !session.is_under(key) => Ok(PaymentOutcome::Unknown),
            (_, Some(ErrorClass::Declined)) => Ok(declined(DeclineReason::Declined)),
            (_, Some(ErrorClass::TooMuch)) => Ok(declined(DeclineReason::Refused)),
            _ => self.challenge_of(&session, key),
        }
    }

    /// The outcome of a completed session of this key. If the payment was voided while another server completed the
    /// session, nobody waits for the money, and it is released.
    pub(super) async fn completed(
        &self,
        session: &Session,
        key: &str,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        if session.is_voided() {
            return self.void_completed(session, key).await;
        }
        let permission = session.charge_permission.as_deref();
        let mandate = permission.filter(|_| session.allows_later_charges());
        let mandate = mandate.map(str::to_owned);
        let Some(charge) = session.charge.as_deref() else {
            return uncharged(session, key, mandate);
        };
        let reference = reference_of_charge(&session.id, key, charge);
        Ok(self
            .client()
            .charge(charge)
            .await?
            .outcome(&reference, mandate))
    }
}

/// A session for a zero amount charges nothing: the charge permission is all there is.
fn uncharged(
    session: &Session,
    key: &str,
    mandate: Option<String>,
) -> Result<PaymentOutcome, AmazonPayError> {
    let amount = session.amount.filter(|amount| amount.minor.is_zero());
    match (amount, session.charge_permission.as_deref()) {
        (Some(amount), Some(permission)) => Ok(PaymentOutcome::Authorised {
            reference: reference_of_permission(&session.id, key, permission),
            amount,
            card: summary(mandate),
        }),
        _ => Err(not_understood("a completed session without a charge")),
    }
}
