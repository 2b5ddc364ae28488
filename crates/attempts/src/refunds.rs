//! Drives refunds to their end: calls the gateway for each that an operator's step has begun, and stores its answer.
//!
//! The rules are in [`zkratka_commerce::order_life::decide`]. A refund is stored before the gateway is called, under a lease
//! like an attempt's. If the server dies, another one claims the refund and asks the gateway what became of it before it
//! repeats the call under the same key.

use super::drive::within;
use super::driver::AttemptDriver;
use super::fail_point;
use super::names::refund_key;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::Money;
use zkratka_commerce::order_life::{
    GatewayStage, Life, LifeEvent, MoneySource, RefundStatus, Refusal,
};
use zkratka_commerce::refund::{PaymentReport, RefundOutcome};
use zkratka_payments::{NoAnswer, RefundRequest};
use zkratka_store::{OrderStep, OrderStepOutcome, PendingRefund, StoreError};

/// How often to look for refunds to make.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The most refunds that are claimed at once. They are driven one after another, so that their leases last.
const BATCH: u32 = 1;
/// After this many tries without an answer, each further one is logged as an error.
const PATIENCE: u32 = 8;

/// What a server does with a refund that it has leased.
enum Next {
    /// Call the gateway, which may know the refund already.
    Call {
        request: RefundRequest,
        may_be_known: bool,
    },
    /// The capture is under way, or a person looks into the payment.
    Wait,
    /// There is no captured money to refund.
    NotCaptured,
    /// It is settled already.
    Nothing,
}

impl AttemptDriver {
    /// Makes refunds until `shutdown` resolves. Any number of servers may run this on one store.
    pub async fn run_refunds(self: Arc<Self>, shutdown: impl Future<Output = ()> + Send) {
        let mut shutdown = std::pin::pin!(shutdown);
        loop {
            let pause = match self.refund_due().await {
                Ok(true) => Duration::ZERO,
                Ok(false) => LOOK_EVERY,
                Err(error) => {
                    tracing::warn!(%error, "a refund could not be driven; a server continues when its lease ends");
                    LOOK_EVERY
                }
            };
            tokio::select! {
                () = &mut shutdown => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Drives one due refund. Returns false if none is due.
    pub async fn refund_due(&self) -> Result<bool, StoreError> {
        let now = self.parts.clock.now();
        let lease_until = now.plus(self.parts.settings.policy.call_ms);
        let claiming = self.parts.store.claim_refunds(now, lease_until, BATCH);
        let claimed = within(self.parts.settings.store_deadline, claiming).await?;
        for refund in &claimed {
            fail_point::reach("after-claiming-refund");
            self.drive_refund(*refund).await?;
        }
        Ok(!claimed.is_empty())
    }

    async fn drive_refund(&self, refund: PendingRefund) -> Result<(), StoreError> {
        match self.next_of_refund(refund).await? {
            Next::Call {
                request,
                may_be_known,
            } => {
                let outcome = self.call_for_refund(&request, may_be_known).await;
                self.store_outcome(refund, outcome).await
            }
            Next::Wait => self.look_later(refund).await,
            Next::NotCaptured => {
                let event = LifeEvent::NotCaptured {
                    refund: refund.refund,
                    lease: refund.version,
                };
                self.advance_order(refund.order, event).await.map(|_| ())
            }
            Next::Nothing => Ok(()),
        }
    }

    async fn next_of_refund(&self, refund: PendingRefund) -> Result<Next, StoreError> {
        let Some(record) = self.parts.store.order(refund.order).await? else {
            return Err(StoreError::Inconsistent("there is no such order"));
        };
        let life = record.life();
        let Some(known) = life.refund(refund.refund) else {
            return Err(StoreError::Inconsistent("there is no such refund"));
        };
        if known.status != RefundStatus::Pending {
            return Ok(Next::Nothing);
        }
        let amount = Money::new(known.refund.amount, life.currency);
        if let Some(payment) = life.captured_reference() {
            let attempt = self.parts.store.attempt(record.order.attempt).await?;
            let attempt = attempt.ok_or(StoreError::Inconsistent("there is no such attempt"))?;
            return Ok(Next::Call {
                request: request(&attempt, refund.refund, payment, amount),
                may_be_known: !refund.is_first_lease() || known.reference.is_some(),
            });
        }
        Ok(if waits_for_money(&life) {
            Next::Wait
        } else {
            Next::NotCaptured
        })
    }

    /// Calls the gateway. If it may know the refund already, asks first: a server that died may have called, or the gateway
    /// has accepted the refund.
    async fn call_for_refund(
        &self,
        request: &RefundRequest,
        may_be_known: bool,
    ) -> Result<RefundOutcome, NoAnswer> {
        fail_point::reach("before-refund");
        let gateway = &self.parts.gateway;
        let calling = async {
            if may_be_known {
                match gateway.refund_status(request).await? {
                    RefundOutcome::Unknown => {}
                    known => return Ok(known),
                }
            }
            gateway.refund(request).await
        };
        let outcome = tokio::time::timeout(self.parts.settings.call_deadline(), calling).await;
        fail_point::reach("after-refund");
        outcome.unwrap_or_else(|_| Err(NoAnswer("the deadline passed".to_owned())))
    }

    async fn store_outcome(
        &self,
        refund: PendingRefund,
        outcome: Result<RefundOutcome, NoAnswer>,
    ) -> Result<(), StoreError> {
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(error) => {
                tracing::warn!(order = refund.order.0, refund = refund.refund, %error, "the gateway did not answer");
                return self.look_later(refund).await;
            }
        };
        let is_final = match outcome {
            RefundOutcome::Refunded { .. } | RefundOutcome::Refused { .. } => true,
            RefundOutcome::Pending { .. } | RefundOutcome::Unknown => false,
        };
        let event = LifeEvent::Answered {
            refund: refund.refund,
            lease: refund.version,
            outcome,
        };
        fail_point::reach("before-storing-refund");
        self.advance_order(refund.order, event).await?;
        fail_point::reach("after-storing-refund");
        if is_final {
            Ok(())
        } else {
            self.look_later(refund).await
        }
    }

    async fn look_later(&self, refund: PendingRefund) -> Result<(), StoreError> {
        let tries = refund.tries.saturating_add(1);
        if tries >= PATIENCE {
            tracing::error!(
                order = refund.order.0,
                refund = refund.refund,
                tries,
                "a refund is still not decided: see the payment at the gateway"
            );
        }
        let delay = self.parts.settings.policy.back_off.delay_ms(tries);
        let until = self.parts.clock.now().plus(delay);
        let postponing = self.parts.store.postpone_refund(refund, until);
        within(self.parts.settings.store_deadline, postponing).await?;
        Ok(())
    }

    /// Stores what the gateway reported about captured money. Returns false if it was known.
    pub(super) async fn order_reported(
        &self,
        order: OrderNumber,
        report: PaymentReport,
    ) -> Result<bool, StoreError> {
        let event = LifeEvent::Reported(report);
        let outcome = self.advance_order(order, event).await?;
        Ok(matches!(outcome, OrderStepOutcome::Stored(_)))
    }

    pub(super) async fn advance_order(
        &self,
        order: OrderNumber,
        event: LifeEvent,
    ) -> Result<OrderStepOutcome, StoreError> {
        let step = OrderStep {
            order,
            event,
            now: self.parts.clock.now(),
        };
        let storing = self.parts.store.advance_order(step);
        let outcome = within(self.parts.settings.store_deadline, storing).await?;
        match &outcome {
            OrderStepOutcome::Stored(plan) => {
                for entry in &plan.timeline {
                    tracing::info!(order = order.0, event = entry.event, "order");
                }
                (self.parts.order_changed)();
            }
            OrderStepOutcome::Refused(Refusal::NothingNew) | OrderStepOutcome::NoOrder => {}
            OrderStepOutcome::Refused(refusal) => {
                tracing::error!(order = order.0, %refusal, "what happened to the order cannot be stored");
            }
        }
        Ok(outcome)
    }
}

/// Whether the money of a refund may still be captured, or was captured although a person now looks into the payment.
fn waits_for_money(life: &Life) -> bool {
    let is_in_review = matches!(
        life.source,
        MoneySource::Gateway {
            stage: GatewayStage::InReview,
            ..
        }
    );
    life.awaits_capture() || (is_in_review && life.paid.is_positive())
}

fn request(attempt: &Attempt, refund: u32, payment: &str, amount: Money) -> RefundRequest {
    RefundRequest {
        key: refund_key(attempt, refund),
        payment: payment.to_owned(),
        amount,
    }
}
