//! The emulated providers. One that runs inside the shop's server has no address for other processes, so this process opens
//! its ledger and serves it to itself, on a port of its own, without delivering anything.

use crate::clock::now;
use crate::question::Provider;
use std::io;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use zkratka_commerce::hex;
use zkratka_commerce::order::Mode;
use zkratka_config::{AmazonPayConfig, Config, SharedSecret};
use zkratka_payments::sandbox::{SandboxError, SandboxGateway, SandboxSettings};
use zkratka_payments::{CALL_DEADLINE, GatewayName};
use zkratka_sandbox::amazon_pay::{
    Account, AmazonPaySandbox, AmazonPaySandboxSettings, InvalidKey, NoSuchLedger,
    SignatureVersion, sandbox_key,
};
use zkratka_sandbox::gateway::{Gateway, GatewaySettings, LedgerError};
use zkratka_sandbox::paypal::{PayPalSandbox, PayPalSandboxSettings};

#[derive(Debug, thiserror::Error)]
pub enum EmulatedError {
    #[error("{0}")]
    Ledger(#[from] LedgerError),
    #[error("an emulated provider's ledger cannot be served: {0}")]
    Port(#[from] std::io::Error),
    #[error("{0}")]
    Client(#[from] SandboxError),
    #[error("the emulated Amazon Pay's key cannot be read: {0}")]
    Key(#[from] InvalidKey),
    #[error("{0}")]
    Account(#[from] NoSuchLedger),
    #[error("no randomness: {0}")]
    Random(#[from] getrandom::Error),
}

/// A served ledger; it ends with this value.
pub(crate) struct Served(
    #[expect(dead_code, reason = "dropping it ends the service")] oneshot::Sender<()>,
);

/// The card gateway of test mode, if the shop has or had one.
pub(crate) async fn card_gateway(
    config: &Config,
) -> Result<Option<(Provider, Option<Served>)>, EmulatedError> {
    let sandbox = &config.payments.sandbox;
    if config.server.mode != Mode::Test {
        return Ok(None);
    }
    let (url, secret, served) = match (&sandbox.url, &sandbox.secret) {
        (Some(url), Some(SharedSecret(secret))) => (url.clone(), secret.clone(), None),
        _ if sandbox.ledger.exists() => {
            let secret = random_secret()?;
            let settings = GatewaySettings::new(
                sandbox.ledger.clone(),
                secret.clone(),
                String::new(),
                String::new(),
                Vec::new(),
            );
            let gateway = Gateway::open(settings)?;
            let serve = |listener, end| gateway.serve_readers(listener, ended(end));
            let (url, served) = served(serve).await?;
            (url, secret, Some(served))
        }
        _ => return Ok(None),
    };
    let client = SandboxGateway::new(SandboxSettings {
        base_url: url,
        secret,
        deadline: CALL_DEADLINE,
    })?;
    let provider = Provider {
        name: GatewayName::Card,
        ledger: Box::new(client),
    };
    Ok(Some((provider, served)))
}

/// The emulated PayPal's address, while this process serves it.
pub(crate) async fn paypal(config: &Config) -> Result<(String, Served), EmulatedError> {
    let file = in_a_folder(config.payments.sandbox.paypal_file())?;
    let sandbox = PayPalSandbox::open(PayPalSandboxSettings {
        file,
        webhook_url: String::new(),
        token_life: Duration::from_hours(9),
        search_lag: Duration::ZERO,
        may_read_disputes: true,
        clock: Arc::new(now),
    })?;
    Ok(served(|listener, end| sandbox.serve_readers(listener, ended(end))).await?)
}

/// The emulated Amazon Pay's address, while this process serves it.
pub(crate) async fn amazon_pay(
    config: &Config,
    amazon: &AmazonPayConfig,
) -> Result<(String, Served), EmulatedError> {
    let file = in_a_folder(config.payments.sandbox.amazon_pay_file())?;
    let sandbox = AmazonPaySandbox::open(AmazonPaySandboxSettings {
        file,
        account: Account::new(amazon.ledger, vec![sandbox_key()?])?,
        notification_url: String::new(),
        signature_version: SignatureVersion::Two,
        pages_url: String::new(),
        clock: Arc::new(now),
    })?;
    Ok(served(|listener, end| sandbox.serve_readers(listener, ended(end))).await?)
}

/// A ledger's file, in a folder that exists.
fn in_a_folder(file: PathBuf) -> io::Result<PathBuf> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    Ok(file)
}

/// Serves a ledger on a port of its own, and returns its address.
async fn served<F>(
    serve: impl FnOnce(TcpListener, oneshot::Receiver<()>) -> F,
) -> io::Result<(String, Served)>
where
    F: Future<Output = io::Result<()>> + Send + 'static,
{
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let url = format!("http://{}", listener.local_addr()?);
    let (served, end) = oneshot::channel();
    tokio::spawn(serve(listener, end));
    Ok((url, Served(served)))
}

async fn ended(end: oneshot::Receiver<()>) {
    // An error means that the sender is gone.
    let _ = end.await;
}

fn random_secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes)?;
    Ok(hex::encode(&bytes))
}
