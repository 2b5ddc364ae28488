//! The PayPal client against a PayPal that misbehaves: tokens, deadlines, and what is an answer.

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_payments::paypal::{
    Due, PayPalClient, PayPalError, PayPalGateway, PayPalSettings, session_of, session_of_agreement,
};
use zkratka_payments::{AuthoriseRequest, PaymentGateway as _};

const ORDER: &str = r#"{"id":"O1","status":"CREATED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","amount":{"currency_code":"CZK","value":"518.00"}}]}"#;

#[derive(Clone)]
struct PayPal {
    /// How long tokens are said to live, seconds.
    life: u32,
    /// What the interface answers to the n-th call with a token.
    answer: fn(usize) -> Response,
    seen: Arc<Mutex<Vec<String>>>,
}

/// Path and authorisation of a request.
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
        // Slow enough that all who come meanwhile must wait.
        tokio::time::sleep(Duration::from_millis(50)).await;
        let seconds = paypal.life;
        return format!(r#"{{"access_token":"T{number}","expires_in":{seconds}}}"#).into_response();
    }
    (paypal.answer)(number)
}

/// Serves; gives what a client needs, and what is asked.
async fn serve(
    life: u32,
    answer: fn(usize) -> Response,
) -> (PayPalSettings, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let api = format!("http://{}", listener.local_addr().expect("an address"));
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let state = PayPal {
        life,
        answer,
        seen: Arc::clone(&seen),
    };
    let routes = Router::new().fallback(handle).with_state(state);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let settings = PayPalSettings {
        api,
        client_id: "id".to_owned(),
        secret: "tajné".to_owned().into(),
        webhook_id: None,
        deadline: Duration::from_secs(2),
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

/// Whoever comes while a token is fetched waits for it.
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

/// A token that would end within the minute is not set out with.
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

/// A token that PayPal has forgotten is replaced once; not again and again.
#[tokio::test]
async fn a_forgotten_token_is_replaced_once() {
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

/// Only PayPal's own decision is one; its debug id goes along.
#[tokio::test]
async fn what_is_not_decided_is_no_answer() {
    let undecided: [fn(usize) -> Response; 5] = [
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

/// Whatever a client sends for an id leads to no other resource.
#[tokio::test]
async fn an_id_leads_nowhere_else() {
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

const APPROVED: &str = r#"{"id":"O1","status":"APPROVED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","amount":{"currency_code":"CZK","value":"518.00"}}]}"#;
const NOTED: &str = r#"{"id":"O1","status":"APPROVED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","custom_id":"K","amount":{"currency_code":"CZK","value":"518.00"}}]}"#;
const HELD: &str = r#"{"id":"O1","status":"COMPLETED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","custom_id":"K","amount":{"currency_code":"CZK","value":"518.00"},"payments":{"authorizations":[
    {"id":"A1","status":"CREATED","custom_id":"K","amount":{"currency_code":"CZK","value":"518.00"}}]}}]}"#;

fn refused(issue: &str) -> Response {
    let body = format!(r#"{{"name":"UNPROCESSABLE_ENTITY","details":[{{"issue":"{issue}"}}]}}"#);
    (StatusCode::UNPROCESSABLE_ENTITY, body).into_response()
}

fn wanted(key: &str) -> AuthoriseRequest {
    AuthoriseRequest {
        key: key.to_owned(),
        session: session_of("O1"),
        amount: Money::new(MinorUnits::new(51_800), Currency::CZK),
        return_url: String::new(),
        mandate: false,
    }
}

/// [B.03] Two servers at one attempt: the slower one is refused, and yet there is what the faster one holds.
#[tokio::test]
async fn whoever_is_overtaken_finds_what_is_held_under_its_key() {
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
        // Under another key it is somebody else's.
        let (settings, _) = serve(3_600, answers).await;
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        let outcome = gateway.authorise(&wanted("L")).await.expect("an answer");
        assert!(
            matches!(outcome, PaymentOutcome::Declined { .. }),
            "{outcome:?}"
        );
    }
}

const KEPT: &str = r#"{"id":"p1","payment_source":{"paypal":{}}}"#;
const APPROVED_UNDER_K: &str = r#"{"id":"O1","status":"APPROVED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","custom_id":"K p1","amount":{"currency_code":"CZK","value":"518.00"}}]}"#;
const HELD_FROM_ACCOUNT: &str = r#"{"id":"O1","status":"COMPLETED","intent":"AUTHORIZE","purchase_units":[
    {"reference_id":"r","custom_id":"K p1","amount":{"currency_code":"CZK","value":"518.00"},"payments":{"authorizations":[
    {"id":"A1","status":"CREATED","custom_id":"K p1","amount":{"currency_code":"CZK","value":"518.00"}}]}}]}"#;

fn by_agreement(key: &str) -> AuthoriseRequest {
    AuthoriseRequest {
        session: session_of_agreement("S1", Due::Order("O1")),
        mandate: true,
        ..wanted(key)
    }
}

/// [B.03] PayPal may have taken the account for an order and not have held anything yet when we hear no more of it: then
/// the charge is repeated, and not given up.
#[tokio::test]
async fn a_charge_that_was_half_done_is_repeated() {
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

/// Whatever PayPal says that nothing is taken from an account, and whenever: the account is given back, by whoever kept it.
#[tokio::test]
async fn an_account_that_pays_nothing_is_given_back() {
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

/// An order that the account is to pay, with an authorisation of this status under the key K.
fn under_k(status: &str) -> Response {
    HELD_FROM_ACCOUNT.replace("CREATED", status).into_response()
}

/// An account that was kept and not charged is kept still when it is asked about: the charge may be repeated, and what comes
/// to nothing is given back at its end.
#[tokio::test]
async fn asking_gives_no_account_back() {
    for key in ["K", "L"] {
        let (settings, seen) = serve(3_600, |_| APPROVED_UNDER_K.into_response()).await;
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        let asked = gateway.query(key, &by_agreement(key).session).await;
        assert_eq!(asked.expect("an answer"), PaymentOutcome::Unknown);
        let seen = seen.lock().expect("whole").clone();
        assert!(!seen.iter().any(|line| line.contains("/v3/")), "{seen:?}");
    }
}

/// What is being done already is neither refused nor done.
#[tokio::test]
async fn what_is_going_on_is_no_answer() {
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

/// A capture's answer, and then the authorisation as it stands.
macro_rules! capturing {
    ($first:expr, $then:expr) => {
        |number| match number {
            1 => $first,
            _ => $then,
        }
    };
}

/// A capture or an authorisation.
fn captured(status: &str) -> Response {
    let body = format!(
        r#"{{"id":"C1","status":"{status}","amount":{{"currency_code":"CZK","value":"518.00"}}}}"#
    );
    (StatusCode::CREATED, body).into_response()
}

/// [7.09] [B.03] Whatever PayPal answers to a capture, what stands at PayPal counts.
#[tokio::test]
async fn a_capture_is_what_stands_at_paypal() {
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

fn nothing(_number: usize) -> Response {
    (StatusCode::NOT_FOUND, r#"{"name":"RESOURCE_NOT_FOUND"}"#).into_response()
}

/// Nothing is asked for after a capture that was answered.
fn unreachable() -> Response {
    panic!("asked for more")
}

async fn capture(answers: fn(usize) -> Response) -> &'static str {
    let (settings, _) = serve(3_600, answers).await;
    let gateway = PayPalGateway::new(&settings).expect("a gateway");
    let amount = Money::new(MinorUnits::new(51_800), Currency::CZK);
    match gateway.capture(&session_of("A1"), amount).await {
        Ok(PaymentOutcome::Captured { amount: taken, .. }) if taken == amount => "captured",
        Ok(PaymentOutcome::Pending) => "pending",
        Ok(PaymentOutcome::Declined { .. }) => "declined",
        Ok(PaymentOutcome::Voided { .. }) => "voided",
        Ok(outcome) => panic!("{outcome:?}"),
        Err(_) => "no answer",
    }
}

type Ids = Arc<Mutex<Vec<(String, String)>>>;

/// Answers everything well, and notes what changes something with its id.
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

/// [7.09] [B.03] What is repeated carries the id that it carried before, so that it is done once; nothing else carries it.
#[tokio::test]
async fn a_repetition_carries_its_id() {
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
        // As another server would, which knows nothing of the first one's calls.
        let gateway = PayPalGateway::new(&settings).expect("a gateway");
        gateway.authorise(&wanted("K")).await.expect("an answer");
        let (capture, void) = (session_of("A1"), session_of("A2"));
        gateway.capture(&capture, amount).await.expect("an answer");
        gateway.void(&void).await.expect("an answer");
    }
    let ids = ids.lock().expect("whole").clone();
    let (first, second) = ids.split_at(5);
    assert_eq!(first, second);
    let different: std::collections::HashSet<_> = first.iter().map(|(_, id)| id).collect();
    assert_eq!(different.len(), 5, "{first:?}");
    assert!(!different.contains(&"none".to_owned()));
}

/// A server that let go of the money and died: the next one still gives back the account that was charged, and only that.
#[tokio::test]
async fn what_was_let_go_before_is_forgotten() {
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
