//! Amazon Pay as a gateway of the attempt machine.
//!
//! The session is a checkout session in which the buyer chose an address and a card. Authorising sets the amount, and the
//! buyer confirms it at Amazon: that is the challenge. The query after it completes the session, which authorises the
//! charge. A session is read before it is completed, and never completed twice blindly. The attempt's key is the shop's own
//! note in the session and then in its charge permission, so they tell later which attempt paid. Buyers do not see it.

use super::client::AmazonPayClient;
use super::currency::takes;
use super::error::ErrorClass;
use super::outcome::{canceled, declined};
use super::reference::{goes_to_bound_address, has_address, id_in, is_of_cart, reference_of};
use super::requests::SessionUpdate;
use super::session::{PermissionType, Session, SessionState};
use super::settings::{AmazonPaySettings, AmazonPaySetupError};
use super::{AmazonPayError, PaymentIntent};
use crate::{
    AuthoriseRequest, CaptureRequest, NoAnswer, PaymentGateway, PaymentOutcome, RefundOutcome,
    RefundRequest,
};
use async_trait::async_trait;
use zkratka_commerce::attempt::DeclineReason;
use zkratka_commerce::money::{Currency, Money};

/// Below the day for which a session can be completed.
const KEY_LIFETIME_MS: i64 = 20 * 60 * 60 * 1_000;

pub struct AmazonPayGateway {
    client: AmazonPayClient,
    ledger: Currency,
    /// The shop's stores at Amazon, at least one.
    stores: Vec<String>,
    store_name: String,
}

impl AmazonPayGateway {
    /// A gateway with these settings. It makes no call yet.
    pub fn new(settings: &AmazonPaySettings) -> Result<Self, AmazonPaySetupError> {
        Ok(Self {
            client: AmazonPayClient::new(settings)?,
            ledger: settings.ledger,
            stores: vec![settings.store_id.clone()],
            store_name: settings.store_name.clone(),
        })
    }

    /// Also takes sessions of this store of the same merchant.
    #[must_use]
    pub fn also_for_store(mut self, store_id: String) -> Self {
        self.stores.push(store_id);
        self
    }

    /// Returns the client, for calls that belong to no attempt.
    #[must_use]
    pub const fn client(&self) -> &AmazonPayClient {
        &self.client
    }

    async fn try_authorise(
        &self,
        request: &AuthoriseRequest,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        if takes(self.ledger, request.amount.currency).is_err() {
            return Ok(declined(DeclineReason::Refused));
        }
        let id = id_in(&request.session);
        let session = self.client.session(id).await?;
        match session.state {
            SessionState::Completed => match self
                .completed(&session, &request.session, &request.key)
                .await
            {
                Ok(PaymentOutcome::Unknown) => Ok(declined(DeclineReason::SessionInvalid)),
                // Amazon may hold the money although it does not show it now.
                Err(error) => Err(AmazonPayError::NoAnswer(error.to_string())),
                outcome => outcome,
            },
            SessionState::Canceled => Ok(canceled(&session)),
            SessionState::Open => self.challenge(&session, request).await,
        }
    }

    /// Sets the amount in an open session; the buyer then confirms it at Amazon.
    async fn challenge(
        &self,
        session: &Session,
        request: &AuthoriseRequest,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let Some(shown) = amount_to_show(session, request) else {
            return Ok(declined(DeclineReason::Refused));
        };
        if !self.is_for(session, request) {
            tracing::warn!("a checkout session at Amazon Pay is not for this payment");
            return Ok(declined(DeclineReason::Refused));
        }
        if !goes_to_bound_address(&request.session, session.shipping.as_ref()) {
            return Ok(address_changed());
        }
        if !self.owner(session).await?.yields_to(&request.key) {
            return Ok(declined(DeclineReason::SessionInvalid));
        }
        if is_updated(session, request, shown) {
            return self.confirmation(session, request, shown);
        }
        let update = SessionUpdate {
            result_url: &request.return_url,
            amount: shown,
            intent: PaymentIntent::of(request.amount),
            reference: &session.id,
            note: &request.key,
            store_name: &self.store_name,
        };
        let updated = self.client.update_session(&session.id, &update).await?;
        self.confirmation(&updated, request, shown)
    }

    /// Where the buyer confirms the amount.
    fn confirmation(
        &self,
        session: &Session,
        request: &AuthoriseRequest,
        shown: Money,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        if !session.constraints.is_empty() {
            let constraints = session.constraints.join(" ");
            tracing::info!(constraints, "a session at Amazon Pay cannot be confirmed");
            return Ok(declined(DeclineReason::SessionInvalid));
        }
        if !is_updated(session, request, shown) {
            return Err(not_understood("a session that it did not update"));
        }
        self.challenge_of(session, &request.key)
    }

    /// The challenge of an updated session.
    pub(super) fn challenge_of(
        &self,
        session: &Session,
        key: &str,
    ) -> Result<PaymentOutcome, AmazonPayError> {
        let url = session.redirect_url.as_deref();
        let url = url.filter(|url| may_redirect_to(url, self.client.is_secure()));
        let url = url.ok_or_else(|| not_understood("a session without a page for the buyer"))?;
        Ok(PaymentOutcome::RequiresAction {
            reference: reference_of(&session.id, key),
            redirect_url: url.to_owned(),
        })
    }

    /// Whether an open session is for one of the shop's stores, the request's cart, and as many charges as the request wants.
    fn is_for(&self, session: &Session, request: &AuthoriseRequest) -> bool {
        let review = session.review_url.as_deref();
        let store = session.store_id.as_ref();
        store.is_some_and(|store| self.stores.contains(store))
            && review.is_some_and(|review| is_of_cart(&request.session, review))
            && (session.permission_type == PermissionType::Recurring) == request.mandate
    }
}

/// The amount that the buyer confirms: the request's, or, if nothing is charged now, that of a later charge, because Amazon
/// refuses a zero amount. `None` if there is neither.
fn amount_to_show(session: &Session, request: &AuthoriseRequest) -> Option<Money> {
    match PaymentIntent::of(request.amount) {
        PaymentIntent::Authorize => Some(request.amount),
        PaymentIntent::Confirm => session
            .recurring_amount
            .filter(|later| later.minor.is_positive() && later.currency == request.amount.currency),
    }
}

/// The order would go to an address that Amazon no longer shows.
pub(super) fn address_changed() -> PaymentOutcome {
    tracing::info!("the delivery address of a session at Amazon Pay has changed");
    declined(DeclineReason::AddressChanged)
}

/// Whether the session already has all that the request sets in it.
fn is_updated(session: &Session, request: &AuthoriseRequest, shown: Money) -> bool {
    session.note.as_deref() == Some(&request.key)
        && session.amount == Some(shown)
        && session.intent.as_deref() == Some(PaymentIntent::of(request.amount).name())
        && session.result_url.as_deref() == Some(&request.return_url)
}

/// Whether the buyer may be sent to this address. Only an emulation may do without HTTPS.
fn may_redirect_to(url: &str, is_secure: bool) -> bool {
    url.starts_with("https://") || (!is_secure && url.starts_with("http://"))
}

pub(super) fn not_understood(what: &str) -> AmazonPayError {
    AmazonPayError::NoAnswer(what.to_owned())
}

fn no_answer(error: &AmazonPayError) -> NoAnswer {
    NoAnswer(error.to_string())
}

/// The buyer's reason for a refused authorisation.
const fn reason_of(class: ErrorClass) -> DeclineReason {
    match class {
        ErrorClass::Declined => DeclineReason::Declined,
        ErrorClass::NotConfirmed | ErrorClass::State | ErrorClass::Unknown => {
            DeclineReason::SessionInvalid
        }
        ErrorClass::TooMuch | ErrorClass::Request => DeclineReason::Refused,
    }
}

#[async_trait]
impl PaymentGateway for AmazonPayGateway {
    async fn authorise(&self, request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
        match self.try_authorise(request).await {
            Ok(outcome) => Ok(outcome),
            Err(AmazonPayError::Refused(refusal)) => Ok(declined(reason_of(refusal.class))),
            // No repetition helps while the buyer waits; the client has reported it to the operator.
            Err(AmazonPayError::Account(_)) => Ok(declined(DeclineReason::Refused)),
            Err(error @ (AmazonPayError::NoAnswer(_) | AmazonPayError::Unreadable(_))) => {
                Err(no_answer(&error))
            }
        }
    }

    async fn query(&self, key: &str, session: &str) -> Result<PaymentOutcome, NoAnswer> {
        let outcome = self.try_query(key, session).await;
        outcome.map_err(|error| no_answer(&error))
    }

    /// A notification names the attempt and the charge, and not where the goods go. So the session is asked.
    async fn confirmed(
        &self,
        key: &str,
        session: &str,
        told: PaymentOutcome,
    ) -> Result<PaymentOutcome, NoAnswer> {
        let is_money = matches!(
            told,
            PaymentOutcome::Authorised { .. } | PaymentOutcome::Captured { .. }
        );
        if is_money && has_address(session) {
            return self.query(key, session).await;
        }
        Ok(told)
    }

    async fn capture(&self, request: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer> {
        let outcome = self.try_capture(request).await;
        outcome.map_err(|error| no_answer(&error))
    }

    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        let outcome = self.try_void(reference).await;
        outcome.map_err(|error| no_answer(&error))
    }

    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let outcome = self.try_refund(request).await;
        outcome.map_err(|error| no_answer(&error))
    }

    /// Amazon finds a refund only by its own id, which a lost response would have told. So the caller repeats the refund,
    /// and Amazon answers the same key with the same refund.
    async fn refund_status(&self, _request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        Ok(RefundOutcome::Unknown)
    }

    async fn release(&self, key: &str, session: &str) -> Result<(), NoAnswer> {
        let released = self.try_release(key, session).await;
        released.map_err(|error| no_answer(&error))
    }

    fn key_lifetime_ms(&self) -> i64 {
        KEY_LIFETIME_MS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buyer_is_sent_to_https_only() {
        for (url, is_secure, may) in [
            ("https://payments.amazon.de/", true, true),
            ("http://payments.amazon.de/", true, false),
            ("javascript:x", false, false),
            ("http://127.0.0.1/", false, true),
        ] {
            assert_eq!(may_redirect_to(url, is_secure), may, "{url}");
        }
    }

    /// [B.02] After a declined card the buyer may use another; a session that Amazon does not complete needs a new one.
    #[test]
    fn a_refusal_maps_to_the_buyers_reason() {
        for (class, expected) in [
            (ErrorClass::Declined, DeclineReason::Declined),
            (ErrorClass::NotConfirmed, DeclineReason::SessionInvalid),
            (ErrorClass::State, DeclineReason::SessionInvalid),
            (ErrorClass::Unknown, DeclineReason::SessionInvalid),
            (ErrorClass::TooMuch, DeclineReason::Refused),
            (ErrorClass::Request, DeclineReason::Refused),
        ] {
            assert_eq!(reason_of(class), expected, "{class:?}");
        }
    }
}
