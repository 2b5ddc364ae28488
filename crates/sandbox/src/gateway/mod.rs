//! The sandbox payment gateway.
//!
//! Like a real gateway, it has an append-only ledger in its own file, responses by idempotency key, one-time card
//! sessions, and signed notifications that it repeats until the shop accepts them. A card's number selects its
//! behaviour
//! ([`Scenario`]). The number goes no further than the request that contains it.

mod after_sale;
mod auth;
mod browser;
mod capture;
mod card;
mod json;
mod ledger;
mod mandates;
mod notify;
mod pages;
mod payments;
mod settings;
mod state;
mod transactions;
mod wallet;

pub use crate::file::LedgerError;
pub use card::{Scenario, TEST_CARDS, TestCard};
pub use ledger::{LedgerRow, RowKind, read_ledger};
pub use settings::GatewaySettings;
pub use state::Gateway;

use crate::ending;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use std::future::Future;
use std::io;
use tokio::net::TcpListener;

const MAX_BODY_BYTES: usize = 16 * 1_024;

impl Gateway {
    /// What browsers load: `/hosted-fields`, `/sessions`, `/challenge/{id}` and their assets.
    pub fn browser_routes(&self) -> Router {
        browser::routes(self.clone()).layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
    }

    /// The shop's routes: `/payments` and below, `/transactions`, `/ledger`. They demand the shared secret.
    pub fn server_routes(&self) -> Router {
        payments::routes(self.clone())
            .merge(transactions::routes(self.clone()))
            .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
    }

    /// Delivers notifications until `shutdown` resolves. The next start delivers the rest.
    pub async fn deliver(&self, shutdown: impl Future<Output = ()> + Send) {
        notify::run(self, shutdown).await;
    }

    /// Serves the shop's routes and delivers nothing, for a reader beside the process that owns the ledger.
    pub async fn serve_readers(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        axum::serve(listener, transactions::routes(self))
            .with_graceful_shutdown(shutdown)
            .await
    }

    /// Serves all routes on a listener and delivers notifications, until `shutdown` resolves.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let routes = self.browser_routes().merge(self.server_routes());
        ending::serve(listener, routes, |ending| self.deliver(ending), shutdown).await
    }
}
