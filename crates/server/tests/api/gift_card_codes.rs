//! Tests codes of gift cards against readers of the database, and cards whose order's payment is contested.

use crate::gift_cards::{open, put, shown_codes, voucher_cart};
use crate::support::{BOOK, Shop, codes};
use crate::wallets::support::paid_order;
use serde_json::Value;
use zkratka_commerce::gift_card::{CodeDigest, GiftCardCode};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order_life::LifeEvent;
use zkratka_commerce::refund::PaymentReport;
use zkratka_order_commands::describe;
use zkratka_store::{NewGiftCard, OrderStep, OrderStepOutcome};

/// Buys this many vouchers and returns the cart.
async fn buy(shop: &Shop, quantity: i64) -> Value {
    let cart = voucher_cart(shop, quantity).await;
    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "token-of-the-vouchers").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    paid_order(shop).await;
    cart
}

/// The errors when a buyer enters this code.
async fn errors(shop: &Shop, code: &str) -> Value {
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(shop, &cart, "cartGiftCardCodesAdd", &[code]).await;
    payload["userErrors"].clone()
}

/// [B.12] Somebody who reads the database has the attempt's secret, from which codes were computed before, and digests of
/// codes that could be tried out. Neither leads to a code that pays.
#[tokio::test]
async fn a_reader_of_the_database_cannot_compute_codes() {
    let shop = open().await;
    let cart = buy(&shop, 2).await;
    let store = &shop.server.app().store;
    let order = shop.orders().await.remove(0);
    let attempt = store.attempt(order.attempt).await.unwrap().unwrap();
    let (secret, line) = (attempt.secret.unwrap(), order.snapshot.lines[0].id);
    for unit in 0..2 {
        let code = GiftCardCode::sold_unkeyed(&secret, line, unit).in_groups();
        assert_eq!(codes(&errors(&shop, &code).await), ["INVALID"]);
    }
    let listed = store.gift_cards(10).await.unwrap();
    for shown in shown_codes(&shop, &cart).await {
        assert_eq!(codes(&errors(&shop, &shown).await), [""; 0]);
        let guess = GiftCardCode::parse(&shown).unwrap().unkeyed_digest();
        assert!(listed.iter().all(|card| card.digest.digest != guess));
    }
    // Chosen codes are the easiest to guess.
    let guess = GiftCardCode::parse("DAREK-SOJKA-2026").unwrap();
    let guess = guess.unkeyed_digest();
    assert!(listed.iter().all(|card| card.digest.digest != guess));
    assert_eq!(codes(&errors(&shop, "DAREK-SOJKA-2026").await), [""; 0]);
}

/// [B.12] A card that was issued before there were keys still pays.
#[tokio::test]
async fn a_card_from_before_there_were_keys_pays() {
    let shop = open().await;
    let code = GiftCardCode::parse("PRED-KLICI-1").unwrap();
    let card = NewGiftCard {
        digest: CodeDigest {
            key: None,
            digest: code.unkeyed_digest(),
        },
        other_digests: Vec::new(),
        last_characters: code.last_characters().to_owned(),
        amount: Money::new(MinorUnits::new(10_000), Currency::CZK),
        issued_at: shop.server.app().clock.now(),
        expires_at: None,
        note: None,
    };
    let store = &shop.server.app().store;
    assert!(store.issue_gift_card(card).await.unwrap());
    assert_eq!(codes(&errors(&shop, "pred klici 1").await), [""; 0]);
}

async fn hear(shop: &Shop, order: OrderNumber, report: PaymentReport) {
    let step = OrderStep {
        order,
        event: LifeEvent::Reported(report),
        now: shop.server.app().clock.now(),
    };
    let outcome = shop.server.app().store.advance_order(step).await.unwrap();
    assert!(
        matches!(outcome, OrderStepOutcome::Stored(_)),
        "{outcome:?}"
    );
}

/// [B.12] A card pays nothing while the payment of its order is disputed, also on carts that have it already. The message
/// and the order's page say so. When the dispute is won, it pays again.
#[tokio::test]
async fn a_card_of_a_disputed_order_is_withheld() {
    let shop = open().await;
    let cart = buy(&shop, 1).await;
    let code = shown_codes(&shop, &cart).await.remove(0);
    let with_card = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    put(&shop, &with_card, "cartGiftCardCodesAdd", &[&code]).await;
    let total = async || {
        let cart = shop.read(&with_card["id"]).await;
        cart["cost"]["totalAmount"]["amount"].clone()
    };
    assert_eq!(total().await, "18.00");
    let order = shop.orders().await.remove(0).number;
    let dispute = "d-1".to_owned();
    let opened = PaymentReport::DisputeOpened {
        dispute: dispute.clone(),
        amount: Money::new(MinorUnits::new(50_000), Currency::CZK),
    };
    hear(&shop, order, opened).await;
    assert_eq!(total().await, "518.00");
    let refused = errors(&shop, &code).await;
    assert_eq!(codes(&refused), ["PAYMENT_METHOD_NOT_APPLICABLE"]);
    assert_eq!(
        refused[0]["message"],
        "Touto dárkovou kartou teď platit nejde, protože platba za ni byla reklamována nebo se z ní vracely peníze. Zaplaťte prosím jinak."
    );
    let page = async || {
        let link = shop.order_link(&cart).await;
        let page = shop.client.get(link).send().await.unwrap();
        page.text().await.unwrap()
    };
    assert!(page().await.contains("\"isOfUse\":false"));
    hear(&shop, order, PaymentReport::DisputeWon { dispute }).await;
    assert_eq!(total().await, "18.00");
    assert_eq!(codes(&errors(&shop, &code).await), [""; 0]);
    assert!(page().await.contains("\"isOfUse\":true"));
}

/// [B.12] While somebody contests the payment of sold gift cards, operators see what was spent of them.
#[tokio::test]
async fn what_was_spent_of_contested_cards_is_shown() {
    let shop = open().await;
    let cart = buy(&shop, 2).await;
    let order = shop.orders().await.remove(0).number;
    let code = shown_codes(&shop, &cart).await.remove(0);
    let book = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    put(&shop, &book, "cartGiftCardCodesAdd", &[&code]).await;
    let book = shop.read(&book["id"]).await;
    shop.pay_by_card(&book, "4111111111111111").await;
    let result = shop.submit(&book, "token-of-the-book").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let store = &shop.server.app().store;
    let shown = async || {
        let record = store.order(order).await.unwrap().unwrap();
        let downloads = store.download_record(order).await.unwrap();
        describe(
            &record,
            &store.gift_cards_of(order).await.unwrap(),
            &downloads,
        )
    };
    assert!(!shown().await.contains("was spent"));
    let opened = PaymentReport::DisputeOpened {
        dispute: "d-1".to_owned(),
        amount: Money::new(MinorUnits::new(100_000), Currency::CZK),
    };
    hear(&shop, order, opened).await;
    let cards = store.gift_cards_of(order).await.unwrap();
    let [spent, other] = &cards[..] else {
        panic!("{cards:?}");
    };
    let shown = shown().await;
    for (card, text) in [
        (spent, "500\u{a0}Kč of 500\u{a0}Kč was spent\n"),
        (
            other,
            "0\u{a0}Kč of 500\u{a0}Kč was spent; the other 500\u{a0}Kč is withheld\n",
        ),
    ] {
        let text = format!(
            "  sold gift card {} (...{}): {text}",
            card.id.0, card.last_characters
        );
        assert!(shown.contains(&text), "no {text:?} in:\n{shown}");
    }
}
