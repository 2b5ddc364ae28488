//! An Amazon Pay with a clock, a shop that receives its notifications, and a merchant that signs.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use rsa::pkcs8::DecodePrivateKey as _;
use rsa::rand_core::{TryCryptoRng, TryRng};
use rsa::traits::SignatureScheme as _;
use rsa::{Pss, RsaPrivateKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use zkratka_commerce::hex;
use zkratka_commerce::money::Currency;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::amazon_pay::{AmazonPaySettings, Environment, Region};
use zkratka_sandbox::amazon_pay::{
    Account, AmazonPaySandbox, AmazonPaySandboxSettings, CONTROL_SECRET, MERCHANT_ID, PRIVATE_KEY,
    PUBLIC_KEY_ID, STORE_ID, SignatureVersion, sandbox_key,
};
use zkratka_sandbox::gateway::{LedgerRow, RowKind, read_ledger};
use zkratka_wallets::amazon_pay::{Algorithm, Signer, SigningKey};

/// 15 January 2027, 8:00.
pub(crate) const NOW: Timestamp = Timestamp(1_800_000_000_000);
pub(crate) const MINUTE_MS: i64 = 60_000;
pub(crate) const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
pub(crate) const REVIEW: &str = "https://obchod.example/checkout?cart=1";
pub(crate) const RESULT: &str = "https://obchod.example/result";
pub(crate) const V2: &str = "AMZN-PAY-RSASSA-PSS-V2";
pub(crate) const V1: &str = "AMZN-PAY-RSASSA-PSS";

/// A received notification: its headers and its body.
pub(crate) type Received = (HeaderMap, Value);

pub(crate) struct World {
    pub(crate) api: String,
    pub(crate) pages: String,
    pub(crate) sandbox: AmazonPaySandbox,
    pub(crate) received: Arc<Mutex<Vec<Received>>>,
    /// How many further notifications the shop refuses.
    pub(crate) refusals: Arc<AtomicUsize>,
    clock: Arc<AtomicI64>,
    client: reqwest::Client,
    folder: TempDir,
}

#[derive(Clone)]
struct Shop {
    received: Arc<Mutex<Vec<Received>>>,
    refusals: Arc<AtomicUsize>,
}

async fn receive(State(shop): State<Shop>, headers: HeaderMap, body: String) -> StatusCode {
    let message = serde_json::from_str(&body).expect("JSON");
    shop.received
        .lock()
        .expect("whole")
        .push((headers, message));
    let left = shop.refusals.load(Ordering::SeqCst);
    if left > 0 {
        shop.refusals.store(left - 1, Ordering::SeqCst);
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    StatusCode::OK
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    (listener, url)
}

pub(crate) async fn world() -> World {
    world_with("EUR", SignatureVersion::Two).await
}

pub(crate) async fn world_with(ledger: &str, version: SignatureVersion) -> World {
    let folder = tempfile::tempdir().expect("a folder");
    let shop = Shop {
        received: Arc::default(),
        refusals: Arc::default(),
    };
    let (listener, notification_url) = listen().await;
    let routes = Router::new()
        .route("/", post(receive))
        .with_state(shop.clone());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let clock = Arc::new(AtomicI64::new(NOW.0));
    let read = Arc::clone(&clock);
    let (page_listener, pages) = listen().await;
    let settings = AmazonPaySandboxSettings {
        file: folder.path().join("amazon.db"),
        account: account(ledger),
        notification_url,
        signature_version: version,
        pages_url: pages.clone(),
        clock: Arc::new(move || Timestamp(read.load(Ordering::SeqCst))),
    };
    let sandbox = AmazonPaySandbox::open(settings).expect("a sandbox");
    let routes = sandbox.browser_routes();
    tokio::spawn(async move { axum::serve(page_listener, routes).await });
    let (listener, api) = listen().await;
    tokio::spawn(sandbox.clone().serve(listener, std::future::pending()));
    World {
        api,
        pages,
        sandbox,
        received: shop.received,
        refusals: shop.refusals,
        clock,
        client: reqwest::Client::new(),
        folder,
    }
}

pub(crate) fn account(ledger: &str) -> Account {
    let ledger = Currency::new(ledger).expect("a currency");
    Account::new(ledger, vec![sandbox_key().expect("a key")]).expect("an account")
}

/// The operating system's randomness.
struct Random;

impl TryRng for Random {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(getrandom::u32().expect("randomness"))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(getrandom::u64().expect("randomness"))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        getrandom::fill(bytes).expect("randomness");
        Ok(())
    }
}

impl TryCryptoRng for Random {}

/// A merchant's signature over a text, with a salt of this many bytes.
pub(crate) fn sign(algorithm: &str, salt: usize, text: &str) -> String {
    let key = RsaPrivateKey::from_pkcs8_pem(PRIVATE_KEY).expect("a key");
    let signed = format!("{algorithm}\n{}", hex::encode(&Sha256::digest(text)));
    let padding = Pss::<Sha256>::new_with_salt(salt);
    let signature = padding.sign(Some(&mut Random), &key, &Sha256::digest(signed));
    STANDARD.encode(signature.expect("signed"))
}

/// A request before it is signed. Tests change it to see what is refused.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) body: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) algorithm: &'static str,
    pub(crate) salt: usize,
    pub(crate) key_id: &'static str,
}

impl Call {
    pub(crate) fn new(method: Method, path: &str, body: &Value, at: Timestamp) -> Self {
        let text = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let date = at.whole_second().rfc3339();
        let headers = vec![
            ("accept", "application/json".to_owned()),
            ("content-type", "application/json".to_owned()),
            ("x-amz-pay-date", date),
            ("x-amz-pay-host", "127.0.0.1".to_owned()),
            ("x-amz-pay-region", "eu".to_owned()),
        ];
        Self {
            method,
            path: format!("/v2/{path}"),
            body: text,
            headers,
            algorithm: V2,
            salt: 32,
            key_id: PUBLIC_KEY_ID,
        }
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.to_owned()));
        self.headers.sort();
        self
    }

    pub(crate) fn keyed(self, key: &str) -> Self {
        self.with("x-amz-pay-idempotency-key", key)
    }

    /// The `authorization` header.
    pub(crate) fn authorization(&self) -> String {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| *name).collect();
        let names = names.join(";");
        let mut text = format!("{}\n{}\n\n", self.method, self.path);
        for (name, value) in &self.headers {
            text.extend([name, ":", value.as_str(), "\n"]);
        }
        let body = hex::encode(&Sha256::digest(&self.body));
        text.extend(["\n", &names, "\n", &body]);
        let signature = sign(self.algorithm, self.salt, &text);
        let (algorithm, key) = (self.algorithm, self.key_id);
        format!("{algorithm} PublicKeyId={key}, SignedHeaders={names}, Signature={signature}")
    }
}

impl World {
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp(self.clock.load(Ordering::SeqCst))
    }

    pub(crate) fn wait(&self, milliseconds: i64) {
        self.clock.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// The shop's settings, for an API at this address.
    pub(crate) fn settings(&self, api: &str) -> AmazonPaySettings {
        let key = SigningKey::from_pem(PRIVATE_KEY).expect("a key");
        let clock = Arc::clone(&self.clock);
        AmazonPaySettings {
            api: api.to_owned(),
            region: Region::Europe,
            environment: Environment::Sandbox,
            merchant_id: MERCHANT_ID.to_owned(),
            store_id: STORE_ID.to_owned(),
            ledger: Currency::new("EUR").expect("euros"),
            store_name: "Krámek".to_owned(),
            signer: Signer::new(key, PUBLIC_KEY_ID.to_owned(), Algorithm::V2),
            deadline: Duration::from_secs(20),
            clock: Arc::new(move || Timestamp(clock.load(Ordering::SeqCst))),
        }
    }

    pub(crate) fn call(&self, method: Method, path: &str, body: &Value) -> Call {
        Call::new(method, path, body, self.now())
    }

    pub(crate) async fn send(&self, call: &Call) -> (u16, Value) {
        self.send_as(call, &call.authorization()).await
    }

    pub(crate) async fn send_as(&self, call: &Call, authorization: &str) -> (u16, Value) {
        let url = format!("{}{}", self.api, call.path);
        let mut request = self
            .client
            .request(call.method.clone(), url)
            .header("authorization", authorization)
            .body(call.body.clone());
        for (name, value) in &call.headers {
            request = request.header(*name, value);
        }
        let answer = request.send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or_default())
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.send(&self.call(Method::GET, path, &Value::Null)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(&self.call(Method::PATCH, path, &body)).await
    }

    pub(crate) async fn delete(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(&self.call(Method::DELETE, path, &body)).await
    }

    pub(crate) async fn post(&self, path: &str, key: &str, body: Value) -> (u16, Value) {
        let call = self.call(Method::POST, path, &body).keyed(key);
        self.send(&call).await
    }

    /// A request that asks for a simulation.
    pub(crate) async fn simulate(&self, code: &str, call: Call) -> (u16, Value) {
        let call = call.with("x-amz-pay-simulation-code", code);
        self.send(&call).await
    }

    /// An operation of Amazon's pages.
    pub(crate) async fn page(&self, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}{path}", self.pages);
        let request = self.client.post(url).bearer_auth(CONTROL_SECRET);
        let answer = request.json(&body).send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or_default())
    }

    pub(crate) async fn show_page(&self, id: &str) -> Value {
        let url = format!("{}/sessions/{id}", self.pages);
        let answer = self.client.get(url).send().await.expect("an answer");
        answer.json().await.expect("JSON")
    }

    /// A session that a button with this payload has begun.
    pub(crate) async fn begin(&self, payload: &Value) -> String {
        let (status, made) = self.page("/sessions", button(&payload.to_string())).await;
        assert_eq!(status, 201, "{made}");
        text(&made["checkoutSessionId"])
    }

    /// A buyer signs in and chooses.
    pub(crate) async fn choose(&self, id: &str, buyer: &str, card: &str) {
        let (status, page) = self
            .page(
                &format!("/sessions/{id}/sign-in"),
                json!({ "buyer": buyer }),
            )
            .await;
        assert_eq!(status, 200, "{page}");
        let choice = json!({ "address": "home", "card": card });
        let (status, page) = self.page(&format!("/sessions/{id}/choose"), choice).await;
        assert_eq!(status, 200, "{page}");
    }

    /// A session that only waits for its completion, of 19.99 EUR.
    pub(crate) async fn confirmed(&self, card: &str, intent: &str) -> String {
        let id = self.begin(&payload()).await;
        self.choose(&id, "anna", card).await;
        let change = change(intent);
        let (status, session) = self.patch(&session_path(&id), change).await;
        assert_eq!(status, 200, "{session}");
        let (status, done) = self.page(&format!("/sessions/{id}/pay"), json!({})).await;
        assert_eq!(status, 200, "{done}");
        id
    }

    pub(crate) async fn complete(&self, id: &str) -> (u16, Value) {
        let path = format!("checkoutSessions/{id}/complete");
        let call = self.call(
            Method::POST,
            &path,
            &json!({ "chargeAmount": eur("19.99") }),
        );
        self.send(&call).await
    }

    /// An authorised charge of 19.99 EUR: its permission and its identifier.
    pub(crate) async fn authorised(&self) -> (String, String) {
        let id = self.confirmed("1111", "Authorize").await;
        let (status, session) = self.complete(&id).await;
        assert_eq!(status, 200, "{session}");
        (
            text(&session["chargePermissionId"]),
            text(&session["chargeId"]),
        )
    }

    pub(crate) async fn captured(&self) -> (String, String) {
        let (permission, charge) = self.authorised().await;
        let body = json!({ "captureAmount": eur("19.99") });
        let (status, done) = self
            .post(&format!("charges/{charge}/capture"), "capture", body)
            .await;
        assert_eq!(status, 200, "{done}");
        (permission, charge)
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("amazon.db")
    }

    pub(crate) fn rows(&self) -> Vec<LedgerRow> {
        read_ledger(&self.file()).expect("a ledger")
    }

    pub(crate) fn happened(&self) -> Vec<RowKind> {
        self.rows().into_iter().map(|row| row.kind).collect()
    }

    /// Waits until the shop has received `count` notifications.
    pub(crate) async fn received(&self, count: usize) -> Vec<Received> {
        for _ in 0..3_000 {
            let received = self.received.lock().expect("whole").clone();
            if received.len() >= count {
                return received;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("no {count} notifications");
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

pub(crate) fn eur(amount: &str) -> Value {
    json!({ "amount": amount, "currencyCode": "EUR" })
}

pub(crate) fn session_path(id: &str) -> String {
    format!("checkoutSessions/{id}")
}

/// The payload of a shop's button.
pub(crate) fn payload() -> Value {
    json!({
        "webCheckoutDetails": {
            "checkoutReviewReturnUrl": REVIEW,
            "checkoutCancelUrl": "https://obchod.example/cart",
        },
        "storeId": STORE_ID,
        "scopes": ["name", "email", "phoneNumber", "billingAddress"],
        "chargePermissionType": "OneTime",
    })
}

/// What a button says, with a right signature.
pub(crate) fn button(payload: &str) -> Value {
    json!({
        "merchantId": MERCHANT_ID,
        "publicKeyId": PUBLIC_KEY_ID,
        "ledgerCurrency": "EUR",
        "productType": "PayAndShip",
        "placement": "Cart",
        "checkoutLanguage": "en_GB",
        "createCheckoutSessionConfig": {
            "payloadJSON": payload,
            "signature": sign(V2, 32, payload),
            "algorithm": V2,
        },
    })
}

/// What the shop says before the buyer confirms.
pub(crate) fn change(intent: &str) -> Value {
    json!({
        "webCheckoutDetails": { "checkoutResultReturnUrl": RESULT },
        "paymentDetails": {
            "paymentIntent": intent,
            "canHandlePendingAuthorization": intent == "Authorize",
            "chargeAmount": eur("19.99"),
        },
        "merchantMetadata": {
            "merchantReferenceId": "K1", "merchantStoreName": "Krámek", "noteToBuyer": "Děkujeme.",
        },
    })
}

/// Asserts that Amazon refuses with this status and reason.
pub(crate) fn assert_refused(answer: &(u16, Value), status: u16, reason: &str, what: &str) {
    assert_eq!(answer.0, status, "{what}: {}", answer.1);
    assert_eq!(answer.1["reasonCode"], reason, "{what}: {}", answer.1);
    assert!(answer.1["message"].is_string(), "{what}");
}
