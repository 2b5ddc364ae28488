//! PayPal, emulated: the REST interface as far as a shop needs it (tokens, orders, authorisations, kept accounts), signed
//! webhooks, and what a buyer does at PayPal's own pages.
//!
//! Every body is checked against the published rules, independently of our client: what PayPal would refuse is refused
//! here with the same codes. It keeps its orders in a file, and a ledger like the card gateway's beside them.

mod access;
mod book;
mod buyers;
mod check;
mod form;
mod mock;
mod moment;
mod orders;
mod patch;
mod payments;
mod published;
mod refusal;
mod routes;
mod vault;
mod vault_check;
mod vault_routes;
mod webhooks;

pub use buyers::{BUYERS, Buyer, Scenario};
pub use vault::kept_accounts;

use crate::ending;
use crate::gateway::LedgerError;
use axum::Router;
use book::Book;
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use zkratka_commerce::time::Timestamp;

/// The application that the sandbox knows. Everybody knows these: live mode refuses them.
pub const CLIENT_ID: &str = "zkratka-sandbox-client";
/// Its secret.
pub const SECRET: &str = "zkratka-sandbox-secret";
/// The webhook that the sandbox signs for.
pub const WEBHOOK_ID: &str = "ZKRATKA-SANDBOX-WEBHOOK";

/// How the emulation is set up.
#[derive(Clone)]
pub struct PayPalSandboxSettings {
    /// Its file.
    pub file: PathBuf,
    /// Where webhooks go.
    pub webhook_url: String,
    /// How long access tokens live.
    pub token_life: Duration,
    /// The clock.
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

/// The emulation. Cheap to clone.
#[derive(Clone)]
pub struct PayPalSandbox {
    inner: Arc<Inner>,
}

struct Inner {
    settings: PayPalSandboxSettings,
    book: Book,
    /// Access tokens and when they end. Forgotten with the process, as PayPal forgets them whenever it likes.
    tokens: Mutex<HashMap<String, Timestamp>>,
    /// Something is to be delivered.
    outbox: Notify,
}

impl PayPalSandbox {
    /// Opens the file, or makes it.
    pub fn open(settings: PayPalSandboxSettings) -> Result<Self, LedgerError> {
        let book = Book::open(&settings.file, book::SCHEMA)?;
        Ok(Self {
            inner: Arc::new(Inner {
                settings,
                book,
                tokens: Mutex::default(),
                outbox: Notify::new(),
            }),
        })
    }

    /// What a buyer's browser talks to.
    pub fn browser_routes(&self) -> Router {
        routes::browser(self.clone())
    }

    /// Serves the REST interface and delivers webhooks, until `shutdown` resolves.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let origin = format!("http://{}", listener.local_addr()?);
        let routes = routes::server(self.clone());
        let (serving, delivering) = ending::shared(shutdown);
        let deliver = webhooks::run(&self, origin, delivering);
        let serve = async move {
            axum::serve(listener, routes)
                .with_graceful_shutdown(serving)
                .await
        };
        let (served, ()) = tokio::join!(serve, deliver);
        served
    }

    fn now(&self) -> Timestamp {
        (self.inner.settings.clock)()
    }
}
