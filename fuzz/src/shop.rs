//! A shop of the real kind: the whole server on a port of its own, its store in a temporary file.

mod catalogue;
mod prepared;

pub use prepared::{Prepared, ReadyCart, field};

use reqwest::header::{HeaderName, HeaderValue};
use reqwest::{Client, Method, Url, redirect::Policy};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::time::Duration;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use zkratka_config::Config;
use zkratka_server::{Overrides, RunningServer, Server};

/// What callers of the cart API send.
pub const ACCESS_TOKEN: &str = "token-obchodu";

/// Longer than any answer may take; the sandbox's slow cards answer within it too.
const PATIENCE: Duration = Duration::from_secs(20);

/// After so many inputs the shop is opened anew, so that what they leave in it neither slows it down nor fills the disk.
const INPUTS_PER_SHOP: u32 = 20_000;

const CONFIGURATION: &str = include_str!("shop/zkratka.toml");

/// An open shop.
pub struct Shop {
    runtime: Runtime,
    server: Option<RunningServer>,
    client: Client,
    /// A cart to begin with, and what else the shop knows by name.
    pub prepared: Prepared,
    inputs: u32,
    _folder: TempDir,
}

/// What is sent.
pub struct Sent<'s> {
    /// The method.
    pub method: Method,
    /// Path and query.
    pub path: &'s str,
    /// Headers; those that HTTP does not allow are left out.
    pub headers: Vec<(&'static str, Vec<u8>)>,
    /// The body.
    pub body: Vec<u8>,
}

/// What came back.
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

/// Lets an input into the open shop; opens it before the first.
pub fn enter<T>(visit: impl FnOnce(&mut Shop) -> T) -> T {
    // The last one is never dropped: when the thread's variables go, the server could no longer be stopped.
    thread_local!(static SHOP: RefCell<ManuallyDrop<Option<Shop>>> = const { RefCell::new(ManuallyDrop::new(None)) });
    SHOP.with_borrow_mut(|shop| {
        if shop
            .as_ref()
            .is_none_or(|shop| shop.inputs >= INPUTS_PER_SHOP)
        {
            shop.take();
        }
        let shop = shop.get_or_insert_with(Shop::open);
        shop.inputs += 1;
        visit(shop)
    })
}

impl Shop {
    fn open() -> Self {
        // One thread, so that a run does not depend on who comes first.
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let server = runtime.block_on(async {
            let config = Config::parse(CONFIGURATION, folder.path()).unwrap();
            let mode = config.server.mode;
            let store = zkratka_store::open(&config.store.place, mode)
                .await
                .unwrap();
            store.import(catalogue::products()).await.unwrap();
            let overrides = Overrides {
                store: Some(store),
                ..Overrides::default()
            };
            Server::start(config, overrides).await.unwrap()
        });
        let client = Client::builder().no_proxy().redirect(Policy::none());
        let mut shop = Self {
            runtime,
            server: Some(server),
            client: client.build().unwrap(),
            prepared: Prepared::default(),
            inputs: 0,
            _folder: folder,
        };
        shop.prepared = Prepared::in_shop(&shop);
        shop
    }

    /// Sends a request. The answer must come in time and must not be a fault of the server's.
    pub fn send(&self, sent: Sent<'_>) -> Answer {
        let base = &self.server.as_ref().unwrap().base_url;
        let Ok(url) = Url::parse(&format!("{base}{}", sent.path)) else {
            return Answer {
                status: 0,
                body: Vec::new(),
            };
        };
        let mut request = self.client.request(sent.method, url).body(sent.body);
        for (name, value) in sent.headers {
            if let Ok(value) = HeaderValue::from_bytes(&value) {
                request = request.header(HeaderName::from_static(name), value);
            }
        }
        let (status, kind, body) = self.runtime.block_on(async {
            let asking = async {
                let response = request.send().await.expect("an answer");
                let status = response.status().as_u16();
                let kind = response.headers().get("content-type").cloned();
                (status, kind, response.bytes().await.expect("a whole body"))
            };
            let answer = tokio::time::timeout(PATIENCE, asking).await;
            answer.expect("no request hangs")
        });
        let text = || String::from_utf8_lossy(&body);
        assert!(
            status < 500,
            "the server is at fault ({status}): {}",
            text()
        );
        let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        if is_json && !body.is_empty() {
            let read = serde_json::from_slice::<Value>(&body);
            assert!(read.is_ok(), "broken JSON: {}", text());
        }
        Answer {
            status,
            body: body.into(),
        }
    }

    /// Posts a body to the cart API.
    pub fn post(&self, body: Vec<u8>) -> Answer {
        let answer = self.send(Sent {
            method: Method::POST,
            path: "/api/2026-04/graphql.json",
            headers: vec![
                ("content-type", b"application/json".to_vec()),
                ("x-storefront-access-token", ACCESS_TOKEN.into()),
            ],
            body,
        });
        let at_fault = b"INTERNAL_SERVER_ERROR";
        let text = || String::from_utf8_lossy(&answer.body);
        let is_at_fault = answer
            .body
            .windows(at_fault.len())
            .any(|part| part == at_fault);
        assert!(!is_at_fault, "the server is at fault: {}", text());
        answer
    }

    /// Runs a document of ours; what it answers.
    pub fn run(&self, query: &str, variables: &Value) -> Value {
        let body = json!({ "query": query, "variables": variables });
        let answer = self.post(body.to_string().into_bytes());
        serde_json::from_slice(&answer.body).unwrap()
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            self.runtime.block_on(server.stop());
        }
    }
}
