//! The sandbox's published scenarios, by card and by header.

use super::world::{World, assert_refused, change, eur, payload, session_path, text, world};
use reqwest::Method;
use serde_json::{Value, json};
use zkratka_sandbox::amazon_pay::{CARDS, Scenario};
use zkratka_sandbox::gateway::RowKind::{Authorised, Declined};

async fn session(world: &World, id: &str) -> (Value, Value) {
    let details = world.get(&session_path(id)).await.1["statusDetails"].clone();
    (details["state"].clone(), details["reasonCode"].clone())
}

async fn charge(world: &World, id: &str) -> (Value, Value) {
    let details = world.get(&format!("charges/{id}")).await.1["statusDetails"].clone();
    (details["state"].clone(), details["reasonCode"].clone())
}

/// [B.02] Each published card ends a payment as Amazon's sandbox says.
#[tokio::test]
async fn cards_end_payments() {
    let world = world().await;
    for card in CARDS {
        let id = world.confirmed(card.ending, "Authorize").await;
        let canceled = match card.scenario {
            Scenario::BuyerCanceled => "BuyerCanceled",
            Scenario::Declined => "Declined",
            Scenario::Approve | Scenario::Pending | Scenario::PendingDeclined => {
                let (status, done) = world.complete(&id).await;
                let expected = if card.scenario == Scenario::Approve {
                    200
                } else {
                    202
                };
                assert_eq!(status, expected, "{}: {done}", card.ending);
                continue;
            }
        };
        assert_eq!(
            session(&world, &id).await,
            (json!("Canceled"), json!(canceled))
        );
        let answer = world.complete(&id).await;
        assert_refused(&answer, 422, "InvalidCheckoutSessionStatus", card.ending);
    }
    assert_eq!(world.happened(), [Authorised; 5]);
}

/// [B.02] A pending authorisation is decided after thirty seconds.
#[tokio::test]
async fn a_pending_authorisation_is_decided() {
    let world = world().await;
    let begin = async |card: &str| {
        let id = world.confirmed(card, "Authorize").await;
        text(&world.complete(&id).await.1["chargeId"])
    };
    let (good, bad) = (begin("0701").await, begin("4354").await);
    world.wait(29_999);
    for id in [&good, &bad] {
        assert_eq!(charge(&world, id).await.0, "AuthorizationInitiated");
        let capture = json!({ "captureAmount": eur("1.00") });
        let answer = world
            .post(&format!("charges/{id}/capture"), "c", capture)
            .await;
        assert_refused(&answer, 422, "InvalidChargeStatus", "captured too early");
    }
    assert_eq!(world.happened(), []);
    world.wait(1);
    assert_eq!(
        charge(&world, &good).await,
        (json!("Authorized"), Value::Null)
    );
    assert_eq!(
        charge(&world, &bad).await,
        (json!("Declined"), json!("HardDeclined"))
    );
    assert_eq!(world.happened(), [Authorised, Declined]);
}

/// [B.02] Pending authorisations are for merchants that can wait: for another one Amazon declines the card at once, and a
/// simulated one is refused.
#[tokio::test]
async fn a_pending_card_needs_a_patient_merchant() {
    let world = world().await;
    for card in ["0701", "4354"] {
        let id = world.begin(&payload()).await;
        world.choose(&id, "anna", card).await;
        let mut change = change("Authorize");
        change["paymentDetails"]["canHandlePendingAuthorization"] = json!(false);
        assert_eq!(world.patch(&session_path(&id), change).await.0, 200);
        let (status, done) = world.page(&format!("/sessions/{id}/pay"), json!({})).await;
        assert_eq!(status, 200, "{card}: {done}");
        let path = format!("checkoutSessions/{id}/complete");
        let amount = json!({ "chargeAmount": eur("19.99") });
        let call = world.call(Method::POST, &path, &amount);
        let answer = world.simulate("AuthorizationInitiated", call).await;
        assert_refused(&answer, 400, "InvalidParameterCombination", card);
        let answer = world.complete(&id).await;
        assert_refused(&answer, 422, "InvalidCheckoutSessionStatus", card);
        let ended = session(&world, &id).await;
        assert_eq!(ended, (json!("Canceled"), json!("Declined")), "{card}");
    }
    assert_eq!(world.happened(), []);
    for card in ["0701", "4354"] {
        let id = world.confirmed(card, "Authorize").await;
        assert_eq!(world.complete(&id).await.0, 202, "{card}");
    }
}

/// [B.02] The header overrides the card when a session is completed.
#[tokio::test]
async fn a_header_ends_a_completion() {
    let world = world().await;
    let complete = |id: &str| {
        let path = format!("checkoutSessions/{id}/complete");
        world.call(
            Method::POST,
            &path,
            &json!({ "chargeAmount": eur("19.99") }),
        )
    };
    for code in ["BuyerCanceled", "Declined", "AmazonCanceled"] {
        let id = world.confirmed("1111", "Authorize").await;
        let answer = world.simulate(code, complete(&id)).await;
        assert_refused(&answer, 422, "InvalidCheckoutSessionStatus", code);
        assert_eq!(session(&world, &id).await, (json!("Canceled"), json!(code)));
    }
    let id = world.confirmed("1111", "Authorize").await;
    let answer = world.simulate("Thunder", complete(&id)).await;
    assert_refused(&answer, 400, "InvalidSandboxSimulationSpecified", "unknown");
    assert_eq!(session(&world, &id).await.0, "Open");
    let call = complete(&id);
    let mut unsigned = call.clone();
    let code = (
        "x-amz-pay-simulation-code",
        "AuthorizationInitiated".to_owned(),
    );
    unsigned.headers.push(code);
    // Some clients leave this header out of the signature.
    let (status, done) = world.send_as(&unsigned, &call.authorization()).await;
    assert_eq!(status, 202, "{done}");
    let show = world.call(Method::GET, &session_path(&id), &Value::Null);
    let (status, _) = world.send(&show).await;
    assert_eq!(status, 200);
}

/// [B.02] The header declines charges, delays captures and ends permissions; elsewhere it is refused.
#[tokio::test]
async fn a_header_ends_charges() {
    let world = world().await;
    let id = world.confirmed("1111", "Confirm").await;
    let permission = text(&world.complete(&id).await.1["chargePermissionId"]);
    let body = json!({ "chargePermissionId": permission, "chargeAmount": eur("5.00") });
    let create = |key: &str| world.call(Method::POST, "charges", &body).keyed(key);
    for code in [
        "SoftDeclined",
        "HardDeclined",
        "AmazonRejected",
        "TransactionTimedOut",
    ] {
        let answer = world.simulate(code, create(code)).await;
        assert_refused(&answer, 422, code, code);
        assert_eq!(world.simulate(code, create(code)).await, answer, "repeated");
    }
    assert_eq!(world.happened(), [Declined; 4]);
    for code in ["Thunder", "AuthorizationInitiated", "CaptureInitiated"] {
        let answer = world.simulate(code, create(code)).await;
        assert_refused(&answer, 400, "InvalidSandboxSimulationSpecified", code);
    }
    let made = world.send(&create("good")).await.1;
    let id = text(&made["chargeId"]);
    let capture = |key: &str| {
        let body = json!({ "captureAmount": eur("5.00") });
        world
            .call(Method::POST, &format!("charges/{id}/capture"), &body)
            .keyed(key)
    };
    let (status, _) = world.simulate("PendingDeclined", capture("c")).await;
    assert_eq!(
        (status, charge(&world, &id).await.0),
        (200, json!("CaptureInitiated"))
    );
    world.wait(30_000);
    assert_eq!(
        charge(&world, &id).await,
        (json!("Declined"), json!("ProcessingFailure"))
    );
    let close = json!({ "closureReason": "x" });
    let close = world.call(
        Method::DELETE,
        &format!("chargePermissions/{permission}/close"),
        &close,
    );
    let (_, closed) = world.simulate("AmazonClosed", close).await;
    assert_eq!(
        closed["statusDetails"]["reasons"][0]["reasonCode"],
        "AmazonClosed"
    );
    let refund = json!({ "chargeId": id, "refundAmount": eur("1.00") });
    let refund = world.call(Method::POST, "refunds", &refund).keyed("r");
    let answer = world.simulate("Declined", refund).await;
    assert_refused(&answer, 400, "InvalidSandboxSimulationSpecified", "refund");
}
