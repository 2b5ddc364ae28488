//! Notifications from the gateway.

use super::drive::within;
use super::driver::AttemptDriver;
use super::fail_point;
use super::names::{NameFor, gateway_key};
use super::unbooked::{Noted, Unbooked, is_second_payment};
use std::sync::Arc;
use zkratka_admission::Priority;
use zkratka_commerce::attempt::{
    Attempt, AttemptState, DeclineReason, Event, FailureReason, PaymentOutcome,
};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::refund::PaymentReport;
use zkratka_payments::{InvalidNotification, NoAnswer, Notification, NotificationContent};
use zkratka_store::StoreError;

/// The result of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationOutcome {
    /// It changed the attempt.
    Accepted,
    /// It was handled before, or the attempt has recorded the same already. Most notifications arrive after the response
    /// to the call that they report.
    Repeated,
    /// It names no attempt of this shop, or money of which there will be no order. The gateway need not repeat it.
    NotOurs,
    /// What it changes does not exist yet: the order is not made, or the capture's answer is on its way. The gateway must
    /// repeat it later.
    TooEarly,
    /// Its signature or its content is not accepted.
    Refused(InvalidNotification),
}

impl AttemptDriver {
    /// Handles a notification, after checking that it comes from the gateway. On an error the gateway should repeat it.
    pub async fn notified(
        self: &Arc<Self>,
        signature: &str,
        body: &[u8],
    ) -> Result<NotificationOutcome, StoreError> {
        let now = self.parts.clock.now();
        let notification = match self.parts.gateway.read_notification(signature, body, now) {
            Ok(notification) => notification,
            Err(bad) => return Ok(NotificationOutcome::Refused(bad)),
        };
        self.reported(notification).await
    }

    /// Like [`Self::notified`], for a notification that was checked already.
    pub async fn reported(
        self: &Arc<Self>,
        Notification { id, content }: Notification,
    ) -> Result<NotificationOutcome, StoreError> {
        match content {
            NotificationContent::Authorisation { key, outcome } => {
                let Some(attempt) = self.find(NameFor::Gateway, &key).await? else {
                    return Ok(not_ours());
                };
                self.outcome_reported(id, attempt, outcome).await
            }
            NotificationContent::Captured {
                payment,
                key,
                report,
            } => {
                let key = key.as_deref().unwrap_or_default();
                let Some(attempt) = self.find(NameFor::Gateway, key).await? else {
                    return Ok(not_ours());
                };
                self.money_reported(id, attempt, payment, report).await
            }
        }
    }

    async fn outcome_reported(
        self: &Arc<Self>,
        id: String,
        attempt: Attempt,
        outcome: PaymentOutcome,
    ) -> Result<NotificationOutcome, StoreError> {
        // Handling it may call the gateway, and that call continues even if the sender of the notification hangs up.
        let Ok(place) = self.admission.enter_if_room(Priority::Settling) else {
            return Err(StoreError::Busy);
        };
        let driver = Arc::clone(self);
        // Spawned, so that the notification is handled even if the gateway hangs up.
        tokio::spawn(async move {
            let noted = match driver.confirmed(&attempt, outcome).await {
                Ok(outcome) => driver.take_note(attempt, id, outcome).await,
                Err(error) => Err(error),
            };
            drop(place);
            noted
        })
        .await
        .unwrap_or_else(|error| Err(StoreError::Database(error.to_string())))
    }

    /// An order follows from an outcome only after the attempt's gateway has confirmed it. Without an answer the sender
    /// repeats the notification.
    async fn confirmed(
        &self,
        attempt: &Attempt,
        told: PaymentOutcome,
    ) -> Result<PaymentOutcome, StoreError> {
        let session = attempt.snapshot.payment.gateway_session();
        let Some(session) = session.filter(|_| attempt.is_live() || gives_back(attempt)) else {
            return Ok(told);
        };
        let key = gateway_key(attempt);
        let asked = self.parts.gateway.confirmed(&key, session, told);
        let answer = tokio::time::timeout(self.parts.settings.call_deadline(), asked).await;
        let answer = answer.unwrap_or_else(|_| Err(NoAnswer("the deadline passed".to_owned())));
        answer.map_err(|error| {
            tracing::warn!(attempt = attempt.key.0, %error, "a notification could not be confirmed");
            StoreError::Busy
        })
    }

    /// The gateway reports a change to captured money, perhaps before this shop knows of the capture: then the report is
    /// refused for now, because the order's life begins with the order.
    async fn money_reported(
        self: &Arc<Self>,
        id: String,
        attempt: Attempt,
        payment: String,
        report: PaymentReport,
    ) -> Result<NotificationOutcome, StoreError> {
        if is_second_payment(&attempt, &payment) {
            let why = Unbooked::SecondPayment;
            return self.unbooked(id, attempt, why, (payment, report)).await;
        }
        let Some(order) = attempt.order else {
            if report == PaymentReport::CaptureFailed {
                return self.failed_without_order(id, attempt, payment).await;
            }
            if matches!(attempt.state, AttemptState::NeedsReview { .. }) {
                let why = Unbooked::InReview;
                return self.unbooked(id, attempt, why, (payment, report)).await;
            }
            return Ok(without_order(&attempt, &report));
        };
        // The answer to the capture decides first: it may still be that of the capture that then failed.
        if report == PaymentReport::CaptureFailed && !attempt.state.is_finished() {
            return Ok(NotificationOutcome::TooEarly);
        }
        self.payment_reported(id, order, report).await
    }

    /// Leaves a report that no order can count to a person, and stores the notification's id afterwards.
    async fn unbooked(
        &self,
        id: String,
        attempt: Attempt,
        why: Unbooked,
        (payment, report): (String, PaymentReport),
    ) -> Result<NotificationOutcome, StoreError> {
        let noted = self.leave_to_a_person(attempt, why, &payment, &report);
        Ok(match noted.await? {
            Noted::Stored => {
                self.remember(id).await?;
                NotificationOutcome::Accepted
            }
            Noted::Before => NotificationOutcome::Repeated,
            Noted::Overtaken => NotificationOutcome::TooEarly,
        })
    }

    /// A capture failed of which there is no order yet: then there will be none, unless one is being made at this moment.
    async fn failed_without_order(
        self: &Arc<Self>,
        id: String,
        attempt: Attempt,
        payment: String,
    ) -> Result<NotificationOutcome, StoreError> {
        let key = attempt.key;
        let outcome = PaymentOutcome::Declined {
            reference: Some(payment),
            reason: DeclineReason::Declined,
        };
        let noted = self.outcome_reported(id, attempt, outcome).await?;
        if noted != NotificationOutcome::Repeated {
            return Ok(noted);
        }
        let after = self.parts.store.attempt(key).await?;
        let is_open = |attempt: &Attempt| attempt.is_live() || attempt.order.is_some();
        Ok(if after.as_ref().is_some_and(is_open) {
            NotificationOutcome::TooEarly
        } else {
            NotificationOutcome::Repeated
        })
    }

    /// Stores what happened to captured money, and the notification's id afterwards, as [`Self::take_note`] does.
    async fn payment_reported(
        &self,
        id: String,
        order: OrderNumber,
        report: PaymentReport,
    ) -> Result<NotificationOutcome, StoreError> {
        fail_point::reach("before-storing-report");
        let is_new = self.order_reported(order, report).await?;
        fail_point::reach("after-storing-report");
        let fresh = is_new && self.remember(id).await?;
        Ok(if fresh {
            NotificationOutcome::Accepted
        } else {
            NotificationOutcome::Repeated
        })
    }

    /// Applies the notification to the attempt first, and stores its id afterwards. If the server dies in between, the
    /// gateway repeats the notification and the repetition changes nothing. In the other order the notification would be
    /// lost. If a notification changes nothing, its id is not stored, because a repetition would change nothing either.
    async fn take_note(
        &self,
        attempt: Attempt,
        id: String,
        outcome: PaymentOutcome,
    ) -> Result<NotificationOutcome, StoreError> {
        fail_point::reach("before-notification");
        let event = Event::Notified { outcome };
        let moved = self.drive_or_fail(Arc::new(attempt), event).await?;
        fail_point::reach("after-notification");
        let fresh = moved && self.remember(id).await?;
        fail_point::reach("after-remembering-notification");
        Ok(if fresh {
            NotificationOutcome::Accepted
        } else {
            NotificationOutcome::Repeated
        })
    }

    /// Stores the notification's id. Returns false if it was stored before.
    async fn remember(&self, notification: String) -> Result<bool, StoreError> {
        let now = self.parts.clock.now();
        let remembering = self.parts.store.remember_notification(notification, now);
        within(self.parts.settings.store_deadline, remembering).await
    }
}

/// Money moved of which there is no order. The log names the attempt and the kind alone.
fn without_order(attempt: &Attempt, report: &PaymentReport) -> NotificationOutcome {
    let kind = report.name();
    if attempt.is_live() {
        tracing::info!(
            attempt = attempt.key.0,
            kind,
            "a report came before its order"
        );
        return NotificationOutcome::TooEarly;
    }
    tracing::error!(
        attempt = attempt.key.0,
        kind,
        "the gateway reports a change to money of which there is no order"
    );
    NotificationOutcome::NotOurs
}

fn not_ours() -> NotificationOutcome {
    tracing::warn!("a notification names no attempt of this shop");
    NotificationOutcome::NotOurs
}

/// Whether the attempt ended because the address had changed: what was captured went back, and only the provider can tell a late
/// report of that capture from a new one.
const fn gives_back(attempt: &Attempt) -> bool {
    matches!(
        attempt.state,
        AttemptState::Voided {
            reason: FailureReason::AddressChanged,
            ..
        } | AttemptState::Failed {
            reason: FailureReason::AddressChanged,
            ..
        }
    )
}
