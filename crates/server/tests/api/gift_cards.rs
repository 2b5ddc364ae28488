//! Gift cards through the public API: put on, taken off, paid with.

use crate::support::{BOOK, MUG, Shop, billing, codes, fields};
use serde_json::{Value, json};
use zkratka_commerce::payment::PaymentMethod;

const CARDS: &str = r#"
[[gift_cards]]
code = "DAREK-SOJKA-2026"
amount = "500"
[[gift_cards]]
code = "MALY-DAREK-1"
amount = "100.50"
"#;

async fn open() -> Shop {
    Shop::open_with(|config| config.replace("[payments]", "[payments]\ngift_cards = true") + CARDS)
        .await
}

async fn put(shop: &Shop, cart: &Value, mutation: &str, given: &[&str]) -> Value {
    let variables = json!({ "cartId": cart["id"], "giftCardCodes": given });
    shop.mutate(mutation, variables).await
}

async fn cards(shop: &Shop, cart: &Value) -> Value {
    let document = "query ($id: ID!) { cart(id: $id) { appliedGiftCards {
        id lastCharacters amountUsed { amount } balance { amount } presentmentAmountUsed { amount currencyCode }
    } } }";
    let answer = shop.run(document, json!({ "id": cart["id"] })).await;
    answer.field("cart")["appliedGiftCards"].clone()
}

fn used(cards: &Value) -> Vec<(&str, &str, &str)> {
    let cards = cards.as_array().unwrap().iter();
    cards
        .map(|card| {
            let text = |value: &'_ Value| value.as_str().map(str::len).unwrap_or_default();
            assert!(text(&card["id"]) > 0);
            (
                card["lastCharacters"].as_str().unwrap(),
                card["amountUsed"]["amount"].as_str().unwrap(),
                card["balance"]["amount"].as_str().unwrap(),
            )
        })
        .collect()
}

fn total(cart: &Value) -> &str {
    cart["cost"]["totalAmount"]["amount"].as_str().unwrap()
}

/// Cards lower what is to be paid, one after another, and can be taken off again.
#[tokio::test]
async fn cards_are_put_on_and_taken_off() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    assert_eq!(total(&cart), "518.00");
    let payload = put(&shop, &cart, "cartGiftCardCodesAdd", &["maly darek 1"]).await;
    assert_eq!(
        (codes(&payload["userErrors"]).len(), total(&payload["cart"])),
        (0, "417.50")
    );
    let payload = put(
        &shop,
        &cart,
        "cartGiftCardCodesAdd",
        &["darek sojka 2026", "MALY-DAREK-1"],
    )
    .await;
    assert_eq!(total(&payload["cart"]), "0.00");
    let tax = &payload["cart"]["cost"]["totalTaxAmount"];
    assert_eq!(
        *tax, cart["cost"]["totalTaxAmount"],
        "tax is on the goods, however they are paid"
    );
    let both = cards(&shop, &cart).await;
    assert_eq!(
        used(&both),
        [("REK1", "100.50", "0.00"), ("2026", "417.50", "82.50")]
    );

    let first = json!({ "cartId": cart["id"], "appliedGiftCardIds": [both[0]["id"]] });
    let payload = shop.mutate("cartGiftCardCodesRemove", first.clone()).await;
    assert_eq!(total(&payload["cart"]), "18.00");
    let payload = shop.mutate("cartGiftCardCodesRemove", first).await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID"]);
    assert_eq!(fields(&payload["userErrors"]), ["appliedGiftCardIds.0"]);

    let payload = put(&shop, &cart, "cartGiftCardCodesUpdate", &["MALY-DAREK-1"]).await;
    assert_eq!(total(&payload["cart"]), "417.50");
    let payload = put(&shop, &cart, "cartGiftCardCodesUpdate", &[]).await;
    assert_eq!(total(&payload["cart"]), "518.00");
}

/// [8.03] A code that is no card's is refused where it stands, and nothing of the call is done.
#[tokio::test]
async fn a_code_that_is_no_cards_is_refused() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    for mutation in ["cartGiftCardCodesAdd", "cartGiftCardCodesUpdate"] {
        let payload = put(
            &shop,
            &cart,
            mutation,
            &["DAREK-SOJKA-2026", "NEZNAMY-KOD", "x"],
        )
        .await;
        assert_eq!(codes(&payload["userErrors"]), ["INVALID", "INVALID"]);
        assert_eq!(
            fields(&payload["userErrors"]),
            ["giftCardCodes.1", "giftCardCodes.2"]
        );
        assert_eq!(total(&payload["cart"]), "518.00");
    }
    let line = json!({ "merchandiseId": shop.variant(BOOK, 0).await });
    let input = json!({ "lines": [line], "giftCardCodes": ["NEZNAMY-KOD"] });
    let payload = shop.mutate("cartCreate", json!({ "input": input })).await;
    assert_eq!(fields(&payload["userErrors"]), ["input.giftCardCodes.0"]);
    let input = json!({ "lines": [line], "giftCardCodes": ["DAREK-SOJKA-2026"] });
    let payload = shop.mutate("cartCreate", json!({ "input": input })).await;
    assert_eq!(total(&payload["cart"]), "0.00");
}

/// [3.12] A cart that a card covers is submitted free of other payment; the card holds what is left, and no more.
#[tokio::test]
async fn a_covered_cart_is_submitted_without_another_payment() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    let payload = put(&shop, &cart, "cartGiftCardCodesAdd", &["DAREK-SOJKA-2026"]).await;
    let cart = payload["cart"].clone();
    let refused = json!({ "manualPaymentMethod": { "handle": "cash_on_delivery", "billingAddress": billing() } });
    let payload = shop.pay(&cart, "0.00", refused).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"]
    );
    let free = json!({ "freePaymentMethod": { "billingAddress": billing() } });
    let payload = shop.pay(&cart, "0.00", free).await;
    assert_eq!(payload["userErrors"], json!([]));
    let result = shop.submit(&cart, "token-of-the-gift").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let orders = shop.orders().await;
    let snapshot = &orders[0].snapshot;
    assert_eq!(
        (snapshot.total, &snapshot.payment),
        (0, &PaymentMethod::Free)
    );
    assert_eq!(snapshot.gift_cards[0].amount, 29_050 + 11_900);

    let next = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(&shop, &next, "cartGiftCardCodesAdd", &["DAREK-SOJKA-2026"]).await;
    assert_eq!(total(&payload["cart"]), "427.50");
}

/// [B.03] A declined card gives the gift card's money back.
#[tokio::test]
async fn a_declined_card_gives_the_money_back() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(&shop, &cart, "cartGiftCardCodesAdd", &["MALY-DAREK-1"]).await;
    let cart = payload["cart"].clone();
    shop.pay_by_card(&cart, "4000000000000002").await;
    let result = shop.submit(&cart, "token-of-the-declined").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitFailed", "{result}");
    assert_eq!(
        used(&cards(&shop, &cart).await),
        [("REK1", "100.50", "0.00")]
    );
    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "token-of-the-second").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    assert_eq!(shop.orders().await[0].snapshot.total, 41_750);
    let empty = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(&shop, &empty, "cartGiftCardCodesAdd", &["MALY-DAREK-1"]).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"]
    );
}

/// A card that somebody disables while it is on a cart pays no more, and cannot be put on another.
#[tokio::test]
async fn a_disabled_card_pays_no_more() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(&shop, &cart, "cartGiftCardCodesAdd", &["MALY-DAREK-1"]).await;
    assert_eq!(total(&payload["cart"]), "417.50");
    let store = &shop.server.app().store;
    let listed = store.gift_cards(10).await.unwrap();
    let small = listed.iter().find(|card| card.initial == 10_050).unwrap();
    let now = shop.server.app().clock.now();
    store.disable_gift_card(small.id, now).await.unwrap();
    assert_eq!(total(&shop.read(&cart["id"]).await), "518.00");
    assert_eq!(used(&cards(&shop, &cart).await), [("REK1", "0.00", "0.00")]);
    let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(&shop, &other, "cartGiftCardCodesAdd", &["MALY-DAREK-1"]).await;
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors), ["PAYMENT_METHOD_NOT_APPLICABLE"]);
    assert_eq!(fields(errors), ["giftCardCodes.0"]);
    assert_eq!(errors[0]["message"], "Tato dárková karta už neplatí.");
}
