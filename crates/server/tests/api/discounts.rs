//! Tests discounts through the public API: the amounts taken off, the status of each code, and that the order charges
//! the discounted total.

use crate::support::{BOOK, EBOOK, GIFT, MUG, SHIRT, Shop, codes};
use serde_json::{Value, json};
use zkratka_commerce::money::MinorUnits;

const DISCOUNTS: &str = r#"
[[discounts]]
code = "LETO10"
percentage = "10"
combines_with = ["goods", "delivery"]
[[discounts]]
code = "HRNKY"
amount = "50"
products = ["hrnek"]
combines_with = ["order", "delivery"]
[[discounts]]
title = "Doprava od 1 000 Kč zdarma"
free_delivery = true
minimum_subtotal = "1000"
combines_with = ["goods", "order"]
[[discounts]]
code = "PET"
percentage = "5"
[[discounts]]
code = "LONI"
percentage = "10"
ends_at = "2020-01-01T00:00:00+01:00"
[[discounts]]
code = "JEDNOU"
percentage = "20"
usage_limit = 1
[[discounts]]
code = "POPRVE"
percentage = "20"
once_per_buyer = true
[[discounts]]
code = "PRATELE"
percentage = "20"
buyers = ["@pratele.example"]
[[discounts]]
code = "PREDPLATNE"
percentage = "20"
purchase = "subscription"
[[discounts]]
code = "KNIHY"
percentage = "20"
products = ["kniha"]
[[discounts]]
code = "SLOVENSKO"
free_delivery = true
countries = ["SK"]
[[discounts]]
code = "VELKA"
percentage = "20"
minimum_subtotal = "5000"
[[discounts]]
code = "HODNE"
percentage = "20"
minimum_quantity = 7
"#;

async fn open() -> Shop {
    Shop::open_with(|config| config + DISCOUNTS).await
}

async fn with_codes(shop: &Shop, cart: &Value, given: &[&str]) -> Value {
    let variables = json!({ "cartId": cart["id"], "discountCodes": given });
    let payload = shop.mutate("cartDiscountCodesUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    payload
}

fn amount(value: &Value) -> &str {
    value["amount"].as_str().unwrap()
}

/// [3.02] [3.03] Tests every amount of a cart with discounts on goods, on the order and on delivery.
#[tokio::test]
async fn what_is_taken_off_is_shown_where_it_is_taken_off() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 2), (MUG, 0, 2)]).await;
    let payload = with_codes(&shop, &cart, &["leto10", "hrnky"]).await;
    assert_eq!(payload["warnings"], json!([]));
    let cart = &payload["cart"];
    let given = [("leto10", true), ("hrnky", true)]
        .map(|(code, applicable)| json!({ "code": code, "applicable": applicable }));
    assert_eq!(cart["discountCodes"], json!(given));
    // Mugs 581 - 50; then 10 % off 798 + 531.
    let czk = |amount: &str| json!({ "amount": amount, "currencyCode": "CZK" });
    assert_eq!(
        cart["discountAllocations"],
        json!([
            { "discountedAmount": czk("132.90"), "code": "LETO10" },
            { "discountedAmount": czk("119.00"), "title": "Doprava od 1 000 Kč zdarma" },
        ])
    );
    let mugs = &cart["lines"]["nodes"][1];
    assert_eq!(
        mugs["discountAllocations"],
        json!([{ "discountedAmount": czk("50.00") }])
    );
    assert_eq!(amount(&mugs["cost"]["subtotalAmount"]), "581.00");
    assert_eq!(amount(&mugs["cost"]["totalAmount"]), "531.00");
    assert_eq!(amount(&mugs["cost"]["amountPerQuantity"]), "290.50");
    assert_eq!(cart["lines"]["nodes"][0]["discountAllocations"], json!([]));
    let cost = &cart["cost"];
    assert_eq!(amount(&cost["subtotalAmount"]), "1329.00");
    assert_eq!(amount(&cost["totalAmount"]), "1196.10");
    // 21 % of the discounted price of the mugs; the discount is not taxed, and books are without VAT.
    assert_eq!(amount(&cost["totalTaxAmount"]), "82.94");
    let options = cart["deliveryGroups"]["nodes"][0]["deliveryOptions"]
        .as_array()
        .unwrap();
    let by_ppl = options
        .iter()
        .find(|option| option["handle"] == "ppl")
        .unwrap();
    assert_eq!(amount(&by_ppl["estimatedCost"]), "119.00");
}

/// [3.03] Tests the public form of a discount allocation: type, target and value.
#[tokio::test]
async fn an_allocation_names_its_discount() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 1), (MUG, 0, 1)]).await;
    with_codes(&shop, &cart, &["LETO10", "HRNKY"]).await;
    let document = "query ($id: ID!) { cart(id: $id) {
        discountAllocations { ...A }
        lines(first: 5) { nodes { discountAllocations { ...A } } }
    } }
    fragment A on CartDiscountAllocation {
        __typename targetType
        discountApplication {
            allocationMethod targetSelection targetType
            value { ... on MoneyV2 { amount } ... on PricingPercentageValue { percentage } }
        }
    }";
    let cart = shop
        .run(document, json!({ "id": cart["id"] }))
        .await
        .field("cart");
    let application = |selection: &str, target: &str, value: Value| json!({ "allocationMethod": "ACROSS", "targetSelection": selection, "targetType": target, "value": value });
    let code = "CartCodeDiscountAllocation";
    assert_eq!(
        cart["discountAllocations"],
        json!([
            { "__typename": code, "targetType": "LINE_ITEM",
              "discountApplication": application("ALL", "LINE_ITEM", json!({ "percentage": 10.0 })) },
            { "__typename": "CartAutomaticDiscountAllocation", "targetType": "SHIPPING_LINE",
              "discountApplication": application("ALL", "SHIPPING_LINE", json!({ "percentage": 100.0 })) },
        ])
    );
    assert_eq!(
        cart["lines"]["nodes"][1]["discountAllocations"],
        json!([{ "__typename": code, "targetType": "LINE_ITEM",
            "discountApplication": application("ENTITLED", "LINE_ITEM", json!({ "amount": "50.00" })) }])
    );
}

/// [3.03] [8.03] Produces every discount warning from its cause; the code stays on the cart as not applicable.
#[tokio::test]
async fn a_code_that_does_not_apply_stays_and_says_why() {
    let shop = open().await;
    let first = shop.ready_cart(&[(MUG, 0, 1)]).await;
    let first = with_codes(&shop, &first, &["JEDNOU"]).await["cart"].clone();
    shop.pay_on_delivery(&first).await;
    shop.submit(&first, "token-of-the-first").await;
    let second = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    let second = with_codes(&shop, &second, &["POPRVE"]).await["cart"].clone();
    shop.pay_by_card(&second, "4111111111111111").await;
    shop.submit(&second, "token-of-the-second").await;
    assert_eq!(shop.orders().await.len(), 2);

    let shirt: &[(&str, usize, i64)] = &[(SHIRT, 0, 1)];
    for (code, lines, warning) in [
        ("NEZNAMY", shirt, "DISCOUNT_NOT_FOUND"),
        ("LONI", shirt, "DISCOUNT_CURRENTLY_INACTIVE"),
        ("JEDNOU", shirt, "DISCOUNT_USAGE_LIMIT_REACHED"),
        ("POPRVE", shirt, "DISCOUNT_CUSTOMER_USAGE_LIMIT_REACHED"),
        ("PRATELE", shirt, "DISCOUNT_CUSTOMER_NOT_ELIGIBLE"),
        ("PREDPLATNE", shirt, "DISCOUNT_INCOMPATIBLE_PURCHASE_TYPE"),
        ("KNIHY", shirt, "DISCOUNT_NO_ENTITLED_LINE_ITEMS"),
        ("SLOVENSKO", shirt, "DISCOUNT_NO_ENTITLED_SHIPPING_LINES"),
        (
            "SLOVENSKO",
            &[(EBOOK, 0, 1)],
            "DISCOUNT_NO_ENTITLED_SHIPPING_LINES",
        ),
        ("VELKA", shirt, "DISCOUNT_PURCHASE_NOT_IN_RANGE"),
        ("HODNE", shirt, "DISCOUNT_QUANTITY_NOT_IN_RANGE"),
    ] {
        let cart = shop.ready_cart(lines).await;
        let payload = with_codes(&shop, &cart, &[code]).await;
        assert_eq!(codes(&payload["warnings"]), [warning], "{code}");
        assert_eq!(payload["warnings"][0]["target"], cart["id"]);
        let given = json!([{ "code": code, "applicable": false }]);
        assert_eq!(payload["cart"]["discountCodes"], given);
        assert_eq!(payload["cart"]["cost"], cart["cost"], "{code}");
    }
    let cart = shop.ready_cart(shirt).await;
    let payload = with_codes(&shop, &cart, &["PET", "LETO10"]).await;
    assert_eq!(codes(&payload["warnings"]), ["DISCOUNT_CODE_NOT_HONOURED"]);
    assert_eq!(payload["cart"]["discountCodes"][0]["applicable"], false);
    assert_eq!(payload["cart"]["discountCodes"][1]["applicable"], true);
    let nobody = shop.cart(shirt).await;
    let payload = with_codes(&shop, &nobody, &["PRATELE"]).await;
    assert_eq!(
        codes(&payload["warnings"]),
        ["DISCOUNT_ELIGIBLE_CUSTOMER_MISSING"]
    );
    let nothing = shop.cart(&[(GIFT, 0, 1), (BOOK, 0, 1)]).await;
    assert_eq!(
        with_codes(&shop, &nothing, &["KNIHY"]).await["warnings"],
        json!([])
    );
}

/// [3.12] The amount shown is authorised and ordered; entering a code after the payment was bound removes the payment.
#[tokio::test]
async fn the_discounted_amount_is_what_is_paid_and_ordered() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let cart = with_codes(&shop, &cart, &["LETO10"]).await["cart"].clone();
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(codes(&result["errors"]), ["PAYMENTS_METHOD_REQUIRED"]);

    assert_eq!(amount(&cart["cost"]["totalAmount"]), "380.45");
    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let orders = shop.orders().await;
    let snapshot = &orders[0].snapshot;
    assert_eq!(
        (snapshot.total, snapshot.subtotal),
        (MinorUnits::new(38_045), MinorUnits::new(29_050))
    );
    let paid: MinorUnits = snapshot.taxes.iter().map(|tax| tax.base + tax.tax).sum();
    assert_eq!(paid, MinorUnits::new(38_045));
    let given: Vec<_> = snapshot
        .discounts
        .iter()
        .map(|given| (given.amount, &*given.lines))
        .collect();
    let off = MinorUnits::new(2_905);
    assert_eq!(given, [(off, &[(snapshot.lines[0].id, off)][..])]);
}

/// [B.12] Another spelling of the same mailbox is no other buyer. The contact stays as the buyer wrote it.
#[tokio::test]
async fn a_buyer_uses_a_code_once_however_the_address_is_spelled() {
    let shop = open().await;
    let cart = async |email: &str| {
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let identity = json!({ "email": email, "countryCode": "CZ" });
        let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
        let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
        assert_eq!(payload["userErrors"], json!([]), "{email}");
        with_codes(&shop, &cart, &["POPRVE"]).await["cart"].clone()
    };
    let applies = |cart: &Value| cart["discountCodes"][0]["applicable"].clone();
    let first = cart("Jana+prvni@Example.cz").await;
    assert_eq!(applies(&first), true);
    shop.pay_on_delivery(&first).await;
    let result = shop.submit(&first, "token-prvni").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let stored = shop.orders().await.remove(0);
    assert_eq!(stored.snapshot.email, "Jana+prvni@Example.cz");
    for spelled in [
        "jana@example.cz",
        "JANA+druhy@example.cz",
        "jana@\u{ff45}xample.cz",
    ] {
        assert_eq!(applies(&cart(spelled).await), false, "{spelled}");
    }
    assert_eq!(applies(&cart("ja.na@example.cz").await), true);
}
