//! Notifications from the gateway.

use super::drive::within;
use super::driver::AttemptDriver;
use super::fail_point;
use super::names::NameFor;
use std::sync::Arc;
use zkratka_admission::Priority;
use zkratka_commerce::attempt::{Attempt, Event};
use zkratka_payments::{BadNotification, Notification};
use zkratka_store::StoreError;

/// What became of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notified {
    /// It was taken note of.
    Accepted,
    /// It had been taken note of before, or tells what is known: most arrive after the call that they are about.
    Repeated,
    /// It is about no attempt of this shop; the gateway need not repeat it.
    NotOurs,
    /// It is not believed.
    Refused(BadNotification),
}

impl AttemptDriver {
    /// Takes note of what the gateway reports, after checking that it is the gateway who reports it. An error means
    /// that the gateway should repeat it.
    pub async fn notified(
        self: &Arc<Self>,
        signature: &str,
        body: &[u8],
    ) -> Result<Notified, StoreError> {
        let now = self.parts.clock.now();
        let notification = match self.parts.gateway.read_notification(signature, body, now) {
            Ok(notification) => notification,
            Err(bad) => return Ok(Notified::Refused(bad)),
        };
        self.reported(notification).await
    }

    /// The same for what was believed already.
    pub async fn reported(
        self: &Arc<Self>,
        notification: Notification,
    ) -> Result<Notified, StoreError> {
        let Some(attempt) = self.find(NameFor::Gateway, &notification.key).await? else {
            tracing::warn!("a notification names no attempt of this shop");
            return Ok(Notified::NotOurs);
        };
        // Acting upon it may mean to call the gateway, which goes on when whoever notified us has hung up.
        let Ok(place) = self.admission.enter_if_room(Priority::Settling) else {
            return Err(StoreError::Busy);
        };
        let driver = Arc::clone(self);
        // Spawned: what was read is acted upon even if the gateway hangs up.
        tokio::spawn(async move {
            let noted = driver.take_note(attempt, notification).await;
            drop(place);
            noted
        })
        .await
        .unwrap_or_else(|error| Err(StoreError::Database(error.to_string())))
    }

    /// First the attempt, then the notification's number: dying in between, the repetition finds nothing new. The other
    /// way round the notification would be lost. One from which nothing follows need not be remembered: nothing would follow
    /// from it again.
    async fn take_note(
        &self,
        attempt: Attempt,
        notification: Notification,
    ) -> Result<Notified, StoreError> {
        fail_point::reach("before-notification");
        let event = Event::Notified {
            outcome: notification.outcome,
        };
        let moved = self.drive_or_fail(Arc::new(attempt), event).await?;
        fail_point::reach("after-notification");
        let fresh = moved && self.remember(notification.id).await?;
        fail_point::reach("after-remembering-notification");
        Ok(if fresh {
            Notified::Accepted
        } else {
            Notified::Repeated
        })
    }

    /// Whether it was not remembered before.
    async fn remember(&self, notification: String) -> Result<bool, StoreError> {
        let now = self.parts.clock.now();
        let remembering = self.parts.store.remember_notification(notification, now);
        within(self.parts.settings.store_deadline, remembering).await
    }
}
