//! Charge permissions: what may be charged with them, and recurring charges.

use super::world::{
    DAY_MS, RESULT, World, assert_refused, eur, payload, session_path, text, world,
};
use serde_json::{Value, json};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Voided};

async fn shown(world: &World, permission: &str) -> Value {
    world
        .get(&format!("chargePermissions/{permission}"))
        .await
        .1
}

fn state(permission: &Value) -> (&str, &Value) {
    let details = &permission["statusDetails"];
    let state = details["state"].as_str().expect("a state");
    (state, &details["reasons"][0]["reasonCode"])
}

fn charge(permission: &str, price: &Value) -> Value {
    json!({ "chargePermissionId": permission, "chargeAmount": price, "captureNow": false })
}

/// [B.02] A permission for one order is charged up to its limit, and ends with it.
#[tokio::test]
async fn a_permission_is_charged_up_to_its_limit() {
    let world = world().await;
    let id = world.confirmed("1111", "Confirm").await;
    let permission = text(&world.complete(&id).await.1["chargePermissionId"]);
    assert!(permission.starts_with("S02-"), "{permission}");
    assert_eq!(
        state(&shown(&world, &permission).await),
        ("Chargeable", &Value::Null)
    );
    let dollars = json!({ "amount": "1.00", "currencyCode": "USD" });
    for (price, status, reason) in [
        (eur("20.00"), 422, "TransactionAmountExceeded"),
        (dollars, 400, "CurrencyMismatch"),
    ] {
        let answer = world
            .post("charges", "refused", charge(&permission, &price))
            .await;
        assert_refused(&answer, status, reason, &price.to_string());
    }
    let (status, part) = world
        .post("charges", "one", charge(&permission, &eur("9.99")))
        .await;
    assert_eq!(status, 201, "{part}");
    assert_eq!(
        shown(&world, &permission).await["limits"]["amountBalance"],
        eur("10.00")
    );
    let (_, rest) = world
        .post("charges", "two", charge(&permission, &eur("10.00")))
        .await;
    let before = shown(&world, &permission).await;
    assert_eq!(
        state(&before),
        ("NonChargeable", &json!("ChargeInProgress"))
    );
    let answer = world
        .post("charges", "three", charge(&permission, &eur("0.01")))
        .await;
    assert_refused(
        &answer,
        422,
        "InvalidChargePermissionStatus",
        "nothing left",
    );
    // What is given back can be charged again.
    let rest = text(&rest["chargeId"]);
    let cancel = json!({ "cancellationReason": "jinak" });
    assert_eq!(
        world
            .delete(&format!("charges/{rest}/cancel"), cancel)
            .await
            .0,
        200
    );
    assert_eq!(state(&shown(&world, &permission).await).0, "Chargeable");
    let both = json!({
        "chargePermissionId": permission, "chargeAmount": eur("10.00"), "captureNow": true,
        "canHandlePendingAuthorization": true,
    });
    let answer = world.post("charges", "both", both.clone()).await;
    assert_refused(&answer, 400, "InvalidParameterCombination", "both");
    let mut now = both;
    now["canHandlePendingAuthorization"] = json!(false);
    assert_eq!(
        world.post("charges", "now", now).await.1["statusDetails"]["state"],
        "Captured"
    );
    let path = format!("charges/{}/capture", text(&part["chargeId"]));
    let capture = json!({ "captureAmount": eur("9.99") });
    assert_eq!(world.post(&path, "part", capture).await.0, 200);
    assert_eq!(state(&shown(&world, &permission).await).0, "Closed");
    let happened = [
        Authorised, Authorised, Voided, Authorised, Captured, Captured,
    ];
    assert_eq!(world.happened(), happened);
}

/// A permission for monthly charges.
async fn recurring(world: &World) -> String {
    let mut body = payload();
    body["chargePermissionType"] = json!("Recurring");
    body["recurringMetadata"] = json!({
        "frequency": { "unit": "Month", "value": "1" }, "amount": { "amount": "9.90", "currencyCode": "EUR" },
    });
    let id = world.begin(&body).await;
    world.choose(&id, "zuzana", "1111").await;
    let change = json!({
        "webCheckoutDetails": { "checkoutResultReturnUrl": RESULT },
        "paymentDetails": { "paymentIntent": "Authorize", "chargeAmount": eur("19.99") },
        "merchantMetadata": { "merchantReferenceId": "K1" },
    });
    assert_eq!(world.patch(&session_path(&id), change).await.0, 200);
    assert_eq!(
        world
            .page(&format!("/sessions/{id}/pay"), json!({}))
            .await
            .0,
        200
    );
    text(&world.complete(&id).await.1["chargePermissionId"])
}

/// [B.02] A recurring permission is a mandate: charged again and again, until it is closed or thirteen months pass.
#[tokio::test]
async fn a_recurring_permission_is_charged_again() {
    let world = world().await;
    let permission = recurring(&world).await;
    assert!(permission.starts_with("C02-"), "{permission}");
    let mut body = charge(&permission, &eur("9.90"));
    body["chargeInitiator"] = json!("MITR");
    body["channel"] = json!("Web");
    body["merchantMetadata"] = json!({ "merchantReferenceId": "K2" });
    for month in ["one", "two"] {
        world.wait(30 * DAY_MS);
        let (status, made) = world.post("charges", month, body.clone()).await;
        assert_eq!(
            (status, &made["chargeInitiator"]),
            (201, &json!("MITR")),
            "{made}"
        );
    }
    assert_eq!(world.rows().last().expect("a row").key, "K2");
    body["channel"] = json!("Fax");
    let answer = world.post("charges", "fax", body.clone()).await;
    assert_refused(&answer, 400, "InvalidParameterValue", "channel");
    body["channel"] = json!("Web");
    let buyer = shown(&world, &permission).await["buyer"]["name"].clone();
    assert_eq!(buyer, "Zuzana Kováčová");
    world.wait(395 * DAY_MS);
    assert_eq!(state(&shown(&world, &permission).await).0, "Chargeable");
    world.wait(DAY_MS);
    assert_eq!(
        state(&shown(&world, &permission).await),
        ("Closed", &json!("Expired"))
    );
    let answer = world.post("charges", "late", body).await;
    assert_refused(&answer, 422, "InvalidChargePermissionStatus", "expired");
}

/// [B.02] Closing ends a permission for good, and cancels what is pending if asked to.
#[tokio::test]
async fn closing_is_final() {
    let world = world().await;
    for (cancels, expected) in [(false, "Authorized"), (true, "Canceled")] {
        let (permission, charge) = world.authorised().await;
        let path = format!("chargePermissions/{permission}");
        let close = async |body: Value| world.delete(&format!("{path}/close"), body).await;
        assert_refused(
            &close(json!({})).await,
            400,
            "MissingParameterValue",
            "no reason",
        );
        let body = json!({ "closureReason": "konec", "cancelPendingCharges": cancels });
        let (status, closed) = close(body.clone()).await;
        assert_eq!(status, 200, "{closed}");
        assert_eq!(state(&closed), ("Closed", &json!("MerchantClosed")));
        assert_refused(
            &close(body).await,
            422,
            "InvalidChargePermissionStatus",
            "again",
        );
        let (_, shown) = world.get(&format!("charges/{charge}")).await;
        assert_eq!(shown["statusDetails"]["state"], expected);
        let note = json!({ "merchantMetadata": { "noteToBuyer": "x" } });
        let answer = world.patch(&path, note).await;
        assert_refused(&answer, 422, "ChargePermissionNotModifiable", "changed");
    }
    assert_eq!(world.happened(), [Authorised, Authorised, Voided]);
}

/// [B.02] The note of an open permission changes. The buyer of one order is shown for thirty days.
#[tokio::test]
async fn a_permission_is_read_and_changed() {
    let world = world().await;
    let (permission, _) = world.authorised().await;
    let path = format!("chargePermissions/{permission}");
    let note = json!({ "merchantMetadata": { "noteToBuyer": "Odesláno." } });
    let (status, changed) = world.patch(&path, note).await;
    assert_eq!(status, 200, "{changed}");
    assert_eq!(changed["merchantMetadata"]["noteToBuyer"], "Odesláno.");
    assert_eq!(changed["merchantMetadata"]["merchantReferenceId"], "K1");
    let frequency =
        json!({ "recurringMetadata": { "frequency": { "unit": "Day", "value": "1" } } });
    let answer = world.patch(&path, frequency).await;
    assert_refused(
        &answer,
        422,
        "ChargePermissionNotModifiable",
        "one order has no frequency",
    );
    let amount = json!({ "chargeAmount": eur("1.00") });
    assert_refused(
        &world.patch(&path, amount).await,
        400,
        "UnrecognizedField",
        "amount",
    );
    assert_eq!(
        shown(&world, &permission).await["buyer"]["name"],
        "Anna Schmidt"
    );
    world.wait(30 * DAY_MS);
    assert_eq!(shown(&world, &permission).await["buyer"], Value::Null);
}
