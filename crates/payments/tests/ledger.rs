//! Ledgers whose pages are lost, wrong or forbidden: the client returns all transactions, or an error.

use crate::support::{paypal_at, serve};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::PayPalGateway;
use zkratka_payments::sandbox::{SandboxGateway, SandboxSettings};
use zkratka_payments::{LedgerEntry, LedgerError, ProviderLedger, Span};

type Asked = HashMap<String, String>;

/// A provider with this many transactions.
#[derive(Clone)]
struct Provider {
    count: usize,
    /// What goes wrong with the n-th request, from 1 on.
    fault: fn(usize) -> Option<StatusCode>,
    /// A wrong number of transactions that the provider claims to have.
    says: Option<usize>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Provider {
    fn note(&self, asked: &Asked) -> Option<Response> {
        let mut all = self.asked.lock().expect("whole");
        all.push(asked.clone());
        let fault = (self.fault)(all.len());
        fault.map(IntoResponse::into_response)
    }

    fn page(&self, skipped: usize, size: usize, one: impl Fn(usize) -> Value) -> Vec<Value> {
        (0..self.count).skip(skipped).take(size).map(one).collect()
    }
}

async fn card(State(provider): State<Provider>, Query(asked): Query<Asked>) -> Response {
    if let Some(fault) = provider.note(&asked) {
        return fault;
    }
    let after: usize = asked["after"].parse().expect("a number");
    let entries = provider.page(after, 40, |number| {
        json!({
            "id": format!("re_{number}"), "kind": "refund", "state": "done",
            "amount": { "minor": 100, "currency": "CZK" }, "at": 5, "key": "K1",
        })
    });
    let total = provider.says.unwrap_or(provider.count);
    Json(json!({ "entries": entries, "total": total })).into_response()
}

async fn paypal(State(provider): State<Provider>, Query(asked): Query<Asked>) -> Response {
    if let Some(fault) = provider.note(&asked) {
        return fault;
    }
    let number = |name: &str| -> usize { asked[name].parse().expect("a number") };
    let size = number("page_size");
    let details = provider.page((number("page") - 1) * size, size, |number| {
        json!({ "transaction_info": {
            "transaction_id": format!("T{number}"), "transaction_event_code": "T0006",
            "transaction_status": "S", "custom_field": "K1",
            "transaction_amount": { "currency_code": "CZK", "value": "1.00" },
        }})
    });
    let total = provider.says.unwrap_or(provider.count);
    Json(json!({
        "transaction_details": details, "total_items": total,
        "total_pages": provider.count.div_ceil(size),
    }))
    .into_response()
}

/// Starts the provider. Returns a client of either kind, and the requests that the provider gets.
async fn ledger(
    is_paypal: bool,
    count: usize,
    says: Option<usize>,
    fault: fn(usize) -> Option<StatusCode>,
) -> (Box<dyn ProviderLedger>, Arc<Mutex<Vec<Asked>>>) {
    let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
    let provider = Provider {
        count,
        fault,
        says,
        asked: Arc::clone(&asked),
    };
    let token = || async { r#"{"access_token":"T","expires_in":3600}"# };
    let routes = Router::new()
        .route("/transactions", get(card))
        .route("/v1/reporting/transactions", get(paypal))
        .route("/v1/oauth2/token", post(token))
        .with_state(provider);
    let url = serve(routes).await;
    let ledger: Box<dyn ProviderLedger> = if is_paypal {
        let gateway = PayPalGateway::new(&paypal_at(url));
        Box::new(gateway.expect("a client"))
    } else {
        let gateway = SandboxGateway::new(SandboxSettings {
            base_url: url,
            secret: "mezi námi".to_owned(),
            deadline: Duration::from_secs(5),
        });
        Box::new(gateway.expect("a client"))
    };
    (ledger, asked)
}

const SPAN: Span = Span {
    from: Timestamp(1_790_000_000_000),
    until: Timestamp(1_790_000_060_000),
};

fn ids(entries: &[LedgerEntry]) -> usize {
    let mut ids: Vec<&str> = entries.iter().map(|one| one.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len()
}

/// [B.12] Every page is read once, and a lost page is asked for again.
#[tokio::test]
async fn a_lost_page_is_asked_for_again() {
    for is_paypal in [false, true] {
        let (ledger, asked) = ledger(is_paypal, 250, None, |number| {
            (number == 2).then_some(StatusCode::BAD_GATEWAY)
        })
        .await;
        let entries = ledger.transactions(SPAN).await.expect("all");
        assert_eq!((entries.len(), ids(&entries)), (250, 250));
        let asked = asked.lock().expect("whole").clone();
        assert_eq!(asked[1], asked[2], "the lost page");
        assert_eq!(asked.len(), if is_paypal { 4 } else { 8 });
        if is_paypal {
            assert_eq!(asked[0]["start_date"], "2026-09-21T14:13:20Z");
            assert_eq!(asked[0]["end_date"], "2026-09-21T14:14:19Z");
            assert_eq!(asked[0]["fields"], "transaction_info");
        }
    }
}

/// [B.12] A listing that lacks something is no listing.
#[tokio::test]
async fn a_listing_with_a_gap_is_an_error() {
    for is_paypal in [false, true] {
        for (says, fault) in [
            (Some(251), (|_| None) as fn(usize) -> Option<StatusCode>),
            (Some(249), |_| None),
            (None, |number| {
                (number > 1).then_some(StatusCode::SERVICE_UNAVAILABLE)
            }),
        ] {
            let (ledger, _) = ledger(is_paypal, 250, says, fault).await;
            let answer = ledger.transactions(SPAN).await;
            assert!(
                matches!(answer, Err(LedgerError::NoAnswer(_))),
                "{is_paypal} {says:?} {answer:?}"
            );
        }
    }
}

/// [B.12] A gateway that lists more than it says is not read to the end, which may not come.
#[tokio::test]
async fn a_listing_longer_than_it_says_is_not_read_on() {
    let (ledger, asked) = ledger(false, 250, Some(39), |_| None).await;
    let answer = ledger.transactions(SPAN).await;
    assert!(
        matches!(answer, Err(LedgerError::NoAnswer(_))),
        "{answer:?}"
    );
    assert_eq!(asked.lock().expect("whole").len(), 1);
}

/// [B.12] A span with too many transactions is divided. The error of a missing permission says what to do.
#[tokio::test]
async fn what_a_provider_refuses_is_told_apart() {
    for is_paypal in [false, true] {
        let (ledger, asked) = ledger(is_paypal, 10, Some(10_001), |_| None).await;
        let answer = ledger.transactions(SPAN).await;
        assert!(matches!(answer, Err(LedgerError::TooMany)), "{answer:?}");
        assert_eq!(asked.lock().expect("whole").len(), 1);
    }
    let forbidden = |_| Some(StatusCode::FORBIDDEN);
    let (ledger, asked) = ledger(true, 10, None, forbidden).await;
    let error = ledger.transactions(SPAN).await.expect_err("forbidden");
    assert!(matches!(error, LedgerError::NotPermitted(_)), "{error:?}");
    assert!(
        error.to_string().contains("\"Transaction search\""),
        "{error}"
    );
    assert_eq!(asked.lock().expect("whole").len(), 1);
}
