//! Tests binding a payment to a cart.

use crate::support::{BOOK, GIFT, Shop, billing, codes, fields};
use serde_json::{Value, json};

fn manual(handle: &str) -> Value {
    json!({ "manualPaymentMethod": { "handle": handle, "billingAddress": billing() } })
}

fn card() -> Value {
    json!({ "directPaymentMethod": { "sessionId": "ses_1", "billingAddress": billing() } })
}

/// [3.12] The amount must be the amount due, in the shop's currency.
#[tokio::test]
async fn the_amount_must_be_what_is_due() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    assert_eq!(cart["cost"]["totalAmount"]["amount"], "518.00");
    for amount in ["517.99", "518.01", "0", "51800"] {
        let payload = shop.pay(&cart, amount, manual("bank_transfer")).await;
        assert_eq!(
            codes(&payload["userErrors"]),
            ["INVALID_PAYMENT"],
            "{amount}"
        );
        assert_eq!(fields(&payload["userErrors"]), ["payment.amount"]);
        assert_eq!(payload["cart"], cart);
    }
    for amount in ["", "-518", "5e2", "518.000", "pět set"] {
        let payload = shop.pay(&cart, amount, manual("bank_transfer")).await;
        assert_eq!(
            codes(&payload["userErrors"]),
            ["INVALID_PAYMENT"],
            "{amount}"
        );
        assert_eq!(fields(&payload["userErrors"]), ["payment.amount"]);
    }
    let mut payment = manual("bank_transfer");
    payment["amount"] = json!({ "amount": "518.00", "currencyCode": "EUR" });
    let variables = json!({ "cartId": cart["id"], "payment": payment });
    let payload = shop.mutate("cartPaymentUpdate", variables).await;
    assert_eq!(fields(&payload["userErrors"]), ["payment.amount"]);
    // A number is accepted in place of a decimal string.
    payment["amount"] = json!({ "amount": 518, "currencyCode": "CZK" });
    let variables = json!({ "cartId": cart["id"], "payment": payment });
    let payload = shop.mutate("cartPaymentUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
}

/// [3.12] The input must have exactly one payment method.
#[tokio::test]
async fn there_is_exactly_one_way_to_pay() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let mut both = manual("bank_transfer");
    both["directPaymentMethod"] = card()["directPaymentMethod"].clone();
    for method in [json!({}), both] {
        let payload = shop.pay(&cart, "518.00", method).await;
        assert_eq!(codes(&payload["userErrors"]), ["INVALID_PAYMENT"]);
        assert_eq!(fields(&payload["userErrors"]), ["payment"]);
        assert_eq!(payload["cart"], cart);
    }
}

#[tokio::test]
async fn ways_that_are_not_offered_are_refused() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let wallet = json!({ "walletPaymentMethod": { "shopPayWalletContent": {
        "billingAddress": billing(), "sessionToken": "t" } } });
    for (method, field) in [
        (manual("barter"), "payment.manualPaymentMethod"),
        (wallet, "payment.walletPaymentMethod"),
    ] {
        let payload = shop.pay(&cart, "518.00", method).await;
        assert_eq!(
            codes(&payload["userErrors"]),
            ["PAYMENT_METHOD_NOT_SUPPORTED"]
        );
        assert_eq!(fields(&payload["userErrors"]), [field]);
    }
    let closed =
        Shop::open_with(|text| text.replace("bank_transfer = true", "bank_transfer = false")).await;
    let cart = closed.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = closed.pay(&cart, "518.00", manual("bank_transfer")).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_SUPPORTED"]
    );
}

/// The free method needs a total of zero, a card a total above zero, and dobírka a shipped cart.
#[tokio::test]
async fn ways_that_do_not_apply_are_refused() {
    let shop = Shop::open().await;
    let free = json!({ "freePaymentMethod": { "billingAddress": billing() } });
    let book = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = shop.pay(&book, "518.00", free).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"]
    );
    assert_eq!(
        fields(&payload["userErrors"]),
        ["payment.freePaymentMethod"]
    );
    let gift = shop.ready_cart(&[(GIFT, 0, 1)]).await;
    let payload = shop.pay(&gift, "0.00", card()).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"]
    );
    let payload = shop.pay(&gift, "0.00", manual("cash_on_delivery")).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"]
    );
    let group = &book["deliveryGroups"]["nodes"][0]["id"];
    let option = json!({ "deliveryGroupId": group, "deliveryOptionHandle": "rozvoz" });
    let variables = json!({ "cartId": book["id"], "selectedDeliveryOptions": [option] });
    shop.mutate("cartSelectedDeliveryOptionsUpdate", variables)
        .await;
    let payload = shop.pay(&book, "449.00", manual("cash_on_delivery")).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"]
    );
}

#[tokio::test]
async fn an_empty_cart_cannot_be_paid() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[]).await;
    let payload = shop.pay(&cart, "0.00", manual("bank_transfer")).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["INVALID_PAYMENT_EMPTY_CART"]
    );
}

/// The server validates the whole billing address, with paths inside the payment method's argument.
#[tokio::test]
async fn the_billing_address_is_checked() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let mut wrong = billing();
    wrong["zip"] = json!("99");
    wrong["city"] = Value::Null;
    let method =
        json!({ "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": wrong } });
    let payload = shop.pay(&cart, "518.00", method).await;
    let paths = fields(&payload["userErrors"]);
    for field in ["zip", "city"] {
        let path = format!("payment.manualPaymentMethod.billingAddress.{field}");
        assert!(paths.contains(&path), "{paths:?}");
    }
    // An empty billing address means the delivery address.
    let method =
        json!({ "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": {} } });
    assert_eq!(
        shop.pay(&cart, "518.00", method).await["userErrors"],
        json!([])
    );
}

/// [7.04] A separate billing address can be set and removed; until the payment the server checks only its country.
#[tokio::test]
async fn a_billing_address_is_set_and_taken_back() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let set = async |address: Value| {
        let variables = json!({ "cartId": cart["id"], "billingAddress": address });
        shop.mutate("cartBillingAddressUpdate", variables).await
    };
    assert_eq!(
        set(json!({ "country": "Slovensko", "zip": "811" })).await["userErrors"],
        json!([])
    );
    let wrong = set(json!({ "country": "Atlantida" })).await;
    assert_eq!(fields(&wrong["userErrors"]), ["billingAddress.country"]);
    assert_eq!(set(Value::Null).await["userErrors"], json!([]));
}
