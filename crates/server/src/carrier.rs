//! Which carrier there is, and the emulated one when it runs inside this server.

use crate::stopping::stopped;
use std::net::Ipv4Addr;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use url::Url;
use zkratka_carrier::{Carrier, ClientError};
use zkratka_commerce::order::Mode;
use zkratka_config::Config;
use zkratka_sandbox::carrier::routes;

/// The emulated carrier, still to be started; none where a real one is configured, or none at all.
pub(crate) struct EmulatedCarrier(Option<TcpListener>);

impl EmulatedCarrier {
    /// Starts it, if there is one.
    pub(crate) fn start(self, stopping: &watch::Receiver<bool>, running: &mut JoinSet<()>) {
        let Some(listener) = self.0 else {
            return;
        };
        let stop = stopped(stopping.clone());
        running.spawn(async move {
            let served = axum::serve(listener, routes()).with_graceful_shutdown(stop);
            if let Err(error) = served.await {
                tracing::error!(%error, "the emulated carrier ended");
            }
        });
    }
}

/// The carrier that the configuration means. The emulated one gets a port of its own, reachable from this machine only.
pub(crate) async fn open(
    config: &Config,
) -> Result<(Option<Carrier>, EmulatedCarrier), ClientError> {
    let Some(settings) = &config.carrier else {
        return Ok((None, EmulatedCarrier(None)));
    };
    let currency = config.rules.currency;
    if let Some(url) = &settings.url {
        let carrier = Carrier::new(url, settings, currency)?;
        return Ok((Some(carrier), EmulatedCarrier(None)));
    }
    // The configuration refuses a missing address in live mode.
    if config.server.mode == Mode::Live {
        return Err(ClientError::Address);
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let url = format!("http://{}/rates", listener.local_addr()?);
    let url = Url::parse(&url).map_err(|_| ClientError::Address)?;
    let carrier = Carrier::new(&url, settings, currency)?;
    Ok((Some(carrier), EmulatedCarrier(Some(listener))))
}
