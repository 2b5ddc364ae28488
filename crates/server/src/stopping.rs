//! Tells everything that runs beside the requests that the server stops.

use tokio::sync::watch;

/// Resolves when the server stops.
pub(crate) async fn stopped(mut stop: watch::Receiver<bool>) {
    // An error means that the sender is gone, so the server stops anyway.
    let _ = stop.wait_for(|stop| *stop).await;
}
