//! Which notifications of Amazon Pay the shop accepts.

use zkratka_config::AmazonPayConfig;
use zkratka_payments::CALL_DEADLINE;
use zkratka_payments::amazon_pay::{AmazonPaySetupError, SnsPublisher};
use zkratka_wallets::amazon_pay::notification::Inbox;

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
