//! Accounts that PayPal keeps for an attempt which has come to nothing. Whoever was to give one back when it was declined or
//! let go may have died before, or PayPal not have answered; and of an attempt that time has given up nobody was to.

use super::PayPalError;
use super::agreement::AgreementStatus;
use super::gateway::PayPalGateway;
use super::kept::ALREADY_EXCHANGED;
use super::order::Order;
use super::session::{Due, Session};
use crate::PaymentOutcome;

impl PayPalGateway {
    /// Gives back what is kept for an attempt of this key and session. Where money is held or may come to be, nothing is:
    /// it is let go first, and the account with it.
    pub(super) async fn try_give_back(&self, key: &str, session: &str) -> Result<(), PayPalError> {
        let left = match Session::of(session) {
            Session::Order(order) => self.left_by_order(key, order).await?,
            Session::Agreement(agreement, Due::Nothing(_)) => {
                self.left_by_agreement(key, agreement).await?
            }
            Session::Agreement(agreement, Due::Order(order)) => {
                self.left_by_charge(key, agreement, order).await?
            }
        };
        match left {
            Some(account) => self.client().forget(&account).await,
            None => Ok(()),
        }
    }

    /// The account that was kept with an approved order.
    async fn left_by_order(&self, key: &str, order: &str) -> Result<Option<String>, PayPalError> {
        let order = known(self.client().order(order).await)?;
        let order = order.filter(|order| order.is_under(key) && !is_alive(order));
        Ok(order.and_then(|order| order.card.mandate))
    }

    /// The account that was kept to be charged. Whoever kept it may have died before it was noted in the order.
    async fn left_by_charge(
        &self,
        key: &str,
        agreement: &str,
        order: &str,
    ) -> Result<Option<String>, PayPalError> {
        let order = known(self.client().order(order).await)?;
        let Some(order) = order.filter(|order| order.is_under(key)) else {
            return self.left_by_agreement(key, agreement).await;
        };
        if is_alive(&order) {
            return Ok(None);
        }
        Ok(order.note.and_then(|note| note.mandate))
    }

    /// The account that an agreement was exchanged for under this key: asked for again, it is the same one. Where nothing
    /// was exchanged, nothing is asked for.
    async fn left_by_agreement(
        &self,
        key: &str,
        agreement: &str,
    ) -> Result<Option<String>, PayPalError> {
        let known = known(self.client().agreement(agreement).await)?;
        if known.is_some_and(|agreement| agreement.status != AgreementStatus::Over) {
            return Ok(None);
        }
        match self.client().keep(agreement, key).await {
            Ok(kept) => Ok(Some(kept.id)),
            Err(PayPalError::Refused(refusal)) => {
                if refusal.issue == ALREADY_EXCHANGED {
                    tracing::warn!(agreement, "PayPal may keep an account under this agreement");
                }
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

/// None where PayPal knows of no such thing.
fn known<T>(answer: Result<T, PayPalError>) -> Result<Option<T>, PayPalError> {
    match answer {
        Ok(known) => Ok(Some(known)),
        Err(PayPalError::Refused(refusal)) if refusal.status == 404 => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether something is held from the account, or may come to be.
fn is_alive(order: &Order) -> bool {
    order.outcome.as_ref().is_some_and(|outcome| {
        !matches!(
            outcome,
            PaymentOutcome::Declined { .. } | PaymentOutcome::Voided { .. }
        )
    })
}
