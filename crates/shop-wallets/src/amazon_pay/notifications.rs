//! Notifications of Amazon Pay, which Amazon's Simple Notification Service (SNS) delivers. A genuine one only says which object
//! to ask Amazon about.

use super::AmazonPay;
use zkratka_commerce::time::Timestamp;
use zkratka_config::AmazonPayConfig;
use zkratka_payments::amazon_pay::{AmazonPaySetupError, SnsPublisher};
use zkratka_payments::{CALL_DEADLINE, Notification};
use zkratka_wallets::amazon_pay::notification::{Content, Inbox, Refusal, UnverifiedMessage};

/// Why a message is not taken. The log has the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTaken {
    /// The server accepts no notifications.
    Disabled,
    /// It is not Amazon's, or not for this shop.
    Refused,
    /// The operator does not permit the subscription.
    NotPermitted,
    /// It cannot be decided now. SNS repeats it.
    Later,
}

fn refused(refusal: Refusal) -> NotTaken {
    let refusal = refusal.code();
    tracing::warn!(refusal, "a notification of Amazon Pay was refused");
    NotTaken::Refused
}

/// The inbox for the configured topics; `None` without one. The emulation publishes its certificate at its own API.
pub(super) fn inbox(settings: &AmazonPayConfig, api: &str) -> Option<Inbox> {
    let configured = settings.notifications.as_ref()?;
    let origins = match settings.api() {
        Some(_) => configured.origins.clone(),
        None => vec![api.to_owned()],
    };
    Some(Inbox {
        topics: configured.topics.clone(),
        merchant_id: settings.merchant_id.clone(),
        origins,
        oldest_version: configured.oldest_signature,
    })
}

/// The client for the certificates. Only an emulation does without HTTPS, as its API does.
pub(super) fn publisher(api: &str) -> Result<SnsPublisher, AmazonPaySetupError> {
    let scheme = api.split_once("://").map_or(api, |(scheme, _)| scheme);
    SnsPublisher::new(scheme, CALL_DEADLINE)
}

impl AmazonPay {
    /// Reads a message, and checks all that costs nothing. The caller limits how many messages it reads further at once: anyone
    /// can send a body and name a certificate to fetch, and each genuine message makes the server call Amazon.
    ///
    /// # Errors
    /// Why the message is not taken.
    pub fn open_notification(
        &self,
        body: &[u8],
        now: Timestamp,
    ) -> Result<UnverifiedMessage<'_>, NotTaken> {
        let inbox = self.inbox.as_ref().ok_or(NotTaken::Disabled)?;
        inbox.open(body, now).map_err(refused)
    }

    /// Verifies a message, and asks Amazon what changed. `None` if nothing changes here.
    ///
    /// # Errors
    /// Why the message is not taken.
    pub async fn read_notification(
        &self,
        message: UnverifiedMessage<'_>,
        now: Timestamp,
    ) -> Result<Option<Notification>, NotTaken> {
        let found = self.publisher.certificate(message.certificate(), now);
        let certificate = found.await.map_err(|error| {
            tracing::warn!(%error, "a notification of Amazon Pay could not be verified");
            NotTaken::Later
        })?;
        let certificate = certificate.ok_or_else(|| refused(Refusal::Certificate))?;
        let genuine = message.verify(&certificate, now).map_err(refused)?;
        match genuine.content().map_err(refused)? {
            Content::Changed(object) => {
                let changed = self.gateway.changed(genuine.id(), &object).await;
                changed.map_err(|_logged| NotTaken::Later)
            }
            Content::ConfirmSubscription { url } => self.confirm(&url).await.map(|()| None),
            Content::Unsubscribed => {
                tracing::warn!("a topic of Amazon Pay sends this shop no further notifications");
                Ok(None)
            }
        }
    }

    /// Confirms a subscription, if the operator permits it.
    async fn confirm(&self, url: &str) -> Result<(), NotTaken> {
        let notifications = self.settings.notifications.as_ref();
        if !notifications.is_some_and(|it| it.confirms) {
            tracing::warn!(
                "a topic of Amazon Pay asks to subscribe this shop: write confirm_subscription = true in [wallets.amazon_pay] to permit it"
            );
            return Err(NotTaken::NotPermitted);
        }
        self.publisher.confirm(url).await.map_err(|error| {
            tracing::warn!(%error, "a subscription could not be confirmed");
            NotTaken::Later
        })?;
        tracing::info!("a topic of Amazon Pay notifies this shop from now on");
        Ok(())
    }
}
