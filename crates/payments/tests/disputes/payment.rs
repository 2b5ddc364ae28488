//! How the dispute of a payment stands in its ledger.

use super::czk;
use crate::support::{paypal_at, serve};
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_payments::paypal::PayPalGateway;
use zkratka_payments::{LedgerKind, LedgerState, PaymentLedger, ProviderLedger};

fn captured() -> Value {
    json!({ "id": "C1", "status": "COMPLETED", "amount": czk("500.00"), "custom_id": "K1" })
}

async fn held() -> Json<Value> {
    let order = json!({ "related_ids": { "order_id": "O1" } });
    Json(json!({
        "id": "A1", "status": "CAPTURED", "amount": czk("500.00"), "custom_id": "K1",
        "supplementary_data": order,
    }))
}

/// A captured payment of 500.00 with this dispute over 300.00 of it.
async fn look_at(stage: &str, status: &str, outcome: &str) -> PaymentLedger {
    let dispute = json!({
        "dispute_id": "D1", "status": status, "dispute_life_cycle_stage": stage, "dispute_amount": czk("300.00"),
        "disputed_transactions": [{ "seller_transaction_id": "C1" }],
        "dispute_outcome": { "outcome_code": outcome },
    });
    let token = || async { r#"{"access_token":"T","expires_in":3600}"# };
    let order = || async {
        Json(json!({ "purchase_units": [{ "payments": { "captures": [captured()] } }] }))
    };
    let disputes = || async { Json(json!({ "items": [{ "dispute_id": "D1" }] })) };
    let routes = Router::new()
        .route("/v1/oauth2/token", post(token))
        .route("/v2/payments/authorizations/A1", get(held))
        .route("/v2/checkout/orders/O1", get(order))
        .route("/v1/customer/disputes", get(disputes))
        .route(
            "/v1/customer/disputes/D1",
            get(|State(dispute): State<Value>| async { Json(dispute) }),
        )
        .route(
            "/v2/payments/captures/C1",
            get(|| async { Json(captured()) }),
        )
        .with_state(dispute);
    let gateway = PayPalGateway::new(&paypal_at(serve(routes).await));
    let gateway = gateway.expect("a client");
    gateway.payment("paypal:A1", &[]).await.expect("an answer")
}

/// [B.12] A payment's ledger says how each dispute stands. A dispute that the shop won took nothing.
#[tokio::test]
async fn a_dispute_stands_as_paypal_says() {
    use LedgerKind::{Dispute, Inquiry};
    use LedgerState::{Done, Pending, Undone};
    for (stage, status, outcome, expected) in [
        ("INQUIRY", "OPEN", "", (Inquiry, Pending, 30_000)),
        ("CHARGEBACK", "OPEN", "", (Dispute, Pending, 30_000)),
        (
            "CHARGEBACK",
            "RESOLVED",
            "RESOLVED_BUYER_FAVOUR",
            (Dispute, Done, 30_000),
        ),
        (
            "CHARGEBACK",
            "RESOLVED",
            "RESOLVED_SELLER_FAVOUR",
            (Dispute, Undone, 50_000),
        ),
        ("INQUIRY", "RESOLVED", "NONE", (Dispute, Undone, 50_000)),
    ] {
        let ledger = look_at(stage, status, outcome).await;
        assert!(ledger.tells_disputes);
        let mut entries = ledger.entries.iter();
        let found = entries.find(|entry| entry.id == "D1").expect("the dispute");
        let (kind, state, minor) = expected;
        let amount = Money::new(MinorUnits::new(minor), Currency::CZK);
        let read = (found.kind, found.state, found.amount);
        assert_eq!(read, (kind, state, amount), "{stage} {status} {outcome}");
    }
}
