//! A PayPal, a shop that receives its webhooks, and a buyer.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{
    Breakdown, Funding, Item, NewAgreement, NewOrder, Order, PayPalGateway, PayPalSettings,
    Shipping, WebhookHeaders, session_of,
};
use zkratka_payments::{
    AuthoriseRequest, InvalidNotification, NoAnswer, Notification, NotificationContent,
    PaymentOutcome,
};
use zkratka_sandbox::gateway::{LedgerRow, RowKind, read_ledger};
use zkratka_sandbox::paypal::{
    CLIENT_ID, OWNER, PayPalSandbox, PayPalSandboxSettings, SECRET, WEBHOOK_ID,
};

pub(crate) const TOTAL: Money = Money {
    minor: MinorUnits::new(51_800),
    currency: Currency::CZK,
};

/// The emulated PayPal's time: 15 January 2027, 8:00.
pub(crate) const NOW: Timestamp = Timestamp(1_800_000_000_000);

pub(crate) type Webhook = (WebhookHeaders, Vec<u8>);

pub(crate) struct World {
    pub(crate) gateway: PayPalGateway,
    pub(crate) api: String,
    pub(crate) browser: String,
    pub(crate) webhooks: Arc<Mutex<Vec<Webhook>>>,
    pub(crate) refusals: Arc<AtomicUsize>,
    pub(crate) folder: TempDir,
}

#[derive(Clone)]
struct Shop {
    webhooks: Arc<Mutex<Vec<Webhook>>>,
    /// How many further webhooks the shop refuses.
    refusals: Arc<AtomicUsize>,
}

async fn webhook(
    State(shop): State<Shop>,
    headers: HeaderMap,
    body: axum::body::Bytes,
) -> StatusCode {
    let text = |name: &str| headers[name].to_str().expect("a text").to_owned();
    let given = WebhookHeaders {
        transmission_id: text("paypal-transmission-id"),
        transmission_time: text("paypal-transmission-time"),
        signature: text("paypal-transmission-sig"),
        certificate_url: text("paypal-cert-url"),
        algorithm: text("paypal-auth-algo"),
    };
    shop.webhooks
        .lock()
        .expect("whole")
        .push((given, body.to_vec()));
    let left = shop.refusals.load(Ordering::SeqCst);
    if left > 0 {
        shop.refusals.store(left - 1, Ordering::SeqCst);
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    StatusCode::NO_CONTENT
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    (listener, url)
}

pub(crate) async fn world() -> World {
    let folder = tempfile::tempdir().expect("a folder");
    let shop = Shop {
        webhooks: Arc::default(),
        refusals: Arc::default(),
    };
    let (listener, webhook_url) = listen().await;
    let routes = Router::new()
        .route("/", post(webhook))
        .with_state(shop.clone());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let sandbox = PayPalSandbox::open(PayPalSandboxSettings {
        file: folder.path().join("paypal.db"),
        webhook_url,
        token_life: Duration::from_hours(9),
        search_lag: Duration::ZERO,
        may_read_disputes: true,
        clock: Arc::new(|| NOW),
    });
    let sandbox = sandbox.expect("a sandbox");
    let (listener, browser) = listen().await;
    let routes = sandbox.browser_routes();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let (listener, api) = listen().await;
    tokio::spawn(sandbox.serve(listener, std::future::pending()));
    let gateway = PayPalGateway::new(&settings(&api, SECRET)).expect("a gateway");
    World {
        gateway,
        api,
        browser,
        webhooks: shop.webhooks,
        refusals: shop.refusals,
        folder,
    }
}

pub(crate) fn settings(api: &str, secret: &str) -> PayPalSettings {
    PayPalSettings {
        api: api.to_owned(),
        client_id: CLIENT_ID.to_owned(),
        secret: secret.to_owned().into(),
        merchant_id: OWNER.id.to_owned(),
        webhook_id: Some(WEBHOOK_ID.to_owned()),
        deadline: Duration::from_secs(5),
    }
}

pub(crate) type Read = Result<Result<Option<Notification>, InvalidNotification>, NoAnswer>;

/// The gateway's reading of a webhook at a moment.
pub(crate) async fn read_by(
    gateway: &PayPalGateway,
    headers: &WebhookHeaders,
    body: &[u8],
    now: Timestamp,
) -> Read {
    match gateway.open_webhook(headers, now) {
        Ok(webhook) => gateway.read_webhook(webhook, body, now).await,
        Err(bad) => Ok(Err(bad)),
    }
}

pub(crate) fn breakdown(total: Money) -> Breakdown {
    let book = Item {
        name: "Kniha".to_owned(),
        quantity: 3,
        unit_price: MinorUnits::new(13_300),
        shipped: true,
    };
    let (shipping, none) = (MinorUnits::new(12_900), MinorUnits::ZERO);
    Breakdown::new(total, vec![book], shipping, none, none).expect("it adds up")
}

/// A request for an agreement.
pub(crate) fn wish(funding: Funding) -> NewAgreement {
    NewAgreement {
        shipping: Shipping::Chosen,
        funding,
        brand: "Krámek".to_owned(),
        return_url: "https://obchod.example/cart".to_owned(),
    }
}

pub(crate) fn new_order() -> NewOrder {
    NewOrder {
        reference: "cart-1".to_owned(),
        breakdown: breakdown(TOTAL),
        shipping: Shipping::Chosen,
        funding: Funding::PayPal,
        vault: false,
        brand: "Krámek".to_owned(),
        return_url: "https://obchod.example/cart".to_owned(),
    }
}

pub(crate) fn request(order: &Order, key: &str, amount: Money) -> AuthoriseRequest {
    AuthoriseRequest {
        key: key.to_owned(),
        session: session_of(&order.id),
        amount,
        return_url: String::new(),
        mandate: false,
        charged_mandate: None,
    }
}

impl World {
    pub(crate) async fn read(&self, headers: &WebhookHeaders, body: &[u8]) -> Read {
        read_by(&self.gateway, headers, body, NOW).await
    }

    pub(crate) async fn create(&self, order: &NewOrder) -> Order {
        let created = self.gateway.create_order("request-1", order).await;
        created.expect("an order")
    }

    pub(crate) async fn approve(&self, order: &Order, scenario: &str) {
        let url = format!("{}/orders/{}/approve", self.browser, order.id);
        let body = json!({ "buyer": "jana", "scenario": scenario });
        let answer = reqwest::Client::new().post(url).json(&body).send().await;
        assert_eq!(answer.expect("an answer").status(), 200);
    }

    pub(crate) async fn approved(&self, scenario: &str) -> Order {
        let order = self.create(&new_order()).await;
        self.approve(&order, scenario).await;
        order
    }

    /// An access token.
    pub(crate) async fn token(&self) -> String {
        let asking = reqwest::Client::new()
            .post(format!("{}/v1/oauth2/token", self.api))
            .basic_auth(CLIENT_ID, Some(SECRET))
            .body("grant_type=client_credentials");
        let answer = asking.send().await.expect("an answer");
        let answer: Value = answer.json().await.expect("JSON");
        answer["access_token"].as_str().expect("a token").to_owned()
    }

    pub(crate) fn rows(&self) -> Vec<LedgerRow> {
        read_ledger(&self.folder.path().join("paypal.db")).expect("a ledger")
    }

    pub(crate) fn happened(&self) -> Vec<RowKind> {
        self.rows().into_iter().map(|row| row.kind).collect()
    }

    /// Waits until the shop has received `count` webhooks.
    pub(crate) async fn received(&self, count: usize) -> Vec<Webhook> {
        for _ in 0..3_000 {
            let webhooks = self.webhooks.lock().expect("whole").clone();
            if webhooks.len() >= count {
                return webhooks;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("no {count} webhooks");
    }
}

pub(crate) fn reference(outcome: &PaymentOutcome) -> String {
    outcome.reference().expect("a reference").to_owned()
}

/// The key and the outcome in a notification about an authorisation.
pub(crate) fn outcome_in(notification: Notification) -> (String, PaymentOutcome) {
    match notification.content {
        NotificationContent::Authorisation { key, outcome } => (key, outcome),
        other @ NotificationContent::Captured { .. } => panic!("{other:?}"),
    }
}
