//! Buyers who give a challenge up.

use super::gateway::{Say, challenge, held, taken};
use super::shop::{TOTAL, TestShop, is_captured, shop, shop_with};
use crate::SubmitOutcome;
use std::sync::Arc;
use std::time::Duration;
use zkratka_admission::Priority;
use zkratka_commerce::attempt::{Attempt, FailureReason, PaymentOutcome, Progress};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_store::StoreError;

async fn at_the_bank(shop: &TestShop) -> (Cart, Attempt) {
    shop.gateway.says([Say::Outcome(challenge())]);
    let cart = shop.card_cart().await;
    let SubmitOutcome::ActionRequired(attempt) = shop.submit(&cart, "token-1").await else {
        panic!("no challenge")
    };
    (cart, *attempt)
}

fn voided() -> Say {
    Say::Outcome(PaymentOutcome::Voided {
        reference: "r1".to_owned(),
    })
}

/// What was asked about the payment after the authorisation.
fn asked(shop: &TestShop) -> Vec<String> {
    let mut asked = shop.gateway.asked();
    asked.retain(|call| call == "query" || call.starts_with("void"));
    asked
}

async fn status(shop: &TestShop, cart: &Cart) -> CartStatus {
    let cart = shop.store.cart(cart.key).await.expect("answered");
    cart.expect("a cart").status
}

/// [B.03] Stock and cart are released when the gateway has confirmed the void, and the cart can be paid again.
#[tokio::test]
async fn a_challenge_given_up_is_voided_and_opens_the_cart() {
    let shop = shop().await;
    let (cart, attempt) = at_the_bank(&shop).await;
    assert_eq!(shop.gone().await, 1);
    shop.gateway.says([Say::Outcome(challenge()), voided()]);
    let ended = shop.driver.buyer_gave_up(attempt).await.expect("answered");
    let expired = Progress::Failed(FailureReason::ChallengeExpired);
    assert_eq!(ended.progress(), expired);
    assert_eq!(asked(&shop), ["query", "void r1"]);
    assert_eq!(shop.gone().await, 0);
    assert_eq!(status(&shop, &cart).await, CartStatus::Open);
    // Again, with what the other tab knows.
    let again = shop.driver.buyer_gave_up(ended).await.expect("answered");
    assert_eq!(again.progress(), expired);
    assert_eq!(asked(&shop).len(), 2);
}

/// [B.03] The buyer has passed the challenge in another tab.
#[tokio::test]
async fn a_challenge_passed_meanwhile_makes_the_order() {
    let shop = shop().await;
    let (_, attempt) = at_the_bank(&shop).await;
    shop.gateway
        .says([Say::Outcome(held(TOTAL)), Say::Outcome(taken(TOTAL))]);
    let ended = shop.driver.buyer_gave_up(attempt).await.expect("answered");
    assert!(matches!(ended.progress(), Progress::Ordered(_)));
    shop.until(&ended, is_captured).await;
    assert_eq!(shop.orders().await.len(), 1);
    assert_eq!(shop.gone().await, 1);
}

/// [B.03] Without the gateway's answer nothing is released.
#[tokio::test]
async fn while_the_gateway_is_silent_the_cart_stays_closed() {
    for script in [vec![], vec![Say::Outcome(challenge())]] {
        let shop = shop().await;
        let (cart, attempt) = at_the_bank(&shop).await;
        shop.gateway.says(script);
        let open = shop.driver.buyer_gave_up(attempt).await.expect("answered");
        assert!(!open.progress().is_ended());
        assert!(open.due_at.is_some(), "a server asks again");
        assert_eq!(shop.gone().await, 1);
        assert_ne!(status(&shop, &cart).await, CartStatus::Open);
    }
}

/// Two tabs give up at once, with the same knowledge: the gateway is asked once.
#[tokio::test]
async fn two_tabs_ask_the_gateway_once() {
    let shop = shop().await;
    let (_, attempt) = at_the_bank(&shop).await;
    shop.gateway
        .says([Say::After(Duration::from_millis(50), challenge()), voided()]);
    let (one, other) = tokio::join!(
        shop.driver.buyer_gave_up(attempt.clone()),
        shop.driver.buyer_gave_up(attempt.clone())
    );
    assert!(one.is_ok() && other.is_ok());
    assert_eq!(asked(&shop), ["query", "void r1"]);
    assert_eq!(shop.gone().await, 0);
}

/// What the buyer did is a fact: it is applied although another server has stored a step since.
#[tokio::test]
async fn giving_up_survives_a_return_in_another_tab() {
    let shop = shop().await;
    let (_, known) = at_the_bank(&shop).await;
    shop.gateway.says([Say::Outcome(challenge())]);
    shop.driver
        .buyer_returned(known.key)
        .await
        .expect("answered");
    shop.gateway.says([Say::Outcome(challenge()), voided()]);
    let ended = shop.driver.buyer_gave_up(known).await.expect("answered");
    assert!(matches!(ended.progress(), Progress::Failed(_)));
}

/// Without room the caller learns that nothing has changed.
#[tokio::test]
async fn a_full_server_says_so() {
    let shop = shop_with(|settings| settings.max_driven = 1).await;
    let (_, attempt) = at_the_bank(&shop).await;
    let gate = Arc::clone(&shop.driver.admission);
    let place = gate.enter_if_room(Priority::Settling).expect("room");
    let refused = shop.driver.buyer_gave_up(attempt.clone()).await;
    assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
    let returned = shop.driver.buyer_returned(attempt.key).await;
    assert_eq!(returned.expect("answered"), Some(attempt));
    assert!(asked(&shop).is_empty());
    drop(place);
}
