//! Tests payments with Apple Pay over HTTP: sessions, the emulation's tokens, and tokens from independent code.

use super::minted::apple::{Minted, mint, payment, wish};
use super::support::{due, happened, paid_order, submitted};
use crate::markets::{american, choose, deliver};
use crate::support::{BOOK, STOREFRONT, Shop, billing, codes, fields};
use serde_json::{Value, json};
use tempfile::TempDir;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::payment::{PaymentMethod, Wallet};
use zkratka_sandbox::apple_pay::MERCHANT_ID;
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_wallets::apple_pay::Version;

const SESSION: &str = "mutation($url: URL!) {
  applePaySessionCreate(validationUrl: $url) { body userErrors { code field message } }
}";
const GATEWAY: &str = "https://apple-pay-gateway-cert.apple.com/paymentservices/startSession";
const ARGUMENT: &str = "payment.walletPaymentMethod.applePayWalletContent";

/// A shop with these lines in `[wallets.apple_pay]`.
async fn open(lines: &str) -> Shop {
    let more = format!("\n[wallets.apple_pay]\nenabled = true\n{lines}\n");
    Shop::open_with(|text| text + &more).await
}

async fn session(shop: &Shop, url: &str) -> Value {
    let answer = shop.run(SESSION, json!({ "url": url })).await;
    answer.field("applePaySessionCreate").clone()
}

/// The emulated sheet: gets a session, and a token for the cart's total, changed by `changes`.
async fn token(shop: &Shop, cart: &Value, changes: &Value) -> Value {
    let session = session(shop, GATEWAY).await;
    let session: Value = serde_json::from_str(session["body"].as_str().unwrap()).unwrap();
    let amount = Money::parse_decimal(due(cart), Currency::CZK)
        .unwrap()
        .minor;
    let mut request = json!({
        "merchantSession": session,
        "transactionAmount": amount,
        "currencyCode": "203",
        "card": { "number": "4111111111111111", "expirationMonth": 12, "expirationYear": 2034 },
    });
    for (name, value) in changes.as_object().unwrap() {
        request[name] = value.clone();
    }
    let url = format!("{}/sandbox/apple-pay/tokens", shop.server.base_url);
    let answer = shop.client.post(url).json(&request).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let answer: Value = answer.json().await.unwrap();
    answer["paymentData"].clone()
}

async fn bind(shop: &Shop, cart: &Value, token: &Value) -> Value {
    let mut content = token.clone();
    content["billingAddress"] = billing();
    let method = json!({ "walletPaymentMethod": { "applePayWalletContent": content } });
    shop.pay(cart, due(cart), method).await
}

async fn bound(shop: &Shop, cart: &Value, token: &Value) {
    let payload = bind(shop, cart, token).await;
    assert_eq!(payload["userErrors"], json!([]));
}

/// Asserts that the token is refused at its argument, without a reason.
async fn refused(shop: &Shop, cart: &Value, token: &Value, what: &str) {
    let payload = bind(shop, cart, token).await;
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors), ["INVALID_PAYMENT"], "{what}");
    assert_eq!(fields(errors), [ARGUMENT], "{what}");
}

/// [7.08] A session is for the shop's own domain, whatever Origin or Host the request names. The server returns the
/// validation's response unchanged.
#[tokio::test]
async fn a_session_is_for_a_configured_domain() {
    let more = "\n[wallets.apple_pay]\nenabled = true\nmerchant_name = \"Krámek\"\n";
    let shop = Shop::open_with(|text| text + more).await;
    let body = json!({ "query": SESSION, "variables": { "url": GATEWAY } }).to_string();
    for (header, value) in [
        ("origin", "https://cizi.example"),
        ("host", "cizi.example"),
        ("x-forwarded-host", "cizi.example"),
    ] {
        let answer = shop
            .post()
            .header("content-type", "application/json")
            .header(header, value)
            .body(body.clone())
            .send()
            .await
            .unwrap();
        let answer: Value = answer.json().await.unwrap();
        let session = &answer["data"]["applePaySessionCreate"];
        assert_eq!(session["userErrors"], json!([]), "{header}");
        let session: Value = serde_json::from_str(session["body"].as_str().unwrap()).unwrap();
        assert_eq!(session["domainName"], "127.0.0.1", "{header}");
        assert_eq!(session["displayName"], "Krámek");
        assert!(session["merchantSessionIdentifier"].is_string());
    }
}

/// [7.08] A storefront on a configured origin gets a session for its own domain. An origin that only looks similar gets
/// one for the shop's domain.
#[tokio::test]
async fn a_session_is_for_the_storefront_that_asks() {
    let shop = open("").await;
    let body = json!({ "query": SESSION, "variables": { "url": GATEWAY } }).to_string();
    for (origin, domain) in [
        (STOREFRONT.to_owned(), "jiny-obchod.example"),
        (STOREFRONT.replace("https", "http"), "127.0.0.1"),
        (format!("{STOREFRONT}:8443"), "127.0.0.1"),
        (format!("{STOREFRONT}.cizi.example"), "127.0.0.1"),
        ("null".to_owned(), "127.0.0.1"),
    ] {
        let asked = shop.post().header("content-type", "application/json");
        let asked = asked.header("origin", &origin).body(body.clone());
        let answer: Value = asked.send().await.unwrap().json().await.unwrap();
        let session = &answer["data"]["applePaySessionCreate"]["body"];
        let session: Value = serde_json::from_str(session.as_str().unwrap()).unwrap();
        assert_eq!(session["domainName"], domain, "{origin}");
    }
}

/// [7.08] The server calls no validation URL outside Apple's hosts, however similar it looks.
#[tokio::test]
async fn no_other_address_is_asked() {
    let shop = open("").await;
    for url in [
        "https://apple-pay-gateway.apple.com/paymentservices/startSession",
        "https://apple-pay-gateway-cert.apple.com.cizi.example/paymentservices/startSession",
        "https://cizi.example/apple-pay-gateway-cert.apple.com/paymentservices/startSession",
        "http://apple-pay-gateway-cert.apple.com/paymentservices/startSession",
        "https://127.0.0.1/paymentservices/startSession",
    ] {
        let payload = session(&shop, url).await;
        assert_eq!(payload["body"], Value::Null, "{url}");
        assert_eq!(fields(&payload["userErrors"]), ["validationUrl"], "{url}");
    }
    let without = Shop::open().await;
    let payload = session(&without, GATEWAY).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_SUPPORTED"]
    );
}

/// [3.12] [4.10] [B.02] [B.03] A whole purchase with a token of the emulation: the card is charged once, and the token
/// pays nothing else.
#[tokio::test]
async fn a_token_pays_one_order_once() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = token(&shop, &cart, &json!({})).await;
    let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    bound(&shop, &cart, &token).await;
    refused(&shop, &other, &token, "bound elsewhere").await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    let order = paid_order(&shop).await;
    let wallet = Wallet::ApplePay;
    assert!(
        matches!(&order.snapshot.payment, PaymentMethod::Wallet { wallet: by, .. } if *by == wallet)
    );
    assert_eq!(order.snapshot.total, MinorUnits::new(51_800));
    assert_eq!(happened(&shop), [Authorised, Captured]);
    refused(&shop, &other, &token, "paid elsewhere").await;
}

/// [B.03] A token for another amount or currency, or an invalid one, binds nothing.
#[tokio::test]
async fn a_token_over_anything_else_is_refused() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    for (what, changes) in [
        ("a haléř less", json!({ "transactionAmount": 51_799 })),
        ("a haléř more", json!({ "transactionAmount": 51_801 })),
        ("crowns for haléře", json!({ "transactionAmount": 518 })),
        ("another currency", json!({ "currencyCode": "978" })),
        ("stale", json!({ "flaw": "stale" })),
        ("tampered", json!({ "flaw": "tampered" })),
        ("foreign root", json!({ "flaw": "foreign_root" })),
        ("another merchant", json!({ "flaw": "other_merchant" })),
    ] {
        let token = token(&shop, &cart, &changes).await;
        refused(&shop, &cart, &token, what).await;
    }
    assert_ne!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    assert!(shop.orders().await.is_empty());
    assert_eq!(happened(&shop), []);
}

/// The United States, in yen.
const YEN: &str = r#"
[wallets.apple_pay]
enabled = true

[[markets]]
handle = "jen"
countries = ["US"]
currency = "JPY"
rate = "0.16"
"#;

/// [B.03] In a currency without decimal places a token pays the amount shown, not a hundredfold or a hundredth of it.
#[tokio::test]
async fn a_token_in_yen_pays_exactly_its_yen() {
    let shop = Shop::open_with(|text| text + YEN).await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let cart = deliver(&shop, &cart, american(Some("CA"))).await;
    let cart = choose(&shop, &cart, "ppl").await;
    let total = cart["cost"]["totalAmount"].clone();
    assert_eq!(total["currencyCode"], "JPY");
    let yen: u64 = due(&cart).strip_suffix(".00").unwrap().parse().unwrap();
    for (amount, expected) in [
        (yen * 100, json!(["INVALID_PAYMENT"])),
        (yen / 100, json!(["INVALID_PAYMENT"])),
        (yen, json!([])),
    ] {
        let changes = json!({ "transactionAmount": amount, "currencyCode": "392" });
        let mut content = token(&shop, &cart, &changes).await;
        content["billingAddress"] = billing();
        let wallet = json!({ "applePayWalletContent": content });
        let payment = json!({ "amount": total, "walletPaymentMethod": wallet });
        let variables = json!({ "cartId": cart["id"], "payment": payment });
        let payload = shop.mutate("cartPaymentUpdate", variables).await;
        assert_eq!(json!(codes(&payload["userErrors"])), expected, "{amount}");
    }
    assert_eq!(
        submitted(&shop, &cart, "attempt-yen").await,
        "SubmitSuccess"
    );
    let order = paid_order(&shop).await.snapshot;
    assert_eq!(order.currency.as_str(), "JPY");
    assert_eq!(u64::try_from(order.total.get()), Ok(yen));
    assert_eq!(happened(&shop), [Authorised, Captured]);
}

/// A shop that opens a minted token: it has its keys and certificates.
async fn shop_of(minted: &Minted) -> (Shop, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let lines = format!(
        "root_file = \"{}\"\nprocessing_certificate_files = [\"{}\", \"{}\"]\nprocessing_key_files = [\"{}\", \"{}\"]",
        write("root.b64", &minted.root),
        write("old.b64", &minted.other_certificate),
        write("new.b64", &minted.certificate),
        write("new.key", &minted.key),
        write("old.key", &minted.other_key),
    );
    (open(&lines).await, folder)
}

/// [3.12] [B.02] Tokens that Node minted, of both versions, pay one order each; the shop finds the right one of two
/// keys.
#[tokio::test]
async fn a_token_minted_elsewhere_pays_an_order() {
    let mut message = payment();
    message["transactionAmount"] = json!(51_800);
    let wishes = Version::ALL.map(|version| {
        let changes = json!({
            "merchantId": MERCHANT_ID,
            "message": message.to_string(),
            "at": SystemClock.now().0,
        });
        wish(version, &changes)
    });
    for minted in mint(&wishes) {
        let (shop, _folder) = shop_of(&minted).await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let mut token: Value = serde_json::from_str(&minted.token).unwrap();
        if token["version"] == "RSA_v1" {
            token["header"]["ephemeralPublicKey"] = json!("");
        }
        bound(&shop, &cart, &token).await;
        assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
        assert_eq!(
            paid_order(&shop).await.snapshot.total,
            MinorUnits::new(51_800)
        );
        assert_eq!(happened(&shop), [Authorised, Captured]);
    }
}

/// The server serves the file that proves the domain to Apple unchanged; without a configured file the path does not
/// exist.
#[tokio::test]
async fn the_domain_association_is_served() {
    const PATH: &str = ".well-known/apple-developer-merchantid-domain-association";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("association.txt");
    std::fs::write(&file, "7B227073704964\n").unwrap();
    let lines = format!("domain_association_file = \"{}\"", file.display());
    for (shop, expected) in [(open(&lines).await, 200), (open("").await, 404)] {
        let url = format!("{}/{PATH}", shop.server.base_url);
        let answer = shop.client.get(url).send().await.unwrap();
        assert_eq!(answer.status(), expected);
        if expected == 200 {
            assert_eq!(answer.text().await.unwrap(), "7B227073704964\n");
        }
    }
}
