//! Notifications from the gateway.

use super::drive::within;
use super::driver::AttemptDriver;
use super::fail_point;
use super::names::NameFor;
use std::sync::Arc;
use zkratka_admission::Priority;
use zkratka_commerce::attempt::{Attempt, AttemptState, DeclineReason, Event, PaymentOutcome};
use zkratka_commerce::refund::PaymentReport;
use zkratka_payments::{InvalidNotification, Notification, NotificationContent};
use zkratka_store::StoreError;

/// The result of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationOutcome {
    /// It changed the attempt.
    Accepted,
    /// It was handled before, or the attempt has recorded the same already. Most notifications arrive after the response
    /// to the call that they report.
    Repeated,
    /// It names no attempt of this shop. The gateway need not repeat it.
    NotOurs,
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
                let is_captured = matches!(attempt.state, AttemptState::Captured { .. });
                if report == PaymentReport::CaptureFailed && !is_captured {
                    let outcome = PaymentOutcome::Declined {
                        reference: Some(payment),
                        reason: DeclineReason::Declined,
                    };
                    return self.outcome_reported(id, attempt, outcome).await;
                }
                self.payment_reported(id, &attempt, &report).await
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
            let noted = driver.take_note(attempt, id, outcome).await;
            drop(place);
            noted
        })
        .await
        .unwrap_or_else(|error| Err(StoreError::Database(error.to_string())))
    }

    /// Stores what happened to captured money, and the notification's id afterwards, as [`Self::take_note`] does. The log
    /// names the order and the kind alone.
    async fn payment_reported(
        &self,
        id: String,
        attempt: &Attempt,
        report: &PaymentReport,
    ) -> Result<NotificationOutcome, StoreError> {
        let Some(order) = attempt.order else {
            tracing::error!(
                attempt = attempt.key.0,
                kind = report.name(),
                "the gateway reports a change to money of which there is no order"
            );
            return Ok(NotificationOutcome::NotOurs);
        };
        fail_point::reach("before-storing-report");
        let is_new = self.order_reported(order, report.clone()).await?;
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

fn not_ours() -> NotificationOutcome {
    tracing::warn!("a notification names no attempt of this shop");
    NotificationOutcome::NotOurs
}
