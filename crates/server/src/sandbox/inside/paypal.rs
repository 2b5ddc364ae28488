//! The emulated PayPal.

use super::{SandboxError, reachable};
use crate::stopping::stopped;
use axum::Router;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use zkratka_config::{Config, ProviderAt};
use zkratka_sandbox::paypal::{PayPalSandbox, PayPalSandboxSettings};
use zkratka_store::clock::Clock;

/// PayPal, bound to a port but not serving yet.
pub(super) struct PayPalEmulation {
    sandbox: PayPalSandbox,
    listener: TcpListener,
}

impl PayPalEmulation {
    /// Binds a port if the configuration enables the emulation. `own` is the address of this server.
    pub(super) async fn bind(
        config: &Config,
        clock: &Arc<dyn Clock>,
        own: SocketAddr,
    ) -> Result<Option<Self>, SandboxError> {
        let settings = config.wallets.paypal.as_ref();
        if settings.is_none_or(|settings| settings.at != ProviderAt::Emulation) {
            return Ok(None);
        }
        let file = config.payments.sandbox.paypal_file();
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(SandboxError::PayPalPort)?;
        }
        let clock = Arc::clone(clock);
        let sandbox = PayPalSandbox::open(PayPalSandboxSettings {
            file,
            webhook_url: format!("{}/webhooks/paypal", reachable(own)),
            token_life: Duration::from_hours(9),
            search_lag: Duration::ZERO,
            may_read_disputes: true,
            clock: Arc::new(move || clock.now()),
        });
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        Ok(Some(Self {
            sandbox: sandbox.map_err(SandboxError::PayPalFile)?,
            listener: listener.map_err(SandboxError::PayPalPort)?,
        }))
    }

    /// The address at which the emulation will serve.
    pub(super) fn address(&self) -> Result<SocketAddr, SandboxError> {
        self.listener.local_addr().map_err(SandboxError::PayPalPort)
    }

    /// Serves until the server stops. Returns the routes for browsers.
    pub(super) fn start(
        self,
        stopping: &watch::Receiver<bool>,
        running: &mut JoinSet<()>,
    ) -> Router {
        let pages = self.sandbox.browser_routes();
        let stop = stopped(stopping.clone());
        running.spawn(async move {
            if let Err(error) = self.sandbox.serve(self.listener, stop).await {
                tracing::error!(%error, "the emulated PayPal ended");
            }
        });
        pages
    }
}
