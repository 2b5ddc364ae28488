//! The provider as one server reaches it.

use crate::payment::{Status, Truth};
use crate::world::{Life, State, To, World};
use async_trait::async_trait;
use std::sync::Arc;
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, NoAnswer, PaymentGateway, PaymentOutcome, RefundOutcome,
    RefundRequest,
};

pub(crate) struct ServerGateway {
    pub(crate) world: Arc<World>,
    pub(crate) life: Life,
}

impl ServerGateway {
    async fn call<T: Send>(
        &self,
        what: &'static str,
        effect: impl Fn(&mut State) -> T + Send + 'static,
    ) -> Result<T, NoAnswer> {
        let lost = Err(NoAnswer(String::new()));
        let effect = move |state: &mut State| Ok(effect(state));
        self.world
            .call(self.life, To::Provider, what, effect, lost)
            .await
    }
}

#[async_trait]
impl PaymentGateway for ServerGateway {
    async fn authorise(&self, request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
        let request = request.clone();
        self.call("authorises", move |state| {
            let truth = match state.prng.index(100) {
                0..55 => Truth::Held,
                55..80 => Truth::Challenged,
                80..92 => Truth::Captured,
                _ => Truth::Declined,
            };
            let asked = (request.key.as_str(), request.amount);
            state.provider.authorise(&mut state.notices, asked, truth)
        })
        .await
    }

    async fn query(&self, key: &str, _session: &str) -> Result<PaymentOutcome, NoAnswer> {
        let key = key.to_owned();
        self.call("queries", move |state| state.provider.query(&key))
            .await
    }

    async fn capture(&self, request: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer> {
        let reference = request.reference.clone();
        self.call("captures", move |state| {
            let truth = if state.prng.chance(50) {
                Truth::Declined
            } else {
                Truth::Captured
            };
            state.provider.decide(&mut state.notices, &reference, truth)
        })
        .await
    }

    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        let reference = reference.to_owned();
        self.call("voids", move |state| {
            let truth = Truth::Voided;
            state.provider.decide(&mut state.notices, &reference, truth)
        })
        .await
    }

    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let request = request.clone();
        self.call("refunds", move |state| {
            let status = if state.prng.chance(300) {
                Status::Pending
            } else {
                Status::Done
            };
            state.provider.refund(&mut state.notices, &request, status)
        })
        .await
    }

    async fn refund_status(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let request = request.clone();
        self.call("asks for a refund", move |state| {
            state.provider.refund_status(&request)
        })
        .await
    }

    fn key_lifetime_ms(&self) -> i64 {
        // The simulation in `commerce` has keys that the provider forgets.
        30 * 24 * 60 * 60 * 1_000
    }
}
