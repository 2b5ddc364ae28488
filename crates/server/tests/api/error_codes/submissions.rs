//! What preparing and submitting a cart answer.

use super::{Caused, open};
use crate::support::{BOOK, EBOOK, MUG, SHIRT, Shop, billing, codes};
use serde_json::{Value, json};
use zkratka_commerce::catalogue::{Product, Stock};

/// A card that the emulated bank declines.
const DECLINED: &str = "4000000000000002";

/// What preparing this cart answers first; notes it.
async fn unprepared(shop: &Shop, caused: &mut Caused, cart: &Value, code: &str) {
    let prepared = shop.prepare(cart).await;
    let found = codes(&prepared["result"]["errors"]);
    assert!(found.contains(&code), "{code}: {found:?}");
    caused.insert(code.to_owned());
}

/// What submitting this cart answers; notes it.
async fn unsubmitted(shop: &Shop, caused: &mut Caused, cart: &Value, code: &str) {
    let payload = shop.submit(cart, &format!("pokus-{code}")).await;
    let found = codes(&payload["result"]["errors"]);
    assert_eq!(found, [code], "{}", payload["result"]);
    caused.insert(code.to_owned());
}

pub(super) async fn of_carts() -> Caused {
    let shop = open("").await;
    let mut caused = Caused::new();
    let bare = shop.cart(&[(BOOK, 0, 1)]).await;
    unprepared(&shop, &mut caused, &bare, "BUYER_IDENTITY_EMAIL_REQUIRED").await;
    let nowhere = identified(&shop, json!({ "email": "jana@example.cz" })).await;
    unprepared(&shop, &mut caused, &nowhere, "DELIVERY_ADDRESS_REQUIRED").await;
    let preference = super::preference(&json!({ "country": "JP" }), "COUNTRY_CODE_ONLY");
    let far = identified(&shop, preference).await;
    unprepared(&shop, &mut caused, &far, "DELIVERY_NO_DELIVERY_AVAILABLE").await;
    let preference = super::preference(&billing(), "STRICT");
    let undecided = identified(&shop, preference).await;
    unprepared(&shop, &mut caused, &undecided, "NO_DELIVERY_GROUP_SELECTED").await;
    let empty = shop.cart(&[]).await;
    unprepared(&shop, &mut caused, &empty, "MERCHANDISE_NOT_APPLICABLE").await;
    let unpaid = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    unsubmitted(&shop, &mut caused, &unpaid, "PAYMENTS_METHOD_REQUIRED").await;
    cards(&shop, &mut caused).await;
    stock_and_price(&shop, &mut caused).await;
    caused
}

/// A book whose buyer is known by this much.
async fn identified(shop: &Shop, identity: Value) -> Value {
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    cart
}

async fn cards(shop: &Shop, caused: &mut Caused) {
    let declined = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    shop.pay_by_card(&declined, DECLINED).await;
    unsubmitted(shop, caused, &declined, "PAYMENTS_CREDIT_CARD_GENERIC").await;
    let unknown = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    let method =
        json!({ "directPaymentMethod": { "sessionId": "ses_neni", "billingAddress": billing() } });
    let payload = shop.pay(&unknown, "199.00", method).await;
    assert_eq!(payload["userErrors"], json!([]));
    unsubmitted(shop, caused, &unknown, "PAYMENTS_CREDIT_CARD_SESSION_ID").await;
}

/// What changes between the payment and the order.
async fn stock_and_price(shop: &Shop, caused: &mut Caused) {
    let change = async |handle: &str, change: &dyn Fn(&mut Product)| {
        let mut product = Product::clone(&*shop.product(handle).await);
        change(&mut product);
        shop.server.app().store.import(vec![product]).await.unwrap();
    };
    let left = |available: i64| {
        move |product: &mut Product| {
            product.variants[0].stock = Stock::Tracked {
                available,
                oversell: false,
            };
        }
    };
    let paid = async |handle: &str, pieces: i64| {
        let cart = shop.ready_cart(&[(handle, 0, pieces)]).await;
        shop.pay_on_delivery(&cart).await;
        cart
    };
    let mugs = paid(MUG, 2).await;
    change(MUG, &left(1)).await;
    let code = "MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE";
    unsubmitted_amid(shop, caused, &mugs, code).await;
    change(MUG, &left(0)).await;
    unsubmitted_amid(shop, caused, &mugs, "MERCHANDISE_OUT_OF_STOCK").await;
    let shirt = paid(SHIRT, 1).await;
    change(SHIRT, &|product| product.variants[0].price += 1_000).await;
    unsubmitted(shop, caused, &shirt, "PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT").await;
}

/// Fewer goods also cost less: the amount is told beside it.
async fn unsubmitted_amid(shop: &Shop, caused: &mut Caused, cart: &Value, code: &str) {
    let payload = shop.submit(cart, &format!("pokus-{code}")).await;
    let found = codes(&payload["result"]["errors"]);
    assert!(found.contains(&code), "{code}: {found:?}");
    caused.insert(code.to_owned());
}

/// What the shop's own rules, companies' numbers and the captcha are told by.
pub(super) async fn of_configuration() -> Caused {
    let mut caused = Caused::new();
    let rule = "[[cart_rules]]\nmessage = \"Nejmenší objednávka je za 500 Kč.\"\nminimum_subtotal = \"500\"\n";
    let shop = open(rule).await;
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    unprepared(&shop, &mut caused, &cart, "VALIDATION_CUSTOM").await;

    let asks = |text: String| {
        text.replace(
            "country = \"CZ\"",
            "country = \"CZ\"\ncompany_fields = \"required\"",
        )
    };
    let shop = Shop::open_with(asks).await;
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    let mut company = billing();
    company["company"] = json!("Lněná dílna");
    let variables = json!({ "cartId": cart["id"], "billingAddress": company });
    shop.mutate("cartBillingAddressUpdate", variables).await;
    unprepared(
        &shop,
        &mut caused,
        &cart,
        "LOCALIZATION_EXTENSION_FIELD_ERROR",
    )
    .await;
    caused
}
