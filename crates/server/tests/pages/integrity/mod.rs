//! Tests that browsers can verify every script and style of every page of the demo.

mod loaded;

use super::checkout::{buy_by_transfer, checkout_of};
use super::support::{Page, Shop, Shopper};
use loaded::{Loaded, inline_scripts, loaded_by, module_hashes, modules_in};
use reqwest::StatusCode;
use sha2::{Digest, Sha256, Sha384};
use std::collections::{BTreeMap, BTreeSet};
use url::Url;

/// Every kind of page that the server renders, with its URL.
async fn every_page(shop: &Shop) -> Vec<(String, Page)> {
    let mut shopper = shop.shopper();
    let catalogue = shop.server.app().catalogue.current();
    let mut paths = vec!["/".to_owned(), "/cart".to_owned(), "/nic".to_owned()];
    let handles = catalogue.products().iter().map(|product| &product.handle);
    paths.extend(handles.map(|handle| format!("/products/{handle}")));
    let policies = ["doprava-a-platba", "obchodni-podminky", "predplatne"];
    paths.extend(policies.map(|handle| format!("/policies/{handle}")));
    paths.extend(SANDBOX.map(str::to_owned));
    let mut pages = Vec::new();
    for path in paths {
        pages.push((shop.url(&path), shopper.get(&path).await));
    }
    let refused = shopper.post("/cart/add", &[("id", "x")]).await;
    pages.push((shop.url("/cart/add"), refused));
    let checkout = checkout_of(&mut shopper, "smaltovany-hrnek").await;
    let filled = shop.url("/cart");
    for url in [&filled, &checkout] {
        pages.push((url.clone(), shopper.get(url).await));
    }
    let confirmation = confirmed(&shopper, &checkout).await;
    for url in [&confirmation, &checkout] {
        pages.push((url.clone(), shopper.get(url).await));
    }
    pages
}

/// Pages of the emulated gateway and of the emulated PayPal.
const SANDBOX: [&str; 3] = [
    "/sandbox/gateway/hosted-fields",
    "/sandbox/gateway/challenge/nic",
    "/sandbox/paypal/approve",
];

async fn confirmed(shopper: &Shopper<'_>, checkout: &str) -> String {
    let cart = shopper.get(checkout).await.checkout_data()["cartId"].clone();
    buy_by_transfer(shopper, &cart).await
}

/// Reads served files, each once.
struct Files<'s> {
    shopper: &'s Shopper<'s>,
    bytes: BTreeMap<Url, Vec<u8>>,
}

impl Files<'_> {
    async fn read(&mut self, url: &Url) -> Vec<u8> {
        if let Some(known) = self.bytes.get(url) {
            return known.clone();
        }
        let request = self.shopper.request(reqwest::Method::GET, url.as_str());
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK, "{url}");
        let bytes = answer.bytes().await.expect("bytes").to_vec();
        self.bytes.insert(url.clone(), bytes.clone());
        bytes
    }

    async fn has_hash(&mut self, url: &Url, integrity: &str) -> bool {
        let bytes = self.read(url).await;
        integrity == format!("sha384-{}", base64(&Sha384::digest(&bytes)))
    }
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// Returns what a browser could not verify on this page.
async fn unverified(at: &str, page: &Page, files: &mut Files<'_>) -> Vec<String> {
    let base = Url::parse(at).expect("a URL");
    let mut faults = Vec::new();
    let map = module_hashes(&page.text);
    let mut reached: BTreeSet<Url> = BTreeSet::new();
    for (name, integrity) in &map {
        let url = base.join(name).expect("a URL");
        if !files.has_hash(&url, integrity).await {
            faults.push(format!("{at}: the import map has another hash of {name}"));
        }
    }
    for Loaded {
        url,
        integrity,
        is_module,
    } in loaded_by(page)
    {
        let url = base.join(&url).expect("a URL");
        if url.origin() != base.origin() {
            faults.push(format!("{at}: {url} comes from another server"));
            continue;
        }
        match integrity {
            None => faults.push(format!("{at}: {url} has no integrity")),
            Some(hash) if !files.has_hash(&url, &hash).await => {
                faults.push(format!("{at}: {url} has another hash than {hash}"));
            }
            Some(_) => {}
        }
        if is_module {
            reached.insert(url);
        }
    }
    let known: BTreeSet<Url> = map
        .keys()
        .map(|name| base.join(name).expect("a URL"))
        .collect();
    let mut waiting: Vec<Url> = reached.iter().cloned().collect();
    while let Some(module) = waiting.pop() {
        let code = String::from_utf8(files.read(&module).await).expect("text");
        for name in modules_in(&code) {
            let url = module.join(&name).expect("a URL");
            if !known.contains(&url) {
                faults.push(format!("{at}: {module} imports {url} without a hash"));
            }
            if reached.insert(url.clone()) {
                waiting.push(url);
            }
        }
    }
    faults.extend(unlisted_inline_scripts(at, page));
    faults
}

/// Inline scripts that the page's policy does not list by their hash.
fn unlisted_inline_scripts(at: &str, page: &Page) -> Vec<String> {
    let policy = page.header("content-security-policy");
    let hash = |script: &str| format!("'sha256-{}'", base64(&Sha256::digest(script)));
    inline_scripts(&page.text)
        .filter(|script| !policy.contains(&hash(script)))
        .map(|script| format!("{at}: the policy does not list {script}"))
        .collect()
}

/// [B.07] Every script, style and preload of every page, and every module that they import, has the hash of the bytes
/// that the server sends.
#[tokio::test]
async fn browsers_can_verify_all_that_any_page_loads() {
    let shop = Shop::open_demo().await;
    if shop.server.app().manifest.embed.entry.is_none() {
        eprintln!("SKIPPED: there is no web build (web/dist), so pages have no built scripts");
        return;
    }
    let pages = every_page(&shop).await;
    let shopper = shop.shopper();
    let mut files = Files {
        shopper: &shopper,
        bytes: BTreeMap::new(),
    };
    let mut faults = Vec::new();
    let mut loading = 0;
    for (at, page) in &pages {
        assert!(page.header("content-type").starts_with("text/html"), "{at}");
        loading += loaded_by(page).len();
        faults.extend(unverified(at, page, &mut files).await);
    }
    assert!(loading > 3 * pages.len(), "the pages load {loading} files");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// [B.07] The same for a merchant's own files. The URL of a changed file changes too, so a browser that has the old file
/// in its cache does not refuse it.
#[tokio::test]
async fn a_themes_own_file_has_the_hash_of_its_present_content() {
    let theme = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(theme.path().join("assets")).expect("a folder");
    let file = theme.path().join("assets/theme.css");
    let shop = Shop::open_demo_with_theme(theme.path()).await;
    let shopper = shop.shopper();
    let mut urls = BTreeSet::new();
    for text in ["p { color: red }", "p { color: blue; }"] {
        std::fs::write(&file, text).expect("written");
        let page = shopper.get("/").await;
        let mut files = Files {
            shopper: &shopper,
            bytes: BTreeMap::new(),
        };
        let faults = unverified(&shop.url("/"), &page, &mut files).await;
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        let loaded = loaded_by(&page).into_iter();
        urls.extend(
            loaded
                .map(|file| file.url)
                .filter(|url| url.starts_with("/theme/theme.css")),
        );
    }
    assert_eq!(urls.len(), 2, "{urls:?}");
}
