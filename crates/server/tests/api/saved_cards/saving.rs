//! Saving a card and an address with an order, and ending mandates.

use super::support::{
    APPROVE, DECLINE, accounts, bound, buyer, ledger, open, paid_order, post, saved_card,
    submitted, token, until, wants_saved,
};
use crate::support::{BOOK, Shop};
use serde_json::{Value, json};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_sandbox::gateway::RowKind;

async fn stored(shop: &Shop, cart: &Value) -> Cart {
    let id = cart["id"].as_str().unwrap();
    let (token, _) = zkratka_ids::gid::parse_cart(id).unwrap();
    let stored = shop.server.app().store.cart(token.key).await.unwrap();
    stored.unwrap()
}

/// [3.13] [B.02] An order saves its card and address, once, however often servers look; the mandate stays secret.
#[tokio::test]
async fn an_order_saves_card_and_address_once() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    assert_eq!((&*visa.network, &*visa.last_four), ("visa", "1111"));
    assert_eq!(visa.expires.as_deref(), Some("2040-12"));
    let (order, _) = paid_order(&shop, 1).await;
    let record = shop.server.app().store.order(order.number).await.unwrap();
    let told = zkratka_order_events::order_json(&record.unwrap()).to_string();
    assert!(!told.contains(&visa.mandate), "{told}");
    assert!(!told.contains("2040-12"), "{told}");

    let shop = shop.reopen(|text| text).await;
    let second = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    wants_saved(&shop, &second, &jana).await;
    shop.pay_on_delivery(&second).await;
    submitted(&shop, &second, "attempt-on-delivery").await;
    until("the second order is saved", async || {
        let orders = shop.orders().await.len();
        let pending = accounts(&shop).pending_saves(10).await.unwrap();
        (orders == 2 && pending.is_empty()).then_some(())
    })
    .await;
    let cards = accounts(&shop).cards_of(jana.account).await.unwrap();
    let addresses = accounts(&shop).addresses_of(jana.account).await.unwrap();
    assert_eq!((cards.len(), addresses.len()), (1, 1));
}

/// [3.13] A saved card that pays is not saved again, even if the buyer wants everything saved.
#[tokio::test]
async fn a_saved_card_is_not_saved_again() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 2)]).await;
    wants_saved(&shop, &cart, &jana).await;
    let token = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &token).await;
    submitted(&shop, &cart, "attempt-by-a-saved-card").await;
    until("the order is saved", async || {
        let orders = shop.orders().await.len();
        let pending = accounts(&shop).pending_saves(10).await.unwrap();
        (orders == 2 && pending.is_empty()).then_some(())
    })
    .await;
    let cards = accounts(&shop).cards_of(jana.account).await.unwrap();
    assert_eq!(cards.len(), 1);
    assert_eq!(cards[0].id, visa.id);
}

/// [3.13] Without consent nothing is saved, and no mandate is made.
#[tokio::test]
async fn nothing_is_saved_without_consent() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    wants_saved(&shop, &cart, &jana).await;
    let body = json!({ "save": false });
    let (_, answer) = post(&shop, &cart, "save", Some(&jana), &body).await;
    assert_eq!(answer, body);
    shop.pay_by_card(&cart, APPROVE).await;
    submitted(&shop, &cart, "attempt-without-consent").await;
    let (order, paid) = paid_order(&shop, 1).await;
    assert_eq!((paid.mandate, order.snapshot.save_for), (None, None));
    let pending = accounts(&shop).pending_saves(10).await.unwrap();
    assert_eq!(pending, []);
    assert_eq!(accounts(&shop).cards_of(jana.account).await.unwrap(), []);
}

/// [3.13] A payment that fails saves nothing, and by its mandate nothing can be charged.
#[tokio::test]
async fn a_failed_payment_saves_nothing() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    wants_saved(&shop, &cart, &jana).await;
    shop.pay_by_card(&cart, DECLINE).await;
    let result = submitted(&shop, &cart, "attempt-that-is-declined").await;
    assert_eq!(result["__typename"], "SubmitFailed", "{result}");
    let pending = accounts(&shop).pending_saves(10).await.unwrap();
    assert_eq!(pending, []);
    assert_eq!(accounts(&shop).cards_of(jana.account).await.unwrap(), []);
    let kinds: Vec<_> = ledger(&shop).iter().map(|row| row.kind).collect();
    assert_eq!(kinds, [RowKind::Declined]);
}

/// [3.13] [B.16] The account in a cart is private: neither clones nor clients get it, and it goes with the personal data.
#[tokio::test]
async fn the_account_of_a_cart_is_private() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    wants_saved(&shop, &cart, &jana).await;
    assert_eq!(stored(&shop, &cart).await.save_for, Some(jana.account));
    let public = shop.read(&cart["id"]).await.to_string();
    assert!(!public.contains(&String::from(jana.account)), "{public}");
    let id = json!({ "cartId": cart["id"] });
    let clone = shop.mutate("cartClone", id.clone()).await["cart"].clone();
    assert_eq!(stored(&shop, &clone).await.save_for, None);
    shop.mutate("cartRemovePersonalData", id).await;
    assert_eq!(stored(&shop, &cart).await.save_for, None);
}

/// [B.16] Once a card is removed, the gateway ends its mandate, and nothing is charged by it any more.
#[tokio::test]
async fn a_removed_card_charges_nothing() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 2)]).await;
    let token = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &token).await;
    let removed = accounts(&shop).remove_card(jana.account, visa.id).await;
    assert!(removed.unwrap().is_some());
    until("the mandate has ended", async || {
        let ends = accounts(&shop).unconfirmed_mandate_ends(10).await.unwrap();
        ends.is_empty().then_some(())
    })
    .await;
    let bound = stored(&shop, &cart).await.payment.map(|bound| bound.method);
    assert!(matches!(bound, Some(PaymentMethod::SavedCard { .. })));
    let result = submitted(&shop, &cart, "attempt-by-a-removed-card").await;
    assert_eq!(result["__typename"], "SubmitFailed", "{result}");
    assert_eq!(shop.orders().await.len(), 1, "the first one saved the card");
}
