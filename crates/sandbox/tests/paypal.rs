//! The shop's PayPal client against the emulated PayPal, over HTTP.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

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
use zkratka_commerce::money::{Currency, Money};
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{
    Breakdown, Funding, Item, NewOrder, Order, OrderStatus, PayPalGateway, PayPalSettings,
    Shipping, WebhookHeaders, session_of,
};
use zkratka_payments::{
    AuthoriseRequest, BadNotification, DeclineReason, PaymentGateway, PaymentOutcome,
};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Voided};
use zkratka_sandbox::gateway::{LedgerRow, RowKind, read_ledger};
use zkratka_sandbox::paypal::{
    CLIENT_ID, PayPalSandbox, PayPalSandboxSettings, SECRET, WEBHOOK_ID,
};

const TOTAL: Money = Money {
    minor: 51_800,
    currency: Currency::CZK,
};

type Webhook = (WebhookHeaders, Vec<u8>);

struct World {
    gateway: PayPalGateway,
    api: String,
    browser: String,
    webhooks: Arc<Mutex<Vec<Webhook>>>,
    refusals: Arc<AtomicUsize>,
    folder: TempDir,
}

#[derive(Clone)]
struct Shop {
    webhooks: Arc<Mutex<Vec<Webhook>>>,
    /// How many are still turned away.
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

async fn world() -> World {
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
        clock: Arc::new(|| Timestamp(1_800_000_000_000)),
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

fn settings(api: &str, secret: &str) -> PayPalSettings {
    PayPalSettings {
        api: api.to_owned(),
        client_id: CLIENT_ID.to_owned(),
        secret: secret.to_owned().into(),
        webhook_id: Some(WEBHOOK_ID.to_owned()),
        deadline: Duration::from_secs(5),
    }
}

fn breakdown(total: Money) -> Breakdown {
    let book = Item {
        name: "Kniha".to_owned(),
        quantity: 3,
        unit_price: 13_300,
        shipped: true,
    };
    Breakdown::new(total, vec![book], 12_900, 0, 0).expect("it adds up")
}

fn new_order() -> NewOrder {
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

fn request(order: &Order, key: &str, amount: Money) -> AuthoriseRequest {
    AuthoriseRequest {
        key: key.to_owned(),
        session: session_of(&order.id),
        amount,
        return_url: String::new(),
        mandate: false,
    }
}

impl World {
    async fn create(&self, order: &NewOrder) -> Order {
        let created = self.gateway.client().create("request-1", order).await;
        created.expect("an order")
    }

    async fn approve(&self, order: &Order, scenario: &str) {
        let url = format!("{}/orders/{}/approve", self.browser, order.id);
        let body = json!({ "buyer": "jana", "scenario": scenario });
        let answer = reqwest::Client::new().post(url).json(&body).send().await;
        assert_eq!(answer.expect("an answer").status(), 200);
    }

    async fn approved(&self, scenario: &str) -> Order {
        let order = self.create(&new_order()).await;
        self.approve(&order, scenario).await;
        order
    }

    fn rows(&self) -> Vec<LedgerRow> {
        read_ledger(&self.folder.path().join("paypal.db")).expect("a ledger")
    }

    fn happened(&self) -> Vec<RowKind> {
        self.rows().into_iter().map(|row| row.kind).collect()
    }

    /// Waits until so many webhooks have come.
    async fn received(&self, count: usize) -> Vec<Webhook> {
        for _ in 0..600 {
            let webhooks = self.webhooks.lock().expect("whole").clone();
            if webhooks.len() >= count {
                return webhooks;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("no {count} webhooks");
    }
}

fn reference(outcome: &PaymentOutcome) -> String {
    outcome.reference().expect("a reference").to_owned()
}

/// [7.09] [B.02] A real order: made once, approved elsewhere, told of, held, taken.
#[tokio::test]
async fn an_order_goes_its_way() {
    let world = world().await;
    let order = world.create(&new_order()).await;
    assert_eq!(world.create(&new_order()).await.id, order.id, "repeated");
    assert_eq!((order.status, order.amount), (OrderStatus::Open, TOTAL));
    let early = world.gateway.authorise(&request(&order, "K1", TOTAL)).await;
    let invalid = PaymentOutcome::Declined {
        reference: None,
        reason: DeclineReason::SessionInvalid,
    };
    assert_eq!(early.expect("an answer"), invalid);
    world.approve(&order, "approve").await;
    let known = world
        .gateway
        .client()
        .order(&order.id)
        .await
        .expect("an order");
    assert_eq!(known.status, OrderStatus::Approved);
    assert_eq!(
        known.buyer.email.as_deref(),
        Some("jana.novakova@example.cz")
    );
    let destination = known.buyer.destination.expect("an address");
    assert_eq!(destination.last_name.as_deref(), Some("Nováková"));
    assert_eq!(destination.postal_code.as_deref(), Some("110 00"));
    let held = world
        .gateway
        .authorise(&request(&order, "K1", TOTAL))
        .await
        .expect("an answer");
    assert!(matches!(&held, PaymentOutcome::Authorised { amount, .. } if *amount == TOTAL));
    let taken = world
        .gateway
        .capture(&reference(&held), TOTAL)
        .await
        .expect("an answer");
    assert!(matches!(&taken, PaymentOutcome::Captured { amount, .. } if *amount == TOTAL));
    assert_eq!(reference(&taken), reference(&held));
    assert_eq!(world.happened(), [Authorised, Captured]);
    assert!(
        world
            .rows()
            .iter()
            .all(|row| row.key == "K1" && row.amount == TOTAL)
    );
}

/// Whatever is repeated under its key is done once; nobody else's key gets at it.
#[tokio::test]
async fn repeating_moves_nothing_twice() {
    let world = world().await;
    let order = world.approved("answer_lost").await;
    let request = request(&order, "K1", TOTAL);
    assert!(
        world.gateway.authorise(&request).await.is_err(),
        "the answer was lost"
    );
    let held = world.gateway.authorise(&request).await.expect("an answer");
    let asked = world.gateway.query("K1", &session_of(&order.id)).await;
    assert_eq!(asked.expect("an answer"), held);
    let other = AuthoriseRequest {
        key: "K2".to_owned(),
        ..request
    };
    let refused = world.gateway.authorise(&other).await.expect("an answer");
    assert!(
        matches!(refused, PaymentOutcome::Declined { .. }),
        "{refused:?}"
    );
    let asked = world.gateway.query("K2", &session_of(&order.id)).await;
    assert_eq!(asked.expect("an answer"), PaymentOutcome::Unknown);
    for _ in 0..2 {
        let taken = world.gateway.capture(&reference(&held), TOTAL).await;
        assert!(
            matches!(taken, Ok(PaymentOutcome::Captured { .. })),
            "{taken:?}"
        );
    }
    let late = world.gateway.void(&reference(&held)).await;
    assert!(
        matches!(late, Ok(PaymentOutcome::Captured { .. })),
        "{late:?}"
    );
    assert_eq!(world.happened(), [Authorised, Captured]);
}

/// The buyer agreed to one amount: another is refused before anything is held.
#[tokio::test]
async fn another_amount_than_approved_is_refused() {
    let world = world().await;
    let order = world.approved("approve").await;
    let more = Money::new(TOTAL.minor + 1, TOTAL.currency);
    let refused = world.gateway.authorise(&request(&order, "K1", more)).await;
    let expected = PaymentOutcome::Declined {
        reference: None,
        reason: DeclineReason::Refused,
    };
    assert_eq!(refused.expect("an answer"), expected);
    assert_eq!(world.happened(), []);
    let client = world.gateway.client();
    let lower = Money::new(50_000, Currency::CZK);
    let known = client.order(&order.id).await.expect("an order");
    client
        .set_amount(&known, &breakdown(lower))
        .await
        .expect("changed");
    let held = world
        .gateway
        .authorise(&request(&order, "K1", lower))
        .await
        .expect("an answer");
    assert!(matches!(&held, PaymentOutcome::Authorised { amount, .. } if *amount == lower));
    let gone = world
        .gateway
        .void(&reference(&held))
        .await
        .expect("an answer");
    assert_eq!(
        gone,
        PaymentOutcome::Voided {
            reference: reference(&held)
        }
    );
    assert_eq!(
        world
            .gateway
            .void(&reference(&held))
            .await
            .expect("an answer"),
        gone
    );
    let late = world
        .gateway
        .capture(&reference(&held), lower)
        .await
        .expect("an answer");
    assert_eq!(late, gone);
    assert_eq!(world.happened(), [Authorised, Voided]);
}

#[tokio::test]
async fn a_declined_means_of_payment_holds_nothing() {
    let world = world().await;
    let order = world.approved("decline").await;
    let declined = world.gateway.authorise(&request(&order, "K1", TOTAL)).await;
    let expected = PaymentOutcome::Declined {
        reference: None,
        reason: DeclineReason::Declined,
    };
    assert_eq!(declined.expect("an answer"), expected);
    assert_eq!(world.happened(), []);
}

/// What renews is paid by an account that can be charged again.
#[tokio::test]
async fn an_account_is_kept_where_that_was_asked_for() {
    let world = world().await;
    let order = world
        .create(&NewOrder {
            vault: true,
            ..new_order()
        })
        .await;
    world.approve(&order, "approve").await;
    let held = world
        .gateway
        .authorise(&request(&order, "K1", TOTAL))
        .await
        .expect("an answer");
    let PaymentOutcome::Authorised { card, .. } = held else {
        panic!("{held:?}")
    };
    assert_eq!(card.network, "paypal");
    assert!(card.mandate.is_some());
}

/// A webhook is believed as it was signed, and is repeated until it was taken.
#[tokio::test]
async fn webhooks_are_signed_and_repeated() {
    let world = world().await;
    world.refusals.store(1, Ordering::SeqCst);
    let order = world.approved("approve").await;
    let held = world
        .gateway
        .authorise(&request(&order, "K1", TOTAL))
        .await
        .expect("an answer");
    world
        .gateway
        .capture(&reference(&held), TOTAL)
        .await
        .expect("an answer");
    let webhooks = world.received(2).await;
    let (headers, body) = &webhooks[0];
    let read = world
        .gateway
        .read_webhook(headers, body)
        .await
        .expect("an answer");
    let notification = read.expect("genuine").expect("about a payment");
    assert_eq!(
        (notification.key.as_str(), &notification.outcome),
        ("K1", &held)
    );
    let forged = |change: fn(&mut WebhookHeaders)| {
        let mut headers = headers.clone();
        change(&mut headers);
        headers
    };
    let mut tampered = body.clone();
    tampered.push(b' ');
    for (what, headers, body) in [
        ("body", headers.clone(), &tampered),
        ("id", forged(|it| it.transmission_id.push('x')), body),
        ("time", forged(|it| it.transmission_time.push('x')), body),
        ("signature", forged(|it| it.signature = String::new()), body),
        (
            "algorithm",
            forged(|it| it.algorithm = "SHA1withRSA".to_owned()),
            body,
        ),
        (
            "certificate",
            forged(|it| {
                it.certificate_url = "https://cizi.example/v1/notifications/certs/C".to_owned();
            }),
            body,
        ),
    ] {
        let read = world
            .gateway
            .read_webhook(&headers, body)
            .await
            .expect("an answer");
        assert_eq!(read, Err(BadNotification::Signature), "{what}");
    }
    let mut other = settings(&world.api, SECRET);
    other.webhook_id = Some("ANOTHER".to_owned());
    let other = PayPalGateway::new(&other).expect("a gateway");
    let read = other.read_webhook(headers, body).await.expect("an answer");
    assert_eq!(read, Err(BadNotification::Signature), "another's webhook");
}

/// Wrong credentials are no decision about a payment.
#[tokio::test]
async fn who_is_not_known_gets_no_answer() {
    let world = world().await;
    let order = world.approved("approve").await;
    let stranger = PayPalGateway::new(&settings(&world.api, "jiné")).expect("a gateway");
    assert!(
        stranger
            .authorise(&request(&order, "K1", TOTAL))
            .await
            .is_err()
    );
    assert!(stranger.query("K1", &session_of(&order.id)).await.is_err());
    assert_eq!(world.happened(), []);
}

/// `PayPal-Mock-Response` asks for a refusal, and gets it with its code.
#[tokio::test]
async fn negative_answers_can_be_asked_for() {
    let world = world().await;
    let client = reqwest::Client::new();
    let token: Value = client
        .post(format!("{}/v1/oauth2/token", world.api))
        .header("authorization", basic())
        .body("grant_type=client_credentials")
        .send()
        .await
        .expect("an answer")
        .json()
        .await
        .expect("JSON");
    let token = token["access_token"].as_str().expect("a token");
    for (code, status) in [
        ("INSTRUMENT_DECLINED", 422),
        ("INTERNAL_SERVER_ERROR", 500),
        ("RESOURCE_NOT_FOUND", 404),
    ] {
        let mock = json!({ "mock_application_codes": code }).to_string();
        let answer = client
            .get(format!("{}/v2/checkout/orders/X", world.api))
            .bearer_auth(token)
            .header("paypal-mock-response", mock)
            .send()
            .await
            .expect("an answer");
        assert_eq!(answer.status(), status, "{code}");
        let body: Value = answer.json().await.expect("JSON");
        assert_eq!(body["details"][0]["issue"], code);
    }
}

fn basic() -> String {
    use base64::Engine as _;
    let pair = format!("{CLIENT_ID}:{SECRET}");
    format!(
        "Basic {}",
        base64::engine::general_purpose::STANDARD.encode(pair)
    )
}
