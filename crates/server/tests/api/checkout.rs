//! Tests whole purchases, and what prevents them.

use crate::support::{
    BOOK, EBOOK, GIFT, MUG, SHIRT, Shop, attempt_key, billing, codes, gid_number,
};
use serde_json::{Value, json};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::payment::PaymentMethod;

/// [7.03] [7.04] [7.05] [7.06] A purchase with payment on delivery makes one order for the amount shown, and reduces
/// the stock.
#[tokio::test]
async fn a_purchase_on_delivery() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 2), (BOOK, 0, 1)]).await;
    assert_eq!(
        shop.prepare(&cart).await["result"]["__typename"],
        "CartStatusReady"
    );
    shop.pay_on_delivery(&cart).await;
    let submitted = shop.submit(&cart, "token-of-the-purchase").await;
    assert_eq!(submitted["userErrors"], json!([]));
    let result = &submitted["result"];
    assert_eq!(result["__typename"], "SubmitSuccess");
    let link = result["redirectUrl"].as_str().unwrap();
    assert_eq!(link, shop.order_link(&cart).await);
    let checkout = cart["checkoutUrl"].as_str().unwrap();
    let (page, key) = checkout.split_once("?key=").unwrap();
    assert!(link.starts_with(&format!("{page}/confirmation?key=")));
    assert!(
        !link.contains(key),
        "the cart's key does not open the order"
    );
    let orders = shop.orders().await;
    assert_eq!(orders.len(), 1);
    let order = &orders[0];
    assert_eq!(order.payment, OrderPayment::DueOnDelivery);
    assert_eq!(order.snapshot.payment, PaymentMethod::CashOnDelivery);
    let shown = cart["cost"]["totalAmount"]["amount"].as_str().unwrap();
    assert_eq!(
        Money::new(order.snapshot.total, Currency::CZK).decimal(),
        shown
    );
    assert_eq!(order.snapshot.email, "jana@example.cz");
    assert_eq!(shop.left(SHIRT, 0).await, Some(8));
    let attempt = shop.attempt(&result["attemptId"]).await;
    assert_eq!(attempt["__typename"], "CartCompletionSuccess");
    assert_eq!(attempt["id"], result["attemptId"]);
    assert_eq!(gid_number(&attempt["orderId"]), order.number.0);
    assert_eq!(attempt["orderUrl"], result["redirectUrl"]);
    assert!(attempt["completedAt"].as_str().unwrap().ends_with('Z'));
}

/// [7.06] A purchase by card is authorised and captured once, for the amount shown.
#[tokio::test]
async fn a_purchase_by_card() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess");
    let attempt = shop.attempt(&result["attemptId"]).await;
    assert_eq!(attempt["__typename"], "CartCompletionSuccess", "{attempt}");
    let orders = shop.orders().await;
    assert_eq!(orders.len(), 1);
    match &orders[0].payment {
        OrderPayment::Authorised { card } | OrderPayment::Captured { card } => {
            assert_eq!(card.last_four, "1111");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(orders[0].snapshot.total, MinorUnits::new(29_050 + 11_900));
    assert_eq!(shop.left(MUG, 0).await, Some(1));
}

/// [7.06] A declined card makes no order; the cart can be paid again.
#[tokio::test]
async fn a_declined_card() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    shop.pay_by_card(&cart, "4000000000000002").await;
    let result = shop.submit(&cart, "first-try-token").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitFailed");
    assert_eq!(codes(&result["errors"]), ["PAYMENTS_CREDIT_CARD_GENERIC"]);
    assert_eq!(result["checkoutUrl"], cart["checkoutUrl"]);
    assert_eq!(shop.orders().await.len(), 0);
    assert_eq!(shop.left(MUG, 0).await, Some(2));
    let again = shop.submit(&cart, "first-try-token").await["result"].clone();
    assert_eq!(again, result, "the same token answers the same");
    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "second-try-token").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess");
    assert_eq!(shop.orders().await.len(), 1);
}

/// A free cart takes the free method and refuses a card.
#[tokio::test]
async fn a_free_purchase() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(GIFT, 0, 1)]).await;
    let free = json!({ "freePaymentMethod": { "billingAddress": billing() } });
    assert_eq!(shop.pay(&cart, "0.00", free).await["userErrors"], json!([]));
    let result = shop.submit(&cart, "token-of-nothing").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess");
    assert_eq!(shop.orders().await[0].payment, OrderPayment::Free);
}

/// A cart with nothing to ship needs no address and no delivery.
#[tokio::test]
async fn a_digital_purchase_by_transfer() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(EBOOK, 0, 1)]).await;
    let identity = json!({ "cartId": cart["id"], "buyerIdentity": { "email": "jana@example.cz" } });
    shop.mutate("cartBuyerIdentityUpdate", identity).await;
    let method = json!({ "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": billing() } });
    assert_eq!(
        shop.pay(&cart, "199", method).await["userErrors"],
        json!([])
    );
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess");
    let order = &shop.orders().await[0];
    assert_eq!(order.payment, OrderPayment::AwaitingTransfer);
    assert_eq!(order.snapshot.delivery, None);
}

/// [7.06] Submitting with the same token returns the same order; with another token, the response says that the cart is
/// ordered.
#[tokio::test]
async fn one_cart_makes_one_order() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let first = shop.submit(&cart, "token-number-one").await["result"].clone();
    let again = shop.submit(&cart, "token-number-one").await["result"].clone();
    assert_eq!(first, again);
    let other = shop.submit(&cart, "token-number-two").await["result"].clone();
    assert_eq!(other["__typename"], "SubmitAlreadyAccepted");
    assert_eq!(
        attempt_key(&other["attemptId"]),
        attempt_key(&first["attemptId"])
    );
    let status = shop.attempt(&other["attemptId"]).await;
    assert_eq!(status["__typename"], "CartCompletionSuccess");
    assert_eq!(
        status["orderUrl"],
        cart["checkoutUrl"]
            .as_str()
            .unwrap()
            .replace("?key=", "/confirmation?key=")
    );
    assert_eq!(shop.orders().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn submitting_twice_at_once_makes_one_order() {
    let shop = std::sync::Arc::new(Shop::open().await);
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_by_card(&cart, "4111111111111111").await;
    let mut clicks = tokio::task::JoinSet::new();
    for token in [
        "token-of-tab-a",
        "token-of-tab-a",
        "token-of-tab-b",
        "token-of-tab-b",
    ] {
        let (shop, cart) = (shop.clone(), cart.clone());
        clicks.spawn(async move { shop.submit(&cart, token).await });
    }
    let mut attempts = Vec::new();
    for submitted in clicks.join_all().await {
        attempts.push(attempt_key(&submitted["result"]["attemptId"]));
    }
    attempts.dedup();
    assert_eq!(attempts.len(), 1, "all speak of one attempt: {attempts:?}");
    assert_eq!(shop.orders().await.len(), 1);
}

/// A completed cart is null to every reader, as clients expect it.
#[tokio::test]
async fn a_completed_cart_can_neither_be_read_nor_changed() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    shop.submit(&cart, "token-of-the-purchase").await;
    assert_eq!(shop.read(&cart["id"]).await, Value::Null);
    let payload = shop
        .mutate(
            "cartNoteUpdate",
            json!({ "cartId": cart["id"], "note": "ještě" }),
        )
        .await;
    assert_eq!(payload["cart"], Value::Null);
    assert_eq!(
        payload["userErrors"][0]["message"],
        "Z tohoto košíku už vznikla objednávka."
    );
    assert_eq!(payload["userErrors"][0]["field"], json!(["cartId"]));
    let prepared = shop.prepare(&cart).await;
    assert_eq!(prepared["result"], Value::Null);
    assert_eq!(prepared["userErrors"][0]["field"], json!(["cartId"]));
}

/// [7.05] Prepare reports what is missing by code, in the order in which a buyer would fix it.
#[tokio::test]
async fn a_cart_that_is_not_ready_says_why() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let reasons = async || {
        let result = shop.prepare(&cart).await["result"].clone();
        assert_eq!(result["__typename"], "CartStatusNotReady");
        assert_eq!(result["cart"]["id"], cart["id"]);
        let errors = result["errors"].clone();
        assert!(
            errors
                .as_array()
                .unwrap()
                .iter()
                .all(|error| error["message"].is_string())
        );
        codes(&errors)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        reasons().await,
        ["BUYER_IDENTITY_EMAIL_REQUIRED", "DELIVERY_ADDRESS_REQUIRED"]
    );
    let identity = json!({ "email": "jana@example.cz", "countryCode": "CZ" });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let ready = shop.mutate("cartBuyerIdentityUpdate", variables).await["cart"].clone();
    assert_eq!(reasons().await, ["NO_DELIVERY_GROUP_SELECTED"]);
    let group = &ready["deliveryGroups"]["nodes"][0]["id"];
    let option = json!({ "deliveryGroupId": group, "deliveryOptionHandle": "ppl" });
    let variables = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [option] });
    shop.mutate("cartSelectedDeliveryOptionsUpdate", variables)
        .await;
    assert_eq!(reasons().await, ["DELIVERY_ADDRESS_REQUIRED"]);
    let redacted =
        json!([{ "address": { "deliveryAddress": { "countryCode": "CZ", "zip": "11000" } } }]);
    let variables = json!({ "cartId": cart["id"], "addresses": redacted });
    shop.mutate("cartDeliveryAddressesReplace", variables).await;
    let reasons = reasons().await;
    for code in [
        "DELIVERY_FIRST_NAME_REQUIRED",
        "DELIVERY_ADDRESS1_REQUIRED",
        "DELIVERY_CITY_REQUIRED",
    ] {
        assert!(reasons.iter().any(|reason| reason == code), "{reasons:?}");
    }
}

/// [7.06] Submitting a cart that cannot be bought fails with codes and changes nothing.
#[tokio::test]
async fn submitting_without_payment_fails() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitFailed");
    assert_eq!(codes(&result["errors"]), ["PAYMENTS_METHOD_REQUIRED"]);
    assert_eq!(result["checkoutUrl"], cart["checkoutUrl"]);
    assert_eq!(shop.read(&cart["id"]).await, cart);
}

/// After a change the bound amount differs from the amount due.
#[tokio::test]
async fn a_change_after_the_payment_makes_it_void() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let line = cart["lines"]["nodes"][0]["id"].clone();
    let variables = json!({ "cartId": cart["id"], "lines": [{ "id": line, "quantity": 2 }] });
    shop.mutate("cartLinesUpdate", variables).await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitFailed");
    let found = codes(&result["errors"]);
    assert!(
        found == ["PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT"] || found == ["PAYMENTS_METHOD_REQUIRED"],
        "{found:?}"
    );
    assert_eq!(shop.orders().await.len(), 0);
}

/// The first submit gets the last unit; the other one fails as out of stock.
#[tokio::test]
async fn the_last_piece_is_sold_once() {
    let shop = Shop::open().await;
    let [first, second] = [
        shop.ready_cart(&[(MUG, 0, 2)]).await,
        shop.ready_cart(&[(MUG, 0, 1)]).await,
    ];
    shop.pay_on_delivery(&first).await;
    shop.pay_on_delivery(&second).await;
    let result = shop.submit(&first, "token-of-the-first").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess");
    let result = shop.submit(&second, "token-of-the-second").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitFailed");
    assert!(
        codes(&result["errors"]).contains(&"MERCHANDISE_OUT_OF_STOCK"),
        "{result}"
    );
    assert_eq!(shop.orders().await.len(), 1);
    assert_eq!(shop.left(MUG, 0).await, Some(0));
}

#[tokio::test]
async fn an_attempt_token_has_a_sensible_form_and_one_cart() {
    let shop = Shop::open().await;
    let [one, two] = [
        shop.ready_cart(&[(BOOK, 0, 1)]).await,
        shop.ready_cart(&[(BOOK, 0, 1)]).await,
    ];
    shop.pay_on_delivery(&one).await;
    shop.pay_on_delivery(&two).await;
    for token in ["", "short", &"x".repeat(256), "token-of\0-cart"] {
        let submitted = shop.submit(&one, token).await;
        assert_eq!(submitted["result"], Value::Null);
        assert_eq!(submitted["userErrors"][0]["field"], json!(["attemptToken"]));
    }
    shop.submit(&one, "token-of-cart-one").await;
    let submitted = shop.submit(&two, "token-of-cart-one").await;
    assert_eq!(submitted["result"], Value::Null);
    assert_eq!(submitted["userErrors"][0]["field"], json!(["attemptToken"]));
    assert_eq!(shop.orders().await.len(), 1);
}

/// [7.06] [8.03] The token of a declined attempt does not answer for another card, another quantity or another note. A repeat
/// without a change gets the same answer again.
#[tokio::test]
async fn an_attempt_token_does_not_answer_for_other_contents() {
    const DECLINED: &str = "4000000000000002";
    const GOOD: &str = "4111111111111111";
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_by_card(&cart, DECLINED).await;
    let first = shop.submit(&cart, "token-of-the-declined").await;
    assert_eq!(first["result"]["__typename"], "SubmitFailed", "{first}");
    let again = shop.submit(&cart, "token-of-the-declined").await;
    assert_eq!(again, first, "the same contents, the same answer");

    let reused = async || {
        let reused = shop.submit(&cart, "token-of-the-declined").await;
        assert_eq!(reused["result"], Value::Null, "{reused}");
        assert_eq!(codes(&reused["userErrors"]), ["ATTEMPT_TOKEN_REUSED"]);
        assert_eq!(reused["userErrors"][0]["field"], json!(["attemptToken"]));
        let message = reused["userErrors"][0]["message"].as_str().unwrap();
        assert!(
            message.contains("Odešlete prosím objednávku znovu"),
            "{message}"
        );
    };
    let note = json!({ "cartId": cart["id"], "note": "Zazvonit dole" });
    shop.mutate("cartNoteUpdate", note).await;
    reused().await;
    let note = json!({ "cartId": cart["id"], "note": "" });
    shop.mutate("cartNoteUpdate", note).await;
    let restored = shop.submit(&cart, "token-of-the-declined").await;
    assert_eq!(restored, first, "nothing is changed after all");

    shop.pay_by_card(&cart, GOOD).await;
    reused().await;
    assert_eq!(shop.orders().await.len(), 0, "no order under the old token");
    let result = shop.submit(&cart, "token-of-the-next-try").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let repeated = shop.submit(&cart, "token-of-the-next-try").await["result"].clone();
    assert_eq!(repeated, result);
    assert_eq!(shop.orders().await.len(), 1);
}
