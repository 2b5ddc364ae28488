//! Webhooks and the certificates that they name.

use super::world::{
    NOW, Read, TOTAL, World, outcome_in, read_by, reference, request, settings, world,
};
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{PayPalGateway, WebhookHeaders, crc32};
use zkratka_payments::{CaptureRequest, PaymentGateway as _, PaymentOutcome};
use zkratka_sandbox::gateway::RowKind::Authorised;
use zkratka_sandbox::paypal::{SECRET, WEBHOOK_ID};

/// The emulated PayPal's key; everybody has it.
const KEY: &[u8] = include_bytes!("../../src/paypal/webhook_key.pk8");
const GOOD: &str = include_str!("../../src/paypal/webhook_certificate.pem");
/// Good until half past eight on the day of `NOW`.
const SHORT: &str = include_str!("certificates/short.pem");
const EXPIRED: &str = include_str!("certificates/expired.pem");
const OTHER_NAME: &str = include_str!("certificates/other_name.pem");
const BODY: &[u8] = br#"{"id":"WH-1","event_type":"CHECKOUT.ORDER.APPROVED","resource":{}}"#;
const CERTIFICATES: &str = "/v1/notifications/certs/";
const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

/// PayPal's publisher of certificates.
#[derive(Clone, Default)]
struct Publisher {
    /// The certificate at every path; none: not found.
    certificate: Arc<Mutex<Option<&'static str>>>,
    fetched: Arc<Mutex<Vec<String>>>,
}

async fn publish(State(publisher): State<Publisher>, uri: Uri) -> Response {
    publisher
        .fetched
        .lock()
        .expect("whole")
        .push(uri.path().to_owned());
    let certificate = *publisher.certificate.lock().expect("whole");
    match certificate {
        Some(pem) => pem.into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A gateway whose PayPal publishes a certificate.
struct Shop {
    publisher: Publisher,
    origin: String,
    gateway: PayPalGateway,
}

impl Shop {
    async fn open(certificate: Option<&'static str>) -> Self {
        let publisher = Publisher::default();
        *publisher.certificate.lock().expect("whole") = certificate;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let routes = Router::new()
            .fallback(publish)
            .with_state(publisher.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let gateway = PayPalGateway::new(&settings(&origin, SECRET)).expect("a gateway");
        Self {
            publisher,
            origin,
            gateway,
        }
    }

    fn publish(&self, certificate: Option<&'static str>) {
        *self.publisher.certificate.lock().expect("whole") = certificate;
    }

    fn fetches(&self) -> usize {
        self.publisher.fetched.lock().expect("whole").len()
    }

    /// Reads a webhook that is signed right now and names the certificate with this number.
    async fn read(&self, certificate: u32, now: Timestamp) -> Verdict {
        let headers = self.signed(certificate, now);
        Verdict::of(read_by(&self.gateway, &headers, BODY, now).await)
    }

    fn signed(&self, certificate: u32, sent: Timestamp) -> WebhookHeaders {
        let name = format!("CERT-360caa42-fca2a594-{certificate:08x}");
        signed(&format!("{}{CERTIFICATES}{name}", self.origin), BODY, sent)
    }
}

/// The headers of a webhook that the emulated PayPal signs, and that names this certificate.
fn signed(certificate: &str, body: &[u8], sent: Timestamp) -> WebhookHeaders {
    let time = jiff::Timestamp::from_millisecond(sent.0).expect("a time");
    let time = time.to_string();
    let text = format!("T-1|{time}|{WEBHOOK_ID}|{}", crc32(body));
    let key = RsaKeyPair::from_pkcs8(KEY).expect("a key");
    let mut signature = vec![0; key.public().modulus_len()];
    let random = SystemRandom::new();
    key.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature)
        .expect("signed");
    WebhookHeaders {
        transmission_id: "T-1".to_owned(),
        transmission_time: time,
        signature: STANDARD.encode(signature),
        certificate_url: certificate.to_owned(),
        algorithm: "SHA256withRSA".to_owned(),
    }
}

/// What becomes of a webhook.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// PayPal signed it.
    Genuine,
    /// It is not believed.
    Refused,
    /// PayPal is asked to repeat it.
    Later,
}
use Verdict::{Genuine, Later, Refused};

impl Verdict {
    fn of(read: Read) -> Self {
        match read {
            Ok(Ok(None)) => Genuine,
            Ok(Ok(Some(about))) => panic!("{about:?}"),
            Ok(Err(_)) => Refused,
            Err(_) => Later,
        }
    }
}

/// [7.09] A certificate must be PayPal's for webhooks, and valid now: not only when it was fetched.
#[tokio::test]
async fn a_certificate_has_its_name_and_its_time() {
    for (what, certificate, expected) in [
        ("good", GOOD, Genuine),
        ("expired", EXPIRED, Refused),
        ("for another purpose", OTHER_NAME, Refused),
        ("no certificate", "PEM", Refused),
    ] {
        let shop = Shop::open(Some(certificate)).await;
        assert_eq!(shop.read(1, NOW).await, expected, "{what}");
    }
    let shop = Shop::open(Some(SHORT)).await;
    assert_eq!(shop.read(1, NOW).await, Genuine);
    assert_eq!(shop.read(1, NOW.plus(29 * MINUTE_MS)).await, Genuine);
    assert_eq!(shop.fetches(), 1, "cached");
    assert_eq!(shop.read(1, NOW.plus(31 * MINUTE_MS)).await, Refused);
}

/// [7.09] A certificate that PayPal withdraws is trusted for a day at most.
#[tokio::test]
async fn a_withdrawn_certificate_is_trusted_for_a_day() {
    let shop = Shop::open(Some(GOOD)).await;
    assert_eq!(shop.read(1, NOW).await, Genuine);
    shop.publish(None);
    assert_eq!(shop.read(1, NOW.plus(23 * HOUR_MS)).await, Genuine);
    assert_eq!(shop.fetches(), 1);
    assert_eq!(shop.read(1, NOW.plus(25 * HOUR_MS)).await, Refused);
    assert_eq!(shop.fetches(), 2);
}

/// [7.09] A certificate that does not exist is asked for once in a while, however often webhooks name it.
#[tokio::test]
async fn a_missing_certificate_is_remembered() {
    let shop = Shop::open(None).await;
    for _ in 0..20 {
        assert_eq!(shop.read(1, NOW).await, Refused);
    }
    assert_eq!(shop.fetches(), 1);
    shop.publish(Some(GOOD));
    assert_eq!(shop.read(1, NOW.plus(9 * MINUTE_MS)).await, Refused);
    assert_eq!(shop.read(1, NOW.plus(11 * MINUTE_MS)).await, Genuine);
    assert_eq!(shop.fetches(), 2);
}

/// [7.09] Webhooks that name ever new certificates cause few calls, and a known certificate stays known.
#[tokio::test]
async fn ever_new_certificates_cause_few_calls() {
    let shop = Shop::open(Some(GOOD)).await;
    assert_eq!(shop.read(0, NOW).await, Genuine);
    shop.publish(None);
    let mut later = 0;
    for certificate in 1..100 {
        match shop.read(certificate, NOW.plus(1)).await {
            Later => later += 1,
            verdict => assert_eq!(verdict, Refused),
        }
    }
    // The good one was the first of six in this minute.
    assert_eq!(shop.fetches(), 6);
    assert_eq!(later, 94);
    assert_eq!(shop.read(0, NOW.plus(2)).await, Genuine);
    assert_eq!(shop.read(99, NOW.plus(2 * MINUTE_MS)).await, Refused);
    assert_eq!(shop.fetches(), 7);
}

/// [7.09] Somebody who names ever new certificates does not keep the server from fetching PayPal's again, a day later.
#[tokio::test]
async fn a_known_certificate_is_fetched_again_whatever_strangers_name() {
    let shop = Shop::open(Some(GOOD)).await;
    assert_eq!(shop.read(1, NOW).await, Genuine);
    let later = NOW.plus(24 * HOUR_MS);
    *shop.publisher.certificate.lock().expect("whole") = None;
    for invented in 10..16 {
        assert_eq!(shop.read(invented, later).await, Refused, "{invented}");
    }
    assert_eq!(shop.read(16, later).await, Later, "strangers have no more");
    *shop.publisher.certificate.lock().expect("whole") = Some(GOOD);
    assert_eq!(shop.read(1, later).await, Genuine);
    assert_eq!(shop.fetches(), 8);
}

/// [7.09] What is wrong at first sight causes no call: neither an old webhook nor one of another form.
#[tokio::test]
async fn a_webhook_that_is_wrong_at_first_sight_causes_no_call() {
    let shop = Shop::open(Some(GOOD)).await;
    let good = shop.signed(1, NOW);
    let with = |change: fn(&mut WebhookHeaders)| {
        let mut headers = good.clone();
        change(&mut headers);
        headers
    };
    let recorded = shop.signed(1, NOW.plus(-74 * HOUR_MS));
    let early = shop.signed(1, NOW.plus(11 * MINUTE_MS));
    for (what, headers) in [
        ("recorded", recorded),
        ("from the future", early),
        ("no time", with(|it| it.transmission_time.clear())),
        ("no id", with(|it| it.transmission_id.clear())),
        ("a long id", with(|it| it.transmission_id = "a".repeat(65))),
        ("no base64", with(|it| it.signature = "?".to_owned())),
        (
            "a long signature",
            with(|it| it.signature = "A".repeat(1_372)),
        ),
        (
            "an algorithm",
            with(|it| it.algorithm = "SHA1withRSA".to_owned()),
        ),
        ("a plain path", with(|it| it.certificate_url.truncate(60))),
    ] {
        let read = read_by(&shop.gateway, &headers, BODY, NOW).await;
        assert_eq!(Verdict::of(read), Refused, "{what}");
        assert_eq!(shop.fetches(), 0, "{what}");
    }
    let read = read_by(&shop.gateway, &good, BODY, NOW).await;
    assert_eq!(Verdict::of(read), Genuine);
}

/// [7.09] [B.02] A report that money is held decides nothing if the money would go to somebody else.
#[tokio::test]
async fn a_report_of_diverted_money_decides_nothing() {
    let world = world().await;
    let order = world.approved("approve").await;
    let held = world.gateway.authorise(&request(&order, "K1", TOTAL)).await;
    held.expect("an answer");
    let webhooks = world.received(1).await;
    let (headers, body) = &webhooks[0];
    let read = world.read(headers, body).await.expect("an answer");
    assert!(read.expect("genuine").is_some());
    let mut other = settings(&world.api, SECRET);
    other.merchant_id = "MERCHANT2SHPX".to_owned();
    let other = PayPalGateway::new(&other).expect("a gateway");
    let read = read_by(&other, headers, body, NOW).await;
    assert_eq!(Verdict::of(read), Genuine);
    assert_eq!(world.happened(), [Authorised]);
}

/// What a signed webhook about an amount of the order's authorisation decides under the key K1.
async fn decided(
    world: &World,
    kind: &str,
    (order, authorisation): (&str, &str),
    (status, value): (&str, &str),
) -> Option<PaymentOutcome> {
    let is_capture = kind == "PAYMENT.CAPTURE.COMPLETED";
    let resource = json!({
        "id": if is_capture { "3C679366HH908993F" } else { authorisation },
        "status": status, "custom_id": "K1", "amount": { "currency_code": "CZK", "value": value },
        "supplementary_data": { "related_ids": { "order_id": order, "authorization_id": authorisation } },
    });
    let body: Value = json!({ "id": "WH-1", "event_type": kind, "resource": resource });
    let body = body.to_string().into_bytes();
    let certificate = format!("{}{CERTIFICATES}CERT-2a6b7274-73616e64-626f7831", world.api);
    let read = world.read(&signed(&certificate, &body, NOW), &body).await;
    let notification = read.expect("an answer").expect("genuine")?;
    let (key, outcome) = outcome_in(notification);
    assert_eq!(key, "K1");
    Some(outcome)
}

/// [7.09] [B.02] A signed report that money is held or taken decides nothing unless the order shows that money now: a CRC
/// protects no amount, and a report may come days late.
#[tokio::test]
async fn money_that_the_order_does_not_show_decides_nothing() {
    const HELD: &str = "PAYMENT.AUTHORIZATION.CREATED";
    const TAKEN: &str = "PAYMENT.CAPTURE.COMPLETED";
    let world = world().await;
    let order = world.approved("approve").await;
    let held = world.gateway.authorise(&request(&order, "K1", TOTAL)).await;
    let held = held.expect("an answer");
    let payment = reference(&held);
    let own = (order.id.as_str(), payment.trim_start_matches("paypal:"));
    let created = |value| decided(&world, HELD, own, ("CREATED", value));
    let completed = |value| decided(&world, TAKEN, own, ("COMPLETED", value));

    assert_eq!(created("518.00").await, Some(held.clone()));
    assert_eq!(
        created("5180.00").await,
        Some(held.clone()),
        "the order's amount"
    );
    let other = (own.0, "0AW2184448108334S");
    let of_other = decided(&world, HELD, other, ("CREATED", "518.00")).await;
    assert_eq!(of_other, None, "another authorisation");
    assert_eq!(completed("518.00").await, None, "it is only held");

    let capture = CaptureRequest::whole(&payment, TOTAL);
    let taken = world.gateway.capture(&capture).await.expect("an answer");
    assert_eq!(completed("518.00").await, Some(taken));
    assert_eq!(completed("517.00").await, None, "no such capture");
    assert_eq!(created("518.00").await, Some(held), "a late report");
}

/// [7.09] [B.02] A late report that money is held decides nothing once it was released.
#[tokio::test]
async fn money_that_was_released_decides_nothing() {
    let world = world().await;
    let order = world.approved("approve").await;
    let held = world.gateway.authorise(&request(&order, "K1", TOTAL)).await;
    let payment = reference(&held.expect("an answer"));
    world.gateway.void(&payment).await.expect("an answer");
    let webhooks = world.received(1).await;
    let (headers, body) = &webhooks[0];
    let read = world.read(headers, body).await;
    assert_eq!(read.expect("an answer").expect("genuine"), None);
}
