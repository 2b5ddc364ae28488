//! Reports about money that no order counts: a second payment under the attempt's key, or money of an attempt that a person
//! must look into. They go to the attempt's timeline, where that person finds them.

use super::driver::AttemptDriver;
use zkratka_commerce::attempt::{Attempt, AttemptState, is_same_payment};
use zkratka_commerce::order::TimelineEntry;
use zkratka_commerce::refund::PaymentReport;
use zkratka_store::{AttemptStep, StepCommit, StepOutcome, StoreError};

/// A report that no order can count, and why.
pub(super) enum Unbooked {
    /// The gateway made two payments under one key, and this is not the one that the order knows.
    SecondPayment,
    /// There is no order, and a person decides about the attempt.
    InReview,
}

impl Unbooked {
    const fn event(&self) -> &'static str {
        match self {
            Self::SecondPayment => "second_payment_reported",
            Self::InReview => "report_without_order",
        }
    }
}

/// What became of a report that was to stand in the timeline.
pub(super) enum Noted {
    Stored,
    /// It stood there already.
    Before,
    /// Another server changed the attempt at the same moment, so the gateway must repeat the report.
    Overtaken,
}

/// Whether the attempt has made its order, or ended, with another payment than this one.
pub(super) fn is_second_payment(attempt: &Attempt, payment: &str) -> bool {
    let own = match &attempt.state {
        AttemptState::Authorised { reference, .. } | AttemptState::Captured { reference, .. } => {
            Some(reference.as_str())
        }
        AttemptState::NeedsReview { reference, .. } => reference.as_deref(),
        _ => None,
    };
    own.is_some_and(|own| !is_same_payment(own, payment))
}

impl AttemptDriver {
    /// Writes the report to the attempt's timeline, once.
    pub(super) async fn leave_to_a_person(
        &self,
        attempt: Attempt,
        why: Unbooked,
        payment: &str,
        report: &PaymentReport,
    ) -> Result<Noted, StoreError> {
        let (event, detail) = (why.event(), in_words(payment, report));
        let timeline = self.parts.store.timeline(attempt.key).await?;
        let is_known = |entry: &TimelineEntry| entry.event == event && entry.detail == detail;
        if timeline.iter().any(is_known) {
            return Ok(Noted::Before);
        }
        let entry = TimelineEntry {
            at: self.parts.clock.now(),
            event: event.to_owned(),
            detail,
        };
        let key = attempt.key.0;
        let step = AttemptStep {
            attempt: Attempt {
                version: attempt.version + 1,
                ..attempt
            },
            commit: StepCommit::Nothing,
            timeline: vec![entry],
        };
        match self.store(step).await? {
            StepOutcome::Superseded(_) => Ok(Noted::Overtaken),
            StepOutcome::Stored(_) => {
                tracing::error!(
                    attempt = key,
                    kind = report.name(),
                    event,
                    "the gateway reports a change to money that no order counts: see the attempt's timeline"
                );
                Ok(Noted::Stored)
            }
        }
    }
}

/// The provider's ids and amounts, for a person.
fn in_words(payment: &str, report: &PaymentReport) -> String {
    let (id, amount) = match report {
        PaymentReport::Refunded { reference, amount }
        | PaymentReport::Reversed { reference, amount } => (Some(reference), Some(amount)),
        PaymentReport::DisputeOpened { dispute, amount }
        | PaymentReport::DisputeLost { dispute, amount } => (Some(dispute), Some(amount)),
        PaymentReport::RefundFailed { reference: id }
        | PaymentReport::DisputeWon { dispute: id } => (Some(id), None),
        PaymentReport::CaptureFailed => (None, None),
    };
    let amount = amount.map(|amount| format!("{} {}", amount.decimal(), amount.currency));
    let parts = [Some(report.name().to_owned()), amount, id.cloned()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("{}, payment {payment}", parts.join(" "))
}
