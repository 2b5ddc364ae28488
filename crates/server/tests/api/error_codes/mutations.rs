//! Tests the errors of cart mutations about goods, delivery, payment and the buyer.

use super::addresses::{BILLING, WALLETS, payment};
use super::{SeenErrors, assert_error, open};
use crate::selling_plans::PLANS;
use crate::support::{BOOK, EBOOK, GIFT, MUG, SECRET, SHIRT, Shop, VOUCHER, billing, codes};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use zkratka_commerce::catalogue::Product;
use zkratka_commerce::money::MinorUnits;

const RULES: &str = r#"
[[cart_rules]]
message = "Hrnky prodáváme jen po jednom."
products = ["hrnek"]
maximum_quantity = 1

[[cart_rules]]
action = "checkout"
products = ["hrnek"]

[[markets]]
handle = "usa"
countries = ["US"]
currency = "USD"
rate = "20"
tax = "added"
duty = "10"
"#;

/// The paths of the billing addresses in wallet content.
const APPLE_PAY: &str = BILLING[3];
const GOOGLE_PAY: &str = BILLING[4];

/// A refused mutation: cause, mutation, code and path.
type Row = (
    &'static str,
    &'static str,
    Value,
    &'static str,
    &'static str,
);

pub(super) async fn of_carts() -> SeenErrors {
    let shop = open(&format!("{PLANS}{RULES}")).await;
    let shop = &shop;
    let mut caused = SeenErrors::default();
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    for (cause, name, variables, code, at) in rows(shop, &cart).await {
        let payload = shop.mutate(name, variables).await;
        assert_error(&mut caused, &payload, code, at, cause);
    }
    below_others(shop, &mut caused).await;
    from_sheets(shop, &mut caused).await;
    payments(shop, &mut caused).await;
    new_tax(shop, &mut caused).await;
    wallets(&mut caused).await;
    gift_cards(&mut caused).await;
    caused
}

#[expect(clippy::too_many_lines, reason = "a table")]
async fn rows(shop: &Shop, cart: &Value) -> Vec<Row> {
    let id = &cart["id"];
    let line = async |handle: &str, quantity: i64| {
        let variant = shop.variant(handle, 0).await;
        json!({ "merchandiseId": variant, "quantity": quantity })
    };
    let with_plan = async |handle: &str, plan: u64| {
        let mut line = line(handle, 1).await;
        line["sellingPlanId"] = json!(format!("gid://shopify/SellingPlan/{plan}"));
        line
    };
    let add = |line: Value| json!({ "cartId": id, "lines": [line] });
    let gone = json!({ "merchandiseId": "gid://shopify/ProductVariant/999999" });
    let identity =
        |name: &str, value: &str| json!({ "cartId": id, "buyerIdentity": { name: value } });
    let group = &cart["deliveryGroups"]["nodes"][0]["id"];
    let select = |group: &Value, handle: &str| {
        let option = json!({ "deliveryGroupId": group, "deliveryOptionHandle": handle });
        json!({ "cartId": id, "selectedDeliveryOptions": [option] })
    };
    let long = "x".repeat(5_001);
    let attributes = json!([{ "key": "company_id", "value": "12345678" }]);
    vec![
        (
            "no such variant",
            "cartLinesAdd",
            add(gone),
            "MerchandiseIdInvalid",
            "lines.0.merchandiseId",
        ),
        (
            "not published",
            "cartLinesAdd",
            add(line(SECRET, 1).await),
            "MERCHANDISE_NOT_APPLICABLE",
            "lines.0.merchandiseId",
        ),
        (
            "no quantity",
            "cartLinesAdd",
            add(line(MUG, 0).await),
            "InvalidQuantity",
            "lines.0.quantity",
        ),
        (
            "another's plan",
            "cartLinesAdd",
            add(with_plan(SHIRT, 4).await),
            "SELLING_PLAN_NOT_APPLICABLE",
            "lines.0.sellingPlanId",
        ),
        (
            "without a plan",
            "cartLinesAdd",
            add(line(BOOK, 1).await),
            "VARIANT_REQUIRES_SELLING_PLAN",
            "lines.0.sellingPlanId",
        ),
        (
            "a rule of the shop's",
            "cartLinesAdd",
            add(line(MUG, 2).await),
            "VALIDATION_CUSTOM",
            "lines.0.quantity",
        ),
        (
            "no such line",
            "cartLinesRemove",
            json!({ "cartId": id, "lineIds": ["gid://shopify/CartLine/99"] }),
            "INVALID_MERCHANDISE_LINE",
            "lineIds.0",
        ),
        (
            "no cart",
            "cartLinesRemove",
            json!({ "cartId": "gid://shopify/Cart/neni?key=1", "lineIds": [] }),
            "INVALID",
            "cartId",
        ),
        (
            "no e-mail address",
            "cartBuyerIdentityUpdate",
            identity("email", "jana@"),
            "INVALID",
            "buyerIdentity.email",
        ),
        (
            "no domain",
            "cartBuyerIdentityUpdate",
            identity("email", "jana@example"),
            "BUYER_IDENTITY_EMAIL_DOMAIN_IS_INVALID",
            "buyerIdentity.email",
        ),
        (
            "no mailbox",
            "cartBuyerIdentityUpdate",
            identity("email", "jana nova@example.cz"),
            "BUYER_IDENTITY_EMAIL_DOES_NOT_MATCH_EXPECTED_PATTERN",
            "buyerIdentity.email",
        ),
        (
            "no telephone number",
            "cartBuyerIdentityUpdate",
            identity("phone", "12"),
            "INVALID",
            "buyerIdentity.phone",
        ),
        (
            "no such option",
            "cartSelectedDeliveryOptionsUpdate",
            select(group, "holub"),
            "INVALID_DELIVERY_OPTION",
            "selectedDeliveryOptions.0.deliveryOptionHandle",
        ),
        (
            "no such group",
            "cartSelectedDeliveryOptionsUpdate",
            select(&json!("gid://shopify/CartDeliveryGroup/9"), "ppl"),
            "INVALID_DELIVERY_GROUP",
            "selectedDeliveryOptions.0.deliveryGroupId",
        ),
        (
            "a long note",
            "cartNoteUpdate",
            json!({ "cartId": id, "note": long }),
            "NOTE_TOO_LONG",
            "note",
        ),
        (
            "a company's number",
            "cartAttributesUpdate",
            json!({ "cartId": id, "attributes": attributes }),
            "LOCALIZATION_EXTENSION_FIELD_ERROR",
            "attributes.0.value",
        ),
    ]
}

/// A wallet's sheet begins a purchase of goods that only the checkout sells.
async fn from_sheets(shop: &Shop, caused: &mut SeenErrors) {
    let payload = opened(shop, MUG).await;
    let (code, at) = (
        "REDIRECT_TO_CHECKOUT_REQUIRED",
        "input.lines.0.merchandiseId",
    );
    assert_error(caused, &payload, code, at, "goods for the checkout");
    let needs =
        |needs: bool| move |gift: &mut Product| gift.variants[0].requires_components = needs;
    shop.reimport(GIFT, needs(true)).await;
    let payload = opened(shop, GIFT).await;
    assert_error(
        caused,
        &payload,
        "VALIDATION_CUSTOM",
        at,
        "a bundle without parts",
    );
    let message = &payload["userErrors"][0]["message"];
    assert!(
        message.as_str().unwrap().starts_with("Tuto sadu"),
        "{message}"
    );
    shop.reimport(GIFT, needs(false)).await;
}

/// The response to a wallet's sheet that begins with one unit.
async fn opened(shop: &Shop, handle: &str) -> Value {
    let line = json!({ "merchandiseId": shop.variant(handle, 0).await });
    let variables = json!({ "input": { "lines": [line] } });
    let body = json!({ "query": crate::support::mutation("cartCreate"), "variables": variables });
    let request = shop.post().header("X-Start-Wallet-Checkout", "true");
    let request = request.header("X-Wallet-Name", "Google Pay").json(&body);
    let answer: Value = request.send().await.unwrap().json().await.unwrap();
    answer["data"]["cartCreate"].clone()
}

/// Lines under impossible parent lines, and a change of merchandise on a line that has lines under it.
async fn below_others(shop: &Shop, caused: &mut SeenErrors) {
    let [shirt, ebook, gift] = [
        shop.variant(SHIRT, 0).await,
        shop.variant(EBOOK, 0).await,
        shop.variant(GIFT, 0).await,
    ];
    let cart = shop.cart(&[(SHIRT, 0, 1)]).await;
    let add = async |variant: &str, parent: Value| {
        let line = json!({ "merchandiseId": variant, "parent": parent });
        let variables = json!({ "cartId": cart["id"], "lines": [line] });
        shop.mutate("cartLinesAdd", variables).await
    };
    let added = add(&ebook, json!({ "merchandiseId": shirt })).await;
    assert_eq!(added["userErrors"], json!([]));
    let lines = &added["cart"]["lines"]["nodes"];
    let (above, below) = (&lines[0]["id"], &lines[1]["id"]);
    let (not_found, invalid) = ("PARENT_LINE_NOT_FOUND", "PARENT_LINE_INVALID_REFERENCE");
    for (cause, variant, parent, code, at) in [
        (
            "below a line that is not there",
            &gift,
            json!({ "lineId": "gid://shopify/CartLine/99" }),
            not_found,
            "lines.0.parent.lineId",
        ),
        (
            "below goods that are not there",
            &ebook,
            json!({ "merchandiseId": gift }),
            not_found,
            "lines.0.parent.merchandiseId",
        ),
        (
            "below one that stands below",
            &gift,
            json!({ "lineId": below }),
            "PARENT_LINE_NESTING_TOO_DEEP",
            "lines.0.parent.lineId",
        ),
        (
            "below the same goods",
            &shirt,
            json!({ "merchandiseId": shirt }),
            invalid,
            "lines.0.parent.merchandiseId",
        ),
        (
            "below one or the other",
            &gift,
            json!({ "lineId": above, "merchandiseId": shirt }),
            invalid,
            "lines.0.parent",
        ),
        ("below nothing", &gift, json!({}), invalid, "lines.0.parent"),
    ] {
        let payload = add(variant, parent).await;
        assert_error(caused, &payload, code, at, cause);
    }
    let exchange =
        json!({ "cartId": cart["id"], "lines": [{ "id": above, "merchandiseId": gift }] });
    let payload = shop.mutate("cartLinesUpdate", exchange).await;
    assert_error(
        caused,
        &payload,
        "PARENT_LINE_OPERATION_BLOCKED",
        "lines.0.merchandiseId",
        "other goods above",
    );
}

fn manual(handle: &str) -> Value {
    json!({ "manualPaymentMethod": { "handle": handle, "billingAddress": billing() } })
}

/// A selling plan needs a payment method that can be charged again.
async fn deferred(shop: &Shop, caused: &mut SeenErrors) {
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let line = &cart["lines"]["nodes"][0]["id"];
    let lines = json!([{ "id": line, "sellingPlanId": "gid://shopify/SellingPlan/1" }]);
    let variables = json!({ "cartId": cart["id"], "lines": lines });
    let payload = shop.mutate("cartLinesUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    let due = &payload["cart"]["cost"]["totalAmount"]["amount"];
    let payload = shop
        .pay(&cart, due.as_str().unwrap(), manual("bank_transfer"))
        .await;
    assert_error(
        caused,
        &payload,
        "INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED",
        "payment.manualPaymentMethod",
        "a plan by transfer",
    );
}

async fn payments(shop: &Shop, caused: &mut SeenErrors) {
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let due = cart["cost"]["totalAmount"]["amount"].as_str().unwrap();
    let free = json!({ "freePaymentMethod": { "billingAddress": billing() } });
    let cases = [
        (
            "another amount",
            "1.00",
            manual("bank_transfer"),
            "INVALID_PAYMENT",
            "payment.amount",
        ),
        (
            "no way to pay",
            due,
            json!({}),
            "INVALID_PAYMENT",
            "payment",
        ),
        (
            "no way of the shop's",
            due,
            manual("barter"),
            "PAYMENT_METHOD_NOT_SUPPORTED",
            "payment.manualPaymentMethod",
        ),
        (
            "free for what costs something",
            due,
            free,
            "PAYMENT_METHOD_NOT_APPLICABLE",
            "payment.freePaymentMethod",
        ),
        (
            "a wallet that is off",
            due,
            payment(APPLE_PAY, &billing()),
            "PAYMENT_METHOD_NOT_SUPPORTED",
            within(APPLE_PAY),
        ),
        (
            "a wallet that is off",
            due,
            payment(GOOGLE_PAY, &billing()),
            "PAYMENT_METHOD_NOT_SUPPORTED",
            within(GOOGLE_PAY),
        ),
    ];
    for (cause, amount, method, code, at) in cases {
        let payload = shop.pay(&cart, amount, method).await;
        assert_error(caused, &payload, code, at, cause);
    }
    deferred(shop, caused).await;
    let empty = shop.cart(&[]).await;
    let payload = shop.pay(&empty, "0.00", manual("bank_transfer")).await;
    assert_error(
        caused,
        &payload,
        "INVALID_PAYMENT_EMPTY_CART",
        "payment.manualPaymentMethod",
        "an empty cart",
    );
    let gift = shop.ready_cart(&[(GIFT, 0, 1)]).await;
    let payload = shop.pay(&gift, "0.00", manual("cash_on_delivery")).await;
    let code = "PAYMENT_METHOD_NOT_APPLICABLE";
    assert_error(
        caused,
        &payload,
        code,
        "payment.manualPaymentMethod",
        "dobírka for a file",
    );
}

/// The wallet content that contains this path.
fn within(at: &str) -> &str {
    at.trim_end_matches(".billingAddress")
}

/// Carts and tokens that an enabled wallet refuses.
async fn wallets(caused: &mut SeenErrors) {
    let shop = open(WALLETS).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let free = shop.ready_cart(&[(GIFT, 0, 1)]).await;
    for at in [APPLE_PAY, GOOGLE_PAY] {
        let method = payment(at, &billing());
        let payload = shop.pay(&free, "0.00", method.clone()).await;
        let code = "PAYMENT_METHOD_NOT_APPLICABLE";
        assert_error(caused, &payload, code, within(at), "a wallet for nothing");
        let payload = shop.pay(&cart, "518.00", method).await;
        assert_error(
            caused,
            &payload,
            "INVALID_PAYMENT",
            within(at),
            "a forged token",
        );
    }
}

/// A gift card's price must be above zero and within the shop's limit.
async fn gift_cards(caused: &mut SeenErrors) {
    let limited =
        |config: String| config.replace("[payments]", "[payments]\ngift_card_limit = \"1000\"");
    let shop = Shop::open_with(limited).await;
    let cart = shop.cart(&[]).await;
    let mut add = async |position: usize, cause: &str| {
        let line = json!({ "merchandiseId": shop.variant(VOUCHER, position).await });
        let variables = json!({ "cartId": cart["id"], "lines": [line] });
        let payload = shop.mutate("cartLinesAdd", variables).await;
        let code = "MERCHANDISE_NOT_APPLICABLE";
        assert_error(caused, &payload, code, "lines.0.merchandiseId", cause);
    };
    add(1, "a gift card above the limit").await;
    shop.reimport(VOUCHER, |voucher| {
        voucher.variants[0].price = MinorUnits::ZERO;
    })
    .await;
    add(0, "a gift card for nothing").await;
}

/// The amount shown lacks duty.
async fn new_tax(shop: &Shop, caused: &mut SeenErrors) {
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let identity = super::preference(&super::american(), "STRICT");
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let cart = shop.mutate("cartBuyerIdentityUpdate", variables).await["cart"].clone();
    let minor = |money: &Value| {
        let text = money["amount"].as_str().unwrap().replace('.', "");
        text.parse::<i64>().unwrap()
    };
    let cost = &cart["cost"];
    let without = minor(&cost["totalAmount"]) - minor(&cost["totalDutyAmount"]);
    let amount = format!("{}.{:02}", without / 100, without % 100);
    let mut payment = manual("bank_transfer");
    payment["amount"] = json!({ "amount": amount, "currencyCode": "USD" });
    let variables = json!({ "cartId": cart["id"], "payment": payment });
    let payload = shop.mutate("cartPaymentUpdate", variables).await;
    let code = "PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED";
    assert_error(
        caused,
        &payload,
        code,
        "payment.amount",
        "duty that was not shown",
    );
}

/// While the cart still has something to show, missing or short stock is a warning.
pub(super) async fn stock_warnings() -> BTreeSet<String> {
    let shop = open("").await;
    let add = async |handle: &str, position: usize, quantity: i64| {
        let variant = shop.variant(handle, position).await;
        let lines = json!([{ "merchandiseId": variant, "quantity": quantity }]);
        let payload = shop
            .mutate("cartCreate", json!({ "input": { "lines": lines } }))
            .await;
        assert_eq!(payload["userErrors"], json!([]));
        codes(&payload["warnings"]).join(" ")
    };
    let warned = [add(SHIRT, 1, 1).await, add(MUG, 0, 9).await];
    let expected = ["MERCHANDISE_OUT_OF_STOCK", "MERCHANDISE_NOT_ENOUGH_STOCK"];
    assert_eq!(warned, expected);
    BTreeSet::from(warned)
}
