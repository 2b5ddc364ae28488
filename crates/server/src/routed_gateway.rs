//! One gateway in front of several: the name of a session or a reference says whose it is.

use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::PayPalGateway;
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, GatewayName, InvalidNotification, NoAnswer, Notification,
    PaymentGateway, RefundOutcome, RefundRequest, WalletCredential, WalletSessionError,
};

pub(crate) struct RoutedGateway {
    card: Arc<dyn PaymentGateway>,
    paypal: Option<Arc<PayPalGateway>>,
}

impl RoutedGateway {
    pub(crate) fn new(card: Arc<dyn PaymentGateway>, paypal: Option<Arc<PayPalGateway>>) -> Self {
        Self { card, paypal }
    }

    /// Finds the gateway of a session or a reference. If PayPal has been switched off, payments begun with it get no
    /// answer.
    fn of(&self, name: &str) -> Result<&dyn PaymentGateway, NoAnswer> {
        match (GatewayName::of(name), &self.paypal) {
            (GatewayName::Card, _) => Ok(&*self.card),
            (GatewayName::PayPal, Some(paypal)) => Ok(&**paypal),
            (GatewayName::PayPal, None) => {
                Err(NoAnswer("this shop does not offer PayPal".to_owned()))
            }
        }
    }
}

#[async_trait]
impl PaymentGateway for RoutedGateway {
    async fn authorise(&self, request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
        self.of(&request.session)?.authorise(request).await
    }

    async fn query(&self, key: &str, session: &str) -> Result<PaymentOutcome, NoAnswer> {
        self.of(session)?.query(key, session).await
    }

    async fn capture(&self, request: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer> {
        self.of(&request.reference)?.capture(request).await
    }

    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        self.of(&request.payment)?.refund(request).await
    }

    async fn refund_status(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        self.of(&request.payment)?.refund_status(request).await
    }

    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        self.of(reference)?.void(reference).await
    }

    async fn release(&self, key: &str, session: &str) -> Result<(), NoAnswer> {
        self.of(session)?.release(key, session).await
    }

    async fn wallet_session(
        &self,
        credential: WalletCredential<'_>,
    ) -> Result<String, WalletSessionError> {
        self.card.wallet_session(credential).await
    }

    /// The shorter of the two lifetimes: an attempt's deadline is set before its gateway is known. A gateway whose
    /// lifetime is 0 takes no payments and is left out.
    fn key_lifetime_ms(&self) -> i64 {
        let paypal = self.paypal.as_ref().map(|paypal| paypal.key_lifetime_ms());
        match (self.card.key_lifetime_ms(), paypal) {
            (card, None) => card,
            (0, Some(paypal)) => paypal,
            (card, Some(paypal)) => card.min(paypal),
        }
    }

    /// Reads a notification of the card gateway. PayPal's notifications arrive at a route of their own.
    fn read_notification(
        &self,
        signature: &str,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Notification, InvalidNotification> {
        self.card.read_notification(signature, body, now)
    }
}
