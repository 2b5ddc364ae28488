//! Tests Google Pay tokens that Node's `WebCrypto` mints and signs, independently of the emulation.

use super::minted::{Minted, RECIPIENT, mint, payment, wish};
use super::support::{bound, happened, open_at, paid_order, refused, submitted};
use crate::support::{BOOK, Shop};
use axum::Router;
use axum::routing::get;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use tempfile::TempDir;
use tokio::net::TcpListener;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::time::Timestamp;
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_wallets::google_pay::Protocol;

const ENCRYPTED: [Protocol; 2] = [Protocol::EcV1, Protocol::EcV2];

/// A card payment that expires in this many milliseconds.
fn message(expires_in: i64) -> String {
    let mut message = payment();
    let expires = SystemClock.now().plus(expires_in);
    message["messageExpiration"] = json!(expires.0.to_string());
    message.to_string()
}

/// The request for a token that is valid today, changed by the members of `changes`.
fn wish_today(protocol: Protocol, changes: &Value) -> Value {
    let mut wish = wish(protocol, &json!({ "message": message(600_000) }));
    for (name, value) in changes.as_object().unwrap() {
        wish[name] = value.clone();
    }
    wish
}

/// A shop that opens tokens with the minted token's key, and trusts the root keys at a local URL.
async fn shop_of(minted: &Minted) -> (Shop, TempDir) {
    shop_with(minted, Arc::new(SystemClock), || {}).await
}

/// The same shop with another clock; `when_asked` runs at each request for the root keys.
async fn shop_with(
    minted: &Minted,
    clock: Arc<dyn Clock>,
    when_asked: impl Fn() + Clone + Send + Sync + 'static,
) -> (Shop, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("key.b64");
    std::fs::write(&key, &minted.key).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let roots = minted.roots.clone();
    let answer = async move || {
        when_asked();
        roots
    };
    let routes = Router::new().route("/keys.json", get(answer));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let merchant = RECIPIENT.strip_prefix("merchant:").unwrap();
    let lines = format!(
        "merchant_id = \"{merchant}\"\nprivate_key_files = [\"{}\"]\nroot_keys_url = \"http://{address}/keys.json\"",
        key.display()
    );
    (open_at(clock, &lines).await, folder)
}

/// The system's clock, which a test can move forward by milliseconds.
#[derive(Clone, Default)]
struct MovableClock(Arc<AtomicI64>);

impl Clock for MovableClock {
    fn now(&self) -> Timestamp {
        SystemClock.now().plus(self.0.load(Ordering::SeqCst))
    }
}

/// [3.13] A token that expires while the server fetches the root keys is refused.
#[tokio::test]
async fn a_token_that_expires_while_keys_are_awaited_is_refused() {
    let minted = &mint(&[wish_today(Protocol::EcV2, &json!({}))])[0];
    let clock = MovableClock::default();
    let hand = Arc::clone(&clock.0);
    let pass = move || hand.store(600_001, Ordering::SeqCst);
    let (shop, _folder) = shop_with(minted, Arc::new(clock), pass).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    refused(&shop, &cart, &token_of(minted), "expired meanwhile").await;
    assert_eq!(happened(&shop), []);
}

/// [3.13] A device token without a cryptogram is refused.
#[tokio::test]
async fn a_device_without_a_cryptogram_is_refused() {
    let mut message: Value = serde_json::from_str(&message(600_000)).unwrap();
    message["paymentMethodDetails"]["cryptogram"] = Value::Null;
    let changes = json!({ "message": message.to_string() });
    let minted = &mint(&[wish_today(Protocol::EcV2, &changes)])[0];
    let (shop, _folder) = shop_of(minted).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    refused(&shop, &cart, &token_of(minted), "no cryptogram").await;
}

fn token_of(minted: &Minted) -> Value {
    serde_json::from_str(&minted.token).unwrap()
}

/// [3.12] [3.13] [B.02] A whole purchase in each protocol: order and ledger agree.
#[tokio::test]
async fn a_token_minted_elsewhere_pays_an_order() {
    let wishes = ENCRYPTED.map(|protocol| wish_today(protocol, &json!({})));
    for minted in mint(&wishes) {
        let (shop, _folder) = shop_of(&minted).await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let token = token_of(&minted);
        bound(&shop, &cart, &token).await;
        assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
        let order = paid_order(&shop).await;
        assert_eq!(order.snapshot.total, MinorUnits::new(51_800));
        assert_eq!(happened(&shop), [Authorised, Captured]);
        let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        refused(&shop, &other, &token, "again").await;
    }
}

/// [3.13] A token that is expired, for another recipient, or not signed by a trusted key is refused, and nothing
/// reaches the gateway.
#[tokio::test]
async fn a_token_that_is_not_good_today_is_refused() {
    let past = "1767225600000";
    let cases = [
        ("expired", json!({ "message": message(-1) })),
        (
            "another recipient",
            json!({ "recipient": "merchant:54321" }),
        ),
        ("another sender", json!({ "sender": "Gaggle" })),
        ("unknown root", json!({ "tweak": "root-alien" })),
        ("expired root", json!({ "rootExpiration": past })),
        (
            "expired intermediate key",
            json!({ "intermediateExpiration": past }),
        ),
        ("wrong tag", json!({ "tweak": "tag-wrong" })),
    ];
    for protocol in ENCRYPTED {
        // The first protocol has no intermediate key.
        let cases = cases
            .iter()
            .filter(|(what, _)| protocol == Protocol::EcV2 || *what != "expired intermediate key");
        let (names, wishes): (Vec<_>, Vec<_>) = cases
            .map(|(what, changes)| (*what, wish_today(protocol, changes)))
            .unzip();
        for (what, minted) in names.iter().zip(mint(&wishes)) {
            let (shop, _folder) = shop_of(&minted).await;
            let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
            refused(&shop, &cart, &token_of(&minted), what).await;
            assert_ne!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
            assert!(shop.orders().await.is_empty());
            assert_eq!(happened(&shop), []);
        }
    }
}
