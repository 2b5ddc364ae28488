//! Tests PayPal webhooks that belong to no attempt: the server accepts them, so that PayPal does not repeat them, and
//! changes nothing.

use super::paypal::{approved, bound, happened, open_with};
use super::support::{paid_order, submitted};
use crate::support::{BOOK, Guard, Guarded, Shop};
use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value, json};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use zkratka_admission::Priority;
use zkratka_commerce::ids::OrderNumber;
use zkratka_payments::paypal::{PREFIX, crc32};
use zkratka_sandbox::paypal::{CLIENT_ID, SECRET, WEBHOOK_ID};
use zkratka_store::StoreError;

/// The published key with which the emulated PayPal signs.
const KEY: &[u8] = include_bytes!("../../../../sandbox/src/paypal/webhook_key.pk8");
const PERSON: &str = "jana.novakova@example.cz";

fn sign(text: &str) -> String {
    let key = RsaKeyPair::from_pkcs8(KEY).unwrap();
    let mut signature = vec![0; key.public().modulus_len()];
    let random = SystemRandom::new();
    key.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature)
        .unwrap();
    STANDARD.encode(signature)
}

/// Sends a signed webhook as PayPal does; returns the status.
async fn report(shop: &Shop, event: &Value) -> u16 {
    let sent = shop.server.app().clock.now();
    let sent = jiff::Timestamp::from_millisecond(sent.0)
        .unwrap()
        .to_string();
    report_sent_at(shop, event, &sent).await
}

async fn report_sent_at(shop: &Shop, event: &Value, time: &str) -> u16 {
    let id = "b1f8e3a0-1";
    let body = event.to_string();
    let signed = format!("{id}|{time}|{WEBHOOK_ID}|{}", crc32(body.as_bytes()));
    let api = shop.server.app().wallets.paypal.as_ref().unwrap().api();
    let certificate = format!("{api}/v1/notifications/certs/CERT-2a6b7274-73616e64-626f7831");
    let answer = shop
        .client
        .post(format!("{}/webhooks/paypal", shop.server.base_url))
        .header("paypal-transmission-id", id)
        .header("paypal-transmission-time", time)
        .header("paypal-transmission-sig", sign(&signed))
        .header("paypal-cert-url", certificate)
        .header("paypal-auth-algo", "SHA256withRSA")
        .body(body)
        .send()
        .await;
    answer.unwrap().status().as_u16()
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Collects everything that is logged on this thread, on which the whole shop runs.
    fn listen() -> (Self, tracing::subscriber::DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::DEBUG)
            .with_ansi(false)
            .with_writer(move || writer.clone());
        let guard = tracing::subscriber::set_default(subscriber.finish());
        (log, guard)
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

fn resource(status: &str, key: &Value) -> Value {
    json!({
        "id": "3C679366HH908993F", "status": status, "custom_id": key,
        "amount": { "currency_code": "CZK", "value": "518.00" },
        "payer": { "email_address": PERSON }, "payee": { "email_address": PERSON },
        "supplementary_data": { "related_ids": {
            "order_id": "5O190127TN364715T", "authorization_id": "0AW2184448108334S",
        } },
    })
}

/// [7.09] Unknown keys, orders and captures, and other event types, are accepted, and logged without personal data.
#[tokio::test]
async fn what_no_attempt_knows_of_is_taken_and_left() {
    let (log, _listening) = Log::listen();
    let shop = open_with("").await;
    shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let strange = json!("g_0123456789abcdef0123456789abcdef");
    let account = json!({ "id": "8kk8451t", "customer": { "id": "c1" }, "payment_source": {
        "paypal": { "email_address": PERSON } } });
    for (kind, resource) in [
        (
            "PAYMENT.AUTHORIZATION.CREATED",
            resource("CREATED", &strange),
        ),
        ("PAYMENT.AUTHORIZATION.VOIDED", resource("VOIDED", &strange)),
        ("PAYMENT.CAPTURE.COMPLETED", resource("COMPLETED", &strange)),
        ("PAYMENT.CAPTURE.DENIED", resource("DECLINED", &strange)),
        (
            "PAYMENT.AUTHORIZATION.CREATED",
            resource("CREATED", &json!(PERSON)),
        ),
        (
            "PAYMENT.CAPTURE.COMPLETED",
            resource("COMPLETED", &Value::Null),
        ),
        (
            "PAYMENT.CAPTURE.REFUNDED",
            resource("COMPLETED", &Value::Null),
        ),
        ("VAULT.PAYMENT-TOKEN.CREATED", account.clone()),
        ("VAULT.PAYMENT-TOKEN.DELETED", account),
        ("CUSTOMER.DISPUTE.CREATED", json!({ "dispute_id": "PP-1" })),
    ] {
        let event = json!({ "id": format!("WH-{kind}"), "event_type": kind, "resource": resource });
        assert_eq!(report(&shop, &event).await, 204, "{kind}");
        assert_eq!(report(&shop, &event).await, 204, "{kind}, repeated");
    }
    assert_eq!((shop.orders().await.len(), happened(&shop)), (0, vec![]));
    let logged = log.text();
    assert!(
        logged.contains("a notification names no attempt of this shop"),
        "{logged}"
    );
    for secret in ["jana", "example.cz", "8kk8451t", "g_0123456789abcdef"] {
        assert!(!logged.contains(secret), "{secret}: {logged}");
    }
}

/// A correctly signed webhook that cannot be parsed is refused like a forged one, and the server keeps running.
#[tokio::test]
async fn what_cannot_be_read_is_refused() {
    let shop = open_with("").await;
    for event in [
        json!({}),
        json!({ "id": "WH-1" }),
        json!({ "id": "WH-1", "event_type": "PAYMENT.CAPTURE.COMPLETED", "resource": {} }),
        json!({ "id": "WH-1", "event_type": "PAYMENT.AUTHORIZATION.CREATED", "resource": [1] }),
    ] {
        assert_eq!(report(&shop, &event).await, 401, "{event}");
    }
    let event = json!({ "id": "WH-2", "event_type": "CHECKOUT.ORDER.APPROVED", "resource": {} });
    assert_eq!(report(&shop, &event).await, 204);
}

/// [7.09] A webhook that somebody recorded is refused once PayPal no longer repeats it.
#[tokio::test]
async fn an_old_report_is_refused() {
    let shop = open_with("").await;
    let event = json!({ "id": "WH-3", "event_type": "CHECKOUT.ORDER.APPROVED", "resource": {} });
    assert_eq!(report(&shop, &event).await, 204);
    for time in ["2016-02-18T20:01:35Z", "2126-01-01T00:00:00Z", "now"] {
        assert_eq!(report_sent_at(&shop, &event, time).await, 401, "{time}");
    }
}

/// [8.03] Without a place the server looks at nobody's body: a webhook that it could not even parse is told to come again,
/// like a good one. A webhook whose headers are wrong needs no place to be refused.
#[tokio::test]
async fn a_body_is_looked_at_only_with_a_place() {
    let shop = open_with("").await;
    let mut held = Vec::new();
    let gate = &shop.server.app().admission.paypal_webhooks;
    while let Ok(permit) = gate.enter_if_room(Priority::Settling) {
        held.push(permit);
    }
    let event = json!({ "id": "WH-4", "event_type": "CHECKOUT.ORDER.APPROVED", "resource": {} });
    for event in [&event, &json!({})] {
        assert_eq!(report(&shop, event).await, 503, "{event}");
        assert_eq!(report_sent_at(&shop, event, "now").await, 401, "{event}");
    }
    held.clear();
    assert_eq!(report(&shop, &event).await, 204);
    assert_eq!(report(&shop, &json!({})).await, 401);
}

/// A store that can fail to store what happens to orders.
#[derive(Default)]
struct Failing(AtomicBool);

#[async_trait]
impl Guard for Failing {
    async fn before(&self, call: Guarded) -> Result<(), StoreError> {
        if call == Guarded::AdvanceOrder && self.0.load(Ordering::SeqCst) {
            return Err(StoreError::Database("the disk is full".into()));
        }
        Ok(())
    }
}

/// Lets the buyer dispute an order's payment at the emulated PayPal; returns the dispute's id.
async fn disputed(shop: &Shop, order: OrderNumber) -> String {
    let paypal = format!("{}/sandbox/paypal", shop.server.base_url);
    let asking = shop.client.post(format!("{paypal}/v1/oauth2/token"));
    let asking = asking.basic_auth(CLIENT_ID, Some(SECRET));
    let answer = asking.body("grant_type=client_credentials").send().await;
    let answer: Value = answer.unwrap().json().await.unwrap();
    let store = &shop.server.app().store;
    let record = store.order(order).await.unwrap().unwrap();
    let attempt = store.attempt(record.order.attempt).await.unwrap().unwrap();
    let held = attempt.state.reference().unwrap();
    let held = held.strip_prefix(PREFIX).unwrap();
    let wish = json!({ "action": "open_dispute", "amount": 1_000 });
    let call = shop
        .client
        .post(format!("{paypal}/authorizations/{held}/control"))
        .bearer_auth(answer["access_token"].as_str().unwrap())
        .json(&wish);
    let answer: Value = call.send().await.unwrap().json().await.unwrap();
    answer["movements"][0]["id"].as_str().unwrap().to_owned()
}

/// [B.12] A dispute that the store could not take is answered with 500, so that PayPal tells it again; then the order knows it.
#[tokio::test]
async fn a_dispute_that_the_store_did_not_take_is_to_be_told_again() {
    let guard = Arc::new(Failing::default());
    let paypal = "\n[wallets.paypal]\nenabled = true\n";
    let shop = Shop::open_guarded(|text| text + paypal, guard.clone()).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = approved(&shop, &cart, "approve").await;
    bound(&shop, &cart, &token).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    let order = paid_order(&shop).await.number;
    let known = async || {
        let record = shop.server.app().store.order(order).await;
        let disputes = record.unwrap().unwrap().life().disputes;
        disputes.into_keys().collect::<Vec<_>>()
    };

    guard.0.store(true, Ordering::SeqCst);
    let dispute = disputed(&shop, order).await;
    let event = json!({
        "id": "WH-5", "event_type": "CUSTOMER.DISPUTE.CREATED",
        "resource": { "dispute_id": dispute },
    });
    for told in ["first", "again"] {
        assert_eq!(report(&shop, &event).await, 500, "{told}");
        assert_eq!(known().await, [""; 0], "{told}");
    }
    guard.0.store(false, Ordering::SeqCst);
    for told in ["after the failure", "a repetition"] {
        assert_eq!(report(&shop, &event).await, 204, "{told}");
        assert_eq!(known().await, std::slice::from_ref(&dispute), "{told}");
    }
}
