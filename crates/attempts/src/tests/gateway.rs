//! A gateway that answers from a script and records the calls that it receives.

use async_trait::async_trait;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::payment::CardSummary;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, InvalidNotification, NoAnswer, Notification, PaymentGateway,
    RefundOutcome, RefundRequest,
};

/// The next answer of the script.
pub(super) enum Say {
    Outcome(PaymentOutcome),
    Nothing,
    /// This outcome, after this delay.
    After(Duration, PaymentOutcome),
}

#[derive(Default)]
pub(super) struct ScriptedGateway {
    script: Mutex<VecDeque<Say>>,
    asked: Mutex<Vec<String>>,
    requests: Mutex<Vec<AuthoriseRequest>>,
    refunds: Mutex<VecDeque<Option<RefundOutcome>>>,
    refund_keys: Mutex<Vec<String>>,
    /// How many further releases fail.
    pub(super) deaf: AtomicU32,
}

impl ScriptedGateway {
    pub(super) fn says(&self, script: impl IntoIterator<Item = Say>) {
        self.script.lock().expect("not poisoned").extend(script);
    }

    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("not poisoned").clone()
    }

    pub(super) fn requests(&self) -> Vec<AuthoriseRequest> {
        self.requests.lock().expect("not poisoned").clone()
    }

    /// The next answers about refunds; `None` is none.
    pub(super) fn says_of_refunds(&self, script: impl IntoIterator<Item = Option<RefundOutcome>>) {
        self.refunds.lock().expect("not poisoned").extend(script);
    }

    /// The keys of the calls for refunds.
    pub(super) fn refund_keys(&self) -> Vec<String> {
        self.refund_keys.lock().expect("not poisoned").clone()
    }

    fn answer_of_refund(
        &self,
        call: &str,
        request: &RefundRequest,
    ) -> Result<RefundOutcome, NoAnswer> {
        let RefundRequest {
            payment, amount, ..
        } = request;
        let asked = format!("{call} {payment} {}", amount.minor.get());
        self.asked.lock().expect("not poisoned").push(asked);
        let mut keys = self.refund_keys.lock().expect("not poisoned");
        keys.push(request.key.clone());
        let next = self.refunds.lock().expect("not poisoned").pop_front();
        let next = next.flatten();
        next.ok_or_else(|| NoAnswer("scripted".to_owned()))
    }

    async fn answer(&self, asked: String) -> Result<PaymentOutcome, NoAnswer> {
        self.asked.lock().expect("not poisoned").push(asked);
        let next = self.script.lock().expect("not poisoned").pop_front();
        match next {
            Some(Say::Outcome(outcome)) => Ok(outcome),
            Some(Say::After(time, outcome)) => {
                tokio::time::sleep(time).await;
                Ok(outcome)
            }
            Some(Say::Nothing) | None => Err(NoAnswer("scripted".to_owned())),
        }
    }
}

#[async_trait]
impl PaymentGateway for ScriptedGateway {
    async fn authorise(&self, request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
        self.requests
            .lock()
            .expect("not poisoned")
            .push(request.clone());
        self.answer(format!("authorise {}", request.amount.minor.get()))
            .await
    }

    async fn query(&self, _key: &str, _session: &str) -> Result<PaymentOutcome, NoAnswer> {
        self.answer("query".to_owned()).await
    }

    async fn capture(&self, request: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer> {
        let CaptureRequest {
            reference, amount, ..
        } = request;
        self.answer(format!("capture {reference} {}", amount.minor.get()))
            .await
    }

    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        self.answer_of_refund("refund", request)
    }

    async fn refund_status(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        self.answer_of_refund("refund_status", request)
    }

    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        self.answer(format!("void {reference}")).await
    }

    async fn release(&self, _key: &str, session: &str) -> Result<(), NoAnswer> {
        let asked = format!("give back {session}");
        self.asked.lock().expect("not poisoned").push(asked);
        let fewer = |left: u32| left.checked_sub(1);
        match self
            .deaf
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, fewer)
        {
            Ok(_) => Err(NoAnswer("scripted".to_owned())),
            Err(_) => Ok(()),
        }
    }

    fn key_lifetime_ms(&self) -> i64 {
        24 * 60 * 60 * 1_000
    }

    /// The signature is the word `genuine`.
    fn read_notification(
        &self,
        signature: &str,
        body: &[u8],
        _now: Timestamp,
    ) -> Result<Notification, InvalidNotification> {
        if signature != "genuine" {
            return Err(InvalidNotification::Signature);
        }
        serde_json::from_slice(body).map_err(|_| InvalidNotification::Malformed)
    }
}

pub(super) const fn czk(minor: i64) -> Money {
    Money {
        minor: MinorUnits::new(minor),
        currency: Currency::CZK,
    }
}

fn card() -> CardSummary {
    CardSummary {
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        mandate: None,
        expires: None,
    }
}

pub(super) fn held(minor: i64) -> PaymentOutcome {
    PaymentOutcome::Authorised {
        reference: "r1".to_owned(),
        amount: czk(minor),
        card: card(),
    }
}

pub(super) fn taken(minor: i64) -> PaymentOutcome {
    PaymentOutcome::Captured {
        reference: "r1".to_owned(),
        amount: czk(minor),
        card: card(),
    }
}

pub(super) fn challenge() -> PaymentOutcome {
    PaymentOutcome::RequiresAction {
        reference: "r1".to_owned(),
        redirect_url: "https://bank.example/challenge".to_owned(),
    }
}
