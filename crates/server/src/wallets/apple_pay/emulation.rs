//! The emulated merchant validation, when it runs inside this server.

use super::ApplePayError;
use crate::stopping::stopped;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use zkratka_config::{AppleIssuer, Config};
use zkratka_sandbox::apple_pay::{Validation, ValidationSettings};
use zkratka_store::clock::Clock;

/// The validation on a port of its own, not yet answering.
pub(crate) struct Emulation {
    validation: Validation,
    listener: TcpListener,
}

impl Emulation {
    /// Binds a port, where the configuration wants the emulation.
    pub(crate) async fn bind(
        config: &Config,
        clock: &Arc<dyn Clock>,
    ) -> Result<Option<Self>, ApplePayError> {
        let settings = config.wallets.apple_pay.as_ref();
        if settings.is_none_or(|settings| settings.issuer != AppleIssuer::Emulation) {
            return Ok(None);
        }
        let clock = Arc::clone(clock);
        let validation = Validation::new(ValidationSettings {
            clock: Arc::new(move || clock.now()),
            domains: None,
        })?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        Ok(Some(Self {
            validation,
            listener,
        }))
    }

    /// Where it will answer.
    pub(crate) fn address(&self) -> Result<SocketAddr, ApplePayError> {
        Ok(self.listener.local_addr()?)
    }

    /// Answers until the server stops.
    pub(crate) fn start(self, stopping: &watch::Receiver<bool>, running: &mut JoinSet<()>) {
        let stop = stopped(stopping.clone());
        running.spawn(self.validation.serve(self.listener, stop));
    }
}
