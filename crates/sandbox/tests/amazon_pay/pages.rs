//! Amazon's pages: a buyer signs in, chooses, goes on, or cancels.

use super::world::{
    RESULT, REVIEW, assert_refused, button, change, eur, payload, session_path, world,
};
use serde_json::{Value, json};
use zkratka_sandbox::amazon_pay::{BUYERS, Buyer};

/// [B.02] Buyers come from five countries, with and without Prime, and have the published cards.
#[tokio::test]
async fn buyers_sign_in() {
    let world = world().await;
    let countries = ["AT", "DE", "GB", "SK", "US"];
    let mut seen: Vec<&str> = BUYERS
        .iter()
        .map(|buyer| buyer.addresses[0].country)
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, countries);
    let americans = BUYERS.iter().filter(|it| it.addresses[0].country == "US");
    let mut prime: Vec<bool> = americans.map(Buyer::has_prime).collect();
    prime.sort_unstable();
    assert_eq!(prime, [false, true]);
    let id = world.begin(&payload()).await;
    let page = world.show_page(&id).await;
    assert_eq!(page["buyers"].as_array().map(Vec::len), Some(BUYERS.len()));
    assert_eq!(
        (&page["state"], &page["buyer"]),
        (&json!("Open"), &Value::Null)
    );
    let path = format!("/sessions/{id}/sign-in");
    let answer = world.page(&path, json!({ "buyer": "nobody" })).await;
    assert_refused(&answer, 400, "InvalidParameterValue", "nobody");
    let answer = world.page(&path, json!({ "name": "anna" })).await;
    assert_refused(&answer, 400, "InvalidRequestFormat", "another body");
    let (_, page) = world.page(&path, json!({ "buyer": "anna" })).await;
    let endings: Vec<&str> = page["buyer"]["cards"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|card| card["ending"].as_str())
        .collect();
    let published = [
        "1111", "0005", "4444", "9424", "0000", "3064", "3434", "0701", "4354",
    ];
    assert_eq!(endings, published);
    let unknown = world
        .page("/sessions/0/sign-in", json!({ "buyer": "anna" }))
        .await;
    assert_refused(&unknown, 404, "ResourceNotFound", "another session");
}

/// [B.02] A buyer chooses only served addresses and own cards, and goes on once everything is chosen.
#[tokio::test]
async fn a_buyer_chooses() {
    let world = world().await;
    let mut body = payload();
    body["deliverySpecifications"] = json!({
        "specialRestrictions": ["RestrictPackstations"],
        "addressRestrictions": { "type": "Allowed", "restrictions": { "DE": {}, "AT": {} } },
    });
    let id = world.begin(&body).await;
    let at = |operation: &str| format!("/sessions/{id}/{operation}");
    let answer = world.page(&at("choose"), json!({ "card": "1111" })).await;
    assert_refused(&answer, 400, "InvalidRequest", "nobody is signed in");
    let listed = world.show_page(&id).await;
    let buyers = listed["buyers"].as_array().into_iter().flatten();
    let reached: Vec<&Value> = buyers
        .filter(|buyer| buyer["served"] == true)
        .map(|buyer| &buyer["handle"])
        .collect();
    assert_eq!(reached, [&json!("anna"), &json!("lukas")]);
    let (_, page) = world.page(&at("sign-in"), json!({ "buyer": "anna" })).await;
    let served: Vec<&Value> = page["buyer"]["addresses"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|address| &address["served"])
        .collect();
    assert_eq!(served, [&json!(true), &json!(true), &json!(false)]);
    for choice in [
        json!({ "address": "packstation" }),
        json!({ "address": "moon" }),
        json!({ "card": "9999" }),
    ] {
        let answer = world.page(&at("choose"), choice.clone()).await;
        assert_refused(&answer, 400, "InvalidParameterValue", &choice.to_string());
    }
    for choice in [json!({ "address": "office" }), json!({ "card": "0005" })] {
        let answer = world.page(&at("continue"), json!({})).await;
        assert_refused(&answer, 400, "InvalidRequest", "not everything is chosen");
        assert_eq!(world.page(&at("choose"), choice).await.0, 200);
    }
    let (status, went) = world.page(&at("continue"), json!({})).await;
    assert_eq!(status, 200);
    assert_eq!(
        went["url"],
        format!("{REVIEW}&amazonCheckoutSessionId={id}")
    );
    let (_, session) = world.get(&session_path(&id)).await;
    assert_eq!(session["shippingAddress"]["addressLine2"], "Hauptstraße 5");
    // Another buyer starts over, and a Slovak address is not served.
    let (_, page) = world
        .page(&at("sign-in"), json!({ "buyer": "zuzana" }))
        .await;
    assert_eq!(page["buyer"]["chosenCard"], Value::Null);
    let answer = world
        .page(&at("choose"), json!({ "address": "home" }))
        .await;
    assert_refused(&answer, 400, "InvalidParameterValue", "not served");
}

/// [B.02] Without goods to ship there is no address.
#[tokio::test]
async fn nothing_is_shipped_without_an_address() {
    let world = world().await;
    let mut button = button(&payload().to_string());
    button["productType"] = json!("PayOnly");
    let (_, made) = world.page("/sessions", button).await;
    let id = made["checkoutSessionId"].as_str().expect("an id");
    let at = |operation: &str| format!("/sessions/{id}/{operation}");
    assert_eq!(
        world
            .page(&at("sign-in"), json!({ "buyer": "james" }))
            .await
            .0,
        200
    );
    let answer = world
        .page(&at("choose"), json!({ "address": "home" }))
        .await;
    assert_refused(&answer, 400, "InvalidParameterValue", "address");
    assert_eq!(
        world.page(&at("choose"), json!({ "card": "1111" })).await.0,
        200
    );
    assert_eq!(world.page(&at("continue"), json!({})).await.0, 200);
    let (_, session) = world.get(&session_path(id)).await;
    assert_eq!(session["shippingAddress"], Value::Null);
    assert_eq!(session["productType"], "PayOnly");
}

/// [B.02] A buyer cancels before or after the review.
#[tokio::test]
async fn a_buyer_cancels() {
    let world = world().await;
    let cancel = async |id: &str| {
        world
            .page(&format!("/sessions/{id}/cancel"), json!({}))
            .await
    };
    let id = world.begin(&payload()).await;
    let (status, went) = cancel(&id).await;
    assert_eq!(
        (status, &went["url"]),
        (200, &json!("https://obchod.example/cart"))
    );
    let (_, session) = world.get(&session_path(&id)).await;
    assert_eq!(session["statusDetails"]["reasonCode"], "BuyerCanceled");
    let page = world.show_page(&id).await;
    assert_eq!(page["wayBack"], "https://obchod.example/cart");
    assert_refused(
        &cancel(&id).await,
        422,
        "InvalidCheckoutSessionStatus",
        "again",
    );
    let mut body = payload();
    body["webCheckoutDetails"]["checkoutCancelUrl"] = Value::Null;
    let id = world.begin(&body).await;
    assert_eq!(
        cancel(&id).await.1["url"],
        format!("{REVIEW}&amazonCheckoutSessionId={id}")
    );
    let id = world.begin(&body).await;
    world.choose(&id, "anna", "1111").await;
    assert_eq!(
        world.patch(&session_path(&id), change("Authorize")).await.0,
        200
    );
    assert_eq!(world.show_page(&id).await["wayBack"], Value::Null, "open");
    let result = format!("{RESULT}?amazonCheckoutSessionId={id}");
    assert_eq!(cancel(&id).await.1["url"], result.as_str());
    let page = world.show_page(&id).await;
    assert_eq!(page["wayBack"], result.as_str(), "the shop reads the end");
}

/// [B.02] A button that says everything leads from the choice to the result.
#[tokio::test]
async fn an_order_without_review() {
    let world = world().await;
    let mut body = payload();
    body["webCheckoutDetails"] = json!({ "checkoutMode": "ProcessOrder", "checkoutResultReturnUrl": format!("{RESULT}#end") });
    body["paymentDetails"] = json!({ "paymentIntent": "Authorize", "chargeAmount": eur("19.99") });
    let id = world.begin(&body).await;
    let pay = world.page(&format!("/sessions/{id}/pay"), json!({})).await;
    assert_refused(&pay, 400, "InvalidRequest", "nobody has chosen");
    world.choose(&id, "oliver", "1111").await;
    let page = world.show_page(&id).await;
    assert_eq!(
        (&page["canPay"], &page["amount"]),
        (&json!(true), &eur("19.99"))
    );
    let (status, went) = world
        .page(&format!("/sessions/{id}/continue"), json!({}))
        .await;
    assert_eq!(status, 200, "{went}");
    assert_eq!(
        went["url"],
        format!("{RESULT}?amazonCheckoutSessionId={id}#end")
    );
    assert_eq!(world.complete(&id).await.0, 200);
}

/// [B.02] A test can let a session expire, with the secret.
#[tokio::test]
async fn a_session_is_made_to_expire() {
    let world = world().await;
    let id = world.begin(&payload()).await;
    let path = format!("/sessions/{id}/control");
    let (status, _) = world.page(&path, json!({ "action": "complete" })).await;
    assert_eq!(status, 400);
    let expired = world.page(&path, json!({ "action": "expire" })).await;
    assert_eq!(expired, (200, json!({ "state": "Canceled" })));
    let (_, session) = world.get(&session_path(&id)).await;
    assert_eq!(session["statusDetails"]["reasonCode"], "Expired");
}
