//! The configured emulations, each bound to a port that only this machine can reach.

mod amazon_pay;
mod apple_pay;
mod carrier;
mod error;
mod gateway;
mod paypal;

pub use error::SandboxError;

use super::Emulations;
use amazon_pay::AmazonPayEmulation;
use apple_pay::ApplePayEmulation;
use axum::Router;
use carrier::CarrierEmulation;
use gateway::GatewayEmulation;
use paypal::PayPalEmulation;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::task::JoinSet;
use zkratka_config::Config;
use zkratka_ids::Ids;
use zkratka_store::clock::Clock;

/// Emulations that are bound to a port but do not serve yet.
pub(crate) struct Sandbox {
    gateway: Option<GatewayEmulation>,
    apple_pay: Option<ApplePayEmulation>,
    paypal: Option<PayPalEmulation>,
    amazon_pay: Option<AmazonPayEmulation>,
    carrier: Option<CarrierEmulation>,
}

/// The routes of the running emulations for browsers.
#[derive(Default)]
pub(crate) struct Pages {
    /// The gateway's card fields and challenges.
    pub(crate) gateway: Option<Router>,
    pub(crate) paypal: Option<Router>,
    pub(crate) amazon_pay: Option<Router>,
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
        let apple_pay = ApplePayEmulation::bind(config, clock).await?;
        let paypal = PayPalEmulation::bind(config, clock, own).await?;
        let amazon_pay = AmazonPayEmulation::bind(config, clock, own).await?;
        let (gateway, card_gateway) = if with_gateway {
            gateway::open(config, own, ids).await?
        } else {
            (None, None)
        };
        let carrier = CarrierEmulation::bind(config).await?;
        let emulations = Emulations {
            gateway: card_gateway,
            apple_pay: apple_pay
                .as_ref()
                .map(ApplePayEmulation::address)
                .transpose()?,
            paypal: paypal.as_ref().map(PayPalEmulation::address).transpose()?,
            amazon_pay: amazon_pay
                .as_ref()
                .map(AmazonPayEmulation::address)
                .transpose()?,
            carrier: carrier.as_ref().map(CarrierEmulation::url).transpose()?,
        };
        let sandbox = Self {
            gateway,
            apple_pay,
            paypal,
            amazon_pay,
            carrier,
        };
        Ok((sandbox, emulations))
    }

    /// Serves until the server stops. Returns the routes for browsers.
    pub(crate) fn start(
        self,
        stopping: &watch::Receiver<bool>,
        running: &mut JoinSet<()>,
    ) -> Pages {
        if let Some(carrier) = self.carrier {
            carrier.start(stopping, running);
        }
        if let Some(apple_pay) = self.apple_pay {
            apple_pay.start(stopping, running);
        }
        Pages {
            gateway: self.gateway.map(|it| it.start(stopping, running)),
            paypal: self.paypal.map(|it| it.start(stopping, running)),
            amazon_pay: self.amazon_pay.map(|it| it.start(stopping, running)),
        }
    }
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
