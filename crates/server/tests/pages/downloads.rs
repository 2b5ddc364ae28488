//! Tests who may download what an order sold, and when.

use super::order_page::{DAY_MS, MovedClock, act, clock};
use super::support::{Page, Shop, Shopper};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::os::unix::fs::symlink;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_life::Action;
use zkratka_store::clock::Clock;

const CONSENT: &str = "_immediate_download";

async fn open(clock: &Arc<MovedClock>) -> Shop {
    Shop::open_with_a_file(Arc::clone(clock) as Arc<dyn Clock>).await
}

/// Orders two copies of the file by transfer. Returns the order's own page.
async fn order(shopper: &mut Shopper<'_>, attributes: Value) -> String {
    let variant = shopper.shop.variant("e-kniha", 0).to_string();
    let fields = [("id", variant.as_str()), ("quantity", "2")];
    let answer = shopper.post("/checkout/buy-it-now", &fields).await;
    let checkout = answer.leads_to().to_owned();
    let data = shopper.get(&checkout).await.checkout_data();
    assert_eq!(data["consent"]["key"], CONSENT);
    let cart = &data["cartId"];
    let billing = json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 12", "city": "Praha 1", "zip": "110 00",
        "country": "CZ",
    });
    let errors = "userErrors { code field message }";
    shopper.api(
        &format!("mutation ($id: ID!, $b: CartBuyerIdentityInput!, $a: [AttributeInput!]!) {{ cartBuyerIdentityUpdate(cartId: $id, buyerIdentity: $b) {{ {errors} }} cartAttributesUpdate(cartId: $id, attributes: $a) {{ {errors} }} }}"),
        json!({ "id": cart, "b": { "email": "jana@example.cz", "countryCode": "CZ" }, "a": attributes }),
    ).await;
    let payment = json!({
        "amount": { "amount": "358.00", "currencyCode": "CZK" },
        "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": billing },
    });
    let bound = shopper.api(
        &format!("mutation ($id: ID!, $p: CartPaymentInput!) {{ cartPaymentUpdate(cartId: $id, payment: $p) {{ {errors} }} }}"),
        json!({ "id": cart, "p": payment }),
    ).await;
    assert_eq!(bound["cartPaymentUpdate"]["userErrors"], json!([]));
    let submitted = shopper.api(
        "mutation ($id: ID!, $t: String!) { cartSubmitForCompletion(cartId: $id, attemptToken: $t) { result { __typename ... on SubmitSuccess { redirectUrl } ... on SubmitFailed { errors { code message } } } userErrors { code field message } } }",
        // A token belongs to one cart.
        json!({ "id": cart, "t": cart }),
    ).await;
    let url = submitted["cartSubmitForCompletion"]["result"]["redirectUrl"].as_str();
    url.unwrap_or_else(|| panic!("{submitted:#}")).to_owned()
}

async fn order_data(shopper: &Shopper<'_>, page: &str) -> Value {
    shopper.get(page).await.checkout_data()["order"].clone()
}

async fn downloads(shopper: &Shopper<'_>, page: &str) -> Value {
    order_data(shopper, page).await["downloads"].clone()
}

#[track_caller]
fn link(downloads: &Value) -> String {
    let url = downloads["files"][0]["url"].as_str();
    url.unwrap_or_else(|| panic!("{downloads:#}")).to_owned()
}

#[track_caller]
fn refused(page: &Page, reason: &str) {
    assert_eq!(page.status, StatusCode::FORBIDDEN);
    assert_eq!(page.header("cache-control"), "no-store");
    page.says(reason);
    page.says_nothing_of("obsah knihy");
}

/// Orders and pays the file, with the consent of the checkout. Returns the order's own page.
async fn bought(shop: &Shop, shopper: &mut Shopper<'_>) -> String {
    let page = order(shopper, json!([{ "key": CONSENT, "value": "2026-11" }])).await;
    act(shop, &order_data(shopper, &page).await, Action::MarkPaid).await;
    page
}

/// [B.12] A file is sent once the order is paid and the buyer consents, as a file to save, and no more often than it says.
#[tokio::test]
async fn a_paid_file_is_downloaded_after_consent_and_counted() {
    let shop = open(&clock()).await;
    let mut shopper = shop.shopper();
    let page = order(&mut shopper, json!([{ "key": CONSENT, "value": "old" }])).await;
    let data = order_data(&shopper, &page).await;
    assert_eq!(data["downloads"]["files"][0]["url"], Value::Null);
    assert_eq!(data["downloads"]["consent"], Value::Null, "it is not paid");

    act(&shop, &data, Action::MarkPaid).await;
    let asked = downloads(&shopper, &page).await;
    assert_eq!(asked["files"][0]["url"], Value::Null);
    let action = asked["consent"]["action"]
        .as_str()
        .expect("a form")
        .to_owned();
    let consented = shopper.post(&action, &[]).await;
    assert_eq!(consented.leads_to(), page);
    // Repeating it changes nothing.
    shopper.post(&action, &[]).await;
    let there = downloads(&shopper, &page).await;
    assert_eq!(there["consent"], Value::Null);
    let confirmed = there["confirmed"].as_str().expect("a confirmation");
    assert!(confirmed.contains("na této stránce"), "{confirmed}");

    let url = link(&there);
    let head = shopper.request(Method::HEAD, &url).send().await;
    assert_eq!(head.expect("an answer").status(), StatusCode::BAD_REQUEST);
    for left in ["Zbývá 10", "Zbývá 9"] {
        let note = downloads(&shopper, &page).await["files"][0]["note"].clone();
        let note = note.as_str().expect("a note").replace('\u{a0}', " ");
        assert!(note.starts_with(left), "{note}");
        let file = shopper.get(&url).await;
        assert_eq!(file.status, StatusCode::OK, "{}", file.text);
        assert_eq!(file.text, "obsah knihy");
        assert_eq!(file.header("content-type"), "application/epub+zip");
        assert_eq!(
            file.header("content-disposition"),
            "attachment; filename=\"kniha.epub\"; filename*=UTF-8''kniha.epub"
        );
        assert_eq!(file.header("x-content-type-options"), "nosniff");
        assert_eq!(file.header("cache-control"), "no-store");
        assert_eq!(file.header("content-length"), "11");
    }
    for _ in 2..10 {
        assert_eq!(shopper.get(&url).await.status, StatusCode::OK);
    }
    refused(&shopper.get(&url).await, "kramek@example.com");
    assert_eq!(
        downloads(&shopper, &page).await["files"][0]["url"],
        Value::Null
    );
}

/// [B.12] The form's address takes a consent only while the page asks for one: not before the order is paid, and not after it was
/// cancelled or the period for a withdrawal is over.
#[tokio::test]
async fn a_consent_that_nobody_asks_for_is_not_stored() {
    let clock = clock();
    let shop = open(&clock).await;
    let mut shopper = shop.shopper();
    let page = order(&mut shopper, json!([])).await;
    let action = page.replacen("/confirmation?", "/downloads?", 1);
    let data = order_data(&shopper, &page).await;
    let is_stored = async |data: &Value| {
        let number = OrderNumber(data["number"].as_u64().expect("a number"));
        let record = shop.server.app().store.download_record(number).await;
        record.expect("the store").consent.is_some()
    };
    // Not paid.
    assert_eq!(shopper.post(&action, &[]).await.leads_to(), page);
    assert!(!is_stored(&data).await);
    act(&shop, &data, Action::MarkPaid).await;
    // The page asks no more, because the files are open.
    clock.0.fetch_add(15 * DAY_MS, Ordering::Relaxed);
    assert_eq!(downloads(&shopper, &page).await["consent"], Value::Null);
    assert_eq!(shopper.post(&action, &[]).await.leads_to(), page);
    assert!(!is_stored(&data).await);
    clock.0.fetch_sub(15 * DAY_MS, Ordering::Relaxed);
    let asked = downloads(&shopper, &page).await;
    assert_eq!(asked["consent"]["action"], action, "the same address");
    shopper.post(&action, &[]).await;
    assert!(is_stored(&data).await);
}

/// [B.12] The consent of the checkout is moved from the cart's attributes to the order.
#[tokio::test]
async fn a_consent_in_the_checkout_is_no_attribute_of_the_order() {
    let shop = open(&clock()).await;
    let mut shopper = shop.shopper();
    let page = bought(&shop, &mut shopper).await;
    let data = order_data(&shopper, &page).await;
    assert_eq!(data["downloads"]["consent"], Value::Null);
    let confirmed = data["downloads"]["confirmed"]
        .as_str()
        .expect("a confirmation");
    assert!(confirmed.contains("v\u{a0}pokladně"), "{confirmed}");
    let number = data["number"].as_u64().expect("a number");
    let store = &shop.server.app().store;
    let number = zkratka_commerce::ids::OrderNumber(number);
    let stored = store.order(number).await.expect("the store").expect("it");
    assert_eq!(stored.order.snapshot.attributes, []);
    let consent = stored.order.snapshot.download_consent;
    assert_eq!(consent.as_deref(), Some("2026-11"));
    assert_eq!(
        shopper.get(&link(&data["downloads"])).await.text,
        "obsah knihy"
    );
}

/// [B.12] A link is of one order, one line and one day. The cart's link leads to none, and neither does a stranger's consent.
#[tokio::test]
async fn a_link_cannot_be_altered_or_kept() {
    let clock = clock();
    let shop = open(&clock).await;
    let mut shopper = shop.shopper();
    let page = bought(&shop, &mut shopper).await;
    let url = link(&downloads(&shopper, &page).await);
    let mut other = shop.shopper();
    let other_page = bought(&shop, &mut other).await;
    let others = link(&downloads(&other, &other_page).await);
    let (path, query) = url.split_once('?').expect("a query");
    let (_, other_query) = others.split_once('?').expect("a query");
    for altered in [
        format!("{path}?{other_query}"),
        format!("{}2?{query}", path.strip_suffix('1').expect("line 1")),
        url.replacen("until=1", "until=2", 1),
        url.replacen("/downloads/1?", "/downloads/..%2F..%2Fsecret?", 1),
        url.replacen("/downloads/1?", "/downloads/01x?", 1),
        path.to_owned(),
        format!("{path}?until=99999999999999&signature="),
    ] {
        let status = shopper.get(&altered).await.status;
        assert!(status.is_client_error(), "{altered}: {status}");
    }
    let forged = page.replacen("/confirmation?", "/downloads?", 1);
    let (forged, _) = forged.split_once("?key=").expect("a key");
    let forged = format!("{forged}?key={}", "0".repeat(32));
    assert_eq!(
        shopper.post(&forged, &[]).await.status,
        StatusCode::NOT_FOUND
    );
    clock.0.fetch_add(DAY_MS - 1_000, Ordering::Relaxed);
    assert_eq!(shopper.get(&url).await.status, StatusCode::OK);
    clock.0.fetch_add(1_000, Ordering::Relaxed);
    refused(&shopper.get(&url).await, "Odkaz ke stažení platí jen den");
}

/// [B.12] An order that is cancelled sends nothing more, and a file that is gone or became a link is not counted.
#[tokio::test]
async fn only_the_file_itself_is_sent_while_the_order_stands() {
    let shop = open(&clock()).await;
    let mut shopper = shop.shopper();
    let page = bought(&shop, &mut shopper).await;
    let url = link(&downloads(&shopper, &page).await);
    let file = shop.folder().join("downloads/kniha.epub");
    let elsewhere = shop.folder().join("goods.csv");
    std::fs::remove_file(&file).expect("removed");
    let gone = shopper.get(&url).await;
    assert_eq!(gone.status, StatusCode::INTERNAL_SERVER_ERROR);
    symlink(&elsewhere, &file).expect("a link");
    let linked = shopper.get(&url).await;
    assert_eq!(linked.status, StatusCode::INTERNAL_SERVER_ERROR);
    linked.says_nothing_of("Variant Download");
    let note = downloads(&shopper, &page).await["files"][0]["note"].clone();
    assert!(note.to_string().contains("10"), "{note}");
    std::fs::remove_file(&file).expect("removed");
    std::fs::write(&file, "obsah knihy").expect("written");
    act(
        &shop,
        &order_data(&shopper, &page).await,
        Action::Cancel { restock: true },
    )
    .await;
    refused(&shopper.get(&url).await, "objednávka je zrušená");
}
