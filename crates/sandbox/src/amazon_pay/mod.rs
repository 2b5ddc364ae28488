//! Amazon Pay, emulated: the REST API as far as a shop needs it (checkout sessions, charge permissions, charges,
//! refunds, disputes), notifications that are really signed, and what Amazon's pages do for a buyer.
//!
//! Requests and buttons must be signed by a registered key, and every body is checked against the published members,
//! independently of the shop's client: the emulation refuses what Amazon is known to refuse, with the same codes. It has
//! a file with its objects, and a ledger like the card gateway's.
//!
//! # The pages
//!
//! Amazon's pages and its `checkout.js` call [`AmazonPaySandbox::browser_routes`]. Bodies and answers are JSON; a refusal
//! is `{reasonCode, message}`. Whoever knows a session's identifier may act for its buyer.
//!
//! | request | body | answer |
//! |---|---|---|
//! | `POST /sessions` | the button: `merchantId`, `publicKeyId`, `ledgerCurrency`, `productType`, `checkoutLanguage`, `sandbox`, `createCheckoutSessionConfig {payloadJSON, signature, algorithm, publicKeyId}` | `{checkoutSessionId}` |
//! | `GET /sessions/{id}` | | the page: `state`, `reasonCode`, `productType`, `storeName`, `amount`, `recurring`, `canPay`, `buyers` (with `served`), and of the signed-in `buyer` the `addresses` (with `served`), the `cards`, `chosenAddress` and `chosenCard` |
//! | `POST /sessions/{id}/sign-in` | `{buyer}` | the page |
//! | `POST /sessions/{id}/choose` | `{address, card}`, either may be absent | the page |
//! | `POST /sessions/{id}/continue` | | `{url}`: the shop's review page, or its result page for `checkoutMode` `ProcessOrder` |
//! | `POST /sessions/{id}/pay` | | `{url}`: the shop's result page; what the card stands for has happened |
//! | `POST /sessions/{id}/cancel` | | `{url}`: where a buyer goes who cancels |
//!
//! `amazonPayRedirectUrl` is `{pages_url}/pay?amazonCheckoutSessionId={id}`. The page that picks addresses and cards,
//! also for `bindChangeAction`, is `{pages_url}/choose?amazonCheckoutSessionId={id}`.
//!
//! # Controls
//!
//! They need [`CONTROL_SECRET`] as a bearer token. `POST /charges/{id}/control` takes what the other providers' controls
//! take, except `fail_capture`; each dispute is told as a chargeback. `POST /sessions/{id}/control` takes `{"action":"expire"}`, after
//! which the session is 24 hours old. `POST /notifications/control` takes `{"action":"hold"}`, `{"action":"release"}` with
//! `reversed` and `copies`, and `{"action":"subscribe"}`.

mod access;
mod account;
mod buyers;
mod canonical;
mod charge;
mod charges;
mod completion;
mod database;
mod delivery;
mod disputes;
mod notifications;
mod page_routes;
mod pages;
mod permissions;
mod published;
mod refunds;
mod refusal;
mod routes;
mod schema;
mod session_view;
mod sessions;
mod signature;
mod sns;
mod status;
mod wallet;

pub use account::{Account, NoSuchLedger};
pub use buyers::{Address, AddressKind, BUYERS, Buyer};
pub use signature::{InvalidKey, PublicKey};
pub use sns::SignatureVersion;
pub use wallet::{CARDS, Card, Scenario};

use crate::ending;
use crate::gateway::LedgerError;
use crate::movements;
use axum::Router;
use database::Database;
use refusal::Refusal;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use zkratka_commerce::time::Timestamp;

/// The sandbox's only merchant. Its keys are public, so live mode refuses them.
pub const MERCHANT_ID: &str = "A1ZKRATKASNDBX";
pub const STORE_ID: &str = "amzn1.application-oa2-client.7a6b726174686173616e64626f780001";
pub const PUBLIC_KEY_ID: &str = "SANDBOX-ZKRATKA7SNDBX2KEY3ABCDE";
/// The private key of [`PUBLIC_KEY_ID`], as PEM.
pub const PRIVATE_KEY: &str = include_str!("merchant_key.pem");
/// The topic of the merchant's notifications.
pub const TOPIC_ARN: &str = "arn:aws:sns:eu-west-1:000000000000:zkratka-sandbox-amazon-pay";
/// Opens the scenario controls.
pub const CONTROL_SECRET: &str = "zkratka-sandbox-amazon-pay-control";

const MAX_BODY_BYTES: usize = 128 * 1_024;

#[derive(Clone)]
pub struct AmazonPaySandboxSettings {
    pub file: PathBuf,
    pub account: Account,
    /// Where notifications go.
    pub notification_url: String,
    pub signature_version: SignatureVersion,
    /// Where Amazon's pages are, without a slash at the end.
    pub pages_url: String,
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

/// The certificate that signs the sandbox's notifications is issued by this one, as PEM.
#[must_use]
pub const fn notification_authority_pem() -> &'static str {
    sns::AUTHORITY
}

/// The sandbox merchant's key.
pub fn sandbox_key() -> Result<PublicKey, InvalidKey> {
    PublicKey::new(PUBLIC_KEY_ID, PRIVATE_KEY)
}

/// Cheap to clone.
#[derive(Clone)]
pub struct AmazonPaySandbox {
    inner: Arc<Inner>,
}

struct Inner {
    settings: AmazonPaySandboxSettings,
    database: Database,
    /// Wakes the delivery of notifications.
    outbox: Notify,
}

impl AmazonPaySandbox {
    /// Opens the file or creates it.
    pub fn open(settings: AmazonPaySandboxSettings) -> Result<Self, LedgerError> {
        let database = Database::open(
            &settings.file,
            &[database::SCHEMA, movements::SCHEMA].concat(),
        )?;
        Ok(Self {
            inner: Arc::new(Inner {
                settings,
                database,
                outbox: Notify::new(),
            }),
        })
    }

    /// The routes of Amazon's pages.
    pub fn browser_routes(&self) -> Router {
        page_routes::browser(self.clone())
    }

    /// The routes of the REST API, for a server that brings its own TLS.
    pub fn api_routes(&self) -> Router {
        routes::server(self.clone())
    }

    /// Serves the REST API and delivers notifications, until `shutdown` resolves.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let origin = format!("http://{}", listener.local_addr()?);
        let routes = self.api_routes();
        ending::serve(
            listener,
            routes,
            |ending| self.deliver(origin, ending),
            shutdown,
        )
        .await
    }

    /// Serves the REST API until `shutdown` resolves, and delivers nothing: for a process that only reads.
    pub async fn serve_readers(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        axum::serve(listener, self.api_routes())
            .with_graceful_shutdown(shutdown)
            .await
    }

    /// Delivers notifications until `shutdown` resolves. The REST API is reachable at `origin`; the address of the
    /// signing certificate begins with it.
    pub async fn deliver(&self, origin: String, shutdown: impl Future<Output = ()> + Send) {
        notifications::run(self, origin, shutdown).await;
    }

    fn now(&self) -> Timestamp {
        (self.inner.settings.clock)()
    }

    fn account(&self) -> &Account {
        &self.inner.settings.account
    }

    fn key(&self, id: &str) -> Result<&PublicKey, Refusal> {
        self.account().key(id)
    }

    /// The address of one of Amazon's pages for a session.
    fn page_url(&self, page: &str, session: &str) -> String {
        let base = &self.inner.settings.pages_url;
        pages::with_session(&format!("{base}/{page}"), session)
    }
}
