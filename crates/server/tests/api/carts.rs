//! Tests creating, reading and changing carts.

use crate::support::{BOOK, EBOOK, MUG, SECRET, SHIRT, Shop, codes, fields};
use serde_json::{Value, json};

/// [7.03] A new cart takes lines, attributes, codes, note and identity, and returns all of them.
/// [3.01] Its id has the prefix of carts, and it has a checkout URL.
#[tokio::test]
async fn a_cart_is_made_and_read_again() {
    let shop = Shop::open().await;
    let input = json!({
        "lines": [
            { "merchandiseId": shop.variant(SHIRT, 0).await, "quantity": 2,
              "attributes": [{ "key": "Potisk", "value": "Jana" }] },
            { "merchandiseId": shop.variant(BOOK, 0).await },
        ],
        "attributes": [{ "key": "zdroj", "value": "test" }],
        "discountCodes": ["JARO"],
        "note": "Nezvonit",
        "buyerIdentity": { "email": "jana@example.cz", "countryCode": "CZ" },
    });
    let payload = shop.mutate("cartCreate", json!({ "input": input })).await;
    assert_eq!(payload["userErrors"], json!([]));
    let cart = &payload["cart"];
    let unknown = json!([{
        "code": "DISCOUNT_NOT_FOUND", "message": "Slevový kód JARO neznáme.", "target": cart["id"],
    }]);
    assert_eq!(payload["warnings"], unknown);
    let id = cart["id"].as_str().unwrap();
    let plain = id.strip_prefix("gid://shopify/Cart/").unwrap();
    let (token, key) = plain.split_once("?key=").unwrap();
    assert!(token.bytes().any(|byte| byte.is_ascii_uppercase()));
    let checkout = format!("{}/checkout/{token}?key={key}", shop.server.base_url);
    assert_eq!(cart["checkoutUrl"], checkout);
    assert_eq!(cart["totalQuantity"], 3);
    assert_eq!(cart["note"], "Nezvonit");
    assert_eq!(
        cart["attributes"],
        json!([{ "key": "zdroj", "value": "test" }])
    );
    assert_eq!(cart["buyerIdentity"]["email"], "jana@example.cz");
    let line = &cart["lines"]["nodes"][0];
    assert_eq!(line["quantity"], 2);
    assert_eq!(
        line["attributes"],
        json!([{ "key": "Potisk", "value": "Jana" }])
    );
    assert_eq!(line["merchandise"]["title"], "M");
    assert_eq!(
        line["merchandise"]["product"]["description"],
        "Tričko & více"
    );
    assert_eq!(
        cart["lines"]["nodes"][1]["merchandise"]["title"],
        "Default Title"
    );
    assert_eq!(shop.read(&cart["id"]).await, *cart);
}

/// [3.02] Totals have an amount and a currency; duty is null. No code is applicable, and there is no discount.
#[tokio::test]
async fn a_cart_says_what_it_costs() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(SHIRT, 0, 1), (MUG, 0, 2), (BOOK, 0, 1)]).await;
    let crowns = |amount: &str| json!({ "amount": amount, "currencyCode": "CZK" });
    let subtotal = "2270.00";
    assert_eq!(cart["cost"]["subtotalAmount"], crowns(subtotal));
    assert_eq!(cart["cost"]["totalAmount"], crowns(subtotal));
    assert_eq!(cart["cost"]["checkoutChargeAmount"], crowns(subtotal));
    // Shirt and mugs include 21 % tax: 1871.00 * 21 / 121. The book has none.
    assert_eq!(cart["cost"]["totalTaxAmount"], crowns("324.72"));
    assert_eq!(cart["cost"]["totalDutyAmount"], Value::Null);
    assert_eq!(cart["cost"]["totalAmountEstimated"], true);
    let mug = &cart["lines"]["nodes"][1];
    assert_eq!(mug["cost"]["amountPerQuantity"], crowns("290.50"));
    assert_eq!(mug["cost"]["compareAtAmountPerQuantity"], crowns("350.00"));
    assert_eq!(mug["cost"]["totalAmount"], crowns("581.00"));
    assert_eq!(cart["discountAllocations"], json!([]));
    let given = json!({ "cartId": cart["id"], "discountCodes": ["JARO", "LÉTO"] });
    let payload = shop.mutate("cartDiscountCodesUpdate", given).await;
    let applicable = json!([
        { "code": "JARO", "applicable": false },
        { "code": "LÉTO", "applicable": false },
    ]);
    assert_eq!(payload["cart"]["discountCodes"], applicable);
    let unknown = ["DISCOUNT_NOT_FOUND", "DISCOUNT_NOT_FOUND"];
    assert_eq!(codes(&payload["warnings"]), unknown);
    let none = json!({ "cartId": cart["id"], "discountCodes": [] });
    let payload = shop.mutate("cartDiscountCodesUpdate", none).await;
    assert_eq!(payload["cart"]["discountCodes"], json!([]));
    assert_eq!(payload["warnings"], json!([]));
}

/// A line has its merchandise, whether it must be shipped, and no selling plan.
#[tokio::test]
async fn a_line_says_what_it_is() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(MUG, 0, 1), (EBOOK, 0, 1)]).await;
    let [mug, ebook] = [&cart["lines"]["nodes"][0], &cart["lines"]["nodes"][1]];
    assert_eq!(mug["merchandise"]["requiresShipping"], true);
    assert_eq!(ebook["merchandise"]["requiresShipping"], false);
    assert_eq!(mug["merchandise"]["quantityAvailable"], 2);
    assert_eq!(ebook["merchandise"]["quantityAvailable"], Value::Null);
    assert_eq!(mug["merchandise"]["availableForSale"], true);
    assert_eq!(mug["merchandise"]["weight"], 250.0);
    assert_eq!(mug["merchandise"]["weightUnit"], "GRAMS");
    assert_eq!(mug["sellingPlanAllocation"], Value::Null);
    assert_eq!(mug["discountAllocations"], json!([]));
    let image = &mug["merchandise"]["image"];
    assert_eq!(image["altText"], "Modrý hrnek");
    let url = image["url"].as_str().unwrap();
    assert!(
        url.starts_with(&shop.server.base_url),
        "nothing is loaded from elsewhere: {url}"
    );
}

#[tokio::test]
async fn lines_are_added_merged_changed_and_removed() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(SHIRT, 0, 1)]).await;
    let shirt = shop.variant(SHIRT, 0).await;
    let added = json!({ "cartId": cart["id"], "lines": [
        { "merchandiseId": shirt, "quantity": 2 },
        { "merchandiseId": shop.variant(BOOK, 0).await, "quantity": 1 },
    ]});
    let payload = shop.mutate("cartLinesAdd", added).await;
    let quantities = |cart: &Value| -> Vec<i64> {
        let nodes = cart["lines"]["nodes"].as_array().unwrap();
        nodes
            .iter()
            .map(|line| line["quantity"].as_i64().unwrap())
            .collect()
    };
    assert_eq!(quantities(&payload["cart"]), [3, 1]);
    let [first, second] =
        [0, 1].map(|place| payload["cart"]["lines"]["nodes"][place]["id"].clone());
    let updates = json!({ "cartId": cart["id"], "lines": [
        { "id": first, "quantity": 5 },
        { "id": second, "attributes": [{ "key": "Věnování", "value": "Evě" }] },
    ]});
    let payload = shop.mutate("cartLinesUpdate", updates).await;
    assert_eq!(quantities(&payload["cart"]), [5, 1]);
    assert_eq!(
        payload["cart"]["lines"]["nodes"][1]["attributes"][0]["value"],
        "Evě"
    );
    let removed = json!({ "cartId": cart["id"], "lineIds": [first] });
    let payload = shop.mutate("cartLinesRemove", removed).await;
    assert_eq!(quantities(&payload["cart"]), [1]);
    let none = json!({ "cartId": cart["id"], "lines": [{ "id": second, "quantity": 0 }] });
    let payload = shop.mutate("cartLinesUpdate", none).await;
    assert_eq!(payload["userErrors"], json!([]));
    assert_eq!(payload["cart"]["lines"]["nodes"], json!([]));
    assert_eq!(payload["cart"]["totalQuantity"], 0);
}

/// A sold-out line stays in the cart with quantity 0; a quantity above the stock is reduced. Each comes with its
/// warning.
#[tokio::test]
async fn stock_that_is_not_there_is_a_warning() {
    let shop = Shop::open().await;
    let lines = json!([
        { "merchandiseId": shop.variant(SHIRT, 1).await, "quantity": 1 },
        { "merchandiseId": shop.variant(MUG, 0).await, "quantity": 9 },
    ]);
    let payload = shop
        .mutate("cartCreate", json!({ "input": { "lines": lines } }))
        .await;
    assert_eq!(payload["userErrors"], json!([]));
    let warnings = codes(&payload["warnings"]);
    assert_eq!(
        warnings,
        ["MERCHANDISE_OUT_OF_STOCK", "MERCHANDISE_NOT_ENOUGH_STOCK"]
    );
    let nodes = &payload["cart"]["lines"]["nodes"];
    assert_eq!(nodes[0]["quantity"], 0);
    assert_eq!(nodes[1]["quantity"], 2);
    assert_eq!(payload["warnings"][0]["target"], nodes[0]["id"]);
    assert_eq!(payload["warnings"][1]["target"], nodes[1]["id"]);
}

/// Invalid quantities and merchandise get a code and a full path, and no cart is created.
#[tokio::test]
async fn wrong_lines_are_told_by_code_and_path() {
    let shop = Shop::open().await;
    let book = shop.variant(BOOK, 0).await;
    let cases = [
        (
            json!({ "merchandiseId": book, "quantity": 0 }),
            "InvalidQuantity",
            "quantity",
        ),
        (
            json!({ "merchandiseId": book, "quantity": -1 }),
            "InvalidQuantity",
            "quantity",
        ),
        (
            json!({ "merchandiseId": book, "quantity": 101 }),
            "InvalidQuantity",
            "quantity",
        ),
        (
            json!({ "merchandiseId": book, "quantity": 2_147_483_647 }),
            "InvalidQuantity",
            "quantity",
        ),
        (
            json!({ "merchandiseId": "gid://shopify/ProductVariant/999999" }),
            "MerchandiseIdInvalid",
            "merchandiseId",
        ),
        (
            json!({ "merchandiseId": "nonsense" }),
            "MerchandiseIdInvalid",
            "merchandiseId",
        ),
        (
            json!({ "merchandiseId": 5 }),
            "MerchandiseIdInvalid",
            "merchandiseId",
        ),
        (
            json!({ "merchandiseId": shop.variant(SECRET, 0).await }),
            "MERCHANDISE_NOT_APPLICABLE",
            "merchandiseId",
        ),
        (
            json!({ "merchandiseId": book, "sellingPlanId": "gid://shopify/SellingPlan/1" }),
            "SELLING_PLAN_NOT_APPLICABLE",
            "sellingPlanId",
        ),
    ];
    let cart = shop.cart(&[(SHIRT, 0, 1)]).await;
    for (line, code, field) in cases {
        let lines = json!([{ "merchandiseId": book, "quantity": 1 }, line]);
        let created = shop
            .mutate("cartCreate", json!({ "input": { "lines": lines } }))
            .await;
        assert_eq!(created["cart"], Value::Null, "{line}");
        assert_eq!(codes(&created["userErrors"]), [code], "{line}");
        assert_eq!(
            fields(&created["userErrors"]),
            [format!("input.lines.1.{field}")]
        );
        let added = json!({ "cartId": cart["id"], "lines": lines });
        let added = shop.mutate("cartLinesAdd", added).await;
        assert_eq!(codes(&added["userErrors"]), [code], "{line}");
        assert_eq!(fields(&added["userErrors"]), [format!("lines.1.{field}")]);
        assert_eq!(
            added["cart"], cart,
            "nothing was applied, and the cart is there"
        );
    }
}

#[tokio::test]
async fn lines_that_are_not_in_the_cart_cannot_be_changed() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(SHIRT, 0, 1)]).await;
    for id in ["gid://shopify/CartLine/99", "nonsense"] {
        let update = json!({ "cartId": cart["id"], "lines": [{ "id": id, "quantity": 2 }] });
        let payload = shop.mutate("cartLinesUpdate", update).await;
        assert_eq!(codes(&payload["userErrors"]), ["INVALID_MERCHANDISE_LINE"]);
        assert_eq!(fields(&payload["userErrors"]), ["lines.0.id"]);
        let remove = json!({ "cartId": cart["id"], "lineIds": [id] });
        let payload = shop.mutate("cartLinesRemove", remove).await;
        assert_eq!(codes(&payload["userErrors"]), ["INVALID_MERCHANDISE_LINE"]);
        assert_eq!(fields(&payload["userErrors"]), ["lineIds.0"]);
    }
    assert_eq!(shop.read(&cart["id"]).await, cart);
}

/// [8.03] Too many lines create no cart.
#[tokio::test]
async fn a_cart_takes_only_so_many_lines() {
    let shop = Shop::open().await;
    let book = shop.variant(BOOK, 0).await;
    let line = |number: usize| json!({ "merchandiseId": book, "attributes": [{ "key": "č.", "value": number.to_string() }] });
    let lines: Vec<_> = (0..6).map(line).collect();
    let payload = shop
        .mutate("cartCreate", json!({ "input": { "lines": lines } }))
        .await;
    assert_eq!(codes(&payload["userErrors"])[0], "CART_TOO_LARGE");
    assert_eq!(payload["cart"], Value::Null);
}

/// [7.04] An update replaces all attributes, and the note.
#[tokio::test]
async fn attributes_and_note_are_replaced() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let attributes = json!([{ "key": "a", "value": "1" }, { "key": "b", "value": "2" }]);
    let variables = json!({ "cartId": cart["id"], "attributes": attributes });
    let payload = shop.mutate("cartAttributesUpdate", variables).await;
    assert_eq!(payload["cart"]["attributes"], attributes);
    let variables = json!({ "cartId": cart["id"], "note": "Prosím balit" });
    let payload = shop.mutate("cartNoteUpdate", variables).await;
    assert_eq!(payload["cart"]["note"], "Prosím balit");
    let variables = json!({ "cartId": cart["id"], "note": "" });
    let payload = shop.mutate("cartNoteUpdate", variables).await;
    assert_eq!(payload["cart"]["note"], Value::Null);
    let long = json!({ "cartId": cart["id"], "note": "x".repeat(100_000) });
    let payload = shop.mutate("cartNoteUpdate", long).await;
    assert_eq!(codes(&payload["userErrors"]), ["NOTE_TOO_LONG"]);
    assert_eq!(fields(&payload["userErrors"]), ["note"]);
    assert_eq!(payload["cart"]["attributes"], attributes);
}

/// Tests a limited cart query, and pages of lines forwards and backwards.
#[tokio::test]
async fn lines_come_in_pages() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(SHIRT, 0, 1), (MUG, 0, 2), (BOOK, 0, 3)]).await;
    let page = async |arguments: &str| {
        let query = format!(
            "query ($id: ID!) {{ cart(id: $id) {{ lines({arguments}) {{
                nodes {{ quantity }} edges {{ cursor }} pageInfo {{ hasNextPage hasPreviousPage endCursor }}
            }} }} }}"
        );
        shop.run(&query, json!({ "id": cart["id"] })).await
    };
    let quantities = |lines: &Value| -> Vec<i64> {
        let nodes = lines["nodes"].as_array().unwrap();
        nodes
            .iter()
            .map(|node| node["quantity"].as_i64().unwrap())
            .collect()
    };
    let first = page("first: 2").await.field("cart")["lines"].clone();
    assert_eq!(quantities(&first), [1, 2]);
    assert_eq!(first["pageInfo"]["hasNextPage"], true);
    assert_eq!(first["pageInfo"]["hasPreviousPage"], false);
    let cursor = first["pageInfo"]["endCursor"].as_str().unwrap();
    assert_eq!(first["edges"][1]["cursor"], cursor);
    let rest = page(&format!("first: 2, after: \"{cursor}\""))
        .await
        .field("cart")["lines"]
        .clone();
    assert_eq!(quantities(&rest), [3]);
    assert_eq!(rest["pageInfo"]["hasNextPage"], false);
    assert_eq!(rest["pageInfo"]["hasPreviousPage"], true);
    let last = page("last: 2").await.field("cart")["lines"].clone();
    assert_eq!(quantities(&last), [2, 3]);
    let reversed = page("first: 2, reverse: true").await.field("cart")["lines"].clone();
    assert_eq!(quantities(&reversed), [3, 2]);
    let before = page(&format!("last: 1, before: \"{cursor}\""))
        .await
        .field("cart")["lines"]
        .clone();
    assert_eq!(quantities(&before), [1]);
    for wrong in ["first: -1", "first: 251", "after: \"nonsense\""] {
        let answer = page(wrong).await;
        assert_eq!(answer.code(), "BAD_USER_INPUT", "{wrong}");
        assert_eq!(answer.0["errors"][0]["path"], json!(["cart", "lines"]));
        assert_eq!(
            answer.0["data"]["cart"],
            Value::Null,
            "the nearest field that may be null"
        );
    }
}

/// [7.07] The mutation removes personal data and keeps the contents.
#[tokio::test]
async fn personal_data_is_forgotten() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let identity = json!({ "cartId": cart["id"], "buyerIdentity": {
        "email": "jana@example.cz", "phone": "777123456", "countryCode": "CZ",
        "deliveryAddressPreferences": [{ "deliveryAddress": {
            "firstName": "Xénie", "lastName": "Nováková", "address1": "Dlouhá 1", "city": "Praha",
            "zip": "11000", "country": "CZ" } }],
    }});
    let payload = shop.mutate("cartBuyerIdentityUpdate", identity).await;
    assert!(payload["cart"].to_string().contains("Xénie"));
    let payload = shop
        .mutate("cartRemovePersonalData", json!({ "cartId": cart["id"] }))
        .await;
    assert_eq!(payload["userErrors"], json!([]));
    let after = shop.read(&cart["id"]).await;
    for personal in ["jana@", "777123456", "Xénie", "Dlouhá"] {
        assert!(!after.to_string().contains(personal), "{personal}");
    }
    assert_eq!(after["lines"]["nodes"], cart["lines"]["nodes"]);
}

/// [3.03] [8.03] A shop without gift cards answers a gift card code with the public API's warning.
#[tokio::test]
async fn gift_cards_are_not_taken() {
    let shop = Shop::open().await;
    let input = json!({ "giftCardCodes": ["ABCD"] });
    let payload = shop.mutate("cartCreate", json!({ "input": input })).await;
    assert_eq!(
        codes(&payload["warnings"]),
        ["PAYMENTS_GIFT_CARDS_UNAVAILABLE"]
    );
    assert_eq!(payload["warnings"][0]["target"], payload["cart"]["id"]);
    let id = &payload["cart"]["id"];
    for name in ["cartGiftCardCodesAdd", "cartGiftCardCodesUpdate"] {
        for (given, warned) in [(json!(["ABCD"]), true), (json!([]), false)] {
            let codes_given = json!({ "cartId": id, "giftCardCodes": given });
            let payload = shop.mutate(name, codes_given).await;
            let warning = warned.then_some("PAYMENTS_GIFT_CARDS_UNAVAILABLE");
            assert_eq!(
                codes(&payload["warnings"]),
                Vec::from_iter(warning),
                "{name}"
            );
            assert_eq!(payload["userErrors"], json!([]));
            assert_eq!(payload["cart"]["id"], *id);
        }
    }
    let removal =
        json!({ "cartId": id, "appliedGiftCardIds": ["gid://shopify/AppliedGiftCard/1"] });
    let payload = shop.mutate("cartGiftCardCodesRemove", removal).await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID"]);
    assert_eq!(fields(&payload["userErrors"]), ["appliedGiftCardIds.0"]);
    let removal = json!({ "cartId": id, "appliedGiftCardIds": [] });
    let payload = shop.mutate("cartGiftCardCodesRemove", removal).await;
    assert_eq!(payload["userErrors"], json!([]));
}

/// A clone has the contents under its own id, and no data of the buyer.
#[tokio::test]
async fn a_cart_is_cloned_without_its_buyer() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 2), (EBOOK, 0, 1)]).await;
    let payload = shop
        .mutate("cartClone", json!({ "cartId": cart["id"] }))
        .await;
    assert_eq!(payload["userErrors"], json!([]));
    let clone = &payload["cart"];
    assert_ne!(clone["id"], cart["id"]);
    assert_eq!(clone["totalQuantity"], 3);
    assert_eq!(clone["cost"], cart["cost"]);
    assert_eq!(clone["buyerIdentity"]["email"], Value::Null);
    assert_eq!(clone["delivery"]["addresses"], json!([]));
    assert_eq!(shop.read(&clone["id"]).await, *clone);
    assert_eq!(
        shop.read(&cart["id"]).await,
        cart,
        "nothing has happened to the first"
    );
}

/// The server stores preferences in the buyer's identity, and replaces them as a whole.
#[tokio::test]
async fn preferences_are_kept() {
    let shop = Shop::open().await;
    let wanted = json!({
        "delivery": {
            "coordinates": { "countryCode": "CZ", "latitude": 49.195_061, "longitude": 16.606_836 },
            "deliveryMethod": ["PICKUP_POINT"], "pickupHandle": ["brno"],
        },
        "wallet": ["shop_pay"],
    });
    let query = "mutation ($id: ID!, $identity: CartBuyerIdentityInput!) {
        cartBuyerIdentityUpdate(cartId: $id, buyerIdentity: $identity) {
          cart { buyerIdentity { email preferences { wallet delivery {
            deliveryMethod pickupHandle coordinates { countryCode latitude longitude } } } } }
          userErrors { code field }
        } }";
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let update = async |identity: Value| {
        let variables = json!({ "id": cart["id"], "identity": identity });
        shop.run(query, variables)
            .await
            .field("cartBuyerIdentityUpdate")
    };
    let preferences = |payload: &Value| payload["cart"]["buyerIdentity"]["preferences"].clone();
    let payload = update(json!({ "preferences": wanted, "email": "jana@example.cz" })).await;
    assert_eq!(preferences(&payload), wanted);
    assert_eq!(preferences(&update(json!({ "email": null })).await), wanted);
    let beyond = json!({ "delivery": {
        "coordinates": { "countryCode": "CZ", "latitude": 91, "longitude": 0 } } });
    let payload = update(json!({ "preferences": beyond })).await;
    let coordinates = "buyerIdentity.preferences.delivery.coordinates";
    assert_eq!(fields(&payload["userErrors"]), [coordinates]);
    assert_eq!(preferences(&payload), wanted);
    let many = json!({ "wallet": vec!["x"; 11] });
    let payload = update(json!({ "preferences": many })).await;
    assert_eq!(
        fields(&payload["userErrors"]),
        ["buyerIdentity.preferences"]
    );
    assert_eq!(
        preferences(&update(json!({ "preferences": null })).await),
        Value::Null
    );
}

/// Two concurrent changes of one cart both take effect.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn changes_at_the_same_time_all_arrive() {
    let shop = std::sync::Arc::new(Shop::open().await);
    let cart = shop.cart(&[]).await;
    let book = shop.variant(BOOK, 0).await;
    let mut adding = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (shop, id, book) = (shop.clone(), cart["id"].clone(), book.clone());
        adding.spawn(async move {
            let lines =
                json!({ "cartId": id, "lines": [{ "merchandiseId": book, "quantity": 1 }] });
            shop.mutate("cartLinesAdd", lines).await
        });
    }
    for payload in adding.join_all().await {
        assert_eq!(payload["userErrors"], json!([]));
    }
    assert_eq!(shop.read(&cart["id"]).await["totalQuantity"], 8);
}

/// [7.10] Runs the cart query with ten lines and ten groups, and the limited query that the widget sends.
#[tokio::test]
async fn the_queries_of_the_widget_are_answered() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 2), (EBOOK, 0, 1)]).await;
    assert_eq!(shop.read(&cart["id"]).await, cart);
    assert_eq!(cart["lines"]["nodes"].as_array().unwrap().len(), 2);
    assert_eq!(cart["deliveryGroups"]["nodes"].as_array().unwrap().len(), 1);
    let limited = "query ($id: ID!, $country: CountryCode, $language: LanguageCode)
        @inContext(country: $country, language: $language) {
          cart(id: $id) { lines(first: 50) { nodes {
            sellingPlanAllocation { sellingPlan { id } }
            merchandise { ... on ProductVariant { requiresShipping } }
          } } } }";
    let variables = json!({ "id": cart["id"], "country": "CZ", "language": "CS" });
    let answer = shop.run(limited, variables).await.field("cart");
    let line = |requires_shipping: bool| json!({ "sellingPlanAllocation": null, "merchandise": { "requiresShipping": requires_shipping } });
    assert_eq!(answer["lines"]["nodes"], json!([line(true), line(false)]));
}
