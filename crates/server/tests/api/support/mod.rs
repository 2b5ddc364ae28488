//! A shop on its own port, with a store in its own folder.

mod answers;
mod catalogue;
mod clock;
mod documents;
mod guarded_store;
mod premises;
mod purchase;

use guarded_store::{Busy, GuardedStore};

pub(crate) use answers::{Answer, attempt_key, codes, fields, gid_number};
pub(crate) use catalogue::{BOOK, EBOOK, GIFT, MUG, SECRET, SHIRT, VOUCHER, products};
pub(crate) use clock::HandClock;
pub(crate) use documents::{CART, mutation, mutation_names};
pub(crate) use guarded_store::{Guard, Guarded, Hold, until};
pub(crate) use premises::ShopPlace;
pub(crate) use purchase::billing;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;
use zkratka_commerce::cart::CartStatus;
use zkratka_commerce::catalogue::Product;
use zkratka_config::Config;
use zkratka_server::{Overrides, RunningServer, Server};
use zkratka_store::Store;
use zkratka_store::clock::Clock;

/// The key that a live shop needs for codes of gift cards. Each shop's folder has the file.
pub(crate) const GIFT_CARD_KEY: &str =
    "\n[gift_card_codes]\nkeys = [{ id = \"2026\", secret_file = \"gift-cards.key\" }]\n";

pub(crate) const TOKEN: &str = "test-token-of-the-shop";
const TOKEN_HEADER: &str = "X-Shopify-Storefront-Access-Token";

/// The origin of the other storefront, which may call the API.
pub(crate) const STOREFRONT: &str = "https://jiny-obchod.example";

pub(crate) struct Shop {
    pub(crate) server: RunningServer,
    pub(crate) client: Client,
    folder: TempDir,
    config: String,
}

impl Shop {
    /// The link of the order made from this cart, as the buyer who paid gets it.
    pub(crate) async fn order_link(&self, cart: &Value) -> String {
        let id = cart["id"].as_str().unwrap();
        let (token, secret) = zkratka_ids::gid::parse_cart(id).unwrap();
        let app = self.server.app();
        let stored = app.store.cart(token.key).await.unwrap().unwrap();
        let CartStatus::Completed { attempt, .. } = stored.status else {
            panic!("there is no order");
        };
        let attempt = app.store.attempt(attempt).await.unwrap().unwrap();
        app.order_url(&token, &secret, &attempt)
    }
}

impl Shop {
    /// Opens the shop with the default configuration.
    pub(crate) async fn open() -> Self {
        Self::open_with(|config| config).await
    }

    /// Opens the shop with a changed configuration.
    pub(crate) async fn open_with(change: impl FnOnce(String) -> String) -> Self {
        Self::start(change, |store| store, None).await
    }

    /// Opens the shop with a changed configuration and another clock.
    pub(crate) async fn open_at(
        clock: Arc<dyn Clock>,
        change: impl FnOnce(String) -> String,
    ) -> Self {
        Self::start(change, |store| store, Some(clock)).await
    }

    /// Opens the shop on a store that is always busy.
    pub(crate) async fn open_busy() -> Self {
        Self::open_guarded(|config| config, Arc::new(Busy)).await
    }

    /// Opens the shop on a store whose calls are guarded.
    pub(crate) async fn open_guarded(
        change: impl FnOnce(String) -> String,
        guard: Arc<dyn Guard>,
    ) -> Self {
        Self::start(change, guarded(guard), None).await
    }

    /// Opens a shop without goods on a store whose calls are guarded.
    pub(crate) async fn open_empty(
        change: impl FnOnce(String) -> String,
        guard: Arc<dyn Guard>,
    ) -> Self {
        Self::start_with(Vec::new(), change, guarded(guard), None).await
    }

    /// Opens this many servers of one shop on one PostgreSQL database.
    pub(crate) async fn open_together(servers: usize) -> Vec<Self> {
        let database = zkratka_testing::fresh_database();
        let text = format!("{CONFIG}[store]\npostgres = \"{database}\"\n")
            .replace("TOKEN", TOKEN)
            .replace("STOREFRONT", STOREFRONT);
        let mut shops = Vec::new();
        for _ in 0..servers {
            let folder = tempfile::tempdir().unwrap();
            let config = Config::parse(&text, folder.path()).unwrap();
            let server = Server::start(config, Overrides::default()).await.unwrap();
            shops.push(Self {
                server,
                client: Client::new(),
                folder,
                config: text.clone(),
            });
        }
        shops
    }

    async fn start(
        change: impl FnOnce(String) -> String,
        wrap: impl FnOnce(Arc<dyn Store>) -> Arc<dyn Store>,
        clock: Option<Arc<dyn Clock>>,
    ) -> Self {
        Self::start_with(catalogue::products(), change, wrap, clock).await
    }

    async fn start_with(
        goods: Vec<Product>,
        change: impl FnOnce(String) -> String,
        wrap: impl FnOnce(Arc<dyn Store>) -> Arc<dyn Store>,
        clock: Option<Arc<dyn Clock>>,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // 32 bytes as base64.
        let key = "YWFh".repeat(10) + "YWE=";
        std::fs::write(folder.path().join("gift-cards.key"), key).unwrap();
        let text = change(
            CONFIG
                .replace("TOKEN", TOKEN)
                .replace("STOREFRONT", STOREFRONT),
        );
        let text = text + &zkratka_testing::store_section();
        let config = Config::parse(&text, folder.path()).unwrap();
        let store = zkratka_store::open(&config.store.place, config.server.mode)
            .await
            .unwrap();
        store.import(goods).await.unwrap();
        let overrides = Overrides {
            store: Some(wrap(store)),
            clock,
            ..Overrides::default()
        };
        let server = Server::start(config, overrides).await.unwrap();
        Self {
            server,
            client: Client::new(),
            folder,
            config: text,
        }
    }

    /// The configuration in live mode, on the same store. Live mode refuses the emulated gateway and the gift cards.
    pub(crate) fn live_config(&self) -> Config {
        let (text, _) = self.config.split_once("[[gift_cards]]").unwrap();
        let live = text
            .replace("mode = \"test\"", "mode = \"live\"")
            .replace(
                "public_origin = \"\"",
                "public_origin = \"https://kram.example\"",
            )
            .replace("card = true", "card = false");
        let store = self.config.find("[store]");
        // Live shops on a shared database need a secret for captchas.
        let live = live
            + store.map_or("", |start| &self.config[start..])
            + "\n[captcha]\ndemand = \"never\"\n"
            + GIFT_CARD_KEY;
        Config::parse(&live, self.folder.path()).unwrap()
    }

    /// Closes the shop and opens it again on the same store with a changed configuration.
    pub(crate) async fn reopen(self, change: impl FnOnce(String) -> String) -> Self {
        let (server, folder) = (self.server, self.folder);
        let overrides = Overrides {
            store: Some(Arc::clone(&server.app().store)),
            ..Overrides::default()
        };
        server.stop().await;
        let text = change(self.config);
        let config = Config::parse(&text, folder.path()).unwrap();
        Self {
            server: Server::start(config, overrides).await.unwrap(),
            client: self.client,
            folder,
            config: text,
        }
    }

    /// Changes a product as an import does; buyers see the change at once.
    pub(crate) async fn reimport(&self, handle: &str, change: impl FnOnce(&mut Product)) {
        let mut product = Product::clone(&*self.product(handle).await);
        change(&mut product);
        let app = self.server.app();
        app.store.import(vec![product]).await.unwrap();
        app.catalogue.refresh(&*app.store).await.unwrap();
    }

    /// A product as the store has it.
    pub(crate) async fn product(&self, handle: &str) -> Arc<Product> {
        let catalogue = self.server.app().store.catalogue().await.unwrap();
        Arc::clone(catalogue.product(handle).unwrap())
    }

    /// The global id of a product's variant.
    pub(crate) async fn variant(&self, handle: &str, position: usize) -> String {
        let id = self.product(handle).await.variants[position].id;
        format!("gid://shopify/ProductVariant/{}", id.0)
    }

    /// A POST request to the API, not yet sent.
    pub(crate) fn post(&self) -> RequestBuilder {
        let url = format!("{}/api/2026-04/graphql.json", self.server.base_url);
        self.client.post(url).header(TOKEN_HEADER, TOKEN)
    }

    pub(crate) async fn send(&self, body: impl Into<reqwest::Body>) -> Response {
        let request = self.post().header(CONTENT_TYPE, "application/json");
        request.body(body).send().await.unwrap()
    }

    /// Runs a document; the status must be 200.
    pub(crate) async fn run(&self, query: &str, variables: Value) -> Answer {
        let body = json!({ "query": query, "variables": variables });
        let response = self.post().json(&body).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(
            response.headers()[CONTENT_TYPE],
            "application/json; charset=utf-8"
        );
        Answer(response.json().await.unwrap())
    }

    /// Runs a mutation of [`mutation`] on a cart; it must have no GraphQL errors. Returns its payload.
    pub(crate) async fn mutate(&self, name: &str, variables: Value) -> Value {
        self.run(&mutation(name), variables).await.field(name)
    }

    /// Creates a cart with these products, variant indices and quantities.
    pub(crate) async fn cart(&self, lines: &[(&str, usize, i64)]) -> Value {
        let mut inputs = Vec::new();
        for &(handle, position, quantity) in lines {
            let variant = self.variant(handle, position).await;
            inputs.push(json!({ "merchandiseId": variant, "quantity": quantity }));
        }
        let variables = json!({ "input": { "lines": inputs } });
        let payload = self.mutate("cartCreate", variables).await;
        assert_eq!(payload["userErrors"], json!([]));
        payload["cart"].clone()
    }

    pub(crate) async fn read(&self, id: &Value) -> Value {
        let query = format!("query ($id: ID!) {{ cart(id: $id) {{ ...F }} }} {CART}");
        self.run(&query, json!({ "id": id })).await.field("cart")
    }
}

/// Wraps the store in a guard.
fn guarded(guard: Arc<dyn Guard>) -> impl FnOnce(Arc<dyn Store>) -> Arc<dyn Store> {
    |within| Arc::new(GuardedStore { within, guard })
}

/// The shop's configuration: Czech rates, and a payment method of each kind.
const CONFIG: &str = r#"
[server]
listen = "127.0.0.1:0"
public_origin = ""
mode = "test"

[shop]
id = 7
name = "Zkušební krám"
email = "kram@example.com"
bank_account = "2000145399/0800"
iban = "CZ7908000000002000145399"
country = "CZ"
currency = "CZK"

[storefront]
access_token = "TOKEN"
allowed_origins = ["STOREFRONT"]

[tax]
default = "standard"
delivery = "standard"

[tax.classes]
standard = "21"
reduced = "12"
zero = "0"

[tax.product_types]
"Knihy" = "zero"

[[delivery]]
handle = "ppl"
title = "PPL na adresu"
description = "Do druhého dne"
type = "SHIPPING"
free_from = "1500"
cash_on_delivery = true
rates = [{ up_to_kg = 5, price = "119" }]

[[delivery]]
handle = "rozvoz"
title = "Rozvoz po okolí"
type = "LOCAL"
cash_on_delivery = false
rates = [{ price = "49.50" }]

[[delivery]]
handle = "odber"
title = "Osobní odběr"
type = "PICK_UP"
cash_on_delivery = true
rates = [{ price = "0" }]

[[delivery]]
handle = "vydejna"
title = "Výdejní místo"
type = "PICKUP_POINT"
cash_on_delivery = true
rates = [{ price = "79" }]
points = [{ handle = "brno", title = "Brno", address = "Zahradnická 3, Brno" }]

[payments]
card = true
cash_on_delivery = true
bank_transfer = true

[limits]
body_bytes = 262144
cart_lines = 5
line_quantity = 100
"#;
