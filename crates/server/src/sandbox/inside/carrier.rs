//! The emulated carrier.

use super::SandboxError;
use crate::stopping::stopped;
use std::net::Ipv4Addr;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use url::Url;
use zkratka_config::Config;
use zkratka_sandbox::carrier::routes;

/// The carrier, bound to a port but not serving yet.
pub(super) struct CarrierEmulation(TcpListener);

impl CarrierEmulation {
    /// Binds a port if the configuration has a carrier without a URL.
    pub(super) async fn bind(config: &Config) -> Result<Option<Self>, SandboxError> {
        let settings = config.carrier.as_ref();
        if settings.is_none_or(|settings| settings.url.is_some()) {
            return Ok(None);
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        Ok(Some(Self(listener.map_err(SandboxError::CarrierPort)?)))
    }

    /// The URL at which to request prices.
    pub(super) fn url(&self) -> Result<Url, SandboxError> {
        let address = self.0.local_addr().map_err(SandboxError::CarrierPort)?;
        Url::parse(&format!("http://{address}/rates")).map_err(|_| SandboxError::CarrierAddress)
    }

    /// Serves until the server stops.
    pub(super) fn start(self, stopping: &watch::Receiver<bool>, running: &mut JoinSet<()>) {
        let stop = stopped(stopping.clone());
        running.spawn(async move {
            let served = axum::serve(self.0, routes()).with_graceful_shutdown(stop);
            if let Err(error) = served.await {
                tracing::error!(%error, "the emulated carrier ended");
            }
        });
    }
}
