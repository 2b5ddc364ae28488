//! Tests delivery addresses and options.

use crate::support::{BOOK, EBOOK, SHIRT, Shop, codes, fields};
use serde_json::{Value, json};
use std::sync::Arc;
use zkratka_commerce::time::Timestamp;
use zkratka_store::clock::Clock;

fn address() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 1", "city": "Praha",
        "zip": "11000", "countryCode": "CZ",
    })
}

fn selectable(address: &Value, strategy: &str) -> Value {
    json!([{ "address": { "deliveryAddress": address }, "selected": true, "validationStrategy": strategy }])
}

fn group(cart: &Value) -> &Value {
    let groups = cart["deliveryGroups"]["nodes"].as_array().unwrap();
    assert_eq!(groups.len(), 1);
    &groups[0]
}

/// [3.10] A group has an id, a type and its options with all their fields; no option is selected at first.
#[tokio::test]
async fn the_delivery_group_offers_what_is_configured() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1), (EBOOK, 0, 1)]).await;
    assert_eq!(
        cart["deliveryGroups"]["nodes"],
        json!([]),
        "nobody knows where it goes"
    );
    let variables = json!({ "cartId": cart["id"], "addresses": selectable(&address(), "STRICT") });
    let payload = shop.mutate("cartDeliveryAddressesAdd", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    let cart = &payload["cart"];
    let group = group(cart);
    assert_eq!(group["groupType"], "ONE_TIME_PURCHASE");
    assert_eq!(group["selectedDeliveryOption"], Value::Null);
    assert_eq!(group["deliveryAddress"]["countryCodeV2"], "CZ");
    assert_eq!(group["deliveryAddress"]["country"], "Česko");
    let shipped = &group["cartLines"]["nodes"];
    assert_eq!(
        *shipped,
        json!([{ "id": cart["lines"]["nodes"][0]["id"] }]),
        "the e-book is not shipped"
    );
    let ppl = &group["deliveryOptions"][0];
    assert_eq!(
        *ppl,
        json!({
            "code": "ppl", "title": "PPL na adresu", "handle": "ppl", "description": "Do druhého dne",
            "deliveryPromise": null, "deliveryMethodType": "SHIPPING", "cashOnDelivery": true,
            "estimatedCost": { "amount": "119.00", "currencyCode": "CZK" },
        })
    );
    let kinds: Vec<_> = group["deliveryOptions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| option["deliveryMethodType"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["SHIPPING", "LOCAL", "PICK_UP", "PICKUP_POINT"]);
}

/// [7.04] Selecting an option by its handle changes the total.
#[tokio::test]
async fn selecting_an_option_changes_the_total() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let variables = json!({ "cartId": cart["id"], "addresses": selectable(&address(), "STRICT") });
    let cart = shop.mutate("cartDeliveryAddressesAdd", variables).await["cart"].clone();
    let select = async |group: &Value, handle: &str| {
        let option = json!({ "deliveryGroupId": group, "deliveryOptionHandle": handle });
        let variables = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [option] });
        shop.mutate("cartSelectedDeliveryOptionsUpdate", variables)
            .await
    };
    let id = &group(&cart)["id"];
    let payload = select(id, "rozvoz").await;
    assert_eq!(payload["userErrors"], json!([]));
    assert_eq!(
        group(&payload["cart"])["selectedDeliveryOption"]["handle"],
        "rozvoz"
    );
    assert_eq!(payload["cart"]["cost"]["totalAmount"]["amount"], "448.50");
    assert_eq!(payload["cart"]["cost"]["totalAmountEstimated"], false);
    let wrong = select(id, "balon").await;
    assert_eq!(codes(&wrong["userErrors"]), ["INVALID_DELIVERY_OPTION"]);
    assert_eq!(
        fields(&wrong["userErrors"]),
        ["selectedDeliveryOptions.0.deliveryOptionHandle"]
    );
    let wrong = select(&json!("gid://shopify/CartDeliveryGroup/2"), "ppl").await;
    assert_eq!(codes(&wrong["userErrors"]), ["INVALID_DELIVERY_GROUP"]);
    assert_eq!(
        fields(&wrong["userErrors"]),
        ["selectedDeliveryOptions.0.deliveryGroupId"]
    );
    assert_eq!(wrong["cart"], payload["cart"], "what was selected stays");
}

/// [3.11] Both arguments for the delivery address work, with a country's name or its code.
#[tokio::test]
async fn the_address_is_given_in_either_way() {
    let shop = Shop::open().await;
    let preference = |country: &str| {
        json!([{ "deliveryAddress": {
            "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 1", "city": "Praha",
            "zip": "110 00", "country": country,
        }, "deliveryAddressValidationStrategy": "STRICT" }])
    };
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    for country in ["CZ", "Česko", "Czechia", "Czech Republic"] {
        let identity = json!({ "deliveryAddressPreferences": preference(country) });
        let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
        let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
        assert_eq!(payload["userErrors"], json!([]), "{country}");
        let kept = &payload["cart"]["delivery"]["addresses"][0];
        assert_eq!(kept["address"]["countryCode"], "CZ", "{country}");
        assert_eq!(kept["selected"], true);
        let old = &payload["cart"]["buyerIdentity"]["deliveryAddressPreferences"][0];
        assert_eq!(
            *old,
            json!({ "zip": "110 00", "country": "Česko", "countryCodeV2": "CZ" })
        );
    }
    let created =
        json!({ "input": { "delivery": { "addresses": selectable(&address(), "STRICT") } } });
    let created = shop.mutate("cartCreate", created).await;
    let kept = &created["cart"]["delivery"]["addresses"][0]["address"];
    assert_eq!(kept["zip"], "110 00");
    assert_eq!(kept["formatted"][0], "Jana Nováková");
    let input = json!({ "buyerIdentity": { "deliveryAddressPreferences": preference("CZ") } });
    let created = shop.mutate("cartCreate", json!({ "input": input })).await;
    assert_eq!(
        created["cart"]["delivery"]["addresses"][0]["address"]["city"],
        "Praha"
    );
}

/// The server enforces every rule, and each path leads to the field as the client wrote it.
#[tokio::test]
async fn a_wrong_address_is_told_field_by_field() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let cases = [
        (
            "firstName",
            json!(""),
            "ADDRESS_FIELD_IS_REQUIRED",
            "firstName",
        ),
        (
            "lastName",
            json!("<b>Nováková</b>"),
            "ADDRESS_FIELD_CONTAINS_HTML_TAGS",
            "lastName",
        ),
        (
            "city",
            json!("Praha 🏰"),
            "ADDRESS_FIELD_CONTAINS_EMOJIS",
            "city",
        ),
        (
            "firstName",
            json!("http://example.cz"),
            "ADDRESS_FIELD_CONTAINS_URL",
            "firstName",
        ),
        (
            "address1",
            json!("a".repeat(1000)),
            "ADDRESS_FIELD_IS_TOO_LONG",
            "address1",
        ),
        ("zip", json!("99"), "INVALID_ZIP_CODE_FOR_COUNTRY", "zip"),
        (
            "countryCode",
            Value::Null,
            "ADDRESS_FIELD_IS_REQUIRED",
            "countryCode",
        ),
    ];
    for (name, value, code, field) in cases {
        let mut wrong = address();
        wrong[name] = value;
        for (mutation, prefix) in [
            ("cartDeliveryAddressesAdd", "addresses"),
            ("cartDeliveryAddressesReplace", "addresses"),
        ] {
            let variables =
                json!({ "cartId": cart["id"], "addresses": selectable(&wrong, "STRICT") });
            let payload = shop.mutate(mutation, variables).await;
            assert!(
                codes(&payload["userErrors"]).contains(&code),
                "{name}: {payload}"
            );
            let path = format!("{prefix}.0.address.deliveryAddress.{field}");
            assert!(
                fields(&payload["userErrors"]).contains(&path),
                "{name}: {payload}"
            );
            assert_eq!(payload["cart"]["delivery"]["addresses"], json!([]));
        }
        let input = json!({ "delivery": { "addresses": selectable(&wrong, "STRICT") } });
        let created = shop.mutate("cartCreate", json!({ "input": input })).await;
        let path = format!("input.delivery.addresses.0.address.deliveryAddress.{field}");
        assert!(
            fields(&created["userErrors"]).contains(&path),
            "{name}: {created}"
        );
    }
}

#[tokio::test]
async fn a_preference_names_its_country_country() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let preference = json!([{ "deliveryAddress": { "country": "Atlantida" } }]);
    let identity = json!({ "deliveryAddressPreferences": preference });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
    assert_eq!(
        fields(&payload["userErrors"]),
        ["buyerIdentity.deliveryAddressPreferences.0.deliveryAddress.country"]
    );
    let created = shop
        .mutate(
            "cartCreate",
            json!({ "input": { "buyerIdentity": identity } }),
        )
        .await;
    assert_eq!(
        fields(&created["userErrors"]),
        ["input.buyerIdentity.deliveryAddressPreferences.0.deliveryAddress.country"]
    );
}

/// [3.11] A wallet first gives a redacted address: then the server checks only the country.
#[tokio::test]
async fn a_redacted_address_is_taken_by_its_country() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(SHIRT, 0, 1)]).await;
    let redacted = json!({ "city": "Praha", "zip": "110", "countryCode": "CZ" });
    let variables =
        json!({ "cartId": cart["id"], "addresses": selectable(&redacted, "COUNTRY_CODE_ONLY") });
    let payload = shop.mutate("cartDeliveryAddressesReplace", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    assert!(
        !group(&payload["cart"])["deliveryOptions"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn there_is_no_group_where_nothing_is_delivered() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let abroad = json!({ "countryCode": "JP" });
    let variables =
        json!({ "cartId": cart["id"], "addresses": selectable(&abroad, "COUNTRY_CODE_ONLY") });
    let payload = shop.mutate("cartDeliveryAddressesReplace", variables).await;
    assert_eq!(payload["cart"]["deliveryGroups"]["nodes"], json!([]));
}

/// [8.03] The server refuses an id that is not one of the cart's addresses.
#[tokio::test]
async fn the_address_is_changed_and_removed_by_its_id() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let variables = json!({ "cartId": cart["id"], "addresses": selectable(&address(), "STRICT") });
    let payload = shop.mutate("cartDeliveryAddressesAdd", variables).await;
    let id = payload["cart"]["delivery"]["addresses"][0]["id"].clone();
    let mut moved = address();
    moved["city"] = json!("Brno");
    let update = json!([{ "id": id, "address": { "deliveryAddress": moved }, "validationStrategy": "STRICT" }]);
    let variables = json!({ "cartId": cart["id"], "addresses": update });
    let payload = shop.mutate("cartDeliveryAddressesUpdate", variables).await;
    assert_eq!(
        payload["cart"]["delivery"]["addresses"][0]["address"]["city"],
        "Brno"
    );
    let unknown = json!({ "cartId": cart["id"], "addresses": [{ "id": "gid://shopify/CartSelectableAddress/9" }] });
    let payload = shop.mutate("cartDeliveryAddressesUpdate", unknown).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["INVALID_DELIVERY_ADDRESS_ID"]
    );
    assert_eq!(fields(&payload["userErrors"]), ["addresses.0.id"]);
    let variables = json!({ "cartId": cart["id"], "addressIds": [id] });
    let payload = shop
        .mutate("cartDeliveryAddressesRemove", variables.clone())
        .await;
    assert_eq!(payload["cart"]["delivery"]["addresses"], json!([]));
    let payload = shop.mutate("cartDeliveryAddressesRemove", variables).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["INVALID_DELIVERY_ADDRESS_ID"]
    );
    assert_eq!(fields(&payload["userErrors"]), ["addressIds.0"]);
    let variables = json!({ "cartId": cart["id"], "addresses": selectable(&address(), "STRICT") });
    shop.mutate("cartDeliveryAddressesAdd", variables).await;
    let payload = shop
        .mutate(
            "cartDeliveryAddressesReplace",
            json!({ "cartId": cart["id"], "addresses": [] }),
        )
        .await;
    assert_eq!(payload["cart"]["delivery"]["addresses"], json!([]));
}

/// [8.03] The server refuses several addresses, and several selected ones.
#[tokio::test]
async fn a_cart_has_one_address() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let one = |selected: bool| json!({ "address": { "deliveryAddress": address() }, "selected": selected });
    let add = async |addresses: Value| {
        let variables = json!({ "cartId": cart["id"], "addresses": addresses });
        shop.mutate("cartDeliveryAddressesAdd", variables).await
    };
    let both = add(json!([one(true), one(true)])).await;
    assert_eq!(
        codes(&both["userErrors"]),
        ["ONLY_ONE_DELIVERY_ADDRESS_CAN_BE_SELECTED"]
    );
    let many = add(json!([one(true), one(false)])).await;
    assert_eq!(codes(&many["userErrors"]), ["TOO_MANY_DELIVERY_ADDRESSES"]);
    let empty = add(json!([{ "address": {} }])).await;
    assert_eq!(codes(&empty["userErrors"]), ["ADDRESS_FIELD_IS_REQUIRED"]);
    assert_eq!(
        fields(&empty["userErrors"]),
        ["addresses.0.address.deliveryAddress"]
    );
    let copied = add(json!([{ "address": { "copyFromCustomerAddressId": "1" } }])).await;
    assert_eq!(
        fields(&copied["userErrors"]),
        ["addresses.0.address.copyFromCustomerAddressId"]
    );
}

/// A clock that always returns the same time.
struct Stopped(&'static str);

impl Clock for Stopped {
    fn now(&self) -> Timestamp {
        let moment: jiff::Timestamp = self.0.parse().unwrap();
        Timestamp(moment.as_millisecond())
    }
}

/// The shop's own courier delivers in Prague on the same day, PPL everywhere else.
fn with_courier(mut config: String) -> String {
    config = config.replacen(
        "handle = \"ppl\"\n",
        "handle = \"ppl\"\ncut_off = \"15:00\"\ntransit_days = \"1-2\"\n",
        1,
    );
    config
        + r#"
[[delivery]]
handle = "kuryr"
title = "Kurýr po Praze"
type = "LOCAL"
zones = ["praha"]
cut_off = "12:00"
transit_days = "0"
rates = [{ up_to_kg = 10, price = "149" }]
[[delivery_zones]]
handle = "praha"
countries = ["CZ"]
zips = ["1"]
"#
}

/// The delivery promises of a cart's options for this postal code.
async fn promises(shop: &Shop, zip: &str) -> Vec<(String, String)> {
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let mut address = address();
    address["zip"] = json!(zip);
    let variables = json!({ "cartId": cart["id"], "addresses": selectable(&address, "STRICT") });
    let payload = shop.mutate("cartDeliveryAddressesAdd", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    let options = group(&payload["cart"])["deliveryOptions"]
        .as_array()
        .unwrap();
    let promised = options.iter().filter_map(|option| {
        let text = option["deliveryPromise"].as_str()?.replace('\u{a0}', " ");
        Some((option["handle"].as_str().unwrap().to_owned(), text))
    });
    promised.collect()
}

/// [3.10] LOCAL serves the postal codes of its zone, and every option has a promised day, in Czech.
#[tokio::test]
async fn options_follow_the_postal_code_and_promise_a_day() {
    // A Monday, 10:00 in Prague.
    let shop = Shop::open_at(Arc::new(Stopped("2026-11-23T09:00:00Z")), with_courier).await;
    let pair = |handle: &str, text: &str| (handle.to_owned(), text.to_owned());
    let ppl = pair("ppl", "Doručíme v úterý 24. 11. nebo ve středu 25. 11.");
    let courier = pair("kuryr", "Doručíme ještě dnes");
    assert_eq!(promises(&shop, "110 00").await, [ppl.clone(), courier]);
    assert_eq!(promises(&shop, "602 00").await, [ppl]);
}

/// [7.15] The server returns the fastest delivery to the door, with a branded promise if it takes at most two days. A
/// known postal code decides which options there are.
#[tokio::test]
async fn a_delivery_promise_is_made_for_a_variant() {
    let shop = Shop::open_at(Arc::new(Stopped("2026-11-23T09:00:00Z")), with_courier).await;
    let ask = async |variant: &str, zip: Option<&str>, overrides: bool| -> Value {
        let query = "query deliveryPromise($variantId: ID!, $sellingPlanId: ID, $postalCode: String, $isPostalCodeOverride: Boolean) {
          deliveryPromise(variantId: $variantId, sellingPlanId: $sellingPlanId, postalCode: $postalCode, isPostalCodeOverride: $isPostalCodeOverride) {
            selectedShippingOption { brandedPromise { handle } maxCalendarDaysToDelivery handle } } }";
        let variables = json!({
            "variantId": variant, "sellingPlanId": null, "postalCode": zip, "isPostalCodeOverride": overrides,
        });
        shop.run(query, variables).await.field("deliveryPromise")
    };
    let option = |handle: &str, days: u8| {
        json!({ "selectedShippingOption": {
            "brandedPromise": { "handle": "shop_promise" }, "maxCalendarDaysToDelivery": days, "handle": handle,
        } })
    };
    let book = shop.variant(BOOK, 0).await;
    assert_eq!(ask(&book, Some("110 00"), true).await, option("kuryr", 0));
    assert_eq!(ask(&book, Some("602 00"), false).await, option("ppl", 2));
    assert_eq!(ask(&book, None, false).await, option("ppl", 2));
    // An invalid postal code that a page remembered is ignored; an invalid override gives no promise.
    assert_eq!(
        ask(&book, Some("žádné tušení"), false).await,
        option("ppl", 2)
    );
    assert_eq!(ask(&book, Some("žádné tušení"), true).await, Value::Null);
    let digital = shop.variant(EBOOK, 0).await;
    assert_eq!(ask(&digital, None, false).await, Value::Null);
    assert_eq!(
        ask("gid://shopify/ProductVariant/999", None, false).await,
        Value::Null
    );
    let friday = Shop::open_at(Arc::new(Stopped("2026-11-27T15:00:00Z")), with_courier).await;
    let query = format!(
        "{{ deliveryPromise(variantId: \"{}\") {{ selectedShippingOption {{ brandedPromise {{ handle }} maxCalendarDaysToDelivery }} }} }}",
        friday.variant(BOOK, 0).await
    );
    let later = friday.run(&query, json!({})).await.field("deliveryPromise");
    let option = &later["selectedShippingOption"];
    assert_eq!(
        *option,
        json!({ "brandedPromise": null, "maxCalendarDaysToDelivery": 5 })
    );
}

/// [7.15] Nothing is promised for a carrier that has still to say whether it takes the parcel. Configured rates make it certain.
#[tokio::test]
async fn a_way_that_a_carrier_may_refuse_is_not_promised() {
    let service = "carrier_service = \"expres\"\nrates = []\n[[delivery_zones]]";
    soonest_to_prague_is(service, "ppl").await;
    let both = "carrier_service = \"expres\"\nwithout_answer = \"configured_price\"\nrates = [{ up_to_kg = 10, price = \"149\" }]\n[[delivery_zones]]";
    soonest_to_prague_is(both, "kuryr").await;
}

/// Asks for both towns, of which the courier serves only Prague.
async fn soonest_to_prague_is(service: &str, in_prague: &str) {
    let priced_by_carrier = |config: String| {
        let rates = "rates = [{ up_to_kg = 10, price = \"149\" }]\n[[delivery_zones]]";
        with_courier(config).replacen(rates, service, 1)
    };
    let shop = Shop::open_at(Arc::new(Stopped("2026-11-23T09:00:00Z")), priced_by_carrier).await;
    let book = shop.variant(BOOK, 0).await;
    for (zip, expected) in [("110 00", in_prague), ("602 00", "ppl")] {
        let query = format!(
            "{{ deliveryPromise(variantId: \"{book}\", postalCode: \"{zip}\") {{ selectedShippingOption {{ handle }} }} }}"
        );
        let promise = shop.run(&query, json!({})).await.field("deliveryPromise");
        assert_eq!(promise["selectedShippingOption"]["handle"], expected);
    }
}
