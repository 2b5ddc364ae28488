//! Tests tokens and amounts that are refused before any payment.

use super::support::{
    ARGUMENT, BOTH, BY_GATEWAY, GOOD_CARD, ask, bind, bound, content, due, happened, open,
    paid_order, refused, request, submitted, token,
};
use crate::support::{BOOK, EBOOK, Shop, codes, fields};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use zkratka_commerce::ids::CartKey;

/// Asserts that the refused token bound nothing: a valid token pays the same cart.
async fn nothing_came_of_it(shop: &Shop, cart: &Value) {
    assert_ne!(submitted(shop, cart, "attempt-0").await, "SubmitSuccess");
    assert!(shop.orders().await.is_empty());
    assert_eq!(happened(shop), []);
    bound(shop, cart, &token(shop, GOOD_CARD).await).await;
    assert_eq!(submitted(shop, cart, "attempt-1").await, "SubmitSuccess");
    paid_order(shop).await;
}

/// [3.13] A token with any change is refused, by the shop or by the gateway.
#[tokio::test]
async fn a_changed_token_is_refused() {
    for lines in BOTH {
        let shop = open(lines).await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let good = token(&shop, GOOD_CARD).await;
        for member in ["signature", "signedMessage", "protocolVersion"] {
            let mut changed = good.clone();
            changed[member] = json!(format!("{} ", changed[member].as_str().unwrap()));
            refused(&shop, &cart, &changed, member).await;
        }
        nothing_came_of_it(&shop, &cart).await;
    }
}

/// [3.13] A token for another recipient is refused, although its signature is valid.
#[tokio::test]
async fn a_token_for_another_recipient_is_refused() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let mut of_another_merchant = request(&shop, GOOD_CARD);
    of_another_merchant["merchantInfo"]["merchantId"] = json!("11111111111111111111");
    let gateway = open(BY_GATEWAY).await;
    let of_the_gateway = request(&gateway, GOOD_CARD);
    for (what, wish) in [
        ("another merchant", of_another_merchant),
        ("the gateway", of_the_gateway),
    ] {
        refused(&shop, &cart, &ask(&shop, &wish).await, what).await;
    }
    nothing_came_of_it(&shop, &cart).await;

    let cart = gateway.ready_cart(&[(BOOK, 0, 1)]).await;
    let of_the_shop = token(&shop, GOOD_CARD).await;
    refused(&gateway, &cart, &of_the_shop, "the shop").await;
    nothing_came_of_it(&gateway, &cart).await;
}

/// [3.13] A refused token is not stored: if somebody submits an altered copy of a token, the original still pays its
/// own cart, and invalid tokens fill no table.
#[tokio::test]
async fn a_refused_token_is_not_remembered() {
    for lines in BOTH {
        let shop = open(lines).await;
        let stranger = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let good = token(&shop, GOOD_CARD).await;
        let mut spoilt = good.clone();
        spoilt["signature"] = json!("MAYCAQECAQE=");
        refused(&shop, &stranger, &spoilt, lines).await;
        bound(&shop, &cart, &good).await;
        assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
        for number in 0..20 {
            let mut junk = good.clone();
            let message = format!("junk {number}");
            junk["signedMessage"] = json!(message);
            refused(&shop, &stranger, &junk, "junk").await;
            assert!(is_unknown(&shop, &message).await, "{message}");
        }
    }
}

/// Whether the store does not know this signed message; then any cart can claim it.
async fn is_unknown(shop: &Shop, signed_message: &str) -> bool {
    let name = ["sealed", "\0", signed_message].concat();
    let id = Sha256::digest(name)
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let spent = shop
        .server
        .app()
        .store
        .wallet_message_is_spent(&id, CartKey(1));
    !spent.await.unwrap()
}

/// [3.13] All merchants' tokens are encrypted with the gateway's one key, so the gateway checks to which merchant a
/// token belongs.
#[tokio::test]
async fn a_token_for_another_merchant_of_the_gateway_is_refused() {
    let lines = format!("{BY_GATEWAY}\ngateway_merchant_id = \"kramek\"");
    let shop = open(&lines).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let mut foreign = request(&shop, GOOD_CARD);
    let name = &mut foreign["tokenizationSpecification"]["parameters"]["gatewayMerchantId"];
    assert_eq!(*name, "kramek");
    *name = json!("jiny-kramek");
    refused(&shop, &cart, &ask(&shop, &foreign).await, "foreign").await;
    nothing_came_of_it(&shop, &cart).await;
}

/// [3.13] [8.03] A shop can refuse the older protocol.
#[tokio::test]
async fn a_protocol_that_is_not_accepted_is_refused() {
    let shop = open("protocols = [\"ECv2\"]").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let mut older = request(&shop, GOOD_CARD);
    older["protocol"] = json!("ECv1");
    refused(&shop, &cart, &ask(&shop, &older).await, "ECv1").await;
    nothing_came_of_it(&shop, &cart).await;
}

/// [5.10] Google Pay does not pay a cart with nothing to ship, and the refusal does not use up the token.
#[tokio::test]
async fn a_digital_cart_is_refused() {
    let shop = open("").await;
    let digital = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    let token = token(&shop, GOOD_CARD).await;
    let payload = bind(&shop, &digital, &token).await;
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors), ["PAYMENT_METHOD_NOT_APPLICABLE"]);
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    bound(&shop, &cart, &token).await;
}

/// [3.12] Amount and currency must be the cart's; a mismatch does not use up the token.
#[tokio::test]
async fn the_amount_is_the_carts_own() {
    for lines in BOTH {
        let shop = open(lines).await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let token = token(&shop, GOOD_CARD).await;
        for (amount, currency) in [("517.99", "CZK"), ("0", "CZK"), (due(&cart), "EUR")] {
            let mut payment = content(&token);
            payment["amount"] = json!({ "amount": amount, "currencyCode": currency });
            let variables = json!({ "cartId": cart["id"], "payment": payment });
            let payload = shop.mutate("cartPaymentUpdate", variables).await;
            let errors = &payload["userErrors"];
            assert_eq!(codes(errors), ["INVALID_PAYMENT"], "{amount} {currency}");
            assert_eq!(fields(errors), ["payment.amount"]);
        }
        assert_eq!(happened(&shop), []);
        // Uses another cart, because the token's own cart could be given the token again anyway.
        let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        bound(&shop, &other, &token).await;
        assert_eq!(submitted(&shop, &other, "attempt-1").await, "SubmitSuccess");
        paid_order(&shop).await;
    }
}

/// [B.03] If the cart's total rises after the token was bound, nothing is charged.
#[tokio::test]
async fn a_cart_that_costs_more_than_was_shown_is_not_charged() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    bound(&shop, &cart, &token(&shop, GOOD_CARD).await).await;
    let variant = shop.variant(BOOK, 0).await;
    let lines = json!([{ "merchandiseId": variant, "quantity": 1 }]);
    let more = json!({ "cartId": cart["id"], "lines": lines });
    let payload = shop.mutate("cartLinesAdd", more).await;
    assert_eq!(payload["userErrors"], json!([]));
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitFailed");
    assert!(shop.orders().await.is_empty());
    assert_eq!(happened(&shop), []);
}

/// [3.12] A shop without this wallet refuses its token.
#[tokio::test]
async fn a_wallet_that_is_off_is_not_supported() {
    let on = open("").await;
    let token = token(&on, GOOD_CARD).await;
    let off = Shop::open().await;
    let cart = off.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = off.pay(&cart, due(&cart), content(&token)).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_SUPPORTED"]
    );
}

/// [8.03] [8.06] Goods that only the checkout sells are refused to a wallet, with the full path, and the token is not
/// used up: the checkout sells the same cart.
#[tokio::test]
async fn goods_for_the_checkout_are_not_paid_in_a_sheet() {
    let rule = "[[cart_rules]]\naction = \"checkout\"\nminimum_subtotal = \"1000\"\n";
    let shop = open(rule).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = bind(&shop, &cart, &token(&shop, GOOD_CARD).await).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["REDIRECT_TO_CHECKOUT_REQUIRED"]
    );
    assert_eq!(fields(&payload["userErrors"]), [ARGUMENT]);
    assert_eq!(happened(&shop), []);
    shop.pay_on_delivery(&cart).await;
    assert_eq!(submitted(&shop, &cart, "attempt-0").await, "SubmitSuccess");
}
