//! A shop and its gateway, each a process with files of its own.

use crate::process::{Process, until_answering};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use zkratka_server::config::{StorePlace, StoreSettings};
use zkratka_server::open_store;
use zkratka_store::Store;
use zkratka_store::postgres::Address;
use zkratka_testing::{fresh_database, on_postgres};

pub(crate) const ACCESS_TOKEN: &str = "token-obchodu";
const SECRET: (&str, &str) = ("ZKRATKA_SANDBOX_SECRET", "jen-pro-zkousky-1234567890");

/// What the shop sells: handle, price in haléře, pieces in stock.
pub(crate) const GOODS: &[(&str, i64, i64)] = &[
    ("sesit", 4_990, 100_000),
    ("kniha", 39_900, 300),
    ("obraz", 1_290_050, 12),
];

/// Files, addresses, and the processes that run now.
pub(crate) struct Shop {
    pub(crate) http: reqwest::Client,
    pub(crate) origin: String,
    pub(crate) gateway: String,
    folder: TempDir,
    place: StorePlace,
    server_process: Option<Process>,
    gateway_process: Option<Process>,
}

impl Shop {
    /// Writes the files and starts both processes.
    pub(crate) async fn open() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let origin = format!("http://{}", free_address());
        let gateway = format!("http://{}", free_address());
        let file = |name: &str, text: String| {
            std::fs::write(folder.path().join(name), text).expect("written");
        };
        file("catalogue.csv", catalogue());
        let (place, store) = place(folder.path());
        file("zkratka.toml", configuration(&origin, &gateway, &store));
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(30))
            .build()
            .expect("a client");
        let mut shop = Self {
            http,
            origin,
            gateway,
            folder,
            place,
            server_process: None,
            gateway_process: None,
        };
        shop.start_gateway().await;
        shop.start_server(&[]).await;
        shop
    }

    /// The shop's store, opened beside the server.
    pub(crate) async fn store(&self) -> Arc<dyn Store> {
        let settings = StoreSettings {
            place: self.place.clone(),
            cart_days: 30,
        };
        open_store(&settings).await.expect("the shop's store")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) async fn start_gateway(&mut self) {
        let notify = format!("{}/webhooks/sandbox", self.origin);
        self.start_gateway_notifying(&notify).await;
    }

    /// From now on the gateway's notifications do not arrive: the shop learns nothing but what it asks.
    #[cfg(feature = "fail-points")]
    pub(crate) async fn silence_gateway(&mut self) {
        let nobody = format!("http://{}/", free_address());
        self.kill_gateway();
        self.start_gateway_notifying(&nobody).await;
    }

    /// Notifications arrive again, and those that did not.
    #[cfg(feature = "fail-points")]
    pub(crate) async fn hear_gateway(&mut self) {
        self.kill_gateway();
        self.start_gateway().await;
    }

    async fn start_gateway_notifying(&mut self, notify: &str) {
        let ledger = self.path("ledger.sqlite");
        let arguments = [
            "sandbox-gateway",
            "--listen",
            self.gateway.trim_start_matches("http://"),
            "--ledger",
            ledger.to_str().expect("text"),
            "--notify-url",
            notify,
            "--shop-origin",
            &self.origin,
        ];
        let mut process = Process::start(&arguments, &[SECRET], &self.path("gateway.log"));
        let url = format!("{}/hosted-fields", self.gateway);
        until_answering(&self.http, &url, &mut process).await;
        self.gateway_process = Some(process);
    }

    /// Starts the server and waits until it answers.
    pub(crate) async fn start_server(&mut self, environment: &[(&str, &str)]) {
        self.spawn_server(environment);
        let url = format!("{}/healthz", self.origin);
        let process = self.server_process.as_mut().expect("it was started");
        until_answering(&self.http, &url, process).await;
    }

    /// Starts the server, which may die before it answers anything.
    pub(crate) fn spawn_server(&mut self, environment: &[(&str, &str)]) {
        let config = self.path("zkratka.toml");
        let arguments = ["serve", "--config", config.to_str().expect("text")];
        let environment: Vec<_> = environment.iter().copied().chain([SECRET]).collect();
        let process = Process::start(&arguments, &environment, &self.path("server.log"));
        self.server_process = Some(process);
    }

    pub(crate) fn kill_server(&mut self) {
        let mut process = self.server_process.take().expect("it runs");
        if let Some(status) = process.ended() {
            panic!("the server ended by itself: {status}\n{}", self.log());
        }
        process.kill();
    }

    pub(crate) fn kill_gateway(&mut self) {
        self.gateway_process.take().expect("it runs").kill();
    }

    #[cfg(feature = "fail-points")]
    pub(crate) const fn server_process(&mut self) -> Option<&mut Process> {
        self.server_process.as_mut()
    }

    /// The end of what the servers logged.
    pub(crate) fn log(&self) -> String {
        let log = std::fs::read_to_string(self.path("server.log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(60)..].join("\n")
    }
}

fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").to_string()
}

fn catalogue() -> String {
    let mut csv = String::from(
        "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,\
         Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,\
         Variant Price,Variant Requires Shipping,Variant Taxable\n",
    );
    for (handle, price, pieces) in GOODS {
        use std::fmt::Write;
        let (whole, rest) = (price / 100, price % 100);
        let _ = writeln!(
            csv,
            "{handle},{handle},,,,,true,Title,Default Title,{handle},100,shopify,{pieces},deny,\
             {whole}.{rest:02},false,true"
        );
    }
    csv
}

/// Where the shop is kept, and how its configuration says so.
fn place(folder: &Path) -> (StorePlace, String) {
    if on_postgres() {
        let url = fresh_database();
        let section = format!("[store]\npostgres = \"{url}\"");
        let place = StorePlace::Postgres {
            address: Box::new(Address::parse(&url, None).expect("a URL")),
            connections: 4,
        };
        (place, section)
    } else {
        let file = folder.join("shop.sqlite");
        let section = "[store]\nsqlite = \"shop.sqlite\"".to_owned();
        (StorePlace::Sqlite(file), section)
    }
}

fn configuration(origin: &str, gateway: &str, store: &str) -> String {
    let listen = origin.trim_start_matches("http://");
    let (name, _) = SECRET;
    format!(
        r#"
[server]
listen = "{listen}"
public_origin = "{origin}"
mode = "test"
{store}
[shop]
id = 7
name = "Zkušební krám"
email = "kram@example.com"
bank_account = "2000145399/0800"
[storefront]
access_token = "{ACCESS_TOKEN}"
[catalogue]
import = ["catalogue.csv"]
[[delivery]]
handle = "ppl"
title = "PPL"
rates = [{{ up_to_kg = 5, price = "89" }}]
[payments.sandbox]
url = "{gateway}"
secret_env = "{name}"
"#
    )
}
