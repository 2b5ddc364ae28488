//! Tests the merchant's own rules: a violation is reported in the merchant's words.

use crate::support::{BOOK, EBOOK, MUG, SHIRT, Shop, billing, codes, fields, mutation};
use serde_json::{Value, json};

const RULES: &str = r#"
[[cart_rules]]
message = "Trička prodáváme nejvýše po dvou."
products = ["tricko"]
maximum_quantity = 2

[[cart_rules]]
message = "Nejmenší objednávka je za 300 Kč."
minimum_subtotal = "300"

[[cart_rules]]
message = "Hrnky na Slovensko neposíláme."
products = ["hrnek"]
countries = ["SK"]

[[cart_rules]]
message = "Na Moravu knihy neposíláme."
product_types = ["Knihy"]
countries = ["CZ"]
zips = ["6"]

[[cart_rules]]
message = "E-knihu ke hrnku přibalit nejde."
products = ["e-kniha"]
not_with_products = ["hrnek"]
"#;

fn ruled(text: &str) -> String {
    let abroad = "country = \"CZ\"\ndelivery_countries = [\"CZ\", \"SK\"]";
    text.replace("country = \"CZ\"", abroad) + RULES
}

/// The only user error: code, path and message.
fn told(payload: &Value) -> (&str, String, &str) {
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors).len(), 1, "{errors}");
    let message = errors[0]["message"].as_str().unwrap();
    (codes(errors)[0], fields(errors).remove(0), message)
}

async fn line(shop: &Shop, handle: &str, quantity: i64) -> Value {
    json!({ "merchandiseId": shop.variant(handle, 0).await, "quantity": quantity })
}

/// [8.03] A line that breaks a rule is not added: the error has the code, the full path and the merchant's words, and
/// the cart stays unchanged.
#[tokio::test]
async fn lines_are_held_to_the_rules() {
    let shop = Shop::open_with(|text| ruled(&text)).await;
    let shirts = async |quantity| line(&shop, SHIRT, quantity).await;
    let message = "Trička prodáváme nejvýše po dvou.";
    let input = json!({ "input": { "lines": [line(&shop, BOOK, 1).await, shirts(3).await] } });
    let created = shop.mutate("cartCreate", input).await;
    assert_eq!(created["cart"], json!(null));
    let at = "input.lines.1.quantity".to_owned();
    assert_eq!(told(&created), ("VALIDATION_CUSTOM", at, message));

    let cart = shop.cart(&[(SHIRT, 0, 2), (EBOOK, 0, 1)]).await;
    let add = json!({ "cartId": cart["id"], "lines": [shirts(1).await] });
    let added = shop.mutate("cartLinesAdd", add).await;
    assert_eq!(
        told(&added),
        ("VALIDATION_CUSTOM", "lines.0.quantity".to_owned(), message)
    );
    assert_eq!(added["cart"]["totalQuantity"], 3);
    let id = &cart["lines"]["nodes"][0]["id"];
    let update = json!({ "cartId": cart["id"], "lines": [{ "id": id, "quantity": 3 }] });
    let updated = shop.mutate("cartLinesUpdate", update).await;
    assert_eq!(told(&updated).1, "lines.0.quantity");

    let mug = json!({ "cartId": cart["id"], "lines": [line(&shop, MUG, 1).await] });
    let beside = shop.mutate("cartLinesAdd", mug).await;
    let (code, at, message) = told(&beside);
    assert_eq!(
        (code, at.as_str()),
        ("VALIDATION_CUSTOM", "lines.0.merchandiseId")
    );
    assert_eq!(message, "E-knihu ke hrnku přibalit nejde.");
}

/// [8.03] A rule selects goods by tags as the feed writes them: `tags` for the goods that it limits, `not_with_tags` for
/// goods that must not be bought with them.
#[tokio::test]
async fn goods_are_ruled_by_their_tags() {
    let rules = r#"
[[cart_rules]]
message = "Křehké zboží balíme po jednom."
tags = ["křehké"]
maximum_quantity = 1

[[cart_rules]]
message = "Ke knize křehké zboží nepřibalíme."
products = ["kniha"]
not_with_tags = ["křehké"]
"#;
    let shop = Shop::open_with(|text| text + rules).await;
    shop.reimport(MUG, |mug| mug.tags.push("křehké".to_owned()))
        .await;
    for (lines, refused) in [
        (vec![(SHIRT, 2)], None),
        (vec![(SHIRT, 1), (MUG, 1)], None),
        (
            vec![(SHIRT, 1), (MUG, 2)],
            Some(("quantity", "Křehké zboží balíme po jednom.")),
        ),
        (
            vec![(BOOK, 1), (MUG, 1)],
            Some(("merchandiseId", "Ke knize křehké zboží nepřibalíme.")),
        ),
    ] {
        let mut inputs = Vec::new();
        for (handle, quantity) in &lines {
            inputs.push(line(&shop, handle, *quantity).await);
        }
        let input = json!({ "input": { "lines": inputs } });
        let payload = shop.mutate("cartCreate", input).await;
        let Some((part, message)) = refused else {
            assert_eq!(payload["userErrors"], json!([]), "{lines:?}");
            continue;
        };
        let at = format!("input.lines.1.{part}");
        assert_eq!(told(&payload), ("VALIDATION_CUSTOM", at, message));
    }
}

/// [8.03] Goods that must not be delivered to an address are refused at every argument that gives an address.
#[tokio::test]
async fn addresses_are_held_to_the_rules() {
    let shop = Shop::open_with(|text| ruled(&text)).await;
    let cart = shop.cart(&[(MUG, 0, 1)]).await;
    let id = &cart["id"];
    let message = "Hrnky na Slovensko neposíláme.";
    let slovak = json!({ "country": "SK" });
    let selectable =
        |code: &str| json!([{ "address": { "deliveryAddress": { "countryCode": code } } }]);
    for (name, variables, at) in [
        (
            "cartBuyerIdentityUpdate",
            json!({ "cartId": id, "buyerIdentity": { "countryCode": "SK" } }),
            "buyerIdentity.countryCode",
        ),
        (
            "cartBuyerIdentityUpdate",
            json!({ "cartId": id, "buyerIdentity": { "deliveryAddressPreferences": [{ "deliveryAddress": slovak }] } }),
            "buyerIdentity.deliveryAddressPreferences.0.deliveryAddress.country",
        ),
        (
            "cartDeliveryAddressesAdd",
            json!({ "cartId": id, "addresses": selectable("SK") }),
            "addresses.0.address.deliveryAddress.countryCode",
        ),
        (
            "cartDeliveryAddressesReplace",
            json!({ "cartId": id, "addresses": selectable("SK") }),
            "addresses.0.address.deliveryAddress.countryCode",
        ),
        (
            "cartCreate",
            json!({ "input": { "lines": [line(&shop, MUG, 1).await], "buyerIdentity": { "countryCode": "SK" } } }),
            "input.buyerIdentity.countryCode",
        ),
    ] {
        let payload = shop.mutate(name, variables).await;
        assert_eq!(
            told(&payload),
            ("VALIDATION_CUSTOM", at.to_owned(), message),
            "{name}"
        );
    }
    let accepted = json!({ "cartId": id, "addresses": selectable("CZ") });
    let payload = shop.mutate("cartDeliveryAddressesAdd", accepted).await;
    assert_eq!(payload["userErrors"], json!([]));

    // This rule needs the beginning of the postal code, which only a full address has.
    let books = shop.cart(&[(BOOK, 0, 1)]).await;
    for (zip, refused) in [("110 00", false), ("602 00", true)] {
        let address = json!({ "country": "CZ", "zip": zip });
        let identity = json!({ "deliveryAddressPreferences": [{ "deliveryAddress": address }] });
        let variables = json!({ "cartId": books["id"], "buyerIdentity": identity });
        let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
        let expected: &[&str] = if refused { &["VALIDATION_CUSTOM"] } else { &[] };
        assert_eq!(codes(&payload["userErrors"]), expected, "{zip}");
    }
}

/// [4.04] [8.03] Below the minimum a cart can be filled, but prepare and submit fail with the merchant's words.
#[tokio::test]
async fn a_minimum_is_told_where_a_purchase_begins_and_ends() {
    let shop = Shop::open_with(|text| ruled(&text)).await;
    let cart = shop.cart(&[(EBOOK, 0, 1)]).await;
    let message = "Nejmenší objednávka je za 300 Kč.";
    let prepared = shop.prepare(&cart).await;
    let errors = prepared["result"]["errors"].as_array().unwrap();
    let told_there: Vec<_> = errors
        .iter()
        .filter(|error| error["code"] == "VALIDATION_CUSTOM")
        .collect();
    assert_eq!(
        told_there,
        [&json!({ "code": "VALIDATION_CUSTOM", "message": message })]
    );

    let payload = create_by(&shop, "BuyItNow", json!([line(&shop, EBOOK, 1).await])).await;
    let at = "input.lines.0.quantity".to_owned();
    assert_eq!(told(&payload), ("VALIDATION_CUSTOM", at, message));
    assert_eq!(payload["cart"], json!(null));
}

/// [4.04] [8.03] The amount in the merchant's words is in the buyer's currency.
#[tokio::test]
async fn amounts_are_said_in_the_buyers_currency() {
    let rule = "
[[cart_rules]]
message = \"Nejmenší objednávka je za {amount}.\"
minimum_subtotal = \"500\"
[[markets]]
handle = \"slovensko\"
countries = [\"SK\"]
currency = \"EUR\"
rate = \"25\"
";
    let shop = Shop::open_with(|text| text + rule).await;
    for (country, amount) in [("CZ", "500\u{a0}Kč"), ("SK", "20\u{a0}€")] {
        let cart = shop.cart(&[(EBOOK, 0, 1)]).await;
        let identity = json!({ "email": "jana@example.cz", "countryCode": country });
        let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
        shop.mutate("cartBuyerIdentityUpdate", variables).await;
        let prepared = shop.prepare(&cart).await;
        let message = format!("Nejmenší objednávka je za {amount}.");
        let expected = json!([{ "code": "VALIDATION_CUSTOM", "message": message }]);
        assert_eq!(prepared["result"]["errors"], expected);
    }
}

/// Creates a cart as a wallet's button does; returns the payload.
async fn create_by(shop: &Shop, wallet: &str, lines: Value) -> Value {
    let variables = json!({ "input": { "lines": lines } });
    let body = json!({ "query": mutation("cartCreate"), "variables": variables });
    let request = shop.post().header("X-Start-Wallet-Checkout", "true");
    let request = request.header("X-Wallet-Name", wallet).json(&body);
    let answer: Value = request.send().await.unwrap().json().await.unwrap();
    answer["data"]["cartCreate"].clone()
}

/// [8.03] Submit checks the rules, whatever the payment method.
#[tokio::test]
async fn a_submission_is_held_to_the_rules() {
    let shop = Shop::open_with(|text| ruled(&text)).await;
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    let method = json!({ "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": billing() } });
    let payload = shop.pay(&cart, "199.00", method).await;
    assert_eq!(payload["userErrors"], json!([]));
    let payload = shop.submit(&cart, "pokus-00000001").await;
    assert_eq!(payload["result"]["__typename"], "SubmitFailed");
    assert_eq!(codes(&payload["result"]["errors"]), ["VALIDATION_CUSTOM"]);
    let message = &payload["result"]["errors"][0]["message"];
    assert_eq!(message, "Nejmenší objednávka je za 300 Kč.");
    assert_eq!(shop.orders().await.len(), 0);
}

/// [8.03] A sheet cannot open for goods that only the checkout sells; the checkout sells them.
#[tokio::test]
async fn goods_for_the_checkout_are_refused_to_sheets() {
    let rule = "\n[[cart_rules]]\naction = \"checkout\"\nproducts = [\"tricko\"]\n";
    let shop = Shop::open_with(|text| text + rule).await;
    let lines = json!([line(&shop, BOOK, 1).await, line(&shop, SHIRT, 1).await]);
    let payload = create_by(&shop, "Google Pay", lines.clone()).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["REDIRECT_TO_CHECKOUT_REQUIRED"]
    );
    assert_eq!(
        fields(&payload["userErrors"]),
        ["input.lines.1.merchandiseId"]
    );
    // With these instruments the buyer orders in the checkout, with PayPal and Venmo after their popup.
    for instrument in ["BuyItNow", "MoreOptions", "PayPal", "Venmo"] {
        let payload = create_by(&shop, instrument, lines.clone()).await;
        assert_eq!(payload["userErrors"], json!([]), "{instrument}");
    }
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let payload = shop.submit(&cart, "pokus-00000002").await;
    assert_eq!(payload["result"]["__typename"], "SubmitSuccess");
}
