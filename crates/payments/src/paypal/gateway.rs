//! PayPal as a gateway of the attempt machine.
//!
//! The session is an order that the buyer approved, or an agreement to store an account (see `stored_account`). Before it
//! authorises an order, the gateway writes the attempt's key into the order. So it can tell later which attempt authorised
//! an order, even if the response was lost. It authorises only orders that pay the merchant, and checks the payee again in
//! PayPal's response, because a page can change it until then.

use super::breakdown::Breakdown;
use super::client::PayPalClient;
use super::names::Names;
use super::note::Note;
use super::order::{NewOrder, Order, OrderStatus, summary};
use super::payee::Diversion;
use super::session::{Session, account_in, id_in, session_of};
use super::settings::{PayPalSettings, PayPalSetupError};
use super::webhook::{Report, ReportedOutcome, UnverifiedWebhook, WebhookHeaders, read};
use super::wire::{AuthorizationWire, CaptureWire, PayeeWire};
use super::{PayPalError, parse};
use crate::{
    AuthoriseRequest, CaptureRequest, InvalidNotification, NoAnswer, Notification,
    NotificationContent, PaymentGateway, PaymentOutcome, RefundOutcome, RefundRequest,
};
use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::attempt::DeclineReason;
use zkratka_commerce::payment::CardSummary;
use zkratka_commerce::time::Timestamp;

/// PayPal stores request ids for three hours for accounts, and for six hours for orders.
const KEY_LIFETIME_MS: i64 = 3 * 60 * 60 * 1_000;

pub struct PayPalGateway {
    client: Arc<PayPalClient>,
    merchant_id: String,
    webhook_id: Option<String>,
    pub(super) names: Names,
}

impl PayPalGateway {
    /// A gateway with these settings. It makes no call yet.
    pub fn new(settings: &PayPalSettings) -> Result<Self, PayPalSetupError> {
        Ok(Self {
            client: Arc::new(PayPalClient::new(settings)?),
            merchant_id: settings.merchant_id.clone(),
            webhook_id: settings.webhook_id.clone(),
            names: Names::new(&settings.secret),
        })
    }

    /// Returns the client, for calls that belong to no attempt.
    #[must_use]
    pub fn client(&self) -> &PayPalClient {
        &self.client
    }

    /// Creates an order for the buyer's approval. Repeating the same `request_id` and order returns the same order.
    pub async fn create_order(
        &self,
        request_id: &str,
        order: &NewOrder,
    ) -> Result<Order, PayPalError> {
        self.ours(self.client.create(request_id, order).await?)
    }

    /// Creates an order for a charge of a stored account.
    pub async fn create_unpaid_order(
        &self,
        request_id: &str,
        reference: &str,
        due: &Breakdown,
    ) -> Result<Order, PayPalError> {
        let created = self.client.create_unpaid(request_id, reference, due).await;
        self.ours(created?)
    }

    /// An order that PayPal has just created, unless it pays another merchant than the configured one. Without this
    /// check every buyer of a shop with a wrong `merchant_id` would approve in vain.
    fn ours(&self, order: Order) -> Result<Order, PayPalError> {
        if order.recipient.names_other_than(&self.merchant_id) {
            return Err(PayPalError::OtherPayee);
        }
        Ok(order)
    }

    /// Why an order's money would not come to the merchant, whole; none if it does.
    #[must_use]
    pub fn diversion(&self, order: &Order) -> Option<Diversion> {
        order.recipient.diversion(&self.merchant_id)
    }

    /// Checks the headers of a webhook, which costs next to nothing. Without a webhook id none is accepted.
    pub fn open_webhook(
        &self,
        headers: &WebhookHeaders,
        now: Timestamp,
    ) -> Result<UnverifiedWebhook, InvalidNotification> {
        let webhook_id = self.webhook_id.as_deref();
        let webhook_id = webhook_id.ok_or(InvalidNotification::Signature)?;
        UnverifiedWebhook::open(&self.client.certificates, webhook_id, headers, now)
    }

    /// Verifies a webhook and then parses its body; `None` if it is genuine but decides no attempt. On an error of the outer
    /// result PayPal should repeat the webhook.
    pub async fn read_webhook(
        &self,
        webhook: UnverifiedWebhook,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Result<Option<Notification>, InvalidNotification>, NoAnswer> {
        let certificates = &self.client.certificates;
        if !webhook.is_genuine(certificates, body, now).await? {
            return Ok(Err(InvalidNotification::Signature));
        }
        Ok(match read(body) {
            Ok(Some(Report::Outcome(outcome))) => Ok(self.confirmed(outcome).await?),
            Ok(Some(Report::AfterSale { id, subject })) => Ok(self.after_sale(id, subject).await?),
            Ok(None) => Ok(None),
            Err(malformed) => Err(malformed),
        })
    }

    /// Confirms an outcome by its order. The webhook does not say who is paid, which account was charged, whether it is stored
    /// and whether the money is still there; the order does. Money that the order does not confirm decides nothing: the
    /// attempt asks PayPal itself.
    async fn confirmed(
        &self,
        ReportedOutcome {
            mut notification,
            order,
        }: ReportedOutcome,
    ) -> Result<Option<Notification>, NoAnswer> {
        let NotificationContent::Authorisation { key, outcome } = &mut notification.content else {
            return Ok(Some(notification));
        };
        if !matches!(
            outcome,
            PaymentOutcome::Authorised { .. } | PaymentOutcome::Captured { .. }
        ) {
            return Ok(Some(notification));
        }
        let Some(order) = order else {
            return Ok(None);
        };
        match self.shown(&order, key, outcome).await {
            Ok(Some(shown)) => {
                *outcome = shown;
                Ok(Some(notification))
            }
            Ok(None) | Err(PayPalError::Refused(_) | PayPalError::OtherPayee) => Ok(None),
            Err(error) => Err(no_answer(&error)),
        }
    }

    /// Money that a webhook reports as held or taken, as the order shows it now; `None` if the order shows no such money. The
    /// webhook may be days old, and its signature covers no digest of its amounts.
    async fn shown(
        &self,
        id: &str,
        key: &str,
        reported: &PaymentOutcome,
    ) -> Result<Option<PaymentOutcome>, PayPalError> {
        let (order, trail) = self.client.order_with_trail(id).await?;
        if !order.is_under(key) || self.is_diverted(&order) {
            return Ok(None);
        }
        let now = order.outcome.as_ref();
        let Some(now) = now.filter(|now| now.reference() == reported.reference()) else {
            return Ok(None);
        };
        let card = order.card;
        Ok(match (reported, now) {
            (
                PaymentOutcome::Authorised { .. },
                PaymentOutcome::Authorised {
                    reference, amount, ..
                }
                | PaymentOutcome::Captured {
                    reference, amount, ..
                },
            ) => Some(PaymentOutcome::Authorised {
                reference: reference.clone(),
                amount: *amount,
                card,
            }),
            (
                PaymentOutcome::Captured {
                    reference, amount, ..
                },
                _,
            ) if trail.has_taken(*amount) => Some(PaymentOutcome::Captured {
                reference: reference.clone(),
                amount: *amount,
                card,
            }),
            _ => None,
        })
    }

    /// Returns the outcome of an order's authorisation with this key; `None` if this key has not authorised the order. Voids
    /// the authorisation if its money would not come to the merchant.
    pub(super) async fn authorised(
        &self,
        order: &Order,
        key: &str,
    ) -> Result<Option<PaymentOutcome>, PayPalError> {
        let Some(outcome) = order.outcome.clone().filter(|_| order.is_under(key)) else {
            return Ok(None);
        };
        let Some(diversion) = self.diversion(order) else {
            return Ok(Some(outcome));
        };
        let diversion = diversion.code();
        tracing::warn!(diversion, "an authorised order at PayPal is voided");
        self.void_order(order).await.map(Some)
    }

    /// Voids everything that an order holds; the payment is then declined.
    async fn void_order(&self, order: &Order) -> Result<PaymentOutcome, PayPalError> {
        for id in &order.authorisation_ids {
            self.void_authorisation(&session_of(id)).await?;
        }
        Ok(declined(DeclineReason::Refused))
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
        if let Some(outcome) = self.authorised(&order, &request.key).await? {
            return Ok(outcome);
        }
        if order.status != OrderStatus::Approved || order.outcome.is_some() {
            return self.void_if_ours(&order, &request.key).await;
        }
        // The buyer approved exactly this amount.
        if order.amount != request.amount || !order.is_authorisation || self.is_diverted(&order) {
            return Ok(declined(DeclineReason::Refused));
        }
        match self.hold(&order, &request.key).await {
            Ok(order) => match self.authorised(&order, &request.key).await? {
                Some(outcome) => Ok(outcome),
                None => self.void_renamed(&order).await,
            },
            // Another server may have been faster, or an earlier response lost: an authorisation with our key counts,
            // whatever this response says.
            Err(PayPalError::Refused(refusal)) => {
                let order = self.client.order(&order.id).await?;
                let outcome = self.authorised(&order, &request.key).await?;
                outcome.ok_or(PayPalError::Refused(refusal))
            }
            Err(error) => Err(error),
        }
    }

    /// Voids what an order holds under another key, if this key made the authorisation. PayPal returns the first response
    /// again to a request id that it knows, and refuses to authorise a completed order under any other.
    async fn void_if_ours(&self, order: &Order, key: &str) -> Result<PaymentOutcome, PayPalError> {
        if order.status != OrderStatus::Completed || !holds(order) {
            return Ok(declined(DeclineReason::SessionInvalid));
        }
        match self.client.authorize(&order.id, key).await {
            Ok(order) => self.void_renamed(&order).await,
            Err(PayPalError::Refused(_)) => Ok(declined(DeclineReason::SessionInvalid)),
            Err(error) => Err(error),
        }
    }

    /// The outcome of an authorisation whose response names another key than the one that the server had written into the
    /// order: a page changed it in between. No query would find the payment again, so the server voids it.
    async fn void_renamed(&self, order: &Order) -> Result<PaymentOutcome, PayPalError> {
        if !holds(order) {
            return Ok(PaymentOutcome::Pending);
        }
        tracing::warn!("an order at PayPal was authorised under a changed key; it is voided");
        self.void_order(order).await
    }

    /// Whether an order's money would not come to the merchant; logs why.
    pub(super) fn is_diverted(&self, order: &Order) -> bool {
        let diversion = self.diversion(order);
        if let Some(diversion) = diversion {
            let diversion = diversion.code();
            tracing::warn!(diversion, "an order at PayPal does not pay the shop");
        }
        diversion.is_some()
    }

    /// Authorises an order after writing the key into it.
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
            // Another server wrote the same key after our read.
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
            Ok(order) => {
                let outcome = self.authorised(&order, key).await?;
                Ok(outcome.unwrap_or(PaymentOutcome::Unknown))
            }
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
                self.delete_account_of(id).await;
                Ok(PaymentOutcome::Voided {
                    reference: reference.to_owned(),
                })
            }
            Err(PayPalError::Refused(refusal)) if refusal.status == 422 => {
                let stands = self.authorisation(id).await?;
                // An earlier void may have crashed before it deleted the account.
                if matches!(stands, PaymentOutcome::Voided { .. }) {
                    self.delete_account_of(id).await;
                }
                Ok(stands)
            }
            Err(error) => Err(error),
        }
    }

    /// The state after PayPal refused a capture: either the amount is still authorised but cannot be captured, or there
    /// is no authorisation.
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

    /// Whether PayPal names another merchant as the payee. It need not name one here.
    pub(super) fn is_others(&self, payee: Option<&PayeeWire>) -> bool {
        let is_others = payee.is_some_and(|payee| payee.is_other_than(&self.merchant_id));
        if is_others {
            tracing::error!("PayPal moved an order's money to another merchant");
        }
        is_others
    }

    async fn authorisation(&self, id: &str) -> Result<PaymentOutcome, PayPalError> {
        let wire = self.client.authorization(id).await?;
        if matches!(
            wire.status.as_str(),
            "CREATED" | "PARTIALLY_CAPTURED" | "CAPTURED"
        ) && self.is_others(wire.payee.as_ref())
        {
            return Ok(declined_for(id));
        }
        wire.outcome(&summary("paypal", None)).ok_or_else(|| {
            PayPalError::NoAnswer("an authorisation that cannot be understood".to_owned())
        })
    }
}

/// Whether an amount is held by the order's authorisation.
const fn holds(order: &Order) -> bool {
    matches!(order.outcome, Some(PaymentOutcome::Authorised { .. }))
}

/// An authorisation or a capture whose money went to another merchant. After an order exists, a person must look.
fn declined_for(authorization: &str) -> PaymentOutcome {
    PaymentOutcome::Declined {
        reference: Some(session_of(authorization)),
        reason: DeclineReason::Refused,
    }
}

pub(super) fn declined(reason: DeclineReason) -> PaymentOutcome {
    PaymentOutcome::Declined {
        reference: None,
        reason,
    }
}

/// The buyer's reason for a refused authorisation.
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
    /// None for an unknown status, which counts as no response.
    pub(super) fn outcome(&self, card: &CardSummary) -> Option<PaymentOutcome> {
        let reference = session_of(&self.id);
        let amount = parse(&self.amount.value, &self.amount.currency_code)?;
        let card = card.clone();
        match self.status.as_str() {
            "CREATED" | "PARTIALLY_CAPTURED" => Some(PaymentOutcome::Authorised {
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
    /// The outcome of the capture of this authorisation.
    pub(super) fn outcome(&self, authorization: &str, card: CardSummary) -> Option<PaymentOutcome> {
        let reference = session_of(authorization);
        match self.status.as_str() {
            // A refund follows a capture.
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

pub(super) fn no_answer(error: &PayPalError) -> NoAnswer {
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

    async fn capture(&self, request: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer> {
        let (reference, amount) = (request.reference.as_str(), request.amount);
        if account_in(reference).is_some() {
            return Ok(Self::capture_zero(reference, amount));
        }
        let id = id_in(reference);
        let outcome = match self.client.capture(id, request).await {
            Ok(capture) if self.is_others(capture.payee.as_ref()) => Ok(declined_for(id)),
            Ok(capture) => capture.outcome(id, summary("paypal", None)).ok_or_else(|| {
                PayPalError::NoAnswer("a capture that cannot be understood".to_owned())
            }),
            // The authorisation's state counts, whatever this response says: an earlier response may have been lost.
            Err(PayPalError::Refused(_)) => self.refused_capture(reference).await,
            Err(error) => Err(error),
        };
        outcome.map_err(|error| no_answer(&error))
    }

    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        let outcome = match account_in(reference) {
            Some(account) => self.release_account(reference, account).await,
            None => self.void_authorisation(reference).await,
        };
        outcome.map_err(|error| no_answer(&error))
    }

    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let outcome = self.try_refund(request).await;
        outcome.map_err(|error| no_answer(&error))
    }

    async fn refund_status(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let outcome = self.try_refund_status(request).await;
        outcome.map_err(|error| no_answer(&error))
    }

    async fn release(&self, key: &str, session: &str) -> Result<(), NoAnswer> {
        let given = self.try_release(key, session).await;
        match given {
            // PayPal would refuse a repetition, too.
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

    /// After a declined payment method the buyer may use another; an expired session needs a new order.
    #[test]
    fn a_refusal_maps_to_the_buyers_reason() {
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
