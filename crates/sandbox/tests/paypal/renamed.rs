//! A page that changes the key in the shop's order just before the order is authorised.

use super::pages::Page;
use super::world::{TOTAL, World, request, settings, world};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use reqwest::Client;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::net::TcpListener;
use zkratka_commerce::attempt::DeclineReason;
use zkratka_payments::paypal::{PayPalGateway, session_of};
use zkratka_payments::{PaymentGateway as _, PaymentOutcome};
use zkratka_sandbox::gateway::RowKind::{Authorised, Voided};
use zkratka_sandbox::paypal::SECRET;

/// The way to PayPal, on which the page is faster than the first authorisation.
struct Race {
    api: String,
    page: Page,
    order: String,
    authorisations: AtomicUsize,
    /// Whether the first authorisation's response is lost.
    loses_response: bool,
}

async fn forward(
    State(race): State<Arc<Race>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let is_first = uri.path().ends_with("/authorize")
        && race.authorisations.fetch_add(1, Ordering::Relaxed) == 0;
    if is_first {
        let changed = race
            .page
            .change(&race.order, "replace", "custom_id", json!("K9"));
        assert_eq!(changed.await.0, 204);
    }
    let mut call = Client::new().request(method, format!("{}{uri}", race.api));
    for name in [
        "authorization",
        "content-type",
        "paypal-request-id",
        "prefer",
    ] {
        if let Some(value) = headers.get(name) {
            call = call.header(name, value);
        }
    }
    let answer = call.body(body).send().await.expect("an answer");
    if is_first && race.loses_response {
        return StatusCode::GATEWAY_TIMEOUT.into_response();
    }
    let status = answer.status();
    (status, answer.bytes().await.expect("a body")).into_response()
}

async fn gateway(world: &World, order: &str, loses_response: bool) -> PayPalGateway {
    let race = Race {
        api: world.api.clone(),
        page: Page::open(world).await,
        order: order.to_owned(),
        authorisations: AtomicUsize::new(0),
        loses_response,
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let origin = format!("http://{}", listener.local_addr().expect("an address"));
    let routes = Router::new().fallback(forward).with_state(Arc::new(race));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    PayPalGateway::new(&settings(&origin, SECRET)).expect("a gateway")
}

/// [7.09] [B.02] What PayPal holds under a changed key is voided, also if the response was lost: no query would find it
/// again, and the buyer's money would stay held for weeks.
#[tokio::test]
async fn what_is_held_under_a_changed_key_is_voided() {
    for loses_response in [false, true] {
        let world = world().await;
        let order = world.approved("approve").await;
        let gateway = gateway(&world, &order.id, loses_response).await;
        let request = request(&order, "K1", TOTAL);
        if loses_response {
            assert!(gateway.authorise(&request).await.is_err());
            assert_eq!(world.happened(), [Authorised]);
        }
        let outcome = gateway.authorise(&request).await.expect("an answer");
        let expected = PaymentOutcome::Declined {
            reference: None,
            reason: DeclineReason::Refused,
        };
        assert_eq!(outcome, expected, "lost: {loses_response}");
        assert_eq!(world.happened(), [Authorised, Voided]);
        let again = gateway.authorise(&request).await.expect("an answer");
        assert!(
            matches!(again, PaymentOutcome::Declined { .. }),
            "{again:?}"
        );
        let asked = gateway.query("K1", &session_of(&order.id)).await;
        assert_eq!(asked.expect("an answer"), PaymentOutcome::Unknown);
        assert_eq!(world.happened(), [Authorised, Voided]);
    }
}
