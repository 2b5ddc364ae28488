//! Which notifications of Amazon Pay the shop accepts.

use zkratka_config::AmazonPayConfig;
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
