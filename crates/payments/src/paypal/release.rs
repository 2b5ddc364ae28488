//! Releases the accounts that PayPal stores for attempts without an order. A server may have crashed after a decline or
//! a void, before it deleted the account, or PayPal may not have responded. An attempt that expired leaves its account
//! behind, too.

use super::PayPalError;
use super::agreement::AgreementStatus;
use super::gateway::PayPalGateway;
use super::order::Order;
use super::session::{Due, Session};
use super::stored_account::ALREADY_EXCHANGED;
use crate::PaymentOutcome;

impl PayPalGateway {
    /// Deletes the account stored for an attempt with this key and session. While an amount is authorised, or may
    /// become so, it does nothing: the void comes first and deletes the account.
    pub(super) async fn try_release(&self, key: &str, session: &str) -> Result<(), PayPalError> {
        let left = match Session::of(session) {
            Session::Order(order) => self.account_of_order(key, order).await?,
            Session::Agreement(agreement, Due::Nothing(_)) => {
                self.account_of_agreement(key, agreement).await?
            }
            Session::Agreement(agreement, Due::Order(order)) => {
                self.account_of_charge(key, agreement, order).await?
            }
        };
        match left {
            Some(account) => self.client().delete_account(&account).await,
            None => Ok(()),
        }
    }

    /// The account stored with an approved order.
    async fn account_of_order(
        &self,
        key: &str,
        order: &str,
    ) -> Result<Option<String>, PayPalError> {
        let order = known(self.client().order(order).await)?;
        let order = order.filter(|order| order.is_under(key) && !may_hold(order));
        Ok(order.and_then(|order| order.card.mandate))
    }

    /// The account stored for a charge. A server may have crashed before it wrote the account into the order.
    async fn account_of_charge(
        &self,
        key: &str,
        agreement: &str,
        order: &str,
    ) -> Result<Option<String>, PayPalError> {
        let order = known(self.client().order(order).await)?;
        let Some(order) = order.filter(|order| order.is_under(key)) else {
            return self.account_of_agreement(key, agreement).await;
        };
        if may_hold(&order) {
            return Ok(None);
        }
        Ok(order.note.and_then(|note| note.mandate))
    }

    /// The account for which the agreement was exchanged with this key. Repeating the exchange returns the same
    /// account; without an earlier exchange, no call is made.
    async fn account_of_agreement(
        &self,
        key: &str,
        agreement: &str,
    ) -> Result<Option<String>, PayPalError> {
        let known = known(self.client().agreement(agreement).await)?;
        if known.is_some_and(|agreement| agreement.status != AgreementStatus::Used) {
            return Ok(None);
        }
        match self.client().store_account(agreement, key).await {
            Ok(stored) => Ok(Some(stored.id)),
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

/// None if the resource does not exist.
fn known<T>(answer: Result<T, PayPalError>) -> Result<Option<T>, PayPalError> {
    match answer {
        Ok(known) => Ok(Some(known)),
        Err(PayPalError::Refused(refusal)) if refusal.status == 404 => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether the account's charge holds an amount, or may come to hold one.
fn may_hold(order: &Order) -> bool {
    order.outcome.as_ref().is_some_and(|outcome| {
        !matches!(
            outcome,
            PaymentOutcome::Declined { .. } | PaymentOutcome::Voided { .. }
        )
    })
}
