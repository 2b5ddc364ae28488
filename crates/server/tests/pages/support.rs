//! A shop of its own for every test, and a shopper whose browser runs no scripts.

use reqwest::header::{CONTENT_TYPE, COOKIE, LOCATION, ORIGIN, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use zkratka_config::Config;
use zkratka_server::{Overrides, RunningServer, Server};
use zkratka_store::clock::Clock;

pub(crate) const ACCESS_TOKEN: &str = "token-obchodu";

/// A running shop with the test theme and the test catalogue.
pub(crate) struct Shop {
    pub(crate) server: RunningServer,
    folder: TempDir,
}

/// Servers that share a database share the secret of the wallet's codes.
fn with_wallet_secret(text: &str, folder: &Path) -> String {
    let wallet = "[shop_wallet]\nenabled = true\n";
    if !zkratka_testing::on_postgres() || !text.contains(wallet) {
        return text.to_owned();
    }
    std::fs::write(folder.join("wallet"), "a secret of servers").expect("written");
    text.replace(wallet, &format!("{wallet}secret_file = \"wallet\"\n"))
}

impl Shop {
    pub(crate) async fn open() -> Self {
        Self::open_with("").await
    }

    /// Opens a shop that trusts these proxies.
    pub(crate) async fn open_trusting(proxies: &str) -> Self {
        let trusting = format!("[server]\ntrusted_proxies = {proxies}");
        let trust = |text: String| text.replace("[server]", &trusting);
        Self::open_changed(trust, Overrides::default()).await
    }

    /// Opens a shop with more lines in its configuration.
    pub(crate) async fn open_with(more: &str) -> Self {
        Self::open_changed(|text| text + more, Overrides::default()).await
    }

    /// Opens a shop with Google Pay that a storefront on another origin uses, too.
    pub(crate) async fn open_beside(origin: &str) -> Self {
        Self::open_beside_with(origin, "[wallets.google_pay]\nenabled = true\n").await
    }

    /// Opens a shop with more lines that a storefront on another origin uses, too.
    pub(crate) async fn open_beside_with(origin: &str, more: &str) -> Self {
        let allowing = format!("[storefront]\nallowed_origins = [\"{origin}\"]");
        let change = |text: String| text.replace("[storefront]", &allowing) + more;
        Self::open_changed(change, Overrides::default()).await
    }

    /// Opens a shop whose buyers see this origin.
    pub(crate) async fn open_as(origin: &str) -> Self {
        let seen = format!("[server]\npublic_origin = \"{origin}\"");
        let change = |text: String| text.replace("[server]", &seen);
        Self::open_changed(change, Overrides::default()).await
    }

    /// Opens a shop with another clock.
    pub(crate) async fn open_at(clock: Arc<dyn Clock>) -> Self {
        let overrides = Overrides {
            clock: Some(clock),
            ..Overrides::default()
        };
        Self::open_changed(|text| text, overrides).await
    }

    /// Opens a shop that sells `kniha.epub`, with another clock.
    pub(crate) async fn open_with_a_file(clock: Arc<dyn Clock>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let files = folder.path().join("downloads");
        std::fs::create_dir(&files).expect("a folder");
        std::fs::write(files.join("kniha.epub"), "obsah knihy").expect("written");
        let feed = "Handle,Title,Variant Price,Variant Requires Shipping,Variant Download\n\
                    e-kniha,E-kniha,179,false,kniha.epub\n";
        std::fs::write(folder.path().join("goods.csv"), feed).expect("written");
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
        let own = "downloads = \"downloads\"\nimport = [\"goods.csv\", ";
        let text = configuration(&fixtures).replace("import = [", own);
        let overrides = Overrides {
            clock: Some(clock),
            ..Overrides::default()
        };
        Self::start(
            &(text + &zkratka_testing::store_section()),
            folder,
            overrides,
        )
        .await
    }

    /// Opens the demo shop: its configuration, catalogue and theme, with every emulated wallet that needs no files.
    pub(crate) async fn open_demo() -> Self {
        Self::open_demo_changed(|text| text).await
    }

    /// Opens the demo shop with another clock.
    pub(crate) async fn open_demo_at(clock: Arc<dyn Clock>) -> Self {
        let overrides = Overrides {
            clock: Some(clock),
            ..Overrides::default()
        };
        Self::open_demo_with(|text| text, overrides).await
    }

    /// Opens the demo shop without any wallet.
    pub(crate) async fn open_demo_without_wallets() -> Self {
        let off = |text: String| {
            let (before, wallets) = text.split_once("\n[wallets.").expect("wallets");
            let before = before.replace("recommended = \"google_pay\"", "");
            let wallets = wallets.replace("\nenabled = true", "\nenabled = false");
            format!("{before}\n[wallets.{wallets}")
        };
        Self::open_demo_changed(off).await
    }

    /// Opens the demo shop with a merchant's own theme.
    pub(crate) async fn open_demo_with_theme(theme: &Path) -> Self {
        let own = format!("theme = \"{}\"", theme.display());
        Self::open_demo_changed(|text| text.replace("theme = \"\"", &own)).await
    }

    async fn open_demo_changed(change: impl FnOnce(String) -> String) -> Self {
        Self::open_demo_with(change, Overrides::default()).await
    }

    async fn open_demo_with(change: impl FnOnce(String) -> String, overrides: Overrides) -> Self {
        let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../themes/demo");
        let text = std::fs::read_to_string(demo.join("zkratka.toml")).expect("the demo");
        let feed = format!("import = [\"{}\"]", demo.join("catalogue.csv").display());
        let files = format!("downloads = \"{}\"", demo.join("downloads").display());
        let token = format!("access_token = \"{ACCESS_TOKEN}\"");
        let mut text = change(text)
            .replace("listen = \"127.0.0.1:8080\"", "listen = \"127.0.0.1:0\"")
            .replace("public_origin = \"http://localhost:8080\"", "")
            .replace("access_token = \"sojka-verejny-ukazkovy-token\"", &token)
            .replace("import = [\"catalogue.csv\"]", &feed)
            .replace("downloads = \"downloads\"", &files);
        let folder = tempfile::tempdir().expect("a folder");
        if zkratka_testing::on_postgres() {
            let store = zkratka_testing::store_section();
            text = text.replace("[store]\nsqlite = \"data/zkratka.sqlite\"", &store);
        }
        Self::start(&text, folder, overrides).await
    }

    async fn open_changed(change: impl FnOnce(String) -> String, overrides: Overrides) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
        let text = change(configuration(&fixtures)) + &zkratka_testing::store_section();
        Self::start(&text, folder, overrides).await
    }

    async fn start(text: &str, folder: TempDir, overrides: Overrides) -> Self {
        let text = with_wallet_secret(text, folder.path());
        let config = Config::parse(&text, folder.path());
        let config = config.unwrap_or_else(|faults| panic!("{faults:#?}"));
        let server = Server::start(config, overrides).await;
        Self {
            server: server.expect("the server starts"),
            folder,
        }
    }

    /// The folder of the shop's own files.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.server.base_url)
    }

    /// The numeric id of a product's variant.
    pub(crate) fn variant(&self, handle: &str, index: usize) -> u64 {
        let catalogue = self.server.app().catalogue.current();
        let product = catalogue.product(handle).expect("the product");
        product.variants[index].id.0
    }

    pub(crate) fn shopper(&self) -> Shopper<'_> {
        Shopper {
            shop: self,
            client: Client::builder()
                .redirect(Policy::none())
                .no_proxy()
                .build()
                .expect("a client"),
            cookie: None,
        }
    }
}

fn configuration(fixtures: &Path) -> String {
    format!(
        r#"
[server]
listen = "127.0.0.1:0"
[shop]
id = 77
name = "Krámek & <syn>"
email = "kramek@example.com"
bank_account = "19-2000145399/0800"
[storefront]
access_token = "{ACCESS_TOKEN}"
theme = "{theme}"
[catalogue]
import = ["{feed}"]
[tax.product_types]
"Knihy" = "zero"
[[delivery]]
handle = "ppl"
title = "PPL"
free_from = "5000"
cash_on_delivery = true
rates = [{{ up_to_kg = 5, price = "89" }}]
[payments]
bank_transfer = true
"#,
        theme = fixtures.join("theme").display(),
        feed = fixtures.join("catalogue.csv").display(),
    )
}

/// A shopper whose browser stores the cart cookie and follows no redirect.
pub(crate) struct Shopper<'s> {
    pub(crate) shop: &'s Shop,
    pub(crate) client: Client,
    pub(crate) cookie: Option<String>,
}

impl Shopper<'_> {
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = if path.starts_with("http") {
            path.to_owned()
        } else {
            self.shop.url(path)
        };
        let request = self.client.request(method, url);
        match &self.cookie {
            Some(cookie) => request.header(COOKIE, cookie),
            None => request,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Page {
        let response = self.request(Method::GET, path).send().await;
        Page::read(response.expect("an answer")).await
    }

    /// Posts a form as the shop's own page would.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        let request = self
            .request(Method::POST, path)
            .header(ORIGIN, &self.shop.server.base_url)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body.extend_pairs(fields).finish());
        let response = request.send().await.expect("an answer");
        if let Some(cookie) = response.headers().get(SET_COOKIE) {
            let cookie = cookie.to_str().expect("text");
            let pair = cookie.split(';').next().unwrap_or_default();
            self.cookie = Some(pair.to_owned());
        }
        Page::read(response).await
    }

    pub(crate) async fn api(&self, query: &str, variables: Value) -> Value {
        let response = self
            .request(Method::POST, "/api/unstable/graphql.json")
            .header("X-Shopify-Storefront-Access-Token", ACCESS_TOKEN)
            .json(&json!({ "query": query, "variables": variables }))
            .send()
            .await
            .expect("an answer");
        let answer: Value = response.json().await.expect("JSON");
        assert!(answer.get("errors").is_none(), "{answer:#}");
        answer["data"].clone()
    }
}

/// A response, read to its end.
pub(crate) struct Page {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
}

impl Page {
    pub(crate) async fn read(response: Response) -> Self {
        Self {
            status: response.status(),
            headers: response.headers().clone(),
            text: response.text().await.expect("a text"),
        }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().expect("text"))
    }

    /// The target of a 303 redirect.
    pub(crate) fn leads_to(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.text);
        self.header(LOCATION.as_str())
    }

    #[track_caller]
    pub(crate) fn says(&self, text: &str) {
        assert!(self.text.contains(text), "no {text:?} in:\n{}", self.text);
    }

    #[track_caller]
    pub(crate) fn says_nothing_of(&self, text: &str) {
        assert!(!self.text.contains(text), "{text:?} in:\n{}", self.text);
    }

    /// The text between two texts.
    #[track_caller]
    pub(crate) fn between(&self, before: &str, after: &str) -> &str {
        let rest = self.text.split_once(before).map(|(_, rest)| rest);
        let rest = rest.unwrap_or_else(|| panic!("no {before:?} in:\n{}", self.text));
        rest.split_once(after).map_or(rest, |(found, _)| found)
    }

    /// The data with which the checkout app starts.
    pub(crate) fn checkout_data(&self) -> Value {
        let json = self.between("id=\"checkout-data\">", "</script>");
        serde_json::from_str(json).expect("JSON")
    }
}
