//! How everything that runs beside the requests hears that the server stops.

use tokio::sync::watch;

/// Resolves when the server is told to stop.
pub(crate) async fn stopped(mut stop: watch::Receiver<bool>) {
    // An error means that nobody is left who could stop it otherwise.
    let _ = stop.wait_for(|stop| *stop).await;
}
