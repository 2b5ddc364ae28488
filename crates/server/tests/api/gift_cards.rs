//! Tests gift cards through the public API: adding, removing and paying.

use crate::support::{BOOK, MUG, Shop, VOUCHER, billing, codes, fields};
use crate::wallets::support::paid_order;
use reqwest::StatusCode;
use serde_json::{Value, json};
use zkratka_attempts::{NameFor, order_secret, public_id};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::gift_card::NoSoldCodes;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_gift_cards::sold_cards;
use zkratka_ids::gid;

const CARDS: &str = r#"
[[gift_cards]]
code = "DAREK-SOJKA-2026"
amount = "500"
[[gift_cards]]
code = "MALY-DAREK-1"
amount = "100.50"
"#;

pub(crate) async fn open() -> Shop {
    Shop::open_with(|config| config.replace("[payments]", "[payments]\ngift_cards = true") + CARDS)
        .await
}

pub(crate) async fn put(shop: &Shop, cart: &Value, mutation: &str, given: &[&str]) -> Value {
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

/// Each gift card reduces the amount due in turn, and can be removed again.
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

/// [8.03] An unknown gift card code is refused at its path, and the whole call changes nothing.
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

/// [3.12] A cart that a gift card covers needs no other payment; the gift card keeps the rest of its balance.
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
        (MinorUnits::ZERO, &PaymentMethod::Free)
    );
    assert_eq!(
        snapshot.gift_cards[0].amount,
        MinorUnits::new(29_050 + 11_900)
    );

    let next = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(&shop, &next, "cartGiftCardCodesAdd", &["DAREK-SOJKA-2026"]).await;
    assert_eq!(total(&payload["cart"]), "427.50");
}

/// [B.03] After a declined bank card the gift card has its money back.
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
    assert_eq!(
        shop.orders().await[0].snapshot.total,
        MinorUnits::new(41_750)
    );
    let empty = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(&shop, &empty, "cartGiftCardCodesAdd", &["MALY-DAREK-1"]).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"]
    );
}

/// If a gift card is disabled while on a cart, it no longer pays and cannot be added to another cart.
#[tokio::test]
async fn a_disabled_card_pays_no_more() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(&shop, &cart, "cartGiftCardCodesAdd", &["MALY-DAREK-1"]).await;
    assert_eq!(total(&payload["cart"]), "417.50");
    let store = &shop.server.app().store;
    let listed = store.gift_cards(10).await.unwrap();
    let small = listed
        .iter()
        .find(|card| card.initial == MinorUnits::new(10_050))
        .unwrap();
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

/// The gift card codes on the confirmation of this cart's order.
pub(crate) async fn shown_codes(shop: &Shop, cart: &Value) -> Vec<String> {
    let confirmation = shop.order_link(cart).await;
    let page = shop.client.get(confirmation).send().await.unwrap();
    assert_eq!(page.headers()["cache-control"], "no-store");
    let page = page.text().await.unwrap();
    let (_, data) = page.split_once("id=\"checkout-data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let cards = data["order"]["soldGiftCards"].as_array().unwrap();
    let code = |card: &Value| {
        assert_eq!(card["amount"], "500.00");
        card["code"].as_str().unwrap().to_owned()
    };
    cards.iter().map(code).collect()
}

/// A cart with vouchers, ready for a payment.
pub(crate) async fn voucher_cart(shop: &Shop, quantity: i64) -> Value {
    let cart = shop.cart(&[(VOUCHER, 0, quantity)]).await;
    let identity = json!({ "email": "jana@example.cz", "countryCode": "CZ" });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    shop.mutate("cartBuyerIdentityUpdate", variables).await;
    shop.read(&cart["id"]).await
}

/// [B.03] The code of a gift card whose money the bank does not pay out pays nothing, and the message says why.
#[tokio::test]
async fn an_unpaid_gift_card_pays_nothing() {
    let shop = open().await;
    let cart = voucher_cart(&shop, 1).await;
    shop.pay_by_card(&cart, "4000000000000341").await;
    let result = shop.submit(&cart, "token-of-the-voucher").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let order = shop.orders().await.remove(0);
    let app = shop.server.app();
    let attempt = app.store.attempt(order.attempt).await.unwrap().unwrap();
    let ring = &app.config.gift_card_codes;
    let sold = sold_cards(&*app.store, ring, order.number, &attempt).await;
    let code = sold.unwrap().issued[0].code.in_groups();
    let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(&shop, &other, "cartGiftCardCodesAdd", &[&code]).await;
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors), ["PAYMENT_METHOD_NOT_APPLICABLE"]);
    assert_eq!(
        errors[0]["message"],
        "Touto dárkovou kartou zatím platit nejde, její nákup ještě není zaplacený. Zkuste to později, nebo zaplaťte jinak."
    );
    assert_eq!(total(&shop.read(&other["id"]).await), "518.00");
}

/// [B.03] Gift cards are bought like goods. Each unit becomes one gift card, however often the cart is submitted; the
/// confirmation shows the codes, and they can pay.
#[tokio::test]
async fn a_gift_card_is_bought_and_pays() {
    let shop = open().await;
    let cart = voucher_cart(&shop, 2).await;
    assert_eq!(total(&cart), "1000.00");
    assert_eq!(cart["cost"]["totalTaxAmount"]["amount"], "0.00");
    for handle in ["bank_transfer", "cash_on_delivery"] {
        let method =
            json!({ "manualPaymentMethod": { "handle": handle, "billingAddress": billing() } });
        let payload = shop.pay(&cart, "1000.00", method).await;
        let errors = &payload["userErrors"];
        assert_eq!(codes(errors), ["PAYMENT_METHOD_NOT_APPLICABLE"], "{handle}");
    }
    shop.pay_by_card(&cart, "4111111111111111").await;
    for _ in 0..2 {
        let result = shop.submit(&cart, "token-of-the-vouchers").await["result"].clone();
        assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    }
    let bought = shown_codes(&shop, &cart).await;
    assert_eq!(bought.len(), 2);
    assert_ne!(bought[0], bought[1]);
    assert_eq!(bought, shown_codes(&shop, &cart).await);
    let listed = shop.server.app().store.gift_cards(10).await.unwrap();
    let sold = listed.iter().filter(|card| card.sold.is_some());
    assert_eq!(sold.count(), 2);
    paid_order(&shop).await;

    let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = put(&shop, &other, "cartGiftCardCodesAdd", &[&bought[1]]).await;
    assert_eq!(payload["userErrors"], json!([]));
    assert_eq!(total(&payload["cart"]), "18.00");

    let more = shop.cart(&[(VOUCHER, 0, 1)]).await;
    let payload = put(&shop, &more, "cartGiftCardCodesAdd", &[&bought[0]]).await;
    assert_eq!(total(&payload["cart"]), "500.00", "no card buys a card");
}

/// [8.03] A gift card's price must be above zero and within the shop's limit.
#[tokio::test]
async fn a_gift_card_has_a_price_within_the_limit() {
    let shop = Shop::open_with(|config| {
        config.replace("[payments]", "[payments]\ngift_card_limit = \"1000\"")
    })
    .await;
    let cart = shop.cart(&[(VOUCHER, 0, 1)]).await;
    assert_eq!(total(&cart), "500.00");
    let line = json!({ "merchandiseId": shop.variant(VOUCHER, 1).await });
    let variables = json!({ "cartId": cart["id"], "lines": [line] });
    let payload = shop.mutate("cartLinesAdd", variables).await;
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors), ["MERCHANDISE_NOT_APPLICABLE"]);
    assert_eq!(fields(errors), ["lines.0.merchandiseId"]);
    assert_eq!(
        errors[0]["message"],
        "Dárkovou kartu v této hodnotě neprodáváme."
    );

    let mut free = zkratka_commerce::catalogue::Product::clone(&*shop.product(VOUCHER).await);
    free.variants[0].price = MinorUnits::ZERO;
    let app = shop.server.app();
    app.store.import(vec![free]).await.unwrap();
    app.catalogue.refresh(&*app.store).await.unwrap();
    let prepared = shop.prepare(&cart).await;
    let found = codes(&prepared["result"]["errors"]);
    assert!(found.contains(&"MERCHANDISE_NOT_APPLICABLE"), "{found:?}");
}

/// A gift card in a feed is neither shipped nor taxed, whatever its other columns say, and its value is its price.
#[tokio::test]
async fn a_feed_brings_gift_cards() {
    let shop = Shop::open().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("feed.csv");
    let feed = "Handle,Title,Variant Price,Variant Requires Shipping,Variant Taxable,Variant Grams,Gift Card\n\
        poukaz,Poukaz,750,true,true,20,true\n\
        nic,Nic,0,true,true,20,true\n";
    std::fs::write(&file, feed).unwrap();
    let app = shop.server.app();
    let known = zkratka_import::AllowedNames::of(&app.config);
    let imported = zkratka_import::import_file(&*app.store, &file, known).await;
    let problems: Vec<_> = imported
        .unwrap()
        .problems
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(
        problems[0].contains("a gift card is worth its price"),
        "{problems:?}"
    );
    let product = shop.product("poukaz").await;
    let variant = &product.variants[0];
    assert!(product.gift_card && !variant.requires_shipping && !variant.taxable);
    assert_eq!((variant.price, variant.grams), (MinorUnits::new(75_000), 0));
}

/// A sold voucher's attempt, as a reader of the database has it and can use it.
struct Stolen {
    /// The attempt as its stored secrets alone would name it.
    attempt: Attempt,
    /// The page of the order, with the secret that follows from them.
    page: String,
}

async fn stolen(shop: &Shop, cart: &Value) -> Stolen {
    let app = shop.server.app();
    let order = shop.orders().await.remove(0);
    let mut attempt = app.store.attempt(order.attempt).await.unwrap().unwrap();
    assert!(
        !attempt.token.contains("token-of-the-voucher"),
        "the stored form of the token is not what a client may send"
    );
    let current = app.config.gift_card_codes.ids().next();
    assert_eq!(attempt.link_key().as_ref(), current);
    attempt.token = String::new();
    let secret = order_secret(&attempt, &NoSoldCodes).unwrap();
    let (token, _) = gid::parse_cart(cart["id"].as_str().unwrap()).unwrap();
    let page = app.confirmation_url_of(&token, &secret);
    Stolen { attempt, page }
}

/// [B.12] Who reads the database knows every secret of the cart and the attempt, and none of the links that lead to the codes
/// of sold gift cards.
#[tokio::test]
async fn stored_secrets_do_not_lead_to_codes() {
    let shop = open().await;
    let cart = voucher_cart(&shop, 1).await;
    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "token-of-the-voucher").await["result"].clone();
    let own = shop.order_link(&cart).await;
    assert_eq!(result["redirectUrl"], own.as_str());
    assert_eq!(shown_codes(&shop, &cart).await.len(), 1);
    let Stolen { attempt, page } = stolen(&shop, &cart).await;

    assert_ne!(page, own);
    let answer = shop.client.get(&page).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    let id = public_id(&attempt, &NoSoldCodes);
    assert_eq!(shop.attempt(&json!(id)).await, Value::Null);
    let back = NameFor::Return.of(&attempt, &NoSoldCodes);
    let origin = &shop.server.app().config.server.public_origin;
    let checkout = cart["checkoutUrl"].as_str().unwrap();
    for link in [
        format!("{origin}/attempts/{back}/return"),
        format!("{checkout}&attempt={id}"),
    ] {
        let answer = shop.client.get(&link).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{link}");
        assert_ne!(answer.url().as_str(), own, "{link}");
        let shown = answer.text().await.unwrap();
        assert!(!shown.contains("soldGiftCards"), "{link}");
    }
    // The client itself repeats its token and gets its link again.
    let again = shop.submit(&cart, "token-of-the-voucher").await["result"].clone();
    assert_eq!(again["redirectUrl"], own.as_str());
    let other = shop.submit(&cart, "token-of-a-stranger").await["result"].clone();
    assert_eq!(other["__typename"], "SubmitAlreadyAccepted", "{other}");
}
