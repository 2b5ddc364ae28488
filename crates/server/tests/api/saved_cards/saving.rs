//! Saving a card and an address with an order, and ending mandates.

use super::support::{
    APPROVE, Buyer, DECLINE, accounts, bound, buyer, buyer_by, ledger, open, paid_order,
    pays_and_saves, post, saved_card, submitted, token, until, wishes,
};
use crate::support::{BOOK, Shop, codes};
use reqwest::StatusCode;
use serde_json::{Value, json};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_sandbox::gateway::RowKind;
use zkratka_store::{AccountLetterKind, SessionProof};

async fn stored(shop: &Shop, cart: &Value) -> Cart {
    let id = cart["id"].as_str().unwrap();
    let (token, _) = zkratka_ids::gid::parse_cart(id).unwrap();
    let stored = shop.server.app().store.cart(token.key).await.unwrap();
    stored.unwrap()
}

/// The headings of the e-mails about saved cards and addresses.
const CARD: &str = "Nová uložená karta";
const ADDRESS: &str = "Nová uložená adresa";
const BOTH: &str = "Nová uložená karta a\u{a0}adresa";

/// The list of e-mails that this server has sent.
async fn mailbox(shop: &Shop) -> String {
    let url = format!("{}/sandbox/mail", shop.server.base_url);
    let list = shop.client.get(url).send().await.unwrap();
    list.text().await.unwrap()
}

async fn hears(shop: &Shop, heading: &str) {
    until("the owner gets an e-mail", async || {
        mailbox(shop).await.contains(heading).then_some(())
    })
    .await;
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

    hears(&shop, BOTH).await;
    assert!(!mailbox(&shop).await.contains(ADDRESS), "one e-mail");

    let shop = shop.reopen(|text| text).await;
    let second = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    pays_and_saves(&shop, &second, &jana, APPROVE).await;
    submitted(&shop, &second, "attempt-with-the-same-address").await;
    until("the second order is saved", async || {
        let orders = shop.orders().await.len();
        let pending = accounts(&shop).pending_saves(10).await.unwrap();
        (orders == 2 && pending.is_empty()).then_some(())
    })
    .await;
    let cards = accounts(&shop).cards_of(jana.account).await.unwrap();
    let addresses = accounts(&shop).addresses_of(jana.account).await.unwrap();
    assert_eq!((cards.len(), addresses.len()), (1, 1));
    assert_ne!(cards[0].mandate, visa.mandate, "the newer one replaces it");
    hears(&shop, CARD).await;
    let contact = ContactKey::of_email("buyer-1@example.cz");
    let waiting = accounts(&shop).letters_to(&contact).await.unwrap();
    let is_told = waiting
        .iter()
        .any(|letter| letter.kind == AccountLetterKind::NewAddress);
    assert!(
        !is_told && !mailbox(&shop).await.contains(ADDRESS),
        "it is known"
    );
}

/// [3.13] A saved card that pays is not saved again: the wish was for the card that was typed before.
#[tokio::test]
async fn a_saved_card_is_not_saved_again() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 2)]).await;
    pays_and_saves(&shop, &cart, &jana, APPROVE).await;
    let cart = shop.read(&cart["id"]).await;
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
    let session = shop.pay_by_card(&cart, APPROVE).await;
    for save in [true, false] {
        let status = wishes(&shop, &cart, &jana, (save, &session)).await;
        assert_eq!(status, StatusCode::NO_CONTENT);
    }
    submitted(&shop, &cart, "attempt-without-consent").await;
    let (order, paid) = paid_order(&shop, 1).await;
    assert_eq!((paid.mandate, order.snapshot.save_for), (None, None));
    let pending = accounts(&shop).pending_saves(10).await.unwrap();
    assert_eq!(pending, []);
    assert_eq!(accounts(&shop).cards_of(jana.account).await.unwrap(), []);
}

/// Buys the cart; returns in how many accounts' books something is then.
async fn saved_by(shop: &Shop, cart: &Value, buyers: [&Buyer; 2]) -> [(usize, usize); 2] {
    let result = submitted(shop, cart, "attempt-of-a-shared-cart").await;
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    paid_order(shop, 1).await;
    until("nothing is left to save", async || {
        let pending = accounts(shop).pending_saves(10).await.unwrap();
        pending.is_empty().then_some(())
    })
    .await;
    let mut saved = [(0, 0); 2];
    for (saved, buyer) in saved.iter_mut().zip(buyers) {
        let cards = accounts(shop).cards_of(buyer.account).await.unwrap();
        let addresses = accounts(shop).addresses_of(buyer.account).await.unwrap();
        *saved = (cards.len(), addresses.len());
    }
    saved
}

/// [3.13] [B.02] Who shares a cart's link gets neither the card nor the address of who then pays: a wish is refused before a card
/// is typed, and without the session of the card that was typed.
#[tokio::test]
async fn a_wish_through_a_shared_link_saves_nothing() {
    let shop = open().await;
    let (mallory, jana) = (buyer(&shop, 1).await, buyer(&shop, 2).await);
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let refused = StatusCode::UNPROCESSABLE_ENTITY;
    let early = wishes(&shop, &cart, &mallory, (true, "a-guessed-session")).await;
    assert_eq!(early, refused);
    let own = shop.pay_by_card(&cart, DECLINE).await;
    let status = wishes(&shop, &cart, &mallory, (true, &own)).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    shop.pay_by_card(&cart, APPROVE).await;
    assert_eq!(stored(&shop, &cart).await.save_for, None);
    let late = wishes(&shop, &cart, &mallory, (true, &own)).await;
    assert_eq!(late, refused);
    let (status, _) = post(
        &shop,
        &cart,
        "save",
        Some(&mallory),
        &json!({ "save": true }),
    )
    .await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "without a session");
    let saved = saved_by(&shop, &cart, [&mallory, &jana]).await;
    assert_eq!(saved, [(0, 0); 2]);
}

/// [3.13] [B.02] Of two browsers with one cart, only the one that has typed the card has it saved, in its own account.
#[tokio::test]
async fn the_browser_with_the_card_saves_it() {
    let shop = open().await;
    let (mallory, jana) = (buyer(&shop, 1).await, buyer(&shop, 2).await);
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let own = shop.pay_by_card(&cart, DECLINE).await;
    let typed = shop.pay_by_card(&cart, APPROVE).await;
    let status = wishes(&shop, &cart, &jana, (true, &typed)).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    for save in [true, false] {
        let status = wishes(&shop, &cart, &mallory, (save, &own)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let saved = saved_by(&shop, &cart, [&mallory, &jana]).await;
    assert_eq!(saved, [(0, 0), (1, 1)]);
}

/// [3.13] If the payment is dropped after the wish, nothing is ordered and nothing saved.
#[tokio::test]
async fn a_changed_cart_is_neither_ordered_nor_saved() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    pays_and_saves(&shop, &cart, &jana, APPROVE).await;
    let other = json!({ "cartId": cart["id"], "buyerIdentity": { "email": "mallory@example.cz" } });
    shop.mutate("cartBuyerIdentityUpdate", other).await;
    let result = submitted(&shop, &cart, "attempt-without-a-payment").await;
    assert_eq!(result["__typename"], "SubmitFailed", "{result}");
    assert!(!codes(&result["errors"]).is_empty(), "{result}");
    assert_eq!(stored(&shop, &cart).await.save_for, None);
}

/// [B.02] A passkey that did not verify its user neither pays nor saves: the page is told to ask for a code.
#[tokio::test]
async fn only_a_proven_owner_pays_and_saves() {
    for (proof, paid, saved) in [
        (SessionProof::Code, StatusCode::OK, StatusCode::NO_CONTENT),
        (
            SessionProof::VerifiedPasskey,
            StatusCode::OK,
            StatusCode::NO_CONTENT,
        ),
        (
            SessionProof::Passkey,
            StatusCode::FORBIDDEN,
            StatusCode::FORBIDDEN,
        ),
    ] {
        let shop = open().await;
        let owner = buyer(&shop, 1).await;
        let visa = saved_card(&shop, &owner, APPROVE).await;
        let jana = buyer_by(&shop, 1, proof).await;
        let cart = shop.ready_cart(&[(BOOK, 0, 2)]).await;
        let chosen = json!({ "address": null, "card": zkratka_commerce::hex::encode(&visa.id.0) });
        let session = shop.pay_by_card(&cart, APPROVE).await;
        let wish = json!({ "save": true, "session": session });
        for (path, body, expected) in [("pay", chosen, paid), ("save", wish, saved)] {
            let (status, answer) = post(&shop, &cart, path, Some(&jana), &body).await;
            assert_eq!(status, expected, "{path} {proof:?}");
            if expected == StatusCode::FORBIDDEN {
                assert_eq!(answer["error"]["code"], "CODE_NEEDED", "{path}");
            }
        }
    }
}

/// [3.13] A payment that fails saves nothing, and by its mandate nothing can be charged.
#[tokio::test]
async fn a_failed_payment_saves_nothing() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    pays_and_saves(&shop, &cart, &jana, DECLINE).await;
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
    pays_and_saves(&shop, &cart, &jana, APPROVE).await;
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
