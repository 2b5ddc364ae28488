//! The emulated Apple Pay merchant validation.

use super::SandboxError;
use crate::stopping::stopped;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use zkratka_config::{AppleIssuer, Config};
use zkratka_sandbox::apple_pay::{Validation, ValidationSettings};
use zkratka_store::clock::Clock;

/// The merchant validation, bound to a port but not serving yet.
pub(super) struct ApplePayEmulation {
    validation: Validation,
    listener: TcpListener,
}

impl ApplePayEmulation {
    /// Binds a port if the configuration enables the emulation.
    pub(super) async fn bind(
        config: &Config,
        clock: &Arc<dyn Clock>,
    ) -> Result<Option<Self>, SandboxError> {
        let settings = config.wallets.apple_pay.as_ref();
        if settings.is_none_or(|settings| settings.issuer != AppleIssuer::Emulation) {
            return Ok(None);
        }
        let clock = Arc::clone(clock);
        let validation = Validation::new(ValidationSettings {
            clock: Arc::new(move || clock.now()),
            domains: None,
        })?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        Ok(Some(Self {
            validation,
            listener: listener.map_err(SandboxError::ApplePayPort)?,
        }))
    }

    /// The address at which the emulation will serve.
    pub(super) fn address(&self) -> Result<SocketAddr, SandboxError> {
        self.listener
            .local_addr()
            .map_err(SandboxError::ApplePayPort)
    }

    /// Serves until the server stops.
    pub(super) fn start(self, stopping: &watch::Receiver<bool>, running: &mut JoinSet<()>) {
        let stop = stopped(stopping.clone());
        running.spawn(self.validation.serve(self.listener, stop));
    }
}
