//! Charges and refunds: amounts, states and time.

use super::world::{DAY_MS, World, assert_refused, eur, text, world};
use serde_json::{Value, json};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Voided};

async fn state(world: &World, charge: &str) -> (Value, Value) {
    let (_, shown) = world.get(&format!("charges/{charge}")).await;
    let details = &shown["statusDetails"];
    (details["state"].clone(), details["reasonCode"].clone())
}

/// [B.02] A capture takes at most what is held, in its currency, once.
#[tokio::test]
async fn a_capture_takes_at_most_what_is_held() {
    let world = world().await;
    let (_, charge) = world.authorised().await;
    let path = format!("charges/{charge}/capture");
    let capture = |price: Value| json!({ "captureAmount": price });
    let dollars = json!({ "amount": "1.00", "currencyCode": "USD" });
    for (body, status, reason) in [
        (capture(eur("20.00")), 422, "TransactionAmountExceeded"),
        (capture(dollars), 400, "CurrencyMismatch"),
        (capture(eur("0")), 400, "InvalidParameterValue"),
        (json!({}), 400, "MissingParameterValue"),
        (
            json!({ "captureAmount": eur("1"), "final": true }),
            400,
            "UnrecognizedField",
        ),
    ] {
        let what = body.to_string();
        let answer = world.post(&path, "refused", body).await;
        assert_refused(&answer, status, reason, &what);
    }
    assert_eq!(world.happened(), [Authorised]);
    let (status, done) = world.post(&path, "first", capture(eur("9.99"))).await;
    assert_eq!((status, &done["captureAmount"]), (200, &eur("9.99")));
    let answer = world.post(&path, "second", capture(eur("1.00"))).await;
    assert_refused(&answer, 422, "InvalidChargeStatus", "again");
    let cancel = json!({ "cancellationReason": "pozdě" });
    let answer = world
        .delete(&format!("charges/{charge}/cancel"), cancel)
        .await;
    assert_refused(
        &answer,
        422,
        "InvalidChargeStatus",
        "cancelled after the capture",
    );
    assert_eq!(world.happened(), [Authorised, Captured]);
    assert_eq!(world.rows()[1].amount.decimal(), "9.99");
}

/// [B.02] A cancelled charge is void: it cannot be captured, cancelled or refunded.
#[tokio::test]
async fn a_cancelled_charge_is_void() {
    let world = world().await;
    let (_, charge) = world.authorised().await;
    let cancel = async |body: Value| {
        world
            .delete(&format!("charges/{charge}/cancel"), body)
            .await
    };
    assert_refused(
        &cancel(json!({})).await,
        400,
        "MissingParameterValue",
        "no reason",
    );
    let reason = json!({ "cancellationReason": "Zákazník odstoupil." });
    let (status, shown) = cancel(reason.clone()).await;
    assert_eq!(
        (status, &shown["statusDetails"]["reasonCode"]),
        (200, &json!("MerchantCanceled"))
    );
    assert_refused(&cancel(reason).await, 422, "InvalidChargeStatus", "again");
    let capture = json!({ "captureAmount": eur("1.00") });
    let answer = world
        .post(&format!("charges/{charge}/capture"), "c", capture)
        .await;
    assert_refused(&answer, 422, "InvalidChargeStatus", "captured");
    let refund = json!({ "chargeId": charge, "refundAmount": eur("1.00") });
    let answer = world.post("refunds", "r", refund).await;
    assert_refused(&answer, 422, "InvalidChargeStatus", "refunded");
    assert_eq!(world.happened(), [Authorised, Voided]);
}

/// [B.02] A capture is decided later from the eighth day on; an authorisation ends after thirty days.
#[tokio::test]
async fn an_authorisation_ages() {
    let world = world().await;
    let (_, charge) = world.authorised().await;
    let (_, unused) = world.authorised().await;
    world.wait(7 * DAY_MS);
    let capture = json!({ "captureAmount": eur("19.99") });
    let (status, shown) = world
        .post(&format!("charges/{charge}/capture"), "c", capture)
        .await;
    assert_eq!(
        (status, &shown["statusDetails"]["state"]),
        (200, &json!("CaptureInitiated"))
    );
    assert_eq!(world.happened(), [Authorised, Authorised]);
    world.wait(29_999);
    assert_eq!(state(&world, &charge).await.0, "CaptureInitiated");
    world.wait(1);
    assert_eq!(state(&world, &charge).await.0, "Captured");
    world.wait(23 * DAY_MS - 30_001);
    assert_eq!(state(&world, &unused).await.0, "Authorized");
    world.wait(1);
    assert_eq!(
        state(&world, &unused).await,
        (json!("Canceled"), json!("ExpiredUnused"))
    );
    assert_eq!(world.happened(), [Authorised, Authorised, Captured, Voided]);
}

/// [B.02] [B.03] Refunds never exceed what was captured. The answer says that a refund has begun; it is read later.
#[tokio::test]
async fn refunds_never_exceed_the_capture() {
    let world = world().await;
    let (_, charge) = world.captured().await;
    let refund = |price: Value| json!({ "chargeId": charge, "refundAmount": price });
    let dollars = json!({ "amount": "1.00", "currencyCode": "USD" });
    for (body, status, reason) in [
        (refund(eur("20.00")), 422, "TransactionAmountExceeded"),
        (refund(dollars), 400, "CurrencyMismatch"),
        (
            json!({ "refundAmount": eur("1.00") }),
            400,
            "MissingParameterValue",
        ),
        (
            json!({ "chargeId": "S02-0", "refundAmount": eur("1.00") }),
            404,
            "ResourceNotFound",
        ),
    ] {
        let what = body.to_string();
        assert_refused(
            &world.post("refunds", "r", body).await,
            status,
            reason,
            &what,
        );
    }
    let (status, first) = world.post("refunds", "one", refund(eur("15.00"))).await;
    assert_eq!(
        (status, &first["statusDetails"]["state"]),
        (201, &json!("RefundInitiated"))
    );
    let id = text(&first["refundId"]);
    let (_, shown) = world.get(&format!("refunds/{id}")).await;
    assert_eq!(shown["statusDetails"]["state"], "Refunded");
    assert_refused(
        &world.post("refunds", "two", refund(eur("5.00"))).await,
        422,
        "TransactionAmountExceeded",
        "rest",
    );
    assert_eq!(
        world.post("refunds", "two", refund(eur("4.99"))).await.0,
        201
    );
    let (_, shown) = world.get(&format!("charges/{charge}")).await;
    assert_eq!(shown["refundedAmount"], eur("19.99"));
}

/// [B.02] A test decides what becomes of refunds, and opens disputes; nobody else does.
#[tokio::test]
async fn captured_money_is_controlled() {
    let world = world().await;
    let (permission, charge) = world.captured().await;
    let path = format!("/charges/{charge}/control");
    let control = async |body: Value| world.page(&path, body).await;
    let url = format!("{}{path}", world.pages);
    let stranger = reqwest::Client::new()
        .post(url)
        .json(&json!({ "action": "hold_refunds" }));
    assert_eq!(stranger.send().await.expect("an answer").status(), 401);
    // Amazon has no captures that fail later.
    let answer = control(json!({ "action": "fail_capture" })).await;
    assert_refused(&answer, 422, "InvalidChargeStatus", "capture");
    assert_eq!(control(json!({ "action": "hold_refunds" })).await.0, 200);
    let refund = json!({ "chargeId": charge, "refundAmount": eur("5.00") });
    let (_, made) = world.post("refunds", "one", refund.clone()).await;
    let path = format!("refunds/{}", text(&made["refundId"]));
    let state = async || world.get(&path).await.1["statusDetails"]["state"].clone();
    assert_eq!(state().await, "RefundInitiated");
    assert_eq!(control(json!({ "action": "fail_refunds" })).await.0, 200);
    assert_eq!(state().await, "Declined");
    let (status, made) = control(json!({ "action": "refund", "amount": 100 })).await;
    assert_eq!(status, 200, "{made}");
    let id = text(&made[0]["id"]);
    assert!(id.starts_with(&format!("{permission}-R")), "{id}");
    assert_eq!(
        world.get(&format!("refunds/{id}")).await.1["refundAmount"],
        eur("1.00")
    );
    assert_eq!(
        control(json!({ "action": "open_dispute", "amount": 100 }))
            .await
            .0,
        200
    );
    let answer = world.post("refunds", "two", refund).await;
    assert_refused(&answer, 422, "InvalidChargeStatus", "disputed");
    let unknown = world.get(&format!("disputes/{id}")).await;
    assert_refused(&unknown, 404, "ResourceNotFound", "a refund is no dispute");
    let answer = control(json!({ "action": "settle_refunds" })).await;
    assert_refused(&answer, 422, "InvalidChargeStatus", "none is pending");
}
