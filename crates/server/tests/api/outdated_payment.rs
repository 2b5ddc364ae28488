//! Tests a second tab that changes the cart between the payment and the order: the buyer pays only for what was shown.

use crate::support::{SHIRT, Shop, billing, codes};
use serde_json::{Value, json};

/// Submits, and asserts that the payment is missing and nothing has happened.
async fn refused(shop: &Shop, cart: &Value, change: &str) {
    let result = shop.submit(cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitFailed", "{change}: {result}");
    let found = codes(&result["errors"]);
    assert!(
        found.contains(&"PAYMENTS_METHOD_REQUIRED"),
        "{change}: {found:?}"
    );
    assert_eq!(shop.orders().await.len(), 0, "{change}");
    assert_eq!(shop.left(SHIRT, 0).await, Some(10), "{change}");
}

/// [3.12] After a change of goods, buyer or address with the same total, submit fails and reserves nothing.
#[tokio::test]
async fn a_swapped_cart_is_refused() {
    let shop = Shop::open().await;
    let mut elsewhere = billing();
    elsewhere["address1"] = json!("Krátká 2");
    let property = json!([{ "key": "Jmenovka", "value": "Eva" }]);
    let buyer = json!({ "email": "eva@example.cz", "phone": "777123456", "countryCode": "CZ" });
    // By mutation: the argument beside the cart and the line.
    let changes = [
        ("cartLinesUpdate", json!({ "attributes": property })),
        ("cartBuyerIdentityUpdate", buyer),
        ("cartBillingAddressUpdate", elsewhere),
    ];
    for (mutation, change) in changes {
        let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
        shop.pay_on_delivery(&cart).await;
        let mut variables = json!({ "cartId": cart["id"] });
        match mutation {
            "cartLinesUpdate" => {
                let mut line = change;
                line["id"] = cart["lines"]["nodes"][0]["id"].clone();
                variables["lines"] = json!([line]);
            }
            "cartBuyerIdentityUpdate" => variables["buyerIdentity"] = change,
            _ => variables["billingAddress"] = change,
        }
        let payload = shop.mutate(mutation, variables).await;
        assert_eq!(payload["userErrors"], json!([]), "{mutation}");
        let (was, is) = (
            &cart["cost"]["totalAmount"],
            &payload["cart"]["cost"]["totalAmount"],
        );
        assert_eq!(was, is, "{mutation}");
        refused(&shop, &cart, mutation).await;
    }
}

/// [3.12] A cart that is changed and changed back has no payment: the server does not know what the buyer saw in
/// between.
#[tokio::test]
async fn changing_there_and_back_does_not_bring_the_payment_back() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    for quantity in [2, 1] {
        let line = json!({ "id": cart["lines"]["nodes"][0]["id"], "quantity": quantity });
        let variables = json!({ "cartId": cart["id"], "lines": [line] });
        shop.mutate("cartLinesUpdate", variables).await;
    }
    refused(&shop, &cart, "there and back").await;
}

/// [3.12] Note and attributes are not part of the payment: the order succeeds.
#[tokio::test]
async fn a_note_does_not_undo_the_payment() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let variables = json!({ "cartId": cart["id"], "note": "Prosím zvonit" });
    shop.mutate("cartNoteUpdate", variables).await;
    let attributes = json!([{ "key": "zdroj", "value": "leták" }]);
    let variables = json!({ "cartId": cart["id"], "attributes": attributes });
    shop.mutate("cartAttributesUpdate", variables).await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    assert_eq!(shop.left(SHIRT, 0).await, Some(9));
}

/// [3.12] A new payment after the change agrees to the changed cart.
#[tokio::test]
async fn paying_again_agrees_to_the_change() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let mut elsewhere = billing();
    elsewhere["address1"] = json!("Krátká 2");
    let variables = json!({ "cartId": cart["id"], "billingAddress": elsewhere });
    shop.mutate("cartBillingAddressUpdate", variables).await;
    // Sets the billing address back in the same call, with the same payment as before.
    shop.pay_on_delivery(&cart).await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
}
