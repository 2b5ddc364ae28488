//! Which payment gateway there is, and the sandbox when it runs inside this server.

use crate::routed_gateway::RoutedGateway;
use crate::stopping::stopped;
use async_trait::async_trait;
use axum::Router;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::money::Money;
use zkratka_commerce::order::Mode;
use zkratka_config::{Config, GooglePaySettings, SharedSecret, Tokenization};
use zkratka_ids::{Ids, secret_hex};
use zkratka_payments::paypal::PayPalGateway;
use zkratka_payments::sandbox::{SandboxError, SandboxGateway, SandboxSettings};
use zkratka_payments::{AuthoriseRequest, NoAnswer, PaymentGateway};
use zkratka_sandbox::gateway::{Gateway, GatewaySettings, LedgerError};

/// How long a call to the gateway may take: longer than the sandbox's slow card.
pub(crate) const CALL_DEADLINE: Duration = Duration::from_secs(12);

/// Where the sandbox's pages stand in this server.
pub(crate) const SANDBOX_PREFIX: &str = "/sandbox/gateway";

/// Why the gateway cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// The sandbox's ledger.
    #[error("the sandbox's ledger: {0}")]
    Ledger(#[from] LedgerError),
    /// The sandbox's folder or port.
    #[error("the sandbox: {0}")]
    Io(#[from] std::io::Error),
    /// The client.
    #[error(transparent)]
    Client(#[from] SandboxError),
}

/// The gateway that attempts use, and what must run for it.
pub(crate) struct Gateways {
    pub(crate) gateway: Arc<dyn PaymentGateway>,
    /// Where browsers reach it.
    pub(crate) browser_url: Option<String>,
    inside: Option<(Gateway, TcpListener)>,
}

impl Gateways {
    /// Payments of PayPal go to PayPal, all others where they went before.
    pub(crate) fn with_paypal(mut self, paypal: Option<Arc<PayPalGateway>>) -> Self {
        self.gateway = Arc::new(RoutedGateway::new(self.gateway, paypal));
        self
    }

    /// Starts the sandbox inside, if there is one; answers its pages.
    pub(crate) fn start(
        self,
        stopping: &watch::Receiver<bool>,
        running: &mut JoinSet<()>,
    ) -> Option<Router> {
        let (sandbox, listener) = self.inside?;
        let pages = sandbox.browser_routes();
        let stop = stopped(stopping.clone());
        running.spawn(async move {
            if let Err(error) = sandbox.serve(listener, stop).await {
                tracing::error!(%error, "the sandbox gateway ended");
            }
        });
        Some(pages)
    }
}

/// Finds the gateway that the configuration means.
pub(crate) async fn open(
    config: &Config,
    given: Option<Arc<dyn PaymentGateway>>,
    own_address: SocketAddr,
    ids: &Ids,
) -> Result<Gateways, GatewayError> {
    let without_pages = |gateway| Gateways {
        gateway,
        browser_url: None,
        inside: None,
    };
    if let Some(gateway) = given {
        return Ok(without_pages(gateway));
    }
    if !is_configured(config) {
        return Ok(without_pages(Arc::new(NoGateway)));
    }
    let sandbox = &config.payments.sandbox;
    let secret = match &sandbox.secret {
        Some(SharedSecret(secret)) => secret.clone(),
        // Shop and gateway are one process: nobody else need know it.
        None => secret_hex(&ids.secret()) + &secret_hex(&ids.secret()),
    };
    match &sandbox.url {
        Some(url) => Ok(Gateways {
            gateway: client(url, secret)?,
            browser_url: Some(url.clone()),
            inside: None,
        }),
        None => inside(config, secret, own_address).await,
    }
}

/// Whether there is a gateway to talk to. Whether cards are offered is the rules' business: attempts that were begun
/// while they were must still be captured or voided. Without an address the sandbox runs inside; then it is wanted
/// where cards are offered, or were (it has a ledger).
fn is_configured(config: &Config) -> bool {
    let sandbox = &config.payments.sandbox;
    // The configuration refuses cards in live mode.
    config.server.mode == Mode::Test
        && (sandbox.url.is_some()
            || config.rules.payments.card
            || config.rules.payments.apple_pay
            || config.rules.payments.google_pay
            || sandbox.ledger.exists())
}

/// Runs the sandbox on a port of its own, reachable from this machine only; its pages stand in this server.
async fn inside(
    config: &Config,
    secret: String,
    own_address: SocketAddr,
) -> Result<Gateways, GatewayError> {
    let ledger = config.payments.sandbox.ledger.clone();
    if let Some(folder) = ledger.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let origin = config.server.public_origin.clone();
    let browser_url = format!("{origin}{SANDBOX_PREFIX}");
    let mut settings = GatewaySettings::new(
        ledger,
        secret.clone(),
        format!("{}/webhooks/sandbox", reachable(own_address)),
        browser_url.clone(),
        origin,
    );
    // It is this shop's own: it knows the shop by the name that the shop gives to Google.
    if let Some(GooglePaySettings {
        tokenization: Tokenization::Gateway { merchant, .. },
        ..
    }) = &config.wallets.google_pay
    {
        settings.google_pay_merchant.clone_from(merchant);
    }
    let sandbox = Gateway::open(settings)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let gateway = client(&format!("http://{}", listener.local_addr()?), secret)?;
    Ok(Gateways {
        gateway,
        browser_url: Some(browser_url),
        inside: Some((sandbox, listener)),
    })
}

/// This server as seen from its own machine.
pub(crate) fn reachable(address: SocketAddr) -> String {
    let port = address.port();
    match address.ip() {
        ip if ip.is_unspecified() && ip.is_ipv4() => format!("http://127.0.0.1:{port}"),
        ip if ip.is_unspecified() => format!("http://[::1]:{port}"),
        _ => format!("http://{address}"),
    }
}

fn client(url: &str, secret: String) -> Result<Arc<dyn PaymentGateway>, GatewayError> {
    Ok(Arc::new(SandboxGateway::new(SandboxSettings {
        base_url: url.to_owned(),
        secret,
        deadline: CALL_DEADLINE,
    })?))
}

/// Stands where a shop takes no cards. Nothing reaches it, as such a shop refuses cards at the cart.
struct NoGateway;

fn none<T>() -> Result<T, NoAnswer> {
    Err(NoAnswer("this shop takes no cards".to_owned()))
}

#[async_trait]
impl PaymentGateway for NoGateway {
    async fn authorise(&self, _request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
        none()
    }

    async fn query(&self, _key: &str, _session: &str) -> Result<PaymentOutcome, NoAnswer> {
        none()
    }

    async fn capture(&self, _reference: &str, _amount: Money) -> Result<PaymentOutcome, NoAnswer> {
        none()
    }

    async fn void(&self, _reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        none()
    }

    fn key_lifetime_ms(&self) -> i64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn config(folder: &Path, payments: &str) -> Config {
        let text = format!(
            r#"
[shop]
name = "Krámek"
email = "kramek@example.com"
bank_account = "19-2000145399/0800"
[storefront]
access_token = "verejny-token"
[payments]
{payments}
"#
        );
        Config::parse(&text, folder).expect("a configuration")
    }

    /// Attempts begun while cards were offered must still come to their end.
    #[test]
    fn the_gateway_stays_when_cards_are_no_longer_offered() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let without = config(folder.path(), "card = false");
        assert!(!is_configured(&without), "no card was ever taken");
        assert!(is_configured(&config(folder.path(), "card = true")));
        let ledger = &without.payments.sandbox.ledger;
        std::fs::create_dir_all(ledger.parent().expect("a folder")).expect("made");
        std::fs::write(ledger, "").expect("written");
        assert!(is_configured(&without));
    }
}
