//! Emulated services, each on a port of its own.

use crate::amazon_pay::AmazonPaySandbox;
use crate::apple_pay::Validation;
use crate::carrier;
use crate::company_register;
use crate::gateway::Gateway;
use crate::paypal::PayPalSandbox;
use axum::Router;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// A service that a shop's server calls over HTTP.
pub trait Emulated: Sized + Send + 'static {
    /// The name for operators.
    const NAME: &'static str;

    /// The routes for browsers, which the shop's server mounts among its own.
    fn pages(&self) -> Router {
        Router::new()
    }

    /// Serves until `stop` resolves.
    fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> impl Future<Output = io::Result<()>> + Send;
}

/// A service on a port that only this machine can reach. It does not serve yet.
pub struct Bound<S> {
    service: S,
    listener: TcpListener,
    address: SocketAddr,
}

impl<S: Emulated> Bound<S> {
    pub async fn bind(service: S) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        Ok(Self {
            service,
            listener,
            address,
        })
    }

    /// Where the service will serve.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` resolves. Returns the routes for browsers.
    pub fn start(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
        running: &mut JoinSet<()>,
    ) -> Router {
        let pages = self.service.pages();
        running.spawn(async move {
            if let Err(error) = self.service.run(self.listener, stop).await {
                tracing::error!(%error, "the emulated {} ended", S::NAME);
            }
        });
        pages
    }
}

/// Services whose buyers use pages of theirs.
macro_rules! with_pages {
    ($($service:ty => $name:literal,)+) => {$(
        impl Emulated for $service {
            const NAME: &'static str = $name;

            fn pages(&self) -> Router {
                self.browser_routes()
            }

            async fn run(
                self,
                listener: TcpListener,
                stop: impl Future<Output = ()> + Send + 'static,
            ) -> io::Result<()> {
                self.serve(listener, stop).await
            }
        }
    )+};
}

with_pages! {
    Gateway => "payment gateway",
    PayPalSandbox => "PayPal",
    AmazonPaySandbox => "Amazon Pay",
}

impl Emulated for Validation {
    const NAME: &'static str = "Apple Pay";

    async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        self.serve(listener, stop).await;
        Ok(())
    }
}

/// Services that have routes, and no state.
macro_rules! stateless {
    ($($(#[doc = $doc:literal])+ $service:ident => $name:literal, $routes:path;)+) => {$(
        $(#[doc = $doc])+
        pub struct $service;

        impl Emulated for $service {
            const NAME: &'static str = $name;

            async fn run(
                self,
                listener: TcpListener,
                stop: impl Future<Output = ()> + Send + 'static,
            ) -> io::Result<()> {
                let served = axum::serve(listener, $routes());
                served.with_graceful_shutdown(stop).await
            }
        }
    )+};
}

stateless! {
    /// The carrier's prices.
    Carrier => "carrier", carrier::routes;
    /// Companies by their numbers.
    CompanyRegister => "register of companies", company_register::routes;
}
