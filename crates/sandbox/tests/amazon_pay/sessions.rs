//! Checkout sessions: their members, states and deadlines.

use super::world::{
    DAY_MS, MINUTE_MS, RESULT, REVIEW, World, assert_refused, button, change, eur, payload,
    session_path, text, world, world_with,
};
use reqwest::Method;
use serde_json::{Value, json};
use zkratka_sandbox::amazon_pay::{STORE_ID, SignatureVersion};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};

fn constraints(session: &Value) -> Vec<&str> {
    let constraints = session["constraints"].as_array().into_iter().flatten();
    constraints
        .filter_map(|constraint| constraint["constraintId"].as_str())
        .collect()
}

/// [B.02] A fresh session names what is missing; the address for the buyer is there once nothing is.
#[tokio::test]
async fn constraints_go_one_by_one() {
    let world = world().await;
    let mut recurring = payload();
    recurring["chargePermissionType"] = json!("Recurring");
    let (status, session) = world.post("checkoutSessions", "one", recurring).await;
    assert_eq!(status, 201);
    let all = [
        "BuyerNotAssociated",
        "ChargeAmountNotSet",
        "CheckoutResultReturnUrlNotSet",
        "PaymentIntentNotSet",
        "RecurringFrequencyNotSet",
    ];
    assert_eq!(constraints(&session), all);
    assert_eq!(session["buyer"], Value::Null);
    assert_eq!(session["paymentPreferences"], json!([null]));
    assert_eq!(session["creationTimestamp"], "20270115T080000Z");
    assert_eq!(session["expirationTimestamp"], "20270116T080000Z");
    assert_eq!(session["statusDetails"]["state"], "Open");
    assert_eq!(session["releaseEnvironment"], "Sandbox");
    let id = text(&session["checkoutSessionId"]);
    world.choose(&id, "lukas", "4444").await;
    let path = session_path(&id);
    let steps = [
        json!({ "paymentDetails": { "chargeAmount": { "amount": 10, "currencyCode": "EUR" } } }),
        json!({ "webCheckoutDetails": { "checkoutResultReturnUrl": RESULT } }),
        json!({ "paymentDetails": { "paymentIntent": "Authorize" } }),
        json!({ "recurringMetadata": { "frequency": { "unit": "Month", "value": "1" } } }),
    ];
    for (done, step) in steps.into_iter().enumerate() {
        let (status, shown) = world.get(&path).await;
        assert_eq!(status, 200);
        assert_eq!(constraints(&shown), all[done + 1..]);
        assert_eq!(
            shown["webCheckoutDetails"]["amazonPayRedirectUrl"],
            Value::Null
        );
        let (status, changed) = world.patch(&path, step).await;
        assert_eq!(status, 200, "{changed}");
    }
    let (_, shown) = world.get(&path).await;
    assert_eq!(constraints(&shown), Vec::<&str>::new());
    let redirect = format!("{}/pay?amazonCheckoutSessionId={id}", world.pages);
    assert_eq!(
        shown["webCheckoutDetails"]["amazonPayRedirectUrl"],
        redirect
    );
    assert_eq!(
        shown["webCheckoutDetails"]["checkoutReviewReturnUrl"],
        REVIEW
    );
    assert_eq!(shown["paymentDetails"]["chargeAmount"], eur("10.00"));
    assert_eq!(
        shown["paymentPreferences"][0]["paymentDescriptor"],
        "MasterCard ****4444 (Amazon Pay)"
    );
}

/// A place in the payload, a wrong value, the reason, and what the message names.
type WrongMember = (&'static str, Value, &'static str, &'static str);

fn wrong_members() -> Vec<WrongMember> {
    let restrictions = json!({ "type": "Allowed", "restrictions": { "Germany": {} } });
    vec![
        ("/colour", json!("gold"), "UnrecognizedField", "'colour'"),
        (
            "/webCheckoutDetails/colour",
            json!(1),
            "UnrecognizedField",
            "'webCheckoutDetails.colour'",
        ),
        (
            "/webCheckoutDetails/amazonPayRedirectUrl",
            json!(RESULT),
            "UnrecognizedField",
            "amazonPayRedirectUrl",
        ),
        (
            "/paymentDetails",
            json!({ "chargeAmount": { "amount": "1", "currency": "EUR" } }),
            "UnrecognizedField",
            "chargeAmount.currency",
        ),
        (
            "/paymentDetails",
            json!({ "chargeAmount": { "amount": "1" } }),
            "MissingParameterValue",
            "chargeAmount.currencyCode",
        ),
        (
            "/paymentDetails",
            json!({ "chargeAmount": { "amount": "100.00", "currencyCode": "CZK" } }),
            "InvalidParameterValue",
            "currencyCode",
        ),
        (
            "/paymentDetails",
            json!({ "paymentIntent": "Capture" }),
            "InvalidParameterValue",
            "paymentIntent",
        ),
        (
            "/paymentDetails",
            json!({ "canHandlePendingAuthorization": "no" }),
            "InvalidParameterValue",
            "canHandle",
        ),
        (
            "/paymentDetails",
            json!({ "softDescriptor": "s".repeat(17) }),
            "InvalidParameterValue",
            "softDescriptor",
        ),
        (
            "/webCheckoutDetails/checkoutReviewReturnUrl",
            json!("http://obchod.example/"),
            "InvalidParameterValue",
            "checkoutReviewReturnUrl",
        ),
        (
            "/webCheckoutDetails/checkoutReviewReturnUrl",
            Value::Null,
            "MissingParameterValue",
            "checkoutReviewReturnUrl",
        ),
        (
            "/storeId",
            Value::Null,
            "MissingParameterValue",
            "'storeId'",
        ),
        (
            "/scopes",
            json!(["everything"]),
            "InvalidParameterValue",
            "scopes[0]",
        ),
        (
            "/chargePermissionType",
            json!("Weekly"),
            "InvalidParameterValue",
            "chargePermissionType",
        ),
        (
            "/deliverySpecifications",
            json!({ "addressRestrictions": restrictions }),
            "InvalidParameterValue",
            "Germany",
        ),
        (
            "/merchantMetadata",
            json!({ "noteToBuyer": "n".repeat(256) }),
            "InvalidParameterValue",
            "noteToBuyer",
        ),
    ]
}

/// [B.02] Unknown members, wrong types, lengths and addresses are refused, and name their place.
#[tokio::test]
async fn bodies_are_checked() {
    let world = world().await;
    let with = |pointer: &str, value: Value| {
        let mut body = payload();
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
        body.pointer_mut(parent).expect("a parent")[name] = value;
        body
    };
    for (pointer, value, reason, place) in wrong_members() {
        let body = with(pointer, value);
        let answer = world.post("checkoutSessions", "one", body.clone()).await;
        assert_refused(&answer, 400, reason, pointer);
        let message = answer.1["message"].as_str().expect("a text");
        assert!(message.contains(place), "{message}");
        // A button's payload has the same members.
        let pressed = world.page("/sessions", button(&body.to_string())).await;
        assert_eq!(pressed, answer);
    }
    let mut broken = world
        .call(Method::POST, "checkoutSessions", &payload())
        .keyed("one");
    broken.body.push('}');
    assert_refused(
        &world.send(&broken).await,
        400,
        "InvalidRequestFormat",
        "JSON",
    );
    let cart = with("/cartDetails", json!({ "lineItems": [{ "sku": "A-1" }] }));
    let (status, made) = world.post("checkoutSessions", "two", cart).await;
    assert_eq!(
        (status, &made["cartDetails"]),
        (201, &Value::Null),
        "{made}"
    );
}

/// [B.02] Currencies of one session agree. The presentment currency is set once, and follows the amount.
#[tokio::test]
async fn currencies_agree() {
    let world = world().await;
    let mut presented = payload();
    presented["paymentDetails"] = json!({ "presentmentCurrency": "CHF" });
    let (status, session) = world
        .post("checkoutSessions", "one", presented.clone())
        .await;
    assert_eq!(
        (status, &session["paymentDetails"]["presentmentCurrency"]),
        (201, &json!("CHF"))
    );
    presented["paymentDetails"]["chargeAmount"] = eur("1.00");
    let answer = world.post("checkoutSessions", "two", presented).await;
    assert_refused(&answer, 400, "CurrencyMismatch", "created with two");
    let path = session_path(&text(&session["checkoutSessionId"]));
    let pay = |details: Value| json!({ "paymentDetails": details });
    let answer = world
        .patch(&path, pay(json!({ "presentmentCurrency": "EUR" })))
        .await;
    assert_refused(&answer, 400, "InvalidParameterValue", "changed");
    let mixed = json!({
        "chargeAmount": eur("1.00"),
        "totalOrderAmount": { "amount": "1.00", "currencyCode": "CHF" },
    });
    let answer = world.patch(&path, pay(mixed)).await;
    assert_refused(&answer, 400, "CurrencyMismatch", "mixed");
    let sek = json!({ "chargeAmount": { "amount": "100.00", "currencyCode": "SEK" } });
    let (status, moved) = world.patch(&path, pay(sek)).await;
    assert_eq!(
        (status, &moved["paymentDetails"]["presentmentCurrency"]),
        (200, &json!("SEK"))
    );
    let czk = json!({ "chargeAmount": { "amount": "100.00", "currencyCode": "CZK" } });
    assert_refused(
        &world.patch(&path, pay(czk)).await,
        400,
        "InvalidParameterValue",
        "koruny",
    );
    let america = world_with("USD", SignatureVersion::Two).await;
    let mut dollars = payload();
    for (code, expected) in [("USD", 201), ("EUR", 400)] {
        dollars["paymentDetails"] =
            json!({ "chargeAmount": { "amount": "1.00", "currencyCode": code } });
        let answer = america
            .post("checkoutSessions", code, dollars.clone())
            .await;
        assert_eq!(answer.0, expected, "{code}: {}", answer.1);
    }
}

/// [B.02] An authorisation completes the session, once, for the session's amount; the session then shows its end only.
#[tokio::test]
async fn a_session_is_completed_once_for_its_amount() {
    let world = world().await;
    let id = world.confirmed("1111", "Authorize").await;
    let path = format!("checkoutSessions/{id}/complete");
    let complete = |body: Value| world.call(Method::POST, &path, &body);
    let dollars = json!({ "amount": "19.99", "currencyCode": "USD" });
    for (body, reason) in [
        (json!({}), "MissingParameterValue"),
        (
            json!({ "chargeAmount": eur("19.98") }),
            "InvalidParameterValue",
        ),
        (json!({ "chargeAmount": dollars }), "CurrencyMismatch"),
        (
            json!({ "chargeAmount": eur("19.99"), "totalOrderAmount": eur("19.99") }),
            "InvalidParameterValue",
        ),
        (
            json!({ "chargeAmount": eur("19.99"), "tip": 1 }),
            "UnrecognizedField",
        ),
    ] {
        let what = body.to_string();
        assert_refused(&world.send(&complete(body)).await, 400, reason, &what);
    }
    assert_eq!(world.happened(), []);
    let (status, done) = world.complete(&id).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(done["statusDetails"]["state"], "Completed");
    for name in [
        "buyer",
        "shippingAddress",
        "paymentDetails",
        "webCheckoutDetails",
        "constraints",
        "storeId",
    ] {
        assert_eq!(done[name], Value::Null, "{name}");
    }
    assert_eq!(world.get(&session_path(&id)).await, (200, done.clone()));
    let answer = world.complete(&id).await;
    assert_refused(&answer, 422, "InvalidCheckoutSessionStatus", "again");
    let answer = world.patch(&session_path(&id), change("Authorize")).await;
    assert_refused(&answer, 422, "InvalidCheckoutSessionStatus", "changed");
    let rows = world.rows();
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].kind, rows[0].key.as_str()), (Authorised, "K1"));
    assert_eq!(done["chargeId"], rows[0].reference.as_str());
    assert_eq!(rows[0].amount.decimal(), "19.99");
}

/// [B.02] A completion under a key may be repeated.
#[tokio::test]
async fn a_completion_under_a_key_is_repeated() {
    let world = world().await;
    let id = world.confirmed("1111", "AuthorizeWithCapture").await;
    let path = format!("checkoutSessions/{id}/complete");
    let body = json!({ "chargeAmount": eur("19.99") });
    let first = world.post(&path, "done", body.clone()).await;
    assert_eq!(first.0, 200, "{}", first.1);
    assert_eq!(world.post(&path, "done", body).await, first);
    assert_eq!(world.happened(), [Authorised, Captured]);
}

/// [B.02] A session without charge leaves a permission.
#[tokio::test]
async fn a_confirmation_charges_nothing() {
    let world = world().await;
    let id = world.confirmed("1111", "Confirm").await;
    let (status, done) = world.complete(&id).await;
    assert_eq!((status, &done["chargeId"]), (200, &Value::Null));
    assert_eq!(world.happened(), []);
    let permission = text(&done["chargePermissionId"]);
    let (_, shown) = world.get(&format!("chargePermissions/{permission}")).await;
    assert_eq!(shown["limits"]["amountBalance"], eur("19.99"));
}

/// [B.02] Nothing is completed that the buyer has not confirmed, or that was changed since.
#[tokio::test]
async fn a_buyer_confirms_what_is_paid() {
    let world = world().await;
    let id = world.begin(&payload()).await;
    let refused = async |what: &str| {
        let answer = world.complete(&id).await;
        assert_refused(&answer, 422, "InvalidCheckoutSessionStatus", what);
    };
    refused("fresh").await;
    world.choose(&id, "anna", "1111").await;
    let path = session_path(&id);
    assert_eq!(world.patch(&path, change("Authorize")).await.0, 200);
    refused("not confirmed").await;
    let pay = format!("/sessions/{id}/pay");
    assert_eq!(world.page(&pay, json!({})).await.0, 200);
    assert_eq!(world.patch(&path, change("Authorize")).await.0, 200);
    refused("changed since").await;
    assert_eq!(world.page(&pay, json!({})).await.0, 200);
    world.choose(&id, "anna", "4444").await;
    refused("another card since").await;
    assert_eq!(world.page(&pay, json!({})).await.0, 200);
    assert_eq!(world.complete(&id).await.0, 200);
}

/// [B.02] A session ends after 24 hours and is forgotten after 30 days.
#[tokio::test]
async fn a_session_expires() {
    let world = world().await;
    let early = world.confirmed("1111", "Authorize").await;
    let late = world.confirmed("1111", "Authorize").await;
    world.wait(DAY_MS - MINUTE_MS);
    assert_eq!(world.complete(&early).await.0, 200);
    world.wait(MINUTE_MS);
    let answer = world.complete(&late).await;
    assert_refused(&answer, 422, "InvalidCheckoutSessionStatus", "late");
    let ended = async |world: &World| world.get(&session_path(&late)).await;
    let (status, shown) = ended(&world).await;
    assert_eq!(status, 200);
    assert_eq!(shown["statusDetails"]["state"], "Canceled");
    assert_eq!(shown["statusDetails"]["reasonCode"], "Expired");
    assert_eq!(
        shown["statusDetails"]["lastUpdatedTimestamp"],
        "20270116T080000Z"
    );
    assert_eq!(shown["buyer"], Value::Null);
    let answer = world
        .page(&format!("/sessions/{late}/pay"), json!({}))
        .await;
    assert_refused(&answer, 422, "InvalidCheckoutSessionStatus", "paid late");
    world.wait(29 * DAY_MS - MINUTE_MS);
    assert_eq!(ended(&world).await.0, 200);
    world.wait(MINUTE_MS);
    assert_refused(&ended(&world).await, 404, "ResourceNotFound", "forgotten");
}

/// [B.02] What is shown of the buyer is what the merchant asked for.
#[tokio::test]
async fn scopes_are_respected() {
    let world = world().await;
    let shown = async |scopes: Value, buyer: &str| {
        let mut body = payload();
        body["scopes"] = scopes;
        let id = world.begin(&body).await;
        world.choose(&id, buyer, "1111").await;
        world.get(&session_path(&id)).await.1
    };
    let usual = shown(Value::Null, "anna").await;
    assert_eq!(usual["buyer"]["email"], "anna.schmidt@example.de");
    assert_eq!(usual["billingAddress"]["postalCode"], "10969");
    assert_eq!(usual["shippingAddress"]["addressLine1"], "Lindenstraße 12");
    assert_eq!(usual["shippingAddress"]["phoneNumber"], "+49301234567");
    let little = shown(json!(["name"]), "anna").await;
    assert_eq!(little["buyer"]["name"], "Anna Schmidt");
    assert_eq!(little["buyer"]["email"], Value::Null);
    assert_eq!(little["billingAddress"], Value::Null);
    for (buyer, prime) in [
        ("anna", json!(["PRIME_GENERAL_DE"])),
        ("mary", json!(["PRIME_GENERAL_US"])),
        ("james", json!([])),
        ("zuzana", json!([])),
    ] {
        let session = shown(json!(["name", "primeStatus"]), buyer).await;
        assert_eq!(session["buyer"]["primeMembershipTypes"], prime, "{buyer}");
    }
    assert_eq!(usual["buyer"]["primeMembershipTypes"], Value::Null);
    assert_eq!(usual["storeId"], STORE_ID);
}
