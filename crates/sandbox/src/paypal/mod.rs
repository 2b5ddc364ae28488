//! PayPal, emulated: the REST API as far as a shop needs it (tokens, orders, authorisations, stored accounts), signed
//! webhooks, and the buyer's actions on PayPal's pages.
//!
//! Every body is checked against the published rules, independently of the shop's client: the emulation refuses what
//! PayPal would refuse, with the same codes. It has a file with its orders, and a ledger like the card gateway's.

mod access;
mod after_sale;
mod buyers;
mod check;
mod database;
mod merchants;
mod mock;
mod orders;
mod patch;
mod payments;
mod published;
mod refusal;
mod reporting;
mod routes;
mod schema;
mod vault;
mod vault_check;
mod vault_routes;
mod webhooks;

pub use buyers::{BUYERS, Buyer, Scenario};
pub use merchants::{Merchant, OWNER, STRANGER};
pub use vault::stored_accounts;

use crate::ending;
use crate::gateway::LedgerError;
use crate::movements;
use access::AccessToken;
use axum::Router;
use database::Database;
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use zkratka_commerce::time::Timestamp;

/// The sandbox's only application. Its credentials are public, so live mode refuses them.
pub const CLIENT_ID: &str = "zkratka-sandbox-client";
pub const SECRET: &str = "zkratka-sandbox-secret";
/// The webhook that the sandbox signs for.
pub const WEBHOOK_ID: &str = "ZKRATKA-SANDBOX-WEBHOOK";

#[derive(Clone)]
pub struct PayPalSandboxSettings {
    pub file: PathBuf,
    pub webhook_url: String,
    pub token_life: Duration,
    /// How long a transaction takes to appear in the search.
    pub search_lag: Duration,
    /// Whether the application may read disputes.
    pub may_read_disputes: bool,
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

/// Cheap to clone.
#[derive(Clone)]
pub struct PayPalSandbox {
    inner: Arc<Inner>,
}

struct Inner {
    settings: PayPalSandboxSettings,
    database: Database,
    /// A restart drops them, as PayPal may do at any time.
    tokens: Mutex<HashMap<String, AccessToken>>,
    /// Wakes the delivery of webhooks.
    outbox: Notify,
}

impl PayPalSandbox {
    /// Opens the file or creates it.
    pub fn open(settings: PayPalSandboxSettings) -> Result<Self, LedgerError> {
        let database = Database::open(
            &settings.file,
            &[database::SCHEMA, movements::SCHEMA].concat(),
        )?;
        Ok(Self {
            inner: Arc::new(Inner {
                settings,
                database,
                tokens: Mutex::default(),
                outbox: Notify::new(),
            }),
        })
    }

    /// The browser's routes.
    pub fn browser_routes(&self) -> Router {
        routes::browser(self.clone())
    }

    /// Serves the REST API and delivers webhooks, until `shutdown` resolves.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let origin = format!("http://{}", listener.local_addr()?);
        let routes = routes::server(self.clone());
        ending::serve(
            listener,
            routes,
            |ending| webhooks::run(&self, origin, ending),
            shutdown,
        )
        .await
    }

    /// Serves the REST API and delivers nothing, for a reader beside the process that owns the file.
    pub async fn serve_readers(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        axum::serve(listener, routes::server(self))
            .with_graceful_shutdown(shutdown)
            .await
    }

    fn now(&self) -> Timestamp {
        (self.inner.settings.clock)()
    }
}
