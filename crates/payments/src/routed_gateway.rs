//! One gateway in front of several: the name of a session or a reference says whose it is.

use crate::{
    AuthoriseRequest, CaptureRequest, GatewayName, InvalidNotification, NoAnswer, Notification,
    PaymentGateway, PaymentOutcome, RefundOutcome, RefundRequest, WalletCredential,
    WalletSessionError,
};
use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::time::Timestamp;

/// The gateway of one provider, with its name.
pub type NamedGateway = (GatewayName, Arc<dyn PaymentGateway>);

/// The card gateway, and those of the other providers that the shop uses.
pub struct RoutedGateway {
    card: Arc<dyn PaymentGateway>,
    others: Vec<NamedGateway>,
}

impl RoutedGateway {
    #[must_use]
    pub fn new(card: Arc<dyn PaymentGateway>, others: Vec<NamedGateway>) -> Self {
        Self { card, others }
    }

    /// Finds the gateway of a session or a reference. If a provider has been switched off, payments begun with it get no
    /// answer.
    fn of(&self, session_or_reference: &str) -> Result<&dyn PaymentGateway, NoAnswer> {
        let name = GatewayName::of(session_or_reference);
        if name == GatewayName::Card {
            return Ok(&*self.card);
        }
        let mut others = self.others.iter();
        let known = others.find(|(other, _)| *other == name);
        let known = known.map(|(_, gateway)| &**gateway);
        known.ok_or_else(|| NoAnswer(format!("this shop does not offer {}", name.title())))
    }
}

#[async_trait]
impl PaymentGateway for RoutedGateway {
    async fn authorise(&self, request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
        self.of(request.payer())?.authorise(request).await
    }

    async fn query(&self, key: &str, session: &str) -> Result<PaymentOutcome, NoAnswer> {
        self.of(session)?.query(key, session).await
    }

    async fn confirmed(
        &self,
        key: &str,
        session: &str,
        told: PaymentOutcome,
    ) -> Result<PaymentOutcome, NoAnswer> {
        self.of(session)?.confirmed(key, session, told).await
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

    async fn end_mandate(&self, mandate: &str) -> Result<(), NoAnswer> {
        self.of(mandate)?.end_mandate(mandate).await
    }

    async fn wallet_session(
        &self,
        credential: WalletCredential<'_>,
    ) -> Result<String, WalletSessionError> {
        self.card.wallet_session(credential).await
    }

    /// The shortest lifetime: an attempt's deadline is set before its gateway is known. A gateway whose lifetime is 0 takes
    /// no payments and is left out.
    fn key_lifetime_ms(&self) -> i64 {
        let others = self.others.iter().map(|(_, gateway)| gateway);
        let lifetimes = others.chain([&self.card]).map(|it| it.key_lifetime_ms());
        lifetimes
            .filter(|&lifetime| lifetime > 0)
            .min()
            .unwrap_or_default()
    }

    /// Reads a notification of the card gateway. Notifications of other providers arrive at routes of their own.
    fn read_notification(
        &self,
        signature: &str,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Notification, InvalidNotification> {
        self.card.read_notification(signature, body, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::{Currency, MinorUnits, Money};

    /// A gateway that answers every call with its name.
    struct Stub(&'static str, i64);

    impl Stub {
        fn answer<T>(&self) -> Result<T, NoAnswer> {
            Err(NoAnswer(self.0.to_owned()))
        }
    }

    #[async_trait]
    impl PaymentGateway for Stub {
        async fn authorise(&self, _: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
            self.answer()
        }
        async fn query(&self, _: &str, _: &str) -> Result<PaymentOutcome, NoAnswer> {
            self.answer()
        }
        async fn capture(&self, _: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer> {
            self.answer()
        }
        async fn void(&self, _: &str) -> Result<PaymentOutcome, NoAnswer> {
            self.answer()
        }
        async fn refund(&self, _: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
            self.answer()
        }
        async fn refund_status(&self, _: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
            self.answer()
        }
        async fn release(&self, _: &str, _: &str) -> Result<(), NoAnswer> {
            self.answer()
        }
        async fn end_mandate(&self, _: &str) -> Result<(), NoAnswer> {
            self.answer()
        }
        async fn wallet_session(
            &self,
            _: WalletCredential<'_>,
        ) -> Result<String, WalletSessionError> {
            Ok(self.0.to_owned())
        }
        fn key_lifetime_ms(&self) -> i64 {
            self.1
        }
        fn read_notification(
            &self,
            _: &str,
            _: &[u8],
            _: Timestamp,
        ) -> Result<Notification, InvalidNotification> {
            Err(InvalidNotification::Malformed)
        }
    }

    fn routed(card: Stub, others: Vec<(GatewayName, Stub)>) -> RoutedGateway {
        let others = others.into_iter();
        let others = others.map(|(name, stub)| (name, Arc::new(stub) as Arc<dyn PaymentGateway>));
        RoutedGateway::new(Arc::new(card), others.collect())
    }

    fn message<T>(answer: Result<T, NoAnswer>) -> String {
        answer.err().map(|error| error.0).unwrap_or_default()
    }

    /// The messages of all calls about this session or reference.
    async fn answers(gateway: &RoutedGateway, name: &str) -> Vec<String> {
        let amount = Money::new(MinorUnits::new(100), Currency::CZK);
        let request = AuthoriseRequest {
            key: "K1".to_owned(),
            session: name.to_owned(),
            amount,
            return_url: String::new(),
            mandate: false,
            charged_mandate: None,
        };
        let charge = AuthoriseRequest {
            session: String::new(),
            charged_mandate: Some(name.to_owned()),
            ..request.clone()
        };
        let refund = RefundRequest {
            key: "R1".to_owned(),
            payment: name.to_owned(),
            amount,
        };
        let capture = CaptureRequest::whole(name, amount);
        vec![
            message(gateway.authorise(&request).await),
            message(gateway.authorise(&charge).await),
            message(gateway.query("K1", name).await),
            message(gateway.capture(&capture).await),
            message(gateway.void(name).await),
            message(gateway.refund(&refund).await),
            message(gateway.refund_status(&refund).await),
            message(gateway.release("K1", name).await),
            message(gateway.end_mandate(name).await),
        ]
    }

    /// A name of one provider never reaches another's gateway, even if its own is not there.
    #[tokio::test]
    async fn a_name_reaches_its_own_gateway_only() {
        let both = routed(
            Stub("card", 0),
            vec![
                (GatewayName::PayPal, Stub("paypal", 0)),
                (GatewayName::AmazonPay, Stub("amazon", 0)),
            ],
        );
        let cards = routed(Stub("card", 0), Vec::new());
        for (name, with_both, with_cards) in [
            ("pay_1", "card", "card"),
            ("paypal:1", "paypal", "this shop does not offer PayPal"),
            ("amazon:1", "amazon", "this shop does not offer Amazon Pay"),
        ] {
            assert_eq!(answers(&both, name).await, [with_both; 9], "{name}");
            assert_eq!(answers(&cards, name).await, [with_cards; 9], "{name}");
        }
        let token = WalletCredential::GooglePayToken { token: "{}" };
        let session = both.wallet_session(token).await;
        assert_eq!(session.ok().as_deref(), Some("card"));
        let notification = both.read_notification("", b"", Timestamp(0));
        assert_eq!(notification, Err(InvalidNotification::Malformed));
    }

    #[test]
    fn the_shortest_lifetime_of_a_key_counts() {
        for (card, others, shortest) in [
            (0, vec![], 0),
            (5, vec![], 5),
            (0, vec![7], 7),
            (5, vec![7], 5),
            (9, vec![7, 8], 7),
            (9, vec![7, 0], 7),
        ] {
            let others = others.into_iter();
            let others = others.map(|lifetime| (GatewayName::PayPal, Stub("other", lifetime)));
            let gateway = routed(Stub("card", card), others.collect());
            assert_eq!(gateway.key_lifetime_ms(), shortest);
        }
    }
}
