//! The PayPal client against a PayPal that misbehaves: tokens, deadlines, unusable responses.

use crate::support::{self, paypal_at};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use zkratka_commerce::attempt::{DeclineReason, PaymentOutcome};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_payments::paypal::{
    Breakdown, Due, Item, PayPalClient, PayPalError, PayPalGateway, PayPalSettings, session_of,
    session_of_agreement,
};
use zkratka_payments::{AuthoriseRequest, CaptureRequest, PaymentGateway as _, RefundRequest};

const ORDER: &str = r#"{"id":"O1","status":"CREATED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","payee":{"merchant_id":"MERCHANT2SHPX"},"amount":{"currency_code":"CZK","value":"518.00"}}]}"#;

#[derive(Clone)]
struct PayPal {
    /// The tokens' announced lifetime, in seconds.
    life: u32,
    /// The API's response to the n-th call with a token.
    answer: fn(usize) -> Response,
    seen: Arc<Mutex<Vec<String>>>,
}

/// The request's path and authorisation.
fn line_of(request: &Request) -> (String, String) {
    let value = request.headers().get("authorization");
    let value = value.map(|value| value.to_str().expect("a text"));
    let path = request.uri().path().to_owned();
    let line = format!("{path} {}", value.unwrap_or_default());
    (path, line)
}

async fn handle(State(paypal): State<PayPal>, request: Request) -> Response {
    let (path, line) = line_of(&request);
    drop(request);
    let number = {
        let mut seen = paypal.seen.lock().expect("whole");
        seen.push(line);
        let of_kind = |it: &&String| it.starts_with("/v1") == path.starts_with("/v1");
        seen.iter().filter(of_kind).count()
    };
    if path == "/v1/oauth2/token" {
        // Slow enough that the concurrent callers must wait.
        tokio::time::sleep(Duration::from_millis(50)).await;
        let seconds = paypal.life;
        return format!(r#"{{"access_token":"T{number}","expires_in":{seconds}}}"#).into_response();
    }
    (paypal.answer)(number)
}

/// Starts a PayPal; returns the client's settings and the log of requests.
pub(super) async fn serve(
    life: u32,
    answer: fn(usize) -> Response,
) -> (PayPalSettings, Arc<Mutex<Vec<String>>>) {
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let state = PayPal {
        life,
        answer,
        seen: Arc::clone(&seen),
    };
    let routes = Router::new().fallback(handle).with_state(state);
    let settings = PayPalSettings {
        deadline: Duration::from_secs(2),
        ..paypal_at(support::serve(routes).await)
    };
    (settings, seen)
}

async fn paypal(
    life: u32,
    answer: fn(usize) -> Response,
) -> (Arc<PayPalClient>, Arc<Mutex<Vec<String>>>) {
    let (settings, seen) = serve(life, answer).await;
    let client = PayPalClient::new(&settings).expect("a client");
    (Arc::new(client), seen)
}

fn good(_number: usize) -> Response {
    ORDER.into_response()
}

fn tokens_asked_for(seen: &Mutex<Vec<String>>) -> usize {
    let seen = seen.lock().expect("whole");
    seen.iter()
        .filter(|line| line.starts_with("/v1/oauth2/token Basic "))
        .count()
}

/// Callers during a fetch wait for its token.
#[tokio::test]
async fn many_callers_fetch_one_token() {
    let (client, seen) = paypal(3_600, good).await;
    let callers: Vec<_> = (0..16)
        .map(|_| {
            let client = Arc::clone(&client);
            tokio::spawn(async move { client.order("O1").await.map(|order| order.id) })
        })
        .collect();
    for caller in callers {
        assert_eq!(caller.await.expect("no panic").expect("an order"), "O1");
    }
    assert_eq!(tokens_asked_for(&seen), 1);
    assert_eq!(seen.lock().expect("whole").len(), 17);
}

/// A call does not start with a token that expires within a minute.
#[tokio::test]
async fn a_token_is_renewed_before_it_expires() {
    let (client, seen) = paypal(59, good).await;
    for _ in 0..3 {
        client.order("O1").await.expect("an order");
    }
    assert_eq!(tokens_asked_for(&seen), 3);
    let last = seen.lock().expect("whole").last().cloned();
    assert_eq!(last.as_deref(), Some("/v2/checkout/orders/O1 Bearer T3"));
}

/// A token that PayPal no longer accepts is replaced once, not repeatedly.
#[tokio::test]
async fn a_revoked_token_is_replaced_once() {
    fn forgetful(number: usize) -> Response {
        if number == 1 {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        good(number)
    }
    let (client, seen) = paypal(3_600, forgetful).await;
    client.order("O1").await.expect("an order");
    assert_eq!(tokens_asked_for(&seen), 2);
    let (client, seen) = paypal(3_600, |_| StatusCode::UNAUTHORIZED.into_response()).await;
    assert!(matches!(
        client.order("O1").await,
        Err(PayPalError::NoAnswer(_))
    ));
    assert_eq!(tokens_asked_for(&seen), 2);
}

/// Only PayPal's own decisions count as decisions, with their debug id.
#[tokio::test]
async fn an_undecided_call_is_no_answer() {
    let undecided: [fn(usize) -> Response; 6] = [
        |_| Redirect::temporary("/elsewhere").into_response(),
        |_| {
            (
                StatusCode::INTERNAL_SERVER_ERROR,
                [("paypal-debug-id", "d-500")],
            )
                .into_response()
        },
        |_| "no JSON".into_response(),
        |_| r#"{"id":"O1","status":"CREATED","purchase_units":[]}"#.into_response(),
        |_| Body::from(vec![b' '; 300_000]).into_response(),
        |_| {
            let second = r#"}},{"id":"A2","status":"CREATED","amount":{"currency_code":"CZK","value":"518.00"}}]}}]}"#;
            HELD.replace("}}]}}]}", second).into_response()
        },
    ];
    for answer in undecided {
        let (client, seen) = paypal(3_600, answer).await;
        let answered = client.order("O1").await;
        assert!(matches!(answered, Err(PayPalError::NoAnswer(_))));
        let seen = seen.lock().expect("whole").clone();
        assert!(
            !seen.iter().any(|line| line.starts_with("/elsewhere")),
            "{seen:?}"
        );
    }
    let (client, _) = paypal(3_600, undecided[1]).await;
    let error = client.order("O1").await.expect_err("an error").to_string();
    assert!(error.contains("d-500"), "{error}");
    assert!(!error.contains("T1") && !error.contains("tajn"), "{error}");
}

/// No id from a client can select another resource.
#[tokio::test]
async fn an_id_selects_no_other_resource() {
    let (client, seen) = paypal(3_600, good).await;
    for id in [
        "../../v1/oauth2/token",
        "O1/authorize",
        "O1?x=1",
        "",
        "O1#",
        "%2e%2e",
    ] {
        let _asked = client.order(id).await;
    }
    let seen = seen.lock().expect("whole").clone();
    let asked: Vec<_> = seen
        .iter()
        .filter(|line| !line.starts_with("/v1"))
        .collect();
    assert_eq!(asked.len(), 6);
    assert!(
        asked
            .iter()
            .all(|line| line.starts_with("/v2/checkout/orders/- ")),
        "{asked:?}"
    );
}

pub(super) const APPROVED: &str = r#"{"id":"O1","status":"APPROVED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","payee":{"merchant_id":"MERCHANT2SHPX"},"amount":{"currency_code":"CZK","value":"518.00"}}]}"#;
pub(super) const NOTED: &str = r#"{"id":"O1","status":"APPROVED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","payee":{"merchant_id":"MERCHANT2SHPX"},"custom_id":"K","amount":{"currency_code":"CZK","value":"518.00"}}]}"#;
pub(super) const HELD: &str = r#"{"id":"O1","status":"COMPLETED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","payee":{"merchant_id":"MERCHANT2SHPX"},"custom_id":"K","amount":{"currency_code":"CZK","value":"518.00"},"payments":{"authorizations":[
    {"id":"A1","status":"CREATED","custom_id":"K","amount":{"currency_code":"CZK","value":"518.00"}}]}}]}"#;

pub(super) fn refused(issue: &str) -> Response {
    let body = format!(r#"{{"name":"UNPROCESSABLE_ENTITY","details":[{{"issue":"{issue}"}}]}}"#);
    (StatusCode::UNPROCESSABLE_ENTITY, body).into_response()
}

pub(super) fn wanted(key: &str) -> AuthoriseRequest {
    AuthoriseRequest {
        key: key.to_owned(),
        session: session_of("O1"),
        amount: Money::new(MinorUnits::new(51_800), Currency::CZK),
        return_url: String::new(),
        mandate: false,
        charged_mandate: None,
    }
}

/// [B.03] Two servers drive one attempt: PayPal refuses the slower one, which still finds the faster one's
/// authorisation.
#[tokio::test]
async fn an_overtaken_server_finds_the_authorisation_of_its_key() {
    fn overtaken_before_the_note(number: usize) -> Response {
        match number {
            1 => APPROVED.into_response(),
            2 => refused("ORDER_ALREADY_COMPLETED"),
            _ => HELD.into_response(),
        }
    }
    fn overtaken_after_it(number: usize) -> Response {
        match number {
            1 => APPROVED.into_response(),
            2 => StatusCode::NO_CONTENT.into_response(),
            3 => refused("ORDER_COMPLETED_OR_VOIDED"),
            _ => HELD.into_response(),
        }
    }
    fn overtaken_by_a_note(number: usize) -> Response {
        match number {
            1 => APPROVED.into_response(),
            2 => refused("INVALID_PATCH_OPERATION"),
            3 => NOTED.into_response(),
            _ => HELD.into_response(),
        }
    }
    let ways = [
        overtaken_before_the_note,
        overtaken_by_a_note,
        overtaken_after_it,
    ];
    for answers in ways as [fn(usize) -> Response; 3] {
        let (settings, _) = serve(3_600, answers).await;
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        let outcome = gateway.authorise(&wanted("K")).await.expect("an answer");
        assert!(
            matches!(&outcome, PaymentOutcome::Authorised { reference, .. } if *reference == session_of("A1")),
            "{outcome:?}"
        );
        // With another key, the authorisation belongs to another attempt.
        let (settings, _) = serve(3_600, answers).await;
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        let outcome = gateway.authorise(&wanted("L")).await.expect("an answer");
        assert!(
            matches!(outcome, PaymentOutcome::Declined { .. }),
            "{outcome:?}"
        );
    }
}

pub(super) const KEPT: &str = r#"{"id":"p1","payment_source":{"paypal":{}}}"#;
const APPROVED_UNDER_K: &str = r#"{"id":"O1","status":"APPROVED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","payee":{"merchant_id":"MERCHANT2SHPX"},"custom_id":"K p1","amount":{"currency_code":"CZK","value":"518.00"}}]}"#;
const HELD_FROM_ACCOUNT: &str = r#"{"id":"O1","status":"COMPLETED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","payee":{"merchant_id":"MERCHANT2SHPX"},"custom_id":"K p1","amount":{"currency_code":"CZK","value":"518.00"},"payments":{"authorizations":[
    {"id":"A1","status":"CREATED","custom_id":"K p1","amount":{"currency_code":"CZK","value":"518.00"}}]}}]}"#;

pub(super) fn by_agreement(key: &str) -> AuthoriseRequest {
    AuthoriseRequest {
        session: session_of_agreement("S1", Due::Order("O1")),
        mandate: true,
        ..wanted(key)
    }
}

/// [B.03] If the connection breaks, PayPal may have accepted the account for an order without authorising it yet. The
/// charge is then repeated, not abandoned.
#[tokio::test]
async fn an_interrupted_charge_is_repeated() {
    fn half_done(number: usize) -> Response {
        match number {
            1 => APPROVED_UNDER_K.into_response(),
            2 => KEPT.into_response(),
            _ => HELD_FROM_ACCOUNT.into_response(),
        }
    }
    let (settings, seen) = serve(3_600, half_done).await;
    let gateway = PayPalGateway::new(&settings).expect("a gateway");
    let outcome = gateway.authorise(&by_agreement("K")).await;
    let outcome = outcome.expect("an answer");
    let PaymentOutcome::Authorised {
        reference, card, ..
    } = outcome
    else {
        panic!("{outcome:?}")
    };
    assert_eq!(reference, session_of("A1"));
    assert_eq!(card.mandate.as_deref(), Some("p1"));
    let seen = seen.lock().expect("whole").clone();
    let authorised = |line: &String| line.starts_with("/v2/checkout/orders/O1/authorize ");
    assert!(seen.iter().any(authorised), "{seen:?}");
}

/// If PayPal denies or voids the charge, the gateway releases the stored account. PayPal may report this before the
/// call, in its response, or only in a later query. An account with held money, or of another attempt, stays.
#[tokio::test]
async fn an_account_that_pays_nothing_is_released() {
    fn denied_before(number: usize) -> Response {
        match number {
            1 => under_k("DENIED"),
            _ => StatusCode::NO_CONTENT.into_response(),
        }
    }
    fn denied_at_once(number: usize) -> Response {
        match number {
            1 => APPROVED_UNDER_K.into_response(),
            2 => KEPT.into_response(),
            3 => under_k("DENIED"),
            _ => StatusCode::NO_CONTENT.into_response(),
        }
    }
    fn denied_unheard(number: usize) -> Response {
        match number {
            1 => APPROVED_UNDER_K.into_response(),
            2 => KEPT.into_response(),
            3 => refused("ORDER_ALREADY_AUTHORIZED"),
            4 => under_k("DENIED"),
            _ => StatusCode::NO_CONTENT.into_response(),
        }
    }
    fn voided(number: usize) -> Response {
        match number {
            1 => under_k("VOIDED"),
            _ => StatusCode::NO_CONTENT.into_response(),
        }
    }
    fn held(number: usize) -> Response {
        match number {
            1 => under_k("CREATED"),
            _ => panic!("asked for more"),
        }
    }
    type Answers = fn(usize) -> Response;
    for (what, answers, key, forgotten) in [
        ("denied before", denied_before as Answers, "K", true),
        ("denied at once", denied_at_once, "K", true),
        ("denied, unheard", denied_unheard, "K", true),
        ("let go", voided, "K", true),
        ("held", held, "K", false),
        ("denied to somebody else", denied_before, "L", false),
    ] {
        let (settings, seen) = serve(3_600, answers).await;
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        let outcome = gateway.authorise(&by_agreement(key)).await;
        let outcome = outcome.expect("an answer");
        assert_eq!(
            matches!(outcome, PaymentOutcome::Authorised { .. }),
            what == "held",
            "{what}"
        );
        let seen = seen.lock().expect("whole").clone();
        let given_back = |line: &String| line.starts_with("/v3/vault/payment-tokens/p1 ");
        assert_eq!(seen.iter().any(given_back), forgotten, "{what}: {seen:?}");
    }
}

/// An order for a charge of the account, with an authorisation of this status and the key K.
fn under_k(status: &str) -> Response {
    HELD_FROM_ACCOUNT.replace("CREATED", status).into_response()
}

/// A query does not release a stored account that was not charged: the charge may be repeated, and the end of the
/// attempt releases it.
#[tokio::test]
async fn a_query_releases_no_account() {
    for key in ["K", "L"] {
        let (settings, seen) = serve(3_600, |_| APPROVED_UNDER_K.into_response()).await;
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        let asked = gateway.query(key, &by_agreement(key).session).await;
        assert_eq!(asked.expect("an answer"), PaymentOutcome::Unknown);
        let seen = seen.lock().expect("whole").clone();
        assert!(!seen.iter().any(|line| line.contains("/v3/")), "{seen:?}");
    }
}

/// A call that is still running is neither refused nor done.
#[tokio::test]
async fn a_running_call_is_no_answer() {
    fn going_on(number: usize) -> Response {
        match number {
            1 => APPROVED.into_response(),
            2 => StatusCode::NO_CONTENT.into_response(),
            _ => refused("PREVIOUS_REQUEST_IN_PROGRESS"),
        }
    }
    let (settings, _) = serve(3_600, going_on).await;
    let gateway = PayPalGateway::new(&settings).expect("a gateway");
    assert!(gateway.authorise(&wanted("K")).await.is_err());
}

/// A capture's response, and then the authorisation.
macro_rules! capturing {
    ($first:expr, $then:expr) => {
        |number| match number {
            1 => $first,
            _ => $then,
        }
    };
}

/// A capture or an authorisation, as JSON.
fn captured(status: &str) -> Response {
    let body = format!(
        r#"{{"id":"C1","status":"{status}","amount":{{"currency_code":"CZK","value":"518.00"}}}}"#
    );
    (StatusCode::CREATED, body).into_response()
}

/// [7.09] [B.03] The state at PayPal counts, whatever it responds to a capture.
#[tokio::test]
async fn the_state_at_paypal_decides_a_capture() {
    type Answers = fn(usize) -> Response;
    let cases: [(&str, Answers, &str); 13] = [
        (
            "done",
            capturing!(captured("COMPLETED"), unreachable()),
            "captured",
        ),
        (
            "being looked at",
            capturing!(captured("PENDING"), unreachable()),
            "pending",
        ),
        (
            "declined",
            capturing!(captured("DECLINED"), unreachable()),
            "declined",
        ),
        (
            "failed",
            capturing!(captured("FAILED"), unreachable()),
            "declined",
        ),
        (
            "given back since",
            capturing!(captured("REFUNDED"), unreachable()),
            "captured",
        ),
        (
            "given back in part",
            capturing!(captured("PARTIALLY_REFUNDED"), unreachable()),
            "captured",
        ),
        (
            "a word we do not know",
            capturing!(captured("CONFUSED"), unreachable()),
            "no answer",
        ),
        (
            "already",
            capturing!(
                refused("AUTHORIZATION_ALREADY_CAPTURED"),
                captured("CAPTURED")
            ),
            "captured",
        ),
        (
            "already, in other words",
            capturing!(refused("ORDER_ALREADY_CAPTURED"), captured("CAPTURED")),
            "captured",
        ),
        (
            "let go of",
            capturing!(refused("AUTHORIZATION_VOIDED"), captured("VOIDED")),
            "voided",
        ),
        (
            "too late",
            capturing!(refused("AUTHORIZATION_EXPIRED"), captured("CREATED")),
            "declined",
        ),
        (
            "another means of payment is wanted",
            capturing!(refused("INSTRUMENT_DECLINED"), captured("CREATED")),
            "declined",
        ),
        (
            "refused, and then silent",
            capturing!(
                refused("AUTHORIZATION_ALREADY_CAPTURED"),
                StatusCode::BAD_GATEWAY.into_response()
            ),
            "no answer",
        ),
    ];
    for (what, answers, expected) in cases {
        assert_eq!(capture(answers).await, expected, "{what}");
    }
    assert_eq!(
        capture(nothing).await,
        "declined",
        "an id that PayPal does not know"
    );
}

pub(super) fn nothing(_number: usize) -> Response {
    (StatusCode::NOT_FOUND, r#"{"name":"RESOURCE_NOT_FOUND"}"#).into_response()
}

/// [B.02] If PayPal does not show the payment, a refund of it is not decided: PayPal may have made it.
#[tokio::test]
async fn a_payment_that_paypal_does_not_show_decides_no_refund() {
    fn malformed(_number: usize) -> Response {
        (StatusCode::BAD_REQUEST, r#"{"name":"INVALID_REQUEST"}"#).into_response()
    }
    fn order_not_found(number: usize) -> Response {
        match number {
            1 => {
                r#"{"id":"A1","status":"CAPTURED","amount":{"currency_code":"CZK","value":"518.00"},
                "supplementary_data":{"related_ids":{"order_id":"O1"}}}"#
                    .into_response()
            }
            _ => nothing(number),
        }
    }
    type Answers = fn(usize) -> Response;
    for (what, answers) in [
        ("malformed", malformed as Answers),
        ("not found", nothing),
        ("unprocessable", |_| refused("INVALID_RESOURCE_ID")),
        ("its order is not found", order_not_found),
    ] {
        let (settings, _) = serve(3_600, answers).await;
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        let request = RefundRequest {
            key: "R1".to_owned(),
            payment: session_of("A1"),
            amount: Money::new(MinorUnits::new(100), Currency::CZK),
        };
        let status = gateway.refund_status(&request).await;
        assert!(status.is_err(), "{what}: {status:?}");
        let (settings, _) = serve(3_600, answers).await;
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        let outcome = gateway.refund(&request).await;
        assert!(outcome.is_err(), "{what}: {outcome:?}");
    }
}

/// No call follows a capture that was answered.
fn unreachable() -> Response {
    panic!("asked for more")
}

async fn capture(answers: fn(usize) -> Response) -> &'static str {
    let (settings, _) = serve(3_600, answers).await;
    let gateway = PayPalGateway::new(&settings).expect("a gateway");
    let amount = Money::new(MinorUnits::new(51_800), Currency::CZK);
    match gateway
        .capture(&CaptureRequest::whole(&session_of("A1"), amount))
        .await
    {
        Ok(PaymentOutcome::Captured { amount: taken, .. }) if taken == amount => "captured",
        Ok(PaymentOutcome::Pending) => "pending",
        Ok(PaymentOutcome::Declined { .. }) => "declined",
        Ok(PaymentOutcome::Voided { .. }) => "voided",
        Ok(outcome) => panic!("{outcome:?}"),
        Err(_) => "no answer",
    }
}

type Ids = Arc<Mutex<Vec<(String, String)>>>;

/// Answers every call with success, and records the ids of those that change something.
async fn noted(State(ids): State<Ids>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    if request.method() == "POST" && !path.ends_with("/token") {
        let id = request.headers().get("paypal-request-id");
        let id = id.map_or("none", |id| id.to_str().expect("a text"));
        ids.lock()
            .expect("whole")
            .push((path.clone(), id.to_owned()));
    }
    match path.rsplit('/').next() {
        Some("token") => r#"{"access_token":"T","expires_in":3600}"#.into_response(),
        Some("capture") => captured("COMPLETED"),
        Some("authorize") => HELD.into_response(),
        Some("payment-tokens") => KEPT.into_response(),
        _ => APPROVED.into_response(),
    }
}

/// [7.09] [B.03] A repetition has the same request id, so PayPal does it once; no other call has that id.
#[tokio::test]
async fn a_repetition_has_the_same_request_id() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let (mut settings, _) = serve(3_600, good).await;
    settings.api = format!("http://{}", listener.local_addr().expect("an address"));
    let ids = Ids::default();
    let routes = Router::new().fallback(noted).with_state(Arc::clone(&ids));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let amount = Money::new(MinorUnits::new(51_800), Currency::CZK);
    for _ in 0..2 {
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        gateway
            .authorise(&by_agreement("L"))
            .await
            .expect("an answer");
        // Like another server, which does not know the first one's calls.
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        gateway.authorise(&wanted("K")).await.expect("an answer");
        let (capture, void) = (session_of("A1"), session_of("A2"));
        gateway
            .capture(&CaptureRequest::whole(&capture, amount))
            .await
            .expect("an answer");
        gateway.void(&void).await.expect("an answer");
    }
    let ids = ids.lock().expect("whole").clone();
    let (first, second) = ids.split_at(5);
    assert_eq!(first, second);
    let different: std::collections::HashSet<_> = first.iter().map(|(_, id)| id).collect();
    assert_eq!(different.len(), 5, "{first:?}");
    assert!(!different.contains(&"none".to_owned()));
}

/// A server voids the money and crashes. The next one still releases the charged account, and only that.
#[tokio::test]
async fn a_voided_accounts_release_is_repeated() {
    fn by_account(number: usize) -> Response {
        match number {
            1 => refused("PREVIOUSLY_VOIDED"),
            2 | 3 => r#"{"id":"A1","status":"VOIDED","custom_id":"K p1","amount":{"currency_code":"CZK","value":"518.00"}}"#
                .into_response(),
            _ => StatusCode::NO_CONTENT.into_response(),
        }
    }
    fn by_order(number: usize) -> Response {
        match number {
            1 => refused("PREVIOUSLY_VOIDED"),
            _ => r#"{"id":"A1","status":"VOIDED","custom_id":"K","amount":{"currency_code":"CZK","value":"518.00"}}"#
                .into_response(),
        }
    }
    for (answers, forgotten) in [
        (by_account as fn(usize) -> Response, true),
        (by_order, false),
    ] {
        let (settings, seen) = serve(3_600, answers).await;
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        let outcome = gateway.void(&session_of("A1")).await.expect("an answer");
        let reference = session_of("A1");
        assert_eq!(outcome, PaymentOutcome::Voided { reference });
        let seen = seen.lock().expect("whole").clone();
        let is_forgotten = seen
            .iter()
            .any(|line| line.starts_with("/v3/vault/payment-tokens/p1 "));
        assert_eq!(is_forgotten, forgotten, "{seen:?}");
    }
}

const TO_STRANGER: (&str, &str) = ("MERCHANT2SHPX", "STRANGERSHPXY");

/// [7.09] [B.02] Only an order whose money comes whole to the merchant is authorised. Nothing is written into any other.
#[tokio::test]
async fn an_order_whose_money_goes_elsewhere_is_not_authorised() {
    fn to_stranger(_number: usize) -> Response {
        APPROVED
            .replace(TO_STRANGER.0, TO_STRANGER.1)
            .into_response()
    }
    fn to_nobody(_number: usize) -> Response {
        let payee = r#""payee":{"merchant_id":"MERCHANT2SHPX"},"#;
        APPROVED.replace(payee, "").into_response()
    }
    fn with_fees(_number: usize) -> Response {
        let fees = r#""payment_instruction":{"platform_fees":[{"amount":{"currency_code":"CZK","value":"1.00"}}]},"amount""#;
        APPROVED.replacen(r#""amount""#, fees, 1).into_response()
    }
    fn with_two_units(_number: usize) -> Response {
        let second = r#"}},{"reference_id":"s","payee":{"merchant_id":"MERCHANT2SHPX"},"amount":{"currency_code":"CZK","value":"1.00"}}]"#;
        APPROVED.replace("}}]", second).into_response()
    }
    type Answers = fn(usize) -> Response;
    let ways: [Answers; 4] = [to_stranger, to_nobody, with_fees, with_two_units];
    for (index, answers) in ways.into_iter().enumerate() {
        for request in [wanted("K"), by_agreement("K")] {
            let (settings, seen) = serve(3_600, answers).await;
            let gateway = PayPalGateway::new(&settings).expect("a gateway");
            let outcome = gateway.authorise(&request).await.expect("an answer");
            let expected = PaymentOutcome::Declined {
                reference: None,
                reason: DeclineReason::Refused,
            };
            assert_eq!(outcome, expected, "{index}");
            let seen = seen.lock().expect("whole").clone();
            assert_eq!(seen.len(), 2, "a token and one read: {seen:?}");
        }
    }
}

/// [7.09] [B.02] A page changes the payee while the server authorises: the server voids the authorisation,
/// whichever call reads it first.
#[tokio::test]
async fn an_authorisation_for_another_payee_is_voided() {
    fn changed_meanwhile(number: usize) -> Response {
        match number {
            1 => APPROVED.into_response(),
            3 => HELD.replace(TO_STRANGER.0, TO_STRANGER.1).into_response(),
            _ => StatusCode::NO_CONTENT.into_response(),
        }
    }
    fn found_later(number: usize) -> Response {
        match number {
            1 => HELD.replace(TO_STRANGER.0, TO_STRANGER.1).into_response(),
            _ => StatusCode::NO_CONTENT.into_response(),
        }
    }
    let expected = PaymentOutcome::Declined {
        reference: None,
        reason: DeclineReason::Refused,
    };
    let is_voided = |seen: &Mutex<Vec<String>>| {
        let seen = seen.lock().expect("whole");
        let voids = |line: &&String| line.starts_with("/v2/payments/authorizations/A1/void ");
        seen.iter().filter(voids).count() == 1
    };
    let (settings, seen) = serve(3_600, changed_meanwhile).await;
    let gateway = PayPalGateway::new(&settings).expect("a gateway");
    let outcome = gateway.authorise(&wanted("K")).await.expect("an answer");
    assert_eq!(outcome, expected);
    assert!(is_voided(&seen), "{seen:?}");
    let (settings, seen) = serve(3_600, found_later).await;
    let gateway = PayPalGateway::new(&settings).expect("a gateway");
    let outcome = gateway.query("K", &session_of("O1")).await;
    assert_eq!(outcome.expect("an answer"), expected);
    assert!(is_voided(&seen), "{seen:?}");
    // Another attempt's authorisation is none of this attempt's business.
    let (settings, seen) = serve(3_600, found_later).await;
    let gateway = PayPalGateway::new(&settings).expect("a gateway");
    let outcome = gateway.query("L", &session_of("O1")).await;
    assert_eq!(outcome.expect("an answer"), PaymentOutcome::Unknown);
    assert!(!is_voided(&seen), "{seen:?}");
}

/// [7.09] [B.02] If a page adds a purchase unit in that moment, the authorisations of all units are voided.
#[tokio::test]
async fn the_authorisations_of_all_units_are_voided() {
    fn with_another_unit(number: usize) -> Response {
        let second = r#"]}},{"reference_id":"s","amount":{"currency_code":"CZK","value":"1.00"},"payments":{"authorizations":[
            {"id":"A2","status":"CREATED","amount":{"currency_code":"CZK","value":"1.00"}}]}}]}"#;
        match number {
            1 => APPROVED.into_response(),
            3 => HELD.replace("]}}]}", second).into_response(),
            _ => StatusCode::NO_CONTENT.into_response(),
        }
    }
    let (settings, seen) = serve(3_600, with_another_unit).await;
    let gateway = PayPalGateway::new(&settings).expect("a gateway");
    let outcome = gateway.authorise(&wanted("K")).await.expect("an answer");
    assert!(
        matches!(outcome, PaymentOutcome::Declined { .. }),
        "{outcome:?}"
    );
    let seen = seen.lock().expect("whole").clone();
    for id in ["A1", "A2"] {
        let path = format!("/v2/payments/authorizations/{id}/void ");
        assert!(seen.iter().any(|line| line.starts_with(&path)), "{seen:?}");
    }
}

/// [B.02] A capture whose money went to another merchant is no payment of the order.
#[tokio::test]
async fn a_capture_for_another_payee_is_no_payment() {
    fn to(merchant: &str) -> Response {
        let body = format!(
            r#"{{"id":"C1","status":"COMPLETED","payee":{{"merchant_id":"{merchant}"}},"amount":{{"currency_code":"CZK","value":"518.00"}}}}"#
        );
        (StatusCode::CREATED, body).into_response()
    }
    fn held(merchant: &str) -> Response {
        let body = format!(
            r#"{{"id":"A1","status":"CAPTURED","payee":{{"merchant_id":"{merchant}"}},"amount":{{"currency_code":"CZK","value":"518.00"}}}}"#
        );
        body.into_response()
    }
    assert_eq!(capture(|_| to("MERCHANT2SHPX")).await, "captured");
    assert_eq!(capture(|_| to("STRANGERSHPXY")).await, "declined");
    assert_eq!(
        capture(capturing!(
            refused("AUTHORIZATION_ALREADY_CAPTURED"),
            held("MERCHANT2SHPX")
        ))
        .await,
        "captured"
    );
    assert_eq!(
        capture(capturing!(
            refused("AUTHORIZATION_ALREADY_CAPTURED"),
            held("STRANGERSHPXY")
        ))
        .await,
        "declined"
    );
}

/// A shop with a wrong merchant id notices before a buyer approves in vain.
#[tokio::test]
async fn a_wrong_merchant_id_creates_no_order() {
    let (mut settings, _) = serve(3_600, good).await;
    let order = |settings: &PayPalSettings| {
        let gateway = PayPalGateway::new(settings).expect("a gateway");
        async move {
            let due = due();
            gateway.create_unpaid_order("R1", "r", &due).await
        }
    };
    assert_eq!(order(&settings).await.expect("an order").id, "O1");
    settings.merchant_id = "STRANGERSHPXY".to_owned();
    let error = order(&settings).await.expect_err("refused");
    assert!(matches!(error, PayPalError::OtherPayee));
    assert!(error.to_string().contains("[wallets.paypal]"), "{error}");
}

fn due() -> Breakdown {
    let book = Item {
        name: "Kniha".to_owned(),
        quantity: 1,
        unit_price: MinorUnits::new(51_800),
        shipped: false,
    };
    let total = Money::new(MinorUnits::new(51_800), Currency::CZK);
    let none = MinorUnits::ZERO;
    Breakdown::new(total, vec![book], none, none, none).expect("it adds up")
}
