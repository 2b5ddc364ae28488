//! Tests attempts that need more than one response.

use crate::support::{MUG, Shop, attempt_key, codes};
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode, header};
use serde_json::{Value, json};
use std::time::Duration;
use zkratka_sandbox::gateway::read_ledger;

/// Confirms or rejects a challenge on the bank's page, and follows the redirect to the shop.
pub(crate) async fn decide(shop: &Shop, url: &Value, decision: &str) {
    let request = shop.client.post(url.as_str().unwrap());
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let response = request
        .body(format!("decision={decision}"))
        .send()
        .await
        .unwrap();
    assert!(response.status().is_success(), "{}", response.status());
}

/// Polls until the attempt has ended.
pub(crate) async fn ended(shop: &Shop, id: &Value) -> Value {
    for _ in 0..1_200 {
        let attempt = shop.attempt(id).await;
        let kind = attempt["__typename"].as_str().unwrap();
        if matches!(kind, "CartCompletionSuccess" | "CartCompletionFailed") {
            return attempt;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the attempt does not end");
}

/// A cart, the name of its attempt, and the address of its challenge.
pub(crate) async fn challenged(shop: &Shop) -> (Value, Value, Value) {
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    shop.pay_by_card(&cart, "4000000000003220").await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess");
    let own = format!(
        "{}&attempt={}",
        cart["checkoutUrl"].as_str().unwrap(),
        result["attemptId"].as_str().unwrap()
    );
    assert_eq!(result["redirectUrl"], own);
    let attempt = shop.attempt(&result["attemptId"]).await;
    assert_eq!(attempt["__typename"], "CartCompletionActionRequired");
    let url = attempt["action"]["redirectUrl"].clone();
    (cart, result["attemptId"].clone(), url)
}

/// [7.06] The buyer passes a challenge: the attempt asks for it, then succeeds.
#[tokio::test]
async fn a_challenge_passed_makes_the_order() {
    let shop = Shop::open().await;
    let (cart, id, url) = challenged(&shop).await;
    let note = json!({ "cartId": cart["id"], "note": "ještě" });
    let refused = shop.mutate("cartNoteUpdate", note).await;
    assert_eq!(refused["cart"]["id"], cart["id"], "the cart is still there");
    assert_eq!(codes(&refused["userErrors"]), ["INVALID"]);
    assert_eq!(refused["userErrors"][0]["field"], json!(["cartId"]));
    assert_eq!(
        shop.prepare(&cart).await["result"]["__typename"],
        "CartStatusNotReady"
    );
    let second = shop.submit(&cart, "token-of-another-tab").await["result"].clone();
    assert_eq!(second["__typename"], "SubmitAlreadyAccepted");
    assert_eq!(attempt_key(&second["attemptId"]), attempt_key(&id));
    decide(&shop, &url, "confirm").await;
    let attempt = ended(&shop, &id).await;
    assert_eq!(attempt["__typename"], "CartCompletionSuccess");
    assert_eq!(shop.orders().await.len(), 1);
}

/// [7.06] The buyer rejects a challenge: the attempt fails and the cart is open again.
#[tokio::test]
async fn a_challenge_rejected_opens_the_cart_again() {
    let shop = Shop::open().await;
    let (cart, id, url) = challenged(&shop).await;
    assert_eq!(shop.left(MUG, 0).await, Some(1), "reserved");
    decide(&shop, &url, "reject").await;
    let attempt = ended(&shop, &id).await;
    assert_eq!(attempt["__typename"], "CartCompletionFailed");
    assert_eq!(codes(&attempt["errors"]), ["PAYMENT_CALL_ISSUER"]);
    assert_eq!(shop.orders().await.len(), 0);
    assert_eq!(shop.left(MUG, 0).await, Some(2));
    let note = json!({ "cartId": cart["id"], "note": "zkusím to znovu" });
    assert_eq!(
        shop.mutate("cartNoteUpdate", note).await["userErrors"],
        json!([])
    );
}

/// [7.06] [B.03] An attempt has three ids: the public id, the gateway's key, and the return id from the bank. None of
/// them can be derived from another one or used in its place. The return id leads to the buyer's checkout.
#[tokio::test]
async fn the_names_of_an_attempt_open_one_door_each() {
    let shop = Shop::open().await;
    let (cart, id, challenge) = challenged(&shop).await;
    let public_id = id.as_str().unwrap();
    let rows = read_ledger(&shop.server.app().config.payments.sandbox.ledger).unwrap();
    let gateway_key = &rows[0].key;
    let client = Client::builder().redirect(Policy::none()).build().unwrap();
    let decided = client
        .post(challenge.as_str().unwrap())
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body("decision=confirm");
    let back = decided.send().await.unwrap().headers()[header::LOCATION].clone();
    let back = back.to_str().unwrap();
    let return_id = back.split('/').nth_back(1).unwrap();
    let unguessable = |name: &str| name[name.len() - 26..].to_owned();
    assert_ne!(unguessable(public_id), unguessable(gateway_key));
    assert_ne!(unguessable(public_id), unguessable(return_id));
    assert_ne!(unguessable(gateway_key), unguessable(return_id));

    // Changing the first letter does not turn a public id into a return id.
    let dressed_up = public_id.replacen('A', "R", 1);
    for name in [public_id, gateway_key, &dressed_up] {
        let url = back.replace(return_id, name);
        let answer = client.get(url).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{name}");
    }
    for name in [gateway_key, return_id] {
        assert_eq!(shop.attempt(&json!(name)).await, Value::Null, "{name}");
    }
    let answer = client.get(back).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let leads_to = answer.headers()[header::LOCATION].to_str().unwrap();
    let checkout = cart["checkoutUrl"].as_str().unwrap();
    assert!(leads_to.starts_with(checkout.split('?').next().unwrap()));
    ended(&shop, &id).await;
}

#[tokio::test]
async fn unknown_attempts_are_null() {
    let shop = Shop::open().await;
    let (_, id, _) = challenged(&shop).await;
    let mut other = id.as_str().unwrap().to_owned();
    // The same attempt with a wrong secret part.
    let last = if other.ends_with('0') { "1" } else { "0" };
    other.replace_range(other.len() - 1.., last);
    for id in [other.as_str(), "", "nonsense", "A0000000000000"] {
        assert_eq!(shop.attempt(&json!(id)).await, Value::Null, "{id}");
    }
}
