//! Open disputes of an account that has other sales.

mod payment;

use crate::support::{MERCHANT, paypal_at, serve};
use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use zkratka_payments::paypal::PayPalGateway;
use zkratka_payments::{LedgerError, LedgerKind, OpenDisputes, ProviderLedger};

fn czk(value: &str) -> Value {
    json!({ "currency_code": "CZK", "value": value })
}

/// A dispute over 10.00 of the capture with the number of the dispute.
async fn dispute(Path(id): Path<String>) -> (StatusCode, Json<Value>) {
    if id == "D11" {
        return refused(StatusCode::NOT_FOUND, "RESOURCE_NOT_FOUND");
    }
    let capture = id.replace('D', "C");
    let disputed = match id.as_str() {
        // A payment of which PayPal names no capture.
        "D3" => json!([{ "buyer_transaction_id": "B3" }]),
        // The shop's own payment beside another's, one that PayPal does not show, and one without a capture.
        "D8" => json!([
            { "buyer_transaction_id": "B8" }, { "seller_transaction_id": "C6" }, { "seller_transaction_id": "C2" },
            { "seller_transaction_id": "C1" },
        ]),
        // Behind a payment that carries another program's key.
        "D12" => json!([{ "seller_transaction_id": "C12" }, { "seller_transaction_id": "C1" }]),
        _ => json!([{ "seller_transaction_id": capture }]),
    };
    let found = json!({
        "dispute_id": id, "status": "WAITING_FOR_SELLER_RESPONSE", "dispute_life_cycle_stage": "INQUIRY",
        "dispute_amount": czk("10.00"), "disputed_transactions": disputed,
    });
    (StatusCode::OK, Json(found))
}

fn refused(status: StatusCode, name: &str) -> (StatusCode, Json<Value>) {
    (status, Json(json!({ "name": name, "debug_id": "d" })))
}

async fn capture(Path(id): Path<String>) -> (StatusCode, Json<Value>) {
    let of = |amount: Value, custom: Value, payee: &str| {
        let found = json!({
            "id": id, "status": "COMPLETED", "amount": amount, "custom_id": custom,
            "payee": { "merchant_id": payee },
            "supplementary_data": { "related_ids": { "authorization_id": "A1" } },
        });
        (StatusCode::OK, Json(found))
    };
    match id.as_str() {
        "C1" => of(czk("500.00"), json!("K1"), MERCHANT),
        // An old payment of another kind.
        "C2" => refused(StatusCode::NOT_FOUND, "RESOURCE_NOT_FOUND"),
        "C4" => of(czk("5.00"), Value::Null, MERCHANT),
        "C5" => of(
            json!({ "currency_code": "XXX", "value": "5" }),
            json!("invoice 7"),
            MERCHANT,
        ),
        "C6" => of(czk("500.00"), json!("K2"), "ANOTHERSHOP12"),
        "C9" => refused(StatusCode::BAD_REQUEST, "INVALID_REQUEST"),
        "C12" => of(czk("5.00"), json!("invoice 7"), MERCHANT),
        "C10" => refused(StatusCode::UNPROCESSABLE_ENTITY, "UNPROCESSABLE_ENTITY"),
        _ => (StatusCode::BAD_GATEWAY, Json(Value::Null)),
    }
}

async fn open_disputes(ids: &[&str]) -> Result<OpenDisputes, LedgerError> {
    let items: Vec<Value> = ids
        .iter()
        .map(|id| json!({ "dispute_id": id, "status": "OPEN" }))
        .collect();
    let listing = move || async move { Json(json!({ "items": items })) };
    let token = || async { r#"{"access_token":"T","expires_in":3600}"# };
    let routes = Router::new()
        .route("/v1/oauth2/token", post(token))
        .route("/v1/customer/disputes", get(listing))
        .route("/v1/customer/disputes/{id}", get(dispute))
        .route("/v2/payments/captures/{id}", get(capture));
    let gateway = PayPalGateway::new(&paypal_at(serve(routes).await));
    gateway.expect("a client").open_disputes().await
}

/// [B.12] Disputes of other sales in the account are counted, and the shop's own among them is read.
#[tokio::test]
async fn a_dispute_of_another_sale_is_counted() {
    let found = open_disputes(&["D2", "D3", "D4", "D1", "D5", "D6", "D11"]).await;
    let found = found.expect("an answer");
    assert_eq!(found.of_others, 6);
    let [own] = &found.entries[..] else {
        panic!("{found:?}");
    };
    assert_eq!((own.id.as_str(), own.kind), ("D1", LedgerKind::Inquiry));
    assert_eq!(own.key.as_deref(), Some("K1"));
    assert_eq!(own.payment.as_deref(), Some("paypal:A1"));
}

/// [B.12] A dispute is the shop's if any of its payments is.
#[tokio::test]
async fn a_dispute_beside_another_sale_is_the_shops() {
    let found = open_disputes(&["D8"]).await.expect("an answer");
    assert_eq!(found.of_others, 0);
    let [own] = &found.entries[..] else {
        panic!("{found:?}");
    };
    assert_eq!((own.id.as_str(), own.key.as_deref()), ("D8", Some("K1")));
}

/// [B.12] Other software writes keys into its payments, too: only the caller can tell whose they are.
#[tokio::test]
async fn a_dispute_names_every_key() {
    let found = open_disputes(&["D12"]).await.expect("an answer");
    assert_eq!(found.of_others, 0);
    let keys = found.entries.iter().map(|entry| entry.key.as_deref());
    let keys: Vec<_> = keys.collect();
    assert_eq!(keys, [Some("invoice"), Some("K1")]);
}

/// [B.12] What PayPal does not answer, or refuses for another reason than that there is no such payment, may be a dispute of
/// the shop.
#[tokio::test]
async fn a_dispute_without_an_answer_is_an_error() {
    for unclear in ["D7", "D9", "D10"] {
        let found = open_disputes(&["D2", unclear]).await;
        assert!(matches!(found, Err(LedgerError::NoAnswer(_))), "{found:?}");
    }
}
