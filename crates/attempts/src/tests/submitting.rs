//! Submitting carts.

use super::gateway::{Say, challenge, held, taken};
use super::shop::{TOTAL, is_captured, shop, shop_with};
use crate::{NameFor, SubmitOutcome, gateway_key, public_id};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use zkratka_commerce::attempt::{AttemptState, DeclineReason, PaymentOutcome, Progress};
use zkratka_commerce::cart::CartStatus;
use zkratka_commerce::gift_card::NoSoldCodes;
use zkratka_commerce::ids::CartKey;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::{CartCheck, ManualOrderCheck};

/// [7.06] Success: when the submit returns, the order exists. The capture follows in the background.
#[tokio::test]
async fn an_approved_card_makes_one_order_and_one_charge() {
    let shop = shop().await;
    shop.gateway
        .says([Say::Outcome(held(TOTAL)), Say::Outcome(taken(TOTAL))]);
    let cart = shop.card_cart().await;
    let SubmitOutcome::Order(attempt) = shop.submit(&cart, "token-1").await else {
        panic!("no order")
    };
    shop.until(&attempt, is_captured).await;
    let orders = shop.orders().await;
    assert_eq!(orders.len(), 1);
    assert_eq!(orders[0].snapshot.total, MinorUnits::new(TOTAL));
    assert!(matches!(orders[0].payment, OrderPayment::Captured { .. }));
    assert_eq!(shop.gone().await, 1);
    let asked = [format!("authorise {TOTAL}"), format!("capture r1 {TOTAL}")];
    assert_eq!(shop.gateway.asked(), asked);
    let id = gateway_key(&attempt);
    let request = &shop.gateway.requests()[0];
    assert_eq!((&request.key, request.session.as_str()), (&id, "ses_1"));
    assert_eq!(
        request.return_url,
        format!(
            "http://obchod.test/attempts/{}/return",
            NameFor::Return.of(&attempt, &NoSoldCodes)
        )
    );
    assert!(shop.stock_changes.load(Ordering::SeqCst) > 0);
}

/// [B.03] A double click is one attempt.
#[tokio::test]
async fn the_same_token_at_the_same_time_is_one_attempt() {
    let shop = shop().await;
    shop.gateway.says([
        Say::After(Duration::from_millis(100), held(TOTAL)),
        Say::Outcome(taken(TOTAL)),
    ]);
    let cart = shop.card_cart().await;
    let (one, other) = tokio::join!(shop.submit(&cart, "token-1"), shop.submit(&cart, "token-1"));
    let (SubmitOutcome::Order(one), SubmitOutcome::Order(other)) = (one, other) else {
        panic!("no order")
    };
    assert_eq!(one.key, other.key);
    shop.until(&one, is_captured).await;
    let SubmitOutcome::Order(again) = shop.submit(&cart, "token-1").await else {
        panic!("no order")
    };
    assert_eq!(again.key, one.key);
    assert_eq!(shop.orders().await.len(), 1);
    assert_eq!(shop.gateway.requests().len(), 1);
}

/// [7.06] Already accepted: two tabs pay the same cart.
#[tokio::test]
async fn another_token_on_the_same_cart_is_already_accepted() {
    let shop = shop().await;
    shop.gateway.says([
        Say::After(Duration::from_millis(100), held(TOTAL)),
        Say::Outcome(taken(TOTAL)),
    ]);
    let cart = shop.card_cart().await;
    let (one, other) = tokio::join!(shop.submit(&cart, "token-1"), shop.submit(&cart, "token-2"));
    let accepted =
        |submitted: &SubmitOutcome| matches!(submitted, SubmitOutcome::AlreadyAccepted(_));
    let ordered = |submitted: &SubmitOutcome| matches!(submitted, SubmitOutcome::Order(_));
    assert!(accepted(&one) && ordered(&other) || ordered(&one) && accepted(&other));
    let later = shop.submit(&cart, "token-3").await;
    assert!(accepted(&later), "{later:?}");
    assert_eq!(shop.orders().await.len(), 1);
}

/// [7.06] Failed: the card is declined, nothing is held, and the cart can be paid again.
#[tokio::test]
async fn a_declined_card_leaves_the_cart_open_and_the_stock_whole() {
    let shop = shop().await;
    shop.gateway.says([Say::Outcome(PaymentOutcome::Declined {
        reference: None,
        reason: DeclineReason::Declined,
    })]);
    let cart = shop.card_cart().await;
    let submitted = shop.submit(&cart, "token-1").await;
    let SubmitOutcome::Failed(attempt) = submitted else {
        panic!("{submitted:?}")
    };
    assert!(matches!(attempt.progress(), Progress::Failed(_)));
    let stored = shop
        .store
        .cart(cart.key)
        .await
        .expect("answered")
        .expect("a cart");
    assert_eq!(stored.status, CartStatus::Open);
    assert_eq!(stored.payment, None);
    assert_eq!(shop.gone().await, 0);
    assert!(shop.orders().await.is_empty());
    let again = shop.submit(&cart, "token-1").await;
    assert!(matches!(again, SubmitOutcome::Failed(_)), "{again:?}");
}

#[tokio::test]
async fn a_challenge_is_answered_with_where_to_go_and_the_return_makes_the_order() {
    let shop = shop().await;
    shop.gateway.says([Say::Outcome(challenge())]);
    let cart = shop.card_cart().await;
    let submitted = shop.submit(&cart, "token-1").await;
    let SubmitOutcome::ActionRequired(attempt) = submitted else {
        panic!("{submitted:?}")
    };
    // The outcome is still open: the buyer only went back.
    shop.gateway.says([Say::Outcome(challenge())]);
    let undecided = shop
        .driver
        .buyer_returned(attempt.key)
        .await
        .expect("answered");
    let undecided = undecided.expect("an attempt");
    assert!(matches!(
        undecided.progress(),
        Progress::ActionRequired { .. }
    ));
    shop.gateway
        .says([Say::Outcome(held(TOTAL)), Say::Outcome(taken(TOTAL))]);
    let returned = shop
        .driver
        .buyer_returned(attempt.key)
        .await
        .expect("answered");
    assert!(matches!(
        returned.expect("an attempt").progress(),
        Progress::Ordered(_)
    ));
    let unknown = shop
        .driver
        .buyer_returned(zkratka_commerce::ids::AttemptKey(1))
        .await;
    assert_eq!(unknown.expect("answered"), None);
}

#[tokio::test]
async fn payment_on_delivery_makes_the_order_without_the_gateway() {
    let shop = shop().await;
    let cart = shop.cart(PaymentMethod::CashOnDelivery).await;
    let submitted = shop.submit(&cart, "token-1").await;
    assert!(
        matches!(submitted, SubmitOutcome::Order(_)),
        "{submitted:?}"
    );
    assert_eq!(shop.orders().await[0].payment, OrderPayment::DueOnDelivery);
    assert!(shop.gateway.asked().is_empty());
    assert_eq!(shop.gone().await, 1);
}

#[tokio::test]
async fn a_slow_gateway_is_not_waited_for_longer_than_the_deadline() {
    let shop = shop_with(|settings| settings.inline_deadline = Duration::from_millis(50)).await;
    shop.gateway.says([
        Say::After(Duration::from_millis(300), held(TOTAL)),
        Say::Outcome(taken(TOTAL)),
    ]);
    let cart = shop.card_cart().await;
    let submitted = shop.submit(&cart, "token-1").await;
    let SubmitOutcome::InProgress(attempt) = submitted else {
        panic!("{submitted:?}")
    };
    let found = shop
        .driver
        .find(NameFor::Client, &public_id(&attempt, &NoSoldCodes))
        .await
        .expect("answered");
    assert_eq!(found.expect("found").key, attempt.key);
    shop.until(&attempt, is_captured).await;
    assert_eq!(shop.orders().await.len(), 1);
}

#[tokio::test]
async fn a_buyer_who_closes_the_page_still_gets_what_was_begun() {
    let shop = shop().await;
    shop.gateway.says([
        Say::After(Duration::from_millis(50), held(TOTAL)),
        Say::Outcome(taken(TOTAL)),
    ]);
    let cart = shop.card_cart().await;
    let driver = Arc::clone(&shop.driver);
    let key = cart.key;
    let page = tokio::spawn(async move {
        driver
            .submit(
                key,
                CartCheck::any(),
                ManualOrderCheck::unbounded(),
                "token-1",
            )
            .await
    });
    while shop.gateway.asked().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    page.abort();
    for _ in 0..6_000 {
        if !shop.orders().await.is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no order");
}

/// [7.06] Throttled: the same token may be tried again after `pollAfter`.
#[tokio::test]
async fn beyond_its_capacity_the_server_throttles() {
    let shop = shop_with(|settings| settings.max_driven = 1).await;
    shop.gateway.says([
        Say::After(Duration::from_secs(1), held(TOTAL)),
        Say::Outcome(taken(TOTAL)),
    ]);
    let (one, other) = (shop.card_cart().await, shop.card_cart().await);
    let driver = Arc::clone(&shop.driver);
    let first = tokio::spawn(async move {
        driver
            .submit(
                one.key,
                CartCheck::any(),
                ManualOrderCheck::unbounded(),
                "token-1",
            )
            .await
    });
    while shop.gateway.asked().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let throttled = shop.submit(&other, "token-2").await;
    assert!(
        matches!(throttled, SubmitOutcome::Throttled(_)),
        "{throttled:?}"
    );
    assert!(matches!(
        first.await.expect("joined"),
        Ok(SubmitOutcome::Order(_))
    ));
    let untouched = shop.store.cart(other.key).await.expect("answered");
    assert_eq!(untouched.expect("a cart").status, CartStatus::Open);
}

#[tokio::test]
async fn what_cannot_be_bought_is_refused_and_nothing_is_changed() {
    let shop = shop().await;
    let mut cart = shop.card_cart().await;
    cart.revision += 1;
    if let Some(payment) = &mut cart.payment {
        payment.amount.minor -= MinorUnits::new(1);
        payment.revision = cart.revision;
    }
    shop.store.replace_cart(&cart).await.expect("stored");
    let refused = shop.submit(&cart, "token-1").await;
    assert!(
        matches!(&refused, SubmitOutcome::Refused(faults) if !faults.is_empty()),
        "{refused:?}"
    );
    assert_eq!(shop.gone().await, 0);
    assert!(shop.gateway.asked().is_empty());

    let other = shop.card_cart().await;
    shop.gateway.says([Say::Outcome(challenge())]);
    shop.submit(&other, "token-2").await;
    let third = shop.card_cart().await;
    let foreign = shop.submit(&third, "token-2").await;
    assert!(
        matches!(foreign, SubmitOutcome::TokenOfAnotherCart),
        "{foreign:?}"
    );
    let missing = shop
        .driver
        .submit(
            CartKey(1),
            CartCheck::any(),
            ManualOrderCheck::unbounded(),
            "token-4",
        )
        .await
        .expect("answered");
    assert!(matches!(missing, SubmitOutcome::NoCart), "{missing:?}");
}

#[tokio::test]
async fn an_attempt_is_found_only_by_its_whole_id() {
    let shop = shop().await;
    shop.gateway.says([Say::Outcome(challenge())]);
    let cart = shop.card_cart().await;
    let SubmitOutcome::ActionRequired(mut attempt) = shop.submit(&cart, "token-1").await else {
        panic!("no challenge")
    };
    assert!(matches!(attempt.state, AttemptState::RequiresAction { .. }));
    attempt.token_secret.0[15] ^= 1;
    let guessed = shop
        .driver
        .find(NameFor::Client, &public_id(&attempt, &NoSoldCodes))
        .await
        .expect("answered");
    assert_eq!(guessed, None);
    let nobody = shop.driver.find(NameFor::Client, "A").await;
    assert_eq!(nobody.expect("answered"), None);
}
