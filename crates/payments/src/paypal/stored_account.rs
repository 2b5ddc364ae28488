//! Stored accounts: the gateway exchanges an agreement for an account with the attempt's key, then charges the account the
//! amount due. If nothing is due, storing the account takes the place of the authorisation.
//!
//! The shop creates an order when it binds the payment. As with approved orders, this order shows whether an amount is
//! authorised. The gateway reads it first, so a repetition after any crash finds what was done before.

use super::agreement::{AgreementStatus, StoredAccount};
use super::gateway::{PayPalGateway, declined};
use super::note::Note;
use super::order::{Order, OrderStatus, summary};
use super::session::{Due, reference_of_account};
use super::{PayPalError, Refusal};
use crate::{AuthoriseRequest, PaymentOutcome};
use zkratka_commerce::attempt::DeclineReason;
use zkratka_commerce::money::{Currency, Money};

/// PayPal's error for an agreement that was exchanged before, by a request whose id PayPal has deleted.
pub(super) const ALREADY_EXCHANGED: &str = "SETUP_TOKEN_ALREADY_TOKENIZED";

impl PayPalGateway {
    pub(super) async fn authorise_by_agreement(
        &self,
        agreement: &str,
        due: Due<'_>,
        request: &AuthoriseRequest,
    ) -> Result<PaymentOutcome, PayPalError> {
        match due {
            Due::Order(order) => self.charge(agreement, order, request).await,
            Due::Nothing(currency) if request.amount == Money::zero(currency) => {
                let stored = self.client().store_account(agreement, &request.key).await?;
                Ok(stored.zero_authorisation(currency))
            }
            Due::Nothing(_) => Ok(declined(DeclineReason::Refused)),
        }
    }

    /// Returns the outcome for a key. A query stores no account: it only repeats an earlier exchange.
    pub(super) async fn query_agreement(
        &self,
        key: &str,
        agreement: &str,
        due: Due<'_>,
    ) -> Result<PaymentOutcome, PayPalError> {
        let currency = match due {
            Due::Order(order) => return self.query_charge(key, order).await,
            Due::Nothing(currency) => currency,
        };
        match self.client().agreement(agreement).await {
            Ok(known) if known.status != AgreementStatus::Used => Ok(PaymentOutcome::Unknown),
            Ok(_) | Err(PayPalError::Refused(Refusal { status: 404, .. })) => {
                self.stored_before(key, agreement, currency).await
            }
            Err(error) => Err(error),
        }
    }

    async fn query_charge(&self, key: &str, order: &str) -> Result<PaymentOutcome, PayPalError> {
        match self.client().order(order).await {
            // An account may be stored already. It is not released here, because the charge may be repeated.
            Ok(order) => {
                let known = self.charged(&order, key).await?;
                Ok(known.unwrap_or(PaymentOutcome::Unknown))
            }
            Err(PayPalError::Refused(Refusal { status: 404, .. })) => Ok(PaymentOutcome::Unknown),
            Err(error) => Err(error),
        }
    }

    /// Returns the outcome of a charge with this key; `None` if there is no such charge. After a decline or a void it also
    /// deletes the account, because a server may have crashed before it did so, or PayPal may have decided only now.
    async fn charged(
        &self,
        order: &Order,
        key: &str,
    ) -> Result<Option<PaymentOutcome>, PayPalError> {
        let Some(outcome) = self.authorised(order, key).await? else {
            return Ok(None);
        };
        let mandate = order.note.as_ref().and_then(|it| it.mandate.as_ref());
        if let (PaymentOutcome::Declined { .. } | PaymentOutcome::Voided { .. }, Some(mandate)) =
            (&outcome, mandate)
        {
            self.delete_unused_account(mandate).await;
        }
        Ok(Some(outcome))
    }

    async fn stored_before(
        &self,
        key: &str,
        agreement: &str,
        currency: Currency,
    ) -> Result<PaymentOutcome, PayPalError> {
        match self.client().store_account(agreement, key).await {
            Ok(stored) => Ok(stored.zero_authorisation(currency)),
            // PayPal has deleted the request id of the exchange, so the outcome for this key is unknown.
            Err(PayPalError::Refused(refusal)) if refusal.issue == ALREADY_EXCHANGED => {
                Err(PayPalError::NoAnswer(refusal.to_string()))
            }
            Err(PayPalError::Refused(_)) => Ok(PaymentOutcome::Unknown),
            Err(error) => Err(error),
        }
    }

    async fn charge(
        &self,
        agreement: &str,
        order: &str,
        request: &AuthoriseRequest,
    ) -> Result<PaymentOutcome, PayPalError> {
        let order = self.client().order(order).await?;
        if let Some(outcome) = self.charged(&order, &request.key).await? {
            return Ok(outcome);
        }
        // No buyer sees this order, so only our own call can have approved it. Its response was lost before the
        // authorisation, or the authorisation is still running. Repeating the call with its id tells which.
        let is_ours = matches!(order.status, OrderStatus::Open | OrderStatus::Approved);
        if !is_ours || order.outcome.is_some() {
            return Ok(declined(DeclineReason::SessionInvalid));
        }
        // The buyer approved exactly this amount.
        if order.amount != request.amount || !order.is_authorisation || self.is_diverted(&order) {
            return Ok(declined(DeclineReason::Refused));
        }
        let stored = self.client().store_account(agreement, &request.key).await?;
        match self.hold_from(&order, &request.key, &stored).await {
            Ok(order) => Ok(self
                .charged(&order, &request.key)
                .await?
                .unwrap_or(PaymentOutcome::Pending)),
            // As with approved orders: an authorisation with our key counts, whatever this response says.
            Err(PayPalError::Refused(refusal)) => {
                let order = self.client().order(&order.id).await?;
                if let Some(outcome) = self.charged(&order, &request.key).await? {
                    return Ok(outcome);
                }
                // Without a purchase the account must not stay stored.
                self.delete_unused_account(&stored.id).await;
                Err(PayPalError::Refused(refusal))
            }
            Err(error) => Err(error),
        }
    }

    async fn hold_from(
        &self,
        order: &Order,
        key: &str,
        stored: &StoredAccount,
    ) -> Result<Order, PayPalError> {
        let note = Note {
            key: key.to_owned(),
            mandate: Some(stored.id.clone()),
        };
        self.note(order, &note).await?;
        self.client().authorize_from(&order.id, key, stored).await
    }

    /// Capturing zero makes no call.
    pub(super) fn capture_zero(reference: &str, amount: Money) -> PaymentOutcome {
        let reference = reference.to_owned();
        if !amount.minor.is_zero() {
            return PaymentOutcome::Declined {
                reference: Some(reference),
                reason: DeclineReason::Refused,
            };
        }
        PaymentOutcome::Captured {
            reference,
            amount,
            card: summary("paypal", None),
        }
    }

    /// Deletes the account that was stored for an order that will not be made.
    pub(super) async fn release_account(
        &self,
        reference: &str,
        account: &str,
    ) -> Result<PaymentOutcome, PayPalError> {
        self.client().delete_account(account).await?;
        Ok(PaymentOutcome::Voided {
            reference: reference.to_owned(),
        })
    }

    /// Deletes the account that a voided authorisation had charged. A failure is not an error: the money counts, and
    /// the buyer can delete the account at PayPal.
    pub(super) async fn delete_account_of(&self, authorisation: &str) {
        let wire = match self.client().authorization(authorisation).await {
            Ok(wire) => wire,
            Err(error) => {
                tracing::warn!(%error, "PayPal may keep an account that no order used");
                return;
            }
        };
        let note = wire.custom_id.as_deref().map(Note::read);
        if let Some(mandate) = note.and_then(|note| note.mandate) {
            self.delete_unused_account(&mandate).await;
        }
    }

    async fn delete_unused_account(&self, account: &str) {
        if let Err(error) = self.client().delete_account(account).await {
            tracing::warn!(%error, "PayPal keeps an account that no order used");
        }
    }
}

impl StoredAccount {
    /// Returns the outcome of storing the account: zero is authorised.
    fn zero_authorisation(self, currency: Currency) -> PaymentOutcome {
        PaymentOutcome::Authorised {
            reference: reference_of_account(&self.id),
            amount: Money::zero(currency),
            card: summary(self.funding.name(), Some(self.id)),
        }
    }
}
