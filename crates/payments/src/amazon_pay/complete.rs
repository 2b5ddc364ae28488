//! Queries a session after the buyer confirmed, or after a crash: completes it once and returns the outcome.

use super::AmazonPayError;
use super::error::ErrorClass;
use super::gateway::{AmazonPayGateway, address_changed, not_understood};
use super::outcome::{canceled, declined, summary};
use super::owner::Owner;
use super::reference::{
    goes_to_bound_address, has_charge, id_in, reference_of, reference_of_charge,
    reference_of_permission, to_give_back,
};
use super::session::{Session, SessionState};
use crate::PaymentOutcome;
use zkratka_commerce::attempt::DeclineReason;
use zkratka_commerce::money::{MinorUnits, Money};

impl AmazonPayGateway {
    pub(super) async fn try_query(
        &self,
        key: &str,
        session: &str,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let bound = session;
        let session = match self.client().session(id_in(bound)).await {
            Err(error) if error.class() == Some(ErrorClass::Unknown) => {
                return Ok(PaymentOutcome::Unknown);
            }
            session => session?,
        };
        match session.state {
            SessionState::Completed => self.completed(&session, bound, key).await,
            // Nobody can pay by it any more, whichever attempt set its amount.
            SessionState::Canceled => Ok(canceled(&session)),
            SessionState::Open => self.complete_open(&session, bound, key).await,
        }
    }

    async fn complete_open(
        &self,
        session: &Session,
        bound: &str,
        key: &str,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let owner = self.owner(session).await?;
        match session.amount {
            _ if !owner.is(key) => Ok(PaymentOutcome::Unknown),
            _ if owner.is_voided => Ok(PaymentOutcome::Voided {
                reference: reference_of(&session.id, key),
            }),
            Some(_) if !goes_to_bound_address(bound, session.shipping.as_ref()) => {
                Ok(address_changed())
            }
            Some(amount) => self.complete(session, bound, amount, key).await,
            None => Ok(PaymentOutcome::Unknown),
        }
    }

    /// Completes an open session. Amazon refuses that until the buyer has confirmed the amount. Whatever it answers, the
    /// session decides: another server may have been faster, or an earlier response lost.
    async fn complete(
        &self,
        session: &Session,
        bound: &str,
        amount: Money,
        key: &str,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let refusal = match self.client().complete_session(&session.id, amount).await {
            Ok(session) if session.state == SessionState::Completed => {
                return self.completed(&session, bound, key).await;
            }
            Ok(_) => None,
            Err(AmazonPayError::Refused(refusal)) => Some(refusal.class),
            Err(error) => return Err(error),
        };
        let session = self.client().session(&session.id).await?;
        match (session.state, refusal) {
            (SessionState::Completed, _) => self.completed(&session, bound, key).await,
            (SessionState::Canceled, _) => Ok(canceled(&session)),
            (SessionState::Open, _) if !self.owner(&session).await?.is(key) => {
                Ok(PaymentOutcome::Unknown)
            }
            (SessionState::Open, Some(ErrorClass::Declined)) => {
                Ok(declined(DeclineReason::Declined))
            }
            (SessionState::Open, Some(ErrorClass::TooMuch)) => Ok(declined(DeclineReason::Refused)),
            (SessionState::Open, _) => self.challenge_of(&session, key),
        }
    }

    /// The outcome of a completed session for the attempt with this key; `Unknown` if it paid another attempt, which may
    /// have set the amount after this one had read the session. If the payment was voided while another server completed
    /// the session, nobody waits for the money, and it is released.
    ///
    /// The buyer may change the address until the session is completed, also after the last look at it. Afterwards the
    /// permission shows which one Amazon took.
    pub(super) async fn completed(
        &self,
        session: &Session,
        bound: &str,
        key: &str,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let owner = self.owner(session).await?;
        if !owner.is(key) {
            return Ok(PaymentOutcome::Unknown);
        }
        if owner.is_voided {
            return self.void_completed(session, key).await;
        }
        let permission = session.charge_permission.as_deref();
        let mandate = permission.filter(|_| owner.is_recurring);
        let mandate = mandate.map(str::to_owned);
        let Some(charge) = session.charge.as_deref() else {
            let outcome = uncharged(session, key, &owner, mandate)?;
            return Ok(where_ordered(outcome, bound, &owner));
        };
        let reference = reference_of_charge(&session.id, key, charge);
        let outcome = self
            .client()
            .charge(charge)
            .await?
            .outcome(&reference, mandate);
        Ok(where_ordered(outcome, bound, &owner))
    }
}

/// The outcome, unless it tells of money for goods of which Amazon does not show that they go to the order's address. The void
/// also returns what the merchant captured at Amazon meanwhile.
fn where_ordered(outcome: PaymentOutcome, bound: &str, owner: &Owner) -> PaymentOutcome {
    let shown = owner.shipping.as_ref();
    if goes_to_bound_address(bound, shown) {
        return outcome;
    }
    match outcome {
        PaymentOutcome::Authorised { reference, .. }
        | PaymentOutcome::Captured { reference, .. } => {
            tracing::info!("the delivery address had changed when a session was completed");
            let reference = if has_charge(&reference) {
                to_give_back(&reference)
            } else {
                reference
            };
            PaymentOutcome::AddressChanged { reference }
        }
        other => other,
    }
}

/// A session that was only confirmed charges nothing: the charge permission is all there is.
fn uncharged(
    session: &Session,
    key: &str,
    owner: &Owner,
    mandate: Option<String>,
) -> Result<PaymentOutcome, AmazonPayError> {
    match (owner.currency, mandate) {
        (Some(currency), Some(permission)) => Ok(PaymentOutcome::Authorised {
            reference: reference_of_permission(&session.id, key, &permission),
            amount: Money::new(MinorUnits::ZERO, currency),
            card: summary(Some(permission)),
        }),
        _ => Err(not_understood("a completed session without a charge")),
    }
}
