//! The gateway that takes cards.

use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_payments::{AuthoriseRequest, CaptureRequest, NoAnswer, PaymentGateway};

pub(crate) struct CardGateway {
    pub(crate) gateway: Arc<dyn PaymentGateway>,
    /// The URL at which browsers reach the gateway.
    pub(crate) browser_url: Option<String>,
}

impl CardGateway {
    /// A gateway that no browser reaches.
    pub(crate) const fn given(gateway: Arc<dyn PaymentGateway>) -> Self {
        Self {
            gateway,
            browser_url: None,
        }
    }

    /// A gateway for a shop that takes no cards.
    pub(crate) fn none() -> Self {
        Self::given(Arc::new(NoGateway))
    }
}

/// The gateway of a shop that takes no cards. No payment reaches it, because such a shop refuses cards at the cart.
struct NoGateway;

fn none<T>() -> Result<T, NoAnswer> {
    Err(NoAnswer("this shop takes no cards".to_owned()))
}

#[async_trait]
impl PaymentGateway for NoGateway {
    async fn authorise(&self, _request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
        none()
    }

    async fn query(&self, _key: &str, _session: &str) -> Result<PaymentOutcome, NoAnswer> {
        none()
    }

    async fn capture(&self, _request: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer> {
        none()
    }

    async fn void(&self, _reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        none()
    }

    fn key_lifetime_ms(&self) -> i64 {
        0
    }
}
