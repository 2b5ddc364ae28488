//! The sandbox client against a gateway that misbehaves: every unclear response becomes `NoAnswer`.

use crate::support::serve;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_payments::sandbox::{SandboxGateway, SandboxSettings};
use zkratka_payments::{
    AuthoriseRequest, CaptureRequest, DeclineReason, PaymentGateway, PaymentOutcome, RefundOutcome,
    RefundRequest, WalletCredential, WalletSessionError,
};

type Answer = fn() -> Response;

#[derive(Clone)]
struct Gateway {
    answer: Answer,
    /// Method, path with query and authorisation of every request.
    seen: Arc<Mutex<Vec<String>>>,
}

async fn handle(State(gateway): State<Gateway>, request: Request) -> Response {
    let authorisation = request
        .headers()
        .get(header::AUTHORIZATION)
        .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let line = format!("{} {} {authorisation:?}", request.method(), request.uri());
    gateway.seen.lock().expect("not poisoned").push(line);
    (gateway.answer)()
}

/// A gateway with always this response, and a client with a deadline of 300 ms.
async fn gateway(answer: Answer) -> (SandboxGateway, Arc<Mutex<Vec<String>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let state = Gateway {
        answer,
        seen: Arc::clone(&seen),
    };
    let routes = Router::new().fallback(handle).with_state(state);
    let client = SandboxGateway::new(SandboxSettings {
        base_url: serve(routes).await,
        secret: "mezi-námi".to_owned(),
        deadline: Duration::from_millis(300),
    });
    (client.expect("a client"), seen)
}

const CROWN: Money = Money {
    minor: MinorUnits::new(100),
    currency: Currency::CZK,
};

#[tokio::test]
async fn an_outcome_counts_with_any_of_the_three_statuses() {
    let (client, _) = gateway(|| (StatusCode::OK, r#"{"status":"pending"}"#).into_response()).await;
    assert_eq!(
        client.query("K", "").await.expect("an answer"),
        PaymentOutcome::Pending
    );
    let (client, _) =
        gateway(|| (StatusCode::NOT_FOUND, r#"{"status":"unknown"}"#).into_response()).await;
    assert_eq!(
        client.void("r").await.expect("an answer"),
        PaymentOutcome::Unknown
    );
    let (client, _) = gateway(|| {
        let refused = r#"{"status":"declined","reference":null,"reason":"refused"}"#;
        (StatusCode::CONFLICT, refused).into_response()
    })
    .await;
    assert_eq!(
        client
            .capture(&CaptureRequest::whole("r", CROWN))
            .await
            .expect("an answer"),
        PaymentOutcome::Declined {
            reference: None,
            reason: DeclineReason::Refused
        }
    );
}

#[tokio::test]
async fn anything_else_is_no_answer() {
    let answers: [Answer; 7] = [
        || StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        || (StatusCode::INTERNAL_SERVER_ERROR, r#"{"status":"pending"}"#).into_response(),
        || (StatusCode::UNAUTHORIZED, r#"{"status":"pending"}"#).into_response(),
        || StatusCode::NOT_FOUND.into_response(),
        || "<html>".into_response(),
        || r#"{"status":"something else"}"#.into_response(),
        || Body::from(format!(r#"{{"status":"pending"}}{}"#, " ".repeat(70_000))).into_response(),
    ];
    for answer in answers {
        let (client, _) = gateway(answer).await;
        let outcome = client.query("K", "").await;
        assert!(outcome.is_err(), "{outcome:?}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (client, seen) = gateway(|| Redirect::temporary("/elsewhere").into_response()).await;
    assert!(client.query("K", "").await.is_err());
    assert_eq!(seen.lock().expect("not poisoned").len(), 1);
}

#[tokio::test]
async fn a_refused_connection_is_no_answer_and_names_no_address() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let client = SandboxGateway::new(SandboxSettings {
        base_url: format!("http://{address}"),
        secret: "x".to_owned(),
        deadline: Duration::from_millis(300),
    })
    .expect("a client");
    let error = client
        .query("tajny-klic", "")
        .await
        .expect_err("nobody")
        .to_string();
    assert!(
        !error.contains("tajny-klic") && !error.contains("127.0.0.1"),
        "{error}"
    );
}

#[tokio::test]
async fn a_call_ends_at_the_deadline() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    // Accepts connections and never responds.
    let held = tokio::spawn(async move {
        let mut connections = Vec::new();
        while let Ok((connection, _)) = listener.accept().await {
            connections.push(connection);
        }
    });
    let client = SandboxGateway::new(SandboxSettings {
        base_url: format!("http://{address}"),
        secret: "x".to_owned(),
        deadline: Duration::from_millis(200),
    })
    .expect("a client");
    let started = Instant::now();
    assert!(client.query("K", "").await.is_err());
    assert!(started.elapsed() < Duration::from_secs(20));
    held.abort();
}

#[tokio::test]
async fn calls_carry_the_secret_and_escape_references() {
    let (client, seen) = gateway(|| r#"{"status":"pending"}"#.into_response()).await;
    client.void("../../admin?x=1#y").await.expect("an answer");
    let request = AuthoriseRequest {
        key: "K".to_owned(),
        session: "s".to_owned(),
        amount: CROWN,
        return_url: "http://obchod.test".to_owned(),
        mandate: false,
        charged_mandate: None,
    };
    client.authorise(&request).await.expect("an answer");
    let seen = seen.lock().expect("not poisoned").clone();
    assert!(
        seen[0].starts_with("POST /payments/..%2F..%2Fadmin%3Fx=1%23y/void "),
        "{seen:?}"
    );
    assert!(seen[1].starts_with("POST /payments "), "{seen:?}");
    let secret = r#"Some("Bearer mezi-námi")"#;
    assert!(seen.iter().all(|line| line.ends_with(secret)), "{seen:?}");
}

#[test]
fn a_malformed_address_is_refused_at_once() {
    for base_url in ["", "gateway", "mailto:brana@example.cz", "unix:/run/x"] {
        let made = SandboxGateway::new(SandboxSettings {
            base_url: base_url.to_owned(),
            secret: "x".to_owned(),
            deadline: Duration::from_secs(1),
        });
        let error = made
            .err()
            .unwrap_or_else(|| panic!("{base_url} was accepted"));
        assert!(
            error.to_string().contains("http://127.0.0.1:8090"),
            "{error}"
        );
    }
}

/// [B.02] A wallet's token becomes the session that the gateway names; only status 422 rejects the token for good.
#[tokio::test]
async fn a_wallets_token_becomes_a_session() {
    let exchange = async |answer: Answer| {
        let (client, seen) = gateway(answer).await;
        let token = WalletCredential::GooglePayToken { token: "{}" };
        let session = client.wallet_session(token).await;
        let seen = seen.lock().expect("not poisoned").clone();
        assert!(seen[0].starts_with("POST /wallet-sessions "), "{seen:?}");
        session
    };
    let session = exchange(|| r#"{"session":"ses_1"}"#.into_response()).await;
    assert_eq!(session.expect("a session"), "ses_1");
    let refused = exchange(|| StatusCode::UNPROCESSABLE_ENTITY.into_response()).await;
    assert!(
        matches!(refused, Err(WalletSessionError::Refused)),
        "{refused:?}"
    );
    let unclear: [Answer; 3] = [
        || (StatusCode::BAD_GATEWAY, r#"{"session":"ses_1"}"#).into_response(),
        || (StatusCode::NOT_FOUND, r#"{"session":"ses_1"}"#).into_response(),
        || "{}".into_response(),
    ];
    for answer in unclear {
        let session = exchange(answer).await;
        assert!(
            matches!(session, Err(WalletSessionError::NoAnswer(_))),
            "{session:?}"
        );
    }
}

/// [B.12] A refund of another amount than the request's says nothing of the request.
#[tokio::test]
async fn a_refund_of_another_amount_is_no_answer() {
    fn refunded() -> Response {
        r#"{"status":"refunded","reference":"re_1","amount":{"minor":100,"currency":"CZK"}}"#
            .into_response()
    }
    let (client, _) = gateway(refunded).await;
    let refund = |minor| RefundRequest {
        key: "R1".to_owned(),
        payment: "r".to_owned(),
        amount: Money::new(MinorUnits::new(minor), Currency::CZK),
    };
    let own = client.refund(&refund(100)).await.expect("an answer");
    assert!(matches!(own, RefundOutcome::Refunded { .. }), "{own:?}");
    for other in [
        client.refund(&refund(101)).await,
        client.refund_status(&refund(101)).await,
    ] {
        assert!(other.is_err(), "{other:?}");
    }
}

/// [B.02] The gateway documents a day.
#[tokio::test]
async fn a_key_lives_as_long_as_the_gateway_documents() {
    let (client, _) = gateway(|| StatusCode::OK.into_response()).await;
    assert_eq!(client.key_lifetime_ms(), 24 * 60 * 60 * 1_000);
}
