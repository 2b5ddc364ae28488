//! Tests attempts that only a person can end: what clients and buyers see meanwhile.

use crate::support::{BOOK, MUG, Shop, attempt_key};
use serde_json::{Value, json};
use std::time::Duration;
use zkratka_attempts::NameFor;
use zkratka_commerce::attempt::{Attempt, AttemptState, ReviewReason, release_by_operator};
use zkratka_commerce::order::OrderPayment;
use zkratka_store::{AttemptStep, StepCommit, StepOutcome};

/// A submitted cart whose attempt waits for the bank, and the attempt's id.
async fn waiting(shop: &Shop) -> (Value, Value) {
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    shop.pay_by_card(&cart, "4000000000003220").await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    (cart, result["attemptId"].clone())
}

async fn stored(shop: &Shop, id: &Value) -> Attempt {
    let attempts = &shop.server.app().attempts;
    let found = attempts.find(NameFor::Client, id.as_str().unwrap()).await;
    found.unwrap().unwrap()
}

async fn advance(shop: &Shop, attempt: Attempt, commit: StepCommit) {
    let step = AttemptStep {
        attempt,
        commit,
        timeline: Vec::new(),
    };
    let advanced = shop.server.app().store.advance(step).await.unwrap();
    assert!(matches!(advanced, StepOutcome::Stored(_)));
}

/// The state after two days without an answer from the gateway.
async fn put_into_review(shop: &Shop, id: &Value) {
    let attempt = stored(shop, id).await;
    let silent = Attempt {
        version: attempt.version + 1,
        due_at: None,
        state: AttemptState::NeedsReview {
            reason: ReviewReason::OutcomeUnknown,
            reference: None,
        },
        ..attempt
    };
    advance(shop, silent, StepCommit::Nothing).await;
}

/// The data with which a checkout page starts.
async fn page_data(shop: &Shop, url: &Value) -> Value {
    let page = shop.client.get(url.as_str().unwrap()).send().await.unwrap();
    assert!(page.status().is_success());
    let page = page.text().await.unwrap();
    let (_, rest) = page.split_once("id=\"checkout-data\"").unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// [7.06] An attempt in review is neither an order nor a failure; the response says that a person reviews it.
#[tokio::test]
async fn a_client_is_told_that_a_person_looks_into_it() {
    let shop = Shop::open().await;
    let (cart, id) = waiting(&shop).await;
    put_into_review(&shop, &id).await;
    let status = shop.attempt(&id).await;
    let expected = json!({
        "__typename": "CartCompletionProcessing", "id": id, "pollDelay": 60_000, "underReview": true,
    });
    assert_eq!(status, expected);
    assert!(shop.orders().await.is_empty());
    assert_eq!(shop.left(MUG, 0).await, Some(1), "held for the buyer");

    // Another submit neither waits nor begins an attempt; the checkout shows the attempt in review.
    let again = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(again["__typename"], "SubmitSuccess");
    let own = &again["redirectUrl"];
    assert_eq!(page_data(&shop, own).await["attempt"]["id"], id);
    let other = shop.submit(&cart, "token-of-another-tab").await["result"].clone();
    assert_eq!(other["__typename"], "SubmitAlreadyAccepted");
    let data = page_data(&shop, &cart["checkoutUrl"]).await;
    assert_eq!(data["attempt"]["id"], other["attemptId"]);
    assert_eq!(attempt_key(&other["attemptId"]), attempt_key(&id));
    assert_eq!(data["order"], Value::Null);
}

/// [7.06] Once the person has decided, clients get the outcome.
#[tokio::test]
async fn a_client_is_told_what_the_person_decided() {
    let shop = Shop::open().await;
    let (_, id) = waiting(&shop).await;
    put_into_review(&shop, &id).await;
    let now = shop.server.app().clock.now();
    let released = release_by_operator(&stored(&shop, &id).await, now).unwrap();
    advance(&shop, released.attempt, StepCommit::Release).await;
    assert_eq!(
        shop.attempt(&id).await["__typename"],
        "CartCompletionFailed"
    );
    assert_eq!(shop.left(MUG, 0).await, Some(2));
}

/// [7.06] The order exists, and its confirmation says that the payment is in review.
#[tokio::test]
async fn an_order_whose_payment_is_looked_into_does_not_claim_to_be_paid() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    // The bank authorises this card and then refuses the capture.
    shop.pay_by_card(&cart, "4000000000000341").await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    for _ in 0..2_400 {
        if shop.orders().await[0].payment == OrderPayment::NeedsReview {
            let data = page_data(&shop, &result["redirectUrl"]).await;
            let steps = data["order"]["nextSteps"].to_string();
            assert!(steps.contains("ještě prověřujeme"), "{steps}");
            let status = shop.attempt(&result["attemptId"]).await;
            assert_eq!(status["__typename"], "CartCompletionSuccess");
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the money was taken after all");
}
