//! Events that everybody has heard of are kept for a while, and then no longer: so that they can be sent again.

use crate::app::SharedApp;
use crate::stopping::stopped;
use std::time::Duration;
use tokio::sync::watch;
use zkratka_commerce::time::Timestamp;
use zkratka_config::StoreSettings;

/// How often old events are looked for.
const EVERY: Duration = Duration::from_hours(1);
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// From when events are kept.
pub(crate) fn kept_since(settings: &StoreSettings, now: Timestamp) -> Timestamp {
    now.plus(-i64::from(settings.event_days) * DAY_MS)
}

/// Deletes old events until the server stops.
pub(crate) async fn forget_old(app: SharedApp, stop: watch::Receiver<bool>) {
    let stopped = stopped(stop);
    tokio::pin!(stopped);
    loop {
        let before = kept_since(&app.config.store, app.clock.now());
        let webhooks = app.config.order_webhooks.iter();
        let endpoints = webhooks.map(|webhook| webhook.name.clone()).collect();
        match app.store.forget_events(before, endpoints).await {
            Ok(0) => {}
            Ok(events) => tracing::info!(events, "deleted old order events"),
            Err(error) => tracing::warn!(%error, "old order events could not be deleted"),
        }
        tokio::select! {
            () = &mut stopped => return,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
