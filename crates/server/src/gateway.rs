//! Who takes cards.

use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::money::Money;
use zkratka_payments::{AuthoriseRequest, NoAnswer, PaymentGateway};

/// How long a call to a gateway may take: longer than the sandbox's slow card.
pub(crate) const CALL_DEADLINE: Duration = Duration::from_secs(12);

/// The gateway that takes cards.
pub(crate) struct CardGateway {
    pub(crate) gateway: Arc<dyn PaymentGateway>,
    /// Where browsers reach it.
    pub(crate) browser_url: Option<String>,
}

impl CardGateway {
    /// The gateway of a shop that takes no cards.
    pub(crate) fn none() -> Self {
        Self {
            gateway: Arc::new(NoGateway),
            browser_url: None,
        }
    }
}

/// Stands where a shop takes no cards. Nothing reaches it, as such a shop refuses cards at the cart.
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

    async fn capture(&self, _reference: &str, _amount: Money) -> Result<PaymentOutcome, NoAnswer> {
        none()
    }

    async fn void(&self, _reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        none()
    }

    fn key_lifetime_ms(&self) -> i64 {
        0
    }
}
