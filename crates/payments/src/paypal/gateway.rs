//! PayPal as a gateway of the attempt machine.
//!
//! The session is an order that the buyer has approved, or an agreement that an account is kept (see `kept`). An order is
//! authorised under the attempt's key, which is noted in the order first: so it can always be told whose authorisation an
//! order has, also when the answer was lost.

use super::client::PayPalClient;
use super::note::Note;
use super::order::{Order, OrderStatus, summary};
use super::session::{Session, account_in, id_in, session_of};
use super::settings::{PayPalSettings, PayPalSetupError};
use super::webhook::{self, Report, WebhookHeaders};
use super::wire::{AuthorizationWire, CaptureWire};
use super::{PayPalError, parse};
use crate::{
    AuthoriseRequest, BadNotification, NoAnswer, Notification, PaymentGateway, PaymentOutcome,
};
use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::attempt::DeclineReason;
use zkratka_commerce::money::Money;
use zkratka_commerce::payment::CardSummary;

/// PayPal keeps the ids of requests about accounts for three hours, and about orders for six.
const KEY_LIFETIME_MS: i64 = 3 * 60 * 60 * 1_000;

/// PayPal as a gateway.
pub struct PayPalGateway {
    client: Arc<PayPalClient>,
    webhook_id: Option<String>,
}

impl PayPalGateway {
    /// A gateway of the PayPal described. Calls nobody.
    pub fn new(settings: &PayPalSettings) -> Result<Self, PayPalSetupError> {
        Ok(Self {
            client: Arc::new(PayPalClient::new(settings)?),
            webhook_id: settings.webhook_id.clone(),
        })
    }

    /// Its client, for what is not an attempt's.
    #[must_use]
    pub fn client(&self) -> &PayPalClient {
        &self.client
    }

    /// Checks a webhook's signature and reads it; `None` for what is true but nothing to an attempt. An error of the
    /// first kind means that PayPal should send it again.
    pub async fn read_webhook(
        &self,
        headers: &WebhookHeaders,
        body: &[u8],
    ) -> Result<Result<Option<Notification>, BadNotification>, NoAnswer> {
        let Some(webhook_id) = &self.webhook_id else {
            return Ok(Err(BadNotification::Signature));
        };
        let certificates = &self.client.certificates;
        let genuine = webhook::is_genuine(certificates, webhook_id, headers, body).await?;
        if !genuine {
            return Ok(Err(BadNotification::Signature));
        }
        match webhook::read(body) {
            Ok(Some(report)) => Ok(Ok(Some(self.completed(report).await?))),
            Ok(None) => Ok(Ok(None)),
            Err(bad) => Ok(Err(bad)),
        }
    }

    /// What is reported held or taken does not tell from which account, and whether that is kept: the order does.
    async fn completed(
        &self,
        Report {
            mut notification,
            order,
        }: Report,
    ) -> Result<Notification, NoAnswer> {
        let (PaymentOutcome::Authorised { card, .. } | PaymentOutcome::Captured { card, .. }) =
            &mut notification.outcome
        else {
            return Ok(notification);
        };
        let Some(order) = order else {
            return Ok(notification);
        };
        match self.client.order(&order).await {
            Ok(order) if order.is_under(&notification.key) => *card = order.card,
            Ok(_) | Err(PayPalError::Refused(_)) => {}
            Err(error) => return Err(no_answer(&error)),
        }
        Ok(notification)
    }

    /// What became of an order's authorisation under a key; none when there is none under it.
    pub(super) fn authorised(order: &Order, key: &str) -> Option<PaymentOutcome> {
        let outcome = order.outcome.clone()?;
        order.is_under(key).then_some(outcome)
    }

    async fn try_authorise(
        &self,
        request: &AuthoriseRequest,
    ) -> Result<PaymentOutcome, PayPalError> {
        match Session::of(&request.session) {
            Session::Order(id) => self.authorise_order(id, request).await,
            Session::Agreement(id, due) => self.authorise_by_agreement(id, due, request).await,
        }
    }

    async fn authorise_order(
        &self,
        id: &str,
        request: &AuthoriseRequest,
    ) -> Result<PaymentOutcome, PayPalError> {
        let order = self.client.order(id).await?;
        if let Some(outcome) = Self::authorised(&order, &request.key) {
            return Ok(outcome);
        }
        if order.status != OrderStatus::Approved || order.outcome.is_some() {
            return Ok(declined(DeclineReason::SessionInvalid));
        }
        // The buyer has agreed to this amount and no other.
        if order.amount != request.amount || !order.is_authorisation {
            return Ok(declined(DeclineReason::Refused));
        }
        match self.hold(&order, &request.key).await {
            Ok(order) => {
                Ok(Self::authorised(&order, &request.key).unwrap_or(PaymentOutcome::Pending))
            }
            // Another server may have been faster, or an earlier answer lost: what stands under our key counts, whatever
            // was said.
            Err(PayPalError::Refused(refusal)) => {
                let order = self.client.order(&order.id).await?;
                Self::authorised(&order, &request.key).ok_or(PayPalError::Refused(refusal))
            }
            Err(error) => Err(error),
        }
    }

    /// Holds what an order is due, after noting under whose key.
    async fn hold(&self, order: &Order, key: &str) -> Result<Order, PayPalError> {
        let note = Note {
            key: key.to_owned(),
            mandate: None,
        };
        self.note(order, &note).await?;
        self.client.authorize(&order.id, key).await
    }

    pub(super) async fn note(&self, order: &Order, note: &Note) -> Result<(), PayPalError> {
        if order.note.as_ref() == Some(note) {
            return Ok(());
        }
        match self.client.set_note(order, note).await {
            // What was not there when we looked is there now: another server was faster, and has noted the same.
            Err(PayPalError::Refused(refusal)) if refusal.issue == "INVALID_PATCH_OPERATION" => {
                let order = self.client.order(&order.id).await?;
                let is_noted = (order.note.as_ref() == Some(note)).then_some(());
                is_noted.ok_or(PayPalError::Refused(refusal))
            }
            done => done,
        }
    }

    async fn try_query(&self, key: &str, session: &str) -> Result<PaymentOutcome, PayPalError> {
        match Session::of(session) {
            Session::Order(id) => self.query_order(key, id).await,
            Session::Agreement(id, due) => self.query_agreement(key, id, due).await,
        }
    }

    async fn query_order(&self, key: &str, id: &str) -> Result<PaymentOutcome, PayPalError> {
        match self.client.order(id).await {
            Ok(order) => Ok(Self::authorised(&order, key).unwrap_or(PaymentOutcome::Unknown)),
            Err(PayPalError::Refused(refusal)) if refusal.status == 404 => {
                Ok(PaymentOutcome::Unknown)
            }
            Err(error) => Err(error),
        }
    }

    async fn void_authorisation(&self, reference: &str) -> Result<PaymentOutcome, PayPalError> {
        let id = id_in(reference);
        match self.client.void(id).await {
            Ok(()) => {
                self.forget_account_of(id).await;
                Ok(PaymentOutcome::Voided {
                    reference: reference.to_owned(),
                })
            }
            Err(PayPalError::Refused(refusal)) if refusal.status == 422 => {
                let stands = self.authorisation(id).await?;
                // Whoever let go of it before may have died before the account was forgotten.
                if matches!(stands, PaymentOutcome::Voided { .. }) {
                    self.forget_account_of(id).await;
                }
                Ok(stands)
            }
            Err(error) => Err(error),
        }
    }

    /// What a capture that PayPal has refused leaves behind: what is held still, or never was, is not to be had.
    async fn refused_capture(&self, reference: &str) -> Result<PaymentOutcome, PayPalError> {
        match self.authorisation(id_in(reference)).await {
            Ok(PaymentOutcome::Authorised { .. }) | Err(PayPalError::Refused(_)) => {
                Ok(PaymentOutcome::Declined {
                    reference: Some(reference.to_owned()),
                    reason: DeclineReason::Refused,
                })
            }
            stands => stands,
        }
    }

    async fn authorisation(&self, id: &str) -> Result<PaymentOutcome, PayPalError> {
        let wire = self.client.authorization(id).await?;
        wire.outcome(&summary("paypal", None)).ok_or_else(|| {
            PayPalError::NoAnswer("an authorisation that cannot be understood".to_owned())
        })
    }
}

pub(super) fn declined(reason: DeclineReason) -> PaymentOutcome {
    PaymentOutcome::Declined {
        reference: None,
        reason,
    }
}

/// What a refused authorisation means to the buyer.
fn reason_of(issue: &str) -> DeclineReason {
    match issue {
        "RESOURCE_NOT_FOUND"
        | "INVALID_RESOURCE_ID"
        | "ORDER_NOT_APPROVED"
        | "ORDER_EXPIRED"
        | "PAYER_ACTION_REQUIRED"
        | "ORDER_VOIDED"
        | "ORDER_ALREADY_AUTHORIZED"
        | "SETUP_TOKEN_ALREADY_TOKENIZED"
        | "TOKEN_ID_NOT_FOUND"
        | "ORDER_ALREADY_COMPLETED"
        | "ORDER_COMPLETED_OR_VOIDED" => DeclineReason::SessionInvalid,
        "INSTRUMENT_DECLINED"
        | "PAYER_CANNOT_PAY"
        | "PAYER_ACCOUNT_RESTRICTED"
        | "PAYER_ACCOUNT_LOCKED_OR_CLOSED"
        | "PAYMENT_DENIED"
        | "TRANSACTION_REFUSED"
        | "TRANSACTION_BLOCKED_BY_PAYEE"
        | "COMPLIANCE_VIOLATION" => DeclineReason::Declined,
        _ => DeclineReason::Refused,
    }
}

impl AuthorizationWire {
    /// How it stands; none for what we have no words for, which is no answer.
    pub(super) fn outcome(&self, card: &CardSummary) -> Option<PaymentOutcome> {
        let reference = session_of(&self.id);
        let amount = parse(&self.amount.value, &self.amount.currency_code)?;
        let card = card.clone();
        match self.status.as_str() {
            "CREATED" => Some(PaymentOutcome::Authorised {
                reference,
                amount,
                card,
            }),
            "CAPTURED" => Some(PaymentOutcome::Captured {
                reference,
                amount,
                card,
            }),
            "VOIDED" | "EXPIRED" => Some(PaymentOutcome::Voided { reference }),
            "DENIED" => Some(PaymentOutcome::Declined {
                reference: Some(reference),
                reason: DeclineReason::Declined,
            }),
            "PENDING" => Some(PaymentOutcome::Pending),
            _ => None,
        }
    }
}

impl CaptureWire {
    /// How the capture of this authorisation stands.
    pub(super) fn outcome(&self, authorization: &str, card: CardSummary) -> Option<PaymentOutcome> {
        let reference = session_of(authorization);
        match self.status.as_str() {
            // What was given back later was taken first.
            "COMPLETED" | "REFUNDED" | "PARTIALLY_REFUNDED" => Some(PaymentOutcome::Captured {
                reference,
                amount: parse(&self.amount.value, &self.amount.currency_code)?,
                card,
            }),
            "PENDING" => Some(PaymentOutcome::Pending),
            "DECLINED" | "FAILED" => Some(PaymentOutcome::Declined {
                reference: Some(reference),
                reason: DeclineReason::Declined,
            }),
            _ => None,
        }
    }
}

fn no_answer(error: &PayPalError) -> NoAnswer {
    NoAnswer(error.to_string())
}

#[async_trait]
impl PaymentGateway for PayPalGateway {
    async fn authorise(&self, request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
        match self.try_authorise(request).await {
            Ok(outcome) => Ok(outcome),
            Err(PayPalError::Refused(refusal)) => Ok(declined(reason_of(&refusal.issue))),
            Err(error) => Err(no_answer(&error)),
        }
    }

    async fn query(&self, key: &str, session: &str) -> Result<PaymentOutcome, NoAnswer> {
        let outcome = self.try_query(key, session).await;
        outcome.map_err(|error| no_answer(&error))
    }

    async fn capture(&self, reference: &str, amount: Money) -> Result<PaymentOutcome, NoAnswer> {
        if account_in(reference).is_some() {
            return Ok(Self::captured_nothing(reference, amount));
        }
        let id = id_in(reference);
        let outcome = match self.client.capture(id, amount).await {
            Ok(capture) => capture.outcome(id, summary("paypal", None)).ok_or_else(|| {
                PayPalError::NoAnswer("a capture that cannot be understood".to_owned())
            }),
            // It stands as it stands, whatever was said: an earlier answer may have been lost.
            Err(PayPalError::Refused(_)) => self.refused_capture(reference).await,
            Err(error) => Err(error),
        };
        outcome.map_err(|error| no_answer(&error))
    }

    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        let outcome = match account_in(reference) {
            Some(account) => self.let_account_go(reference, account).await,
            None => self.void_authorisation(reference).await,
        };
        outcome.map_err(|error| no_answer(&error))
    }

    async fn give_back(&self, key: &str, session: &str) -> Result<(), NoAnswer> {
        let given = self.try_give_back(key, session).await;
        match given {
            // Asked again, PayPal would refuse again.
            Err(PayPalError::Refused(refusal)) => {
                tracing::warn!(%refusal, "PayPal may keep an account that no order used");
                Ok(())
            }
            given => given.map_err(|error| no_answer(&error)),
        }
    }

    fn key_lifetime_ms(&self) -> i64 {
        KEY_LIFETIME_MS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A buyer whose means of payment is declined may take another; a session that is over needs a new order.
    #[test]
    fn a_refusal_tells_what_can_be_done() {
        for (issue, expected) in [
            ("INSTRUMENT_DECLINED", DeclineReason::Declined),
            ("PAYER_CANNOT_PAY", DeclineReason::Declined),
            ("TRANSACTION_REFUSED", DeclineReason::Declined),
            ("ORDER_NOT_APPROVED", DeclineReason::SessionInvalid),
            ("ORDER_EXPIRED", DeclineReason::SessionInvalid),
            ("ORDER_ALREADY_AUTHORIZED", DeclineReason::SessionInvalid),
            ("INVALID_RESOURCE_ID", DeclineReason::SessionInvalid),
            (
                "SETUP_TOKEN_ALREADY_TOKENIZED",
                DeclineReason::SessionInvalid,
            ),
            ("TOKEN_ID_NOT_FOUND", DeclineReason::SessionInvalid),
            ("DUPLICATE_INVOICE_ID", DeclineReason::Refused),
        ] {
            assert_eq!(reason_of(issue), expected, "{issue}");
        }
    }
}
