//! Tests a delivery option that only its carrier can price, with a slow carrier.

use crate::support::{BOOK, Shop, billing, codes, fields};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use zkratka_commerce::catalogue::Product;
use zkratka_commerce::money::MinorUnits;

/// Adds an option that only the carrier can price. The deadline is shorter than any late response.
pub(crate) fn with_carrier(config: &str) -> String {
    let way = "[[delivery]]
handle = \"dopravce\"
title = \"Dopravce\"
carrier_service = \"ekonomy\"
without_answer = \"pending\"
rates = [{ price = \"199\" }]
[carrier]
deadline_ms = 100
";
    let served = "country = \"CZ\"\ndelivery_countries = [\"CZ\", \"SK\"]";
    config.replace("country = \"CZ\"", served) + way
}

/// The same option without any other.
pub(crate) fn with_carrier_alone(config: &str) -> String {
    let (before, after) = config.split_once("[[delivery]]").unwrap();
    let (_, payments) = after.split_once("[payments]").unwrap();
    with_carrier(&format!("{before}[payments]{payments}"))
}

/// A book in a cart with a buyer and without an address.
pub(crate) async fn cart_of(shop: &Shop) -> Value {
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let identity = json!({ "email": "jana@example.cz", "phone": "777123456" });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["cart"].clone()
}

/// An address in Slovakia, whose postal codes make the emulated carrier late or fail.
pub(crate) fn address(zip: &str) -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlhá 1", "city": "Žilina", "zip": zip,
    })
}

/// The payload of setting an address with this postal code.
pub(crate) async fn sent_to(shop: &Shop, cart: &Value, zip: &str) -> Value {
    let mut address = address(zip);
    address["country"] = json!("SK");
    let identity = json!({ "deliveryAddressPreferences": [{
        "deliveryAddress": address, "deliveryAddressValidationStrategy": "STRICT",
    }] });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    shop.mutate("cartBuyerIdentityUpdate", variables).await
}

/// The payload of selecting the carrier's option.
pub(crate) async fn chosen(shop: &Shop, cart: &Value) -> Value {
    let group = &cart["deliveryGroups"]["nodes"][0]["id"];
    let option = json!({ "deliveryGroupId": group, "deliveryOptionHandle": "dopravce" });
    let variables = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [option] });
    shop.mutate("cartSelectedDeliveryOptionsUpdate", variables)
        .await
}

/// Repeats the preparation until the carrier's answer is used. Returns the error codes that remain.
async fn until_answered(shop: &Shop, cart: &Value) -> Vec<String> {
    for _again in 0..100 {
        let result = shop.prepare(cart).await["result"].clone();
        if result["__typename"] == "CartStatusReady" {
            return Vec::new();
        }
        let found = codes(&result["errors"]);
        if !found.contains(&"PENDING_DELIVERY_GROUPS") {
            return found.into_iter().map(str::to_owned).collect();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the carrier never answered");
}

fn pays_by_transfer() -> Value {
    json!({ "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": billing() } })
}

/// [8.03] [7.12] The shop sells at no guessed price: the group is pending until the carrier answers, a later request
/// gets the late price, and the buyer pays that price. A changed parcel is pending again.
#[tokio::test]
async fn a_late_price_is_waited_for() {
    let shop = Shop::open_with(|config| with_carrier_alone(&config)).await;
    let cart = cart_of(&shop).await;
    let payload = sent_to(&shop, &cart, "999 05").await;
    assert_eq!(codes(&payload["userErrors"]), ["PENDING_DELIVERY_GROUPS"]);
    let at = ["buyerIdentity.deliveryAddressPreferences"];
    assert_eq!(fields(&payload["userErrors"]), at);
    let cart = payload["cart"].clone();
    let group = &cart["deliveryGroups"]["nodes"][0];
    assert_eq!(
        (&group["isPending"], &group["deliveryOptions"]),
        (&json!(true), &json!([]))
    );
    assert_eq!(cart["delivery"]["addresses"][0]["address"]["zip"], "999 05");
    assert_eq!(
        until_answered(&shop, &cart).await,
        ["NO_DELIVERY_GROUP_SELECTED"]
    );
    let payload = chosen(&shop, &cart).await;
    assert_eq!(payload["userErrors"], json!([]));
    let cart = &payload["cart"];
    let group = &cart["deliveryGroups"]["nodes"][0];
    assert_eq!(group["isPending"], false);
    let price = group["deliveryOptions"][0]["estimatedCost"]["amount"].clone();
    assert!(price.is_string());
    assert_ne!(price, "199.00");
    let due = cart["cost"]["totalAmount"]["amount"].as_str().unwrap();
    let payload = shop.pay(cart, due, pays_by_transfer()).await;
    assert_eq!(payload["userErrors"], json!([]));
    shop.reimport(BOOK, |book: &mut Product| {
        book.variants[0].price += MinorUnits::new(10_000);
    })
    .await;
    let refused = shop.submit(cart, "pokus-drazsi").await;
    let found = codes(&refused["result"]["errors"]);
    assert_eq!(
        found,
        [
            "PENDING_DELIVERY_GROUPS",
            "PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT"
        ]
    );
    assert_eq!(until_answered(&shop, cart).await, [] as [&str; 0]);
    let now = shop.read(&cart["id"]).await;
    let due = now["cost"]["totalAmount"]["amount"].as_str().unwrap();
    let payload = shop.pay(cart, due, pays_by_transfer()).await;
    assert_eq!(payload["userErrors"], json!([]));
    let done = shop.submit(cart, "pokus-znovu").await;
    assert_eq!(done["result"]["__typename"], "SubmitSuccess");
}

/// [8.03] A group is not pending if the carrier does not serve the address, or if the buyer has selected another
/// option.
#[tokio::test]
async fn nothing_else_is_waited_for() {
    let shop = Shop::open_with(|config| with_carrier_alone(&config)).await;
    let cart = cart_of(&shop).await;
    let payload = sent_to(&shop, &cart, "999 03").await;
    assert_eq!(payload["userErrors"], json!([]));
    let prepared = shop.prepare(&cart).await;
    let found = codes(&prepared["result"]["errors"]);
    assert_eq!(found, ["DELIVERY_NO_DELIVERY_AVAILABLE"]);

    let shop = Shop::open_with(|config| with_carrier(&config)).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = sent_to(&shop, &cart, "999 01").await;
    assert_eq!(payload["userErrors"], json!([]));
    let group = &payload["cart"]["deliveryGroups"]["nodes"][0];
    assert_eq!(group["selectedDeliveryOption"]["handle"], "ppl");
    assert_eq!(group["isPending"], false);
    let prepared = shop.prepare(&cart).await;
    assert_eq!(prepared["result"]["__typename"], "CartStatusReady");
}

/// [8.03] If the carrier does not answer and another option exists, the group is pending without an error, and the buyer
/// can select the other option.
#[tokio::test]
async fn another_way_can_be_chosen_meanwhile() {
    let shop = Shop::open_with(|config| with_carrier(&config)).await;
    let cart = cart_of(&shop).await;
    let payload = sent_to(&shop, &cart, "999 01").await;
    assert_eq!(payload["userErrors"], json!([]));
    let group = &payload["cart"]["deliveryGroups"]["nodes"][0];
    assert_eq!(group["isPending"], true);
    assert_eq!(group["deliveryOptions"][0]["handle"], "ppl");
    let prepared = shop.prepare(&cart).await;
    let found = codes(&prepared["result"]["errors"]);
    assert_eq!(found, ["NO_DELIVERY_GROUP_SELECTED"]);
}

/// [8.03] [7.12] A changed value of the goods changes the parcel: the server asks the carrier at once, so that the
/// selected option keeps a price. If the carrier is late, the discount code mutation returns an error, and the code
/// change is kept.
#[tokio::test]
async fn a_carrier_is_asked_about_what_has_changed() {
    let code = "[[discounts]]\ncode = \"DAREK\"\namount = \"100\"\n";
    let patient = |config: String| {
        with_carrier(&config).replace("deadline_ms = 100", "deadline_ms = 400") + code
    };
    let shop = Shop::open_with(patient).await;
    let way = |cart: &Value| {
        let group = &cart["deliveryGroups"]["nodes"][0];
        group["selectedDeliveryOption"]["handle"].clone()
    };
    let cart = cart_of(&shop).await;
    let payload = sent_to(&shop, &cart, "010 01").await;
    let payload = chosen(&shop, &payload["cart"]).await;
    assert_eq!(payload["userErrors"], json!([]));
    let cart = payload["cart"].clone();
    assert_eq!(way(&cart), "dopravce");
    let line = json!({ "id": cart["lines"]["nodes"][0]["id"], "quantity": 2 });
    let variables = json!({ "cartId": cart["id"], "lines": [line] });
    let payload = shop.mutate("cartLinesUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    assert_eq!(way(&payload["cart"]), "dopravce");
    let variables = json!({ "cartId": cart["id"], "discountCodes": ["DAREK"] });
    let payload = shop.mutate("cartDiscountCodesUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    assert_eq!(way(&payload["cart"]), "dopravce");

    let payload = sent_to(&shop, &cart, "999 05").await;
    assert_eq!(codes(&payload["userErrors"]), ["PENDING_DELIVERY_GROUPS"]);
    assert_eq!(until_answered(&shop, &cart).await, [] as [&str; 0]);
    let variables = json!({ "cartId": cart["id"], "discountCodes": [] });
    let payload = shop.mutate("cartDiscountCodesUpdate", variables).await;
    assert_eq!(codes(&payload["userErrors"]), ["PENDING_DELIVERY_GROUPS"]);
    assert_eq!(fields(&payload["userErrors"]), ["discountCodes"]);
    assert_eq!(payload["cart"]["discountCodes"], json!([]));
}

/// [8.03] Selecting another option does not wait for a silent carrier; selecting the carrier's option does.
#[tokio::test]
async fn only_its_own_way_waits_for_a_carrier() {
    let patient =
        |config: String| with_carrier(&config).replace("deadline_ms = 100", "deadline_ms = 5000");
    let shop = Shop::open_with(patient).await;
    let cart = cart_of(&shop).await;
    let cart = sent_to(&shop, &cart, "999 01").await["cart"].clone();
    let began = Instant::now();
    let group = &cart["deliveryGroups"]["nodes"][0]["id"];
    let option = json!({ "deliveryGroupId": group, "deliveryOptionHandle": "ppl" });
    let variables = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [option] });
    let payload = shop
        .mutate("cartSelectedDeliveryOptionsUpdate", variables)
        .await;
    // A request waits at most as long as the carrier's deadline.
    assert!(began.elapsed() < Duration::from_secs(5));
    assert_eq!(payload["userErrors"], json!([]));
    let payload = chosen(&shop, &cart).await;
    assert_eq!(codes(&payload["userErrors"]), ["PENDING_DELIVERY_GROUPS"]);
}

/// [8.03] [7.02] A request that waits for a carrier holds an exchange permit. Without a free permit, prepare returns a
/// retry time, and a mutation returns what it has.
#[tokio::test]
async fn not_everybody_waits_for_a_carrier() {
    let crowded = |config: String| {
        let config = with_carrier_alone(&(config + "attempts = 1\n"));
        config.replace("deadline_ms = 100", "deadline_ms = 6000")
    };
    let shop = Shop::open_with(crowded).await;
    let [one, other] = [cart_of(&shop).await, cart_of(&shop).await];
    let waiting = sent_to(&shop, &one, "999 01");
    let refused = async {
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        let payload = sent_to(&shop, &other, "999 01").await;
        assert_eq!(codes(&payload["userErrors"]), ["PENDING_DELIVERY_GROUPS"]);
        let prepared = shop.prepare(&other).await;
        assert_eq!(prepared["result"]["__typename"], "CartThrottled");
    };
    let (payload, ()) = tokio::join!(waiting, refused);
    assert_eq!(codes(&payload["userErrors"]), ["PENDING_DELIVERY_GROUPS"]);
}
