//! The emulated Amazon Pay.

use super::{SandboxError, reachable};
use crate::stopping::stopped;
use axum::Router;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use zkratka_config::{AmazonPayConfig, Config, ProviderAt};
use zkratka_sandbox::amazon_pay::{
    Account, AmazonPaySandbox, AmazonPaySandboxSettings, SignatureVersion, sandbox_key,
};
use zkratka_sandbox::places;
use zkratka_store::clock::Clock;

/// Amazon Pay, bound to a port but not serving yet.
pub(super) struct AmazonPayEmulation {
    sandbox: AmazonPaySandbox,
    listener: TcpListener,
}

impl AmazonPayEmulation {
    /// Binds a port if the configuration enables the emulation. `own` is the address of this server.
    pub(super) async fn bind(
        config: &Config,
        clock: &Arc<dyn Clock>,
        own: SocketAddr,
    ) -> Result<Option<Self>, SandboxError> {
        let settings = config.wallets.amazon_pay.as_ref();
        let emulated = settings.filter(|settings| settings.at == ProviderAt::Emulation);
        let Some(emulated) = emulated else {
            return Ok(None);
        };
        let file = config.payments.sandbox.amazon_pay_file();
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(SandboxError::AmazonPayPort)?;
        }
        let clock = Arc::clone(clock);
        let sandbox = AmazonPaySandbox::open(AmazonPaySandboxSettings {
            file,
            account: account(emulated)?,
            notification_url: format!("{}/webhooks/amazon-pay", reachable(own)),
            signature_version: SignatureVersion::Two,
            pages_url: format!("{}{}", config.server.public_origin, places::AMAZON_PAY),
            clock: Arc::new(move || clock.now()),
        });
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        Ok(Some(Self {
            sandbox: sandbox.map_err(SandboxError::AmazonPayFile)?,
            listener: listener.map_err(SandboxError::AmazonPayPort)?,
        }))
    }

    /// The address at which the emulation will serve.
    pub(super) fn address(&self) -> Result<SocketAddr, SandboxError> {
        self.listener
            .local_addr()
            .map_err(SandboxError::AmazonPayPort)
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
                tracing::error!(%error, "the emulated Amazon Pay ended");
            }
        });
        pages
    }
}

/// The merchant's account, in the currency that the shop configures.
fn account(settings: &AmazonPayConfig) -> Result<Account, SandboxError> {
    let key = sandbox_key().map_err(|error| SandboxError::AmazonPayAccount(error.to_string()))?;
    Account::new(settings.ledger, vec![key])
        .map_err(|error| SandboxError::AmazonPayAccount(error.to_string()))
}
