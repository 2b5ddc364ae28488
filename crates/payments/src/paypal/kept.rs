//! Accounts that are kept: an agreement is exchanged for one under the attempt's key, and the account is charged what is
//! due. Where nothing is due, keeping it is all there is to do, and stands in the place of an authorisation.
//!
//! An order of its own, made when the payment was bound, says whether anything is held, as an approved order does: so it is
//! asked first, and a repetition after any crash finds what was done before.

use super::agreement::{AgreementStatus, KeptAccount};
use super::gateway::{PayPalGateway, declined};
use super::note::Note;
use super::order::{Order, OrderStatus, summary};
use super::session::{Due, reference_of_account};
use super::{PayPalError, Refusal};
use crate::{AuthoriseRequest, PaymentOutcome};
use zkratka_commerce::attempt::DeclineReason;
use zkratka_commerce::money::{Currency, Money};

/// The agreement was exchanged already, and not by a request that PayPal still knows.
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
                let kept = self.client().keep(agreement, &request.key).await?;
                Ok(kept.held(currency))
            }
            Due::Nothing(_) => Ok(declined(DeclineReason::Refused)),
        }
    }

    /// What stands under a key. Asking keeps nothing: only what was exchanged before is asked for again.
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
            Ok(known) if known.status != AgreementStatus::Over => Ok(PaymentOutcome::Unknown),
            Ok(_) | Err(PayPalError::Refused(Refusal { status: 404, .. })) => {
                self.kept_before(key, agreement, currency).await
            }
            Err(error) => Err(error),
        }
    }

    async fn query_charge(&self, key: &str, order: &str) -> Result<PaymentOutcome, PayPalError> {
        match self.client().order(order).await {
            // An account may be kept already. It is not given back here: the charge may be repeated.
            Ok(order) => {
                let known = self.charged(&order, key).await;
                Ok(known.unwrap_or(PaymentOutcome::Unknown))
            }
            Err(PayPalError::Refused(Refusal { status: 404, .. })) => Ok(PaymentOutcome::Unknown),
            Err(error) => Err(error),
        }
    }

    /// What became of a charge under a key; none when there is none under it. Where nothing is bought, the account is kept
    /// no longer: whoever kept it may have died before that, or PayPal have made up its mind since.
    async fn charged(&self, order: &Order, key: &str) -> Option<PaymentOutcome> {
        let outcome = Self::authorised(order, key)?;
        let mandate = order.note.as_ref().and_then(|it| it.mandate.as_ref());
        if let (PaymentOutcome::Declined { .. } | PaymentOutcome::Voided { .. }, Some(mandate)) =
            (&outcome, mandate)
        {
            self.forget(mandate).await;
        }
        Some(outcome)
    }

    async fn kept_before(
        &self,
        key: &str,
        agreement: &str,
        currency: Currency,
    ) -> Result<PaymentOutcome, PayPalError> {
        match self.client().keep(agreement, key).await {
            Ok(kept) => Ok(kept.held(currency)),
            // By whom, PayPal has forgotten: that is no answer.
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
        if let Some(outcome) = self.charged(&order, &request.key).await {
            return Ok(outcome);
        }
        // Nobody is shown this order, so that only a call of ours can have approved it: its answer was lost before anything
        // was held, or is being held now. Repeated under its id, it says which.
        let is_ours = matches!(order.status, OrderStatus::Open | OrderStatus::Approved);
        if !is_ours || order.outcome.is_some() {
            return Ok(declined(DeclineReason::SessionInvalid));
        }
        // The buyer has agreed to this amount and no other.
        if order.amount != request.amount || !order.is_authorisation {
            return Ok(declined(DeclineReason::Refused));
        }
        let kept = self.client().keep(agreement, &request.key).await?;
        match self.hold_from(&order, &request.key, &kept).await {
            Ok(order) => Ok(self
                .charged(&order, &request.key)
                .await
                .unwrap_or(PaymentOutcome::Pending)),
            // As with an approved order: what stands under our key counts, whatever was said.
            Err(PayPalError::Refused(refusal)) => {
                let order = self.client().order(&order.id).await?;
                if let Some(outcome) = self.charged(&order, &request.key).await {
                    return Ok(outcome);
                }
                // Nothing is bought: then nothing is kept.
                self.forget(&kept.id).await;
                Err(PayPalError::Refused(refusal))
            }
            Err(error) => Err(error),
        }
    }

    async fn hold_from(
        &self,
        order: &Order,
        key: &str,
        kept: &KeptAccount,
    ) -> Result<Order, PayPalError> {
        let note = Note {
            key: key.to_owned(),
            mandate: Some(kept.id.clone()),
        };
        self.note(order, &note).await?;
        self.client().authorize_from(&order.id, key, kept).await
    }

    /// "Taking" nothing needs nobody.
    pub(super) fn captured_nothing(reference: &str, amount: Money) -> PaymentOutcome {
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

    /// Keeps an account no longer that was kept for an order that there will not be.
    pub(super) async fn let_account_go(
        &self,
        reference: &str,
        account: &str,
    ) -> Result<PaymentOutcome, PayPalError> {
        self.client().forget(account).await?;
        Ok(PaymentOutcome::Voided {
            reference: reference.to_owned(),
        })
    }

    /// The same for the account that a voided authorisation was charged to. The money is what counts: where PayPal does
    /// not forget the account, the buyer can make it do so.
    pub(super) async fn forget_account_of(&self, authorisation: &str) {
        let wire = match self.client().authorization(authorisation).await {
            Ok(wire) => wire,
            Err(error) => {
                tracing::warn!(%error, "PayPal may keep an account that no order used");
                return;
            }
        };
        let note = wire.custom_id.as_deref().map(Note::read);
        if let Some(mandate) = note.and_then(|note| note.mandate) {
            self.forget(&mandate).await;
        }
    }

    async fn forget(&self, account: &str) {
        if let Err(error) = self.client().forget(account).await {
            tracing::warn!(%error, "PayPal keeps an account that no order used");
        }
    }
}

impl KeptAccount {
    /// Nothing is held, and the account is kept.
    fn held(self, currency: Currency) -> PaymentOutcome {
        PaymentOutcome::Authorised {
            reference: reference_of_account(&self.id),
            amount: Money::zero(currency),
            card: summary(self.funding.name(), Some(self.id)),
        }
    }
}
