//! The configured emulations, each bound to a port that only this machine can reach.

mod amazon_pay;
mod error;
mod gateway;
mod paypal;

pub use error::SandboxError;

use super::Emulations;
use crate::stopping::stopped;
use axum::Router;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::task::JoinSet;
use url::Url;
use zkratka_config::{AppleIssuer, Config};
use zkratka_ids::Ids;
use zkratka_sandbox::amazon_pay::AmazonPaySandbox;
use zkratka_sandbox::apple_pay::{Validation, ValidationSettings};
use zkratka_sandbox::gateway::Gateway;
use zkratka_sandbox::mail::MailCatcher;
use zkratka_sandbox::paypal::PayPalSandbox;
use zkratka_sandbox::{Bound, Carrier, CompanyRegister, Emulated};
use zkratka_store::clock::Clock;
use zkratka_store::make_folder_of;

/// Emulations that are bound to a port but do not serve yet.
pub(crate) struct Sandbox {
    gateway: Option<Bound<Gateway>>,
    apple_pay: Option<Bound<Validation>>,
    paypal: Option<Bound<PayPalSandbox>>,
    amazon_pay: Option<Bound<AmazonPaySandbox>>,
    carrier: Option<Bound<Carrier>>,
    company_register: Option<Bound<CompanyRegister>>,
    mail: Option<Bound<MailCatcher>>,
}

/// The routes of the running emulations for browsers.
#[derive(Default)]
pub(crate) struct Pages {
    /// The gateway's card fields and challenges.
    pub(crate) gateway: Option<Router>,
    pub(crate) paypal: Option<Router>,
    pub(crate) amazon_pay: Option<Router>,
    /// The inbox.
    pub(crate) mail: Option<Router>,
}

impl Sandbox {
    /// Opens the configured emulations. `own` is the address of this server. If `with_gateway` is false, another
    /// gateway takes the cards.
    pub(crate) async fn open(
        config: &Config,
        clock: &Arc<dyn Clock>,
        ids: &Ids,
        own: SocketAddr,
        with_gateway: bool,
    ) -> Result<(Self, Emulations), SandboxError> {
        let apple_pay = apple_pay(config, clock).await?;
        let paypal = paypal::bind(config, clock, own).await?;
        let amazon_pay = amazon_pay::bind(config, clock, own).await?;
        let (gateway, card_gateway) = if with_gateway {
            gateway::open(config, own, ids).await?
        } else {
            (None, None)
        };
        let carrier = carrier(config).await?;
        let company_register = company_register(config).await?;
        let mail = mail(config).await?;
        let emulations = Emulations {
            gateway: card_gateway,
            apple_pay: apple_pay.as_ref().map(Bound::address),
            paypal: paypal.as_ref().map(Bound::address),
            amazon_pay: amazon_pay.as_ref().map(Bound::address),
            mail: mail.as_ref().map(Bound::address),
            carrier: carrier.as_ref().map(prices).transpose()?,
            company_register: company_register.as_ref().map(url_of).transpose()?,
        };
        let sandbox = Self {
            gateway,
            apple_pay,
            paypal,
            amazon_pay,
            carrier,
            company_register,
            mail,
        };
        Ok((sandbox, emulations))
    }

    /// Serves until the server stops. Returns the routes for browsers.
    pub(crate) fn start(
        self,
        stopping: &watch::Receiver<bool>,
        running: &mut JoinSet<()>,
    ) -> Pages {
        start(self.carrier, stopping, running);
        start(self.company_register, stopping, running);
        start(self.apple_pay, stopping, running);
        Pages {
            gateway: start(self.gateway, stopping, running),
            paypal: start(self.paypal, stopping, running),
            amazon_pay: start(self.amazon_pay, stopping, running),
            mail: start(self.mail, stopping, running),
        }
    }
}

fn start<S: Emulated>(
    service: Option<Bound<S>>,
    stopping: &watch::Receiver<bool>,
    running: &mut JoinSet<()>,
) -> Option<Router> {
    Some(service?.start(stopped(stopping.clone()), running))
}

/// Binds a port.
async fn bound<S: Emulated>(service: S) -> Result<Bound<S>, SandboxError> {
    let failed = |reason| SandboxError::Port {
        service: S::NAME,
        reason,
    };
    Bound::bind(service).await.map_err(failed)
}

/// The path of a service's file, in a folder that exists.
fn prepared(file: PathBuf) -> Result<PathBuf, SandboxError> {
    make_folder_of(&file)?;
    Ok(file)
}

/// Apple Pay's merchant validation, if the configuration enables it.
async fn apple_pay(
    config: &Config,
    clock: &Arc<dyn Clock>,
) -> Result<Option<Bound<Validation>>, SandboxError> {
    let settings = config.wallets.apple_pay.as_ref();
    if settings.is_none_or(|settings| settings.issuer != AppleIssuer::Emulation) {
        return Ok(None);
    }
    let clock = Arc::clone(clock);
    let validation = Validation::new(ValidationSettings {
        clock: Arc::new(move || clock.now()),
        domains: None,
    })?;
    bound(validation).await.map(Some)
}

/// The carrier, if the configuration has one without a URL.
async fn carrier(config: &Config) -> Result<Option<Bound<Carrier>>, SandboxError> {
    let settings = config.carrier.as_ref();
    if settings.is_none_or(|settings| settings.url.is_some()) {
        return Ok(None);
    }
    bound(Carrier).await.map(Some)
}

/// The register of companies, if the configuration has one without a URL.
async fn company_register(config: &Config) -> Result<Option<Bound<CompanyRegister>>, SandboxError> {
    let settings = config.company_register.as_ref();
    if settings.is_none_or(|settings| settings.url.is_some()) {
        return Ok(None);
    }
    bound(CompanyRegister).await.map(Some)
}

/// The SMTP server that keeps e-mails, if the configuration names none.
async fn mail(config: &Config) -> Result<Option<Bound<MailCatcher>>, SandboxError> {
    let settings = config.mail.as_ref();
    if settings.is_none_or(|settings| settings.server.is_some()) {
        return Ok(None);
    }
    bound(MailCatcher::default()).await.map(Some)
}

/// The URL at which to request prices.
fn prices(carrier: &Bound<Carrier>) -> Result<Url, SandboxError> {
    url_of(carrier)?
        .join("rates")
        .map_err(|_| SandboxError::Address(Carrier::NAME))
}

/// The URL of a service on this machine.
fn url_of<S: Emulated>(service: &Bound<S>) -> Result<Url, SandboxError> {
    let url = format!("http://{}/", service.address());
    Url::parse(&url).map_err(|_| SandboxError::Address(S::NAME))
}

/// The URL of this server from its own machine.
fn reachable(address: SocketAddr) -> String {
    let port = address.port();
    match address.ip() {
        ip if ip.is_unspecified() && ip.is_ipv4() => format!("http://127.0.0.1:{port}"),
        ip if ip.is_unspecified() => format!("http://[::1]:{port}"),
        _ => format!("http://{address}"),
    }
}
