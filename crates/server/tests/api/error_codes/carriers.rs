//! Produces the errors of pending carrier prices.

use super::{SeenErrors, assert_error, open};
use crate::late_carrier::{address, cart_of, chosen, sent_to, with_carrier, with_carrier_alone};
use crate::support::{Shop, billing};
use serde_json::json;

/// The postal code for which the emulated carrier always misses its deadline.
const LATE: &str = "999 01";
const CAUSE: &str = "a late carrier";
const CODE: &str = "PENDING_DELIVERY_GROUPS";

pub(super) async fn of_mutations() -> SeenErrors {
    let mut caused = SeenErrors::default();
    let shop = Shop::open_with(|config| with_carrier_alone(&config)).await;
    let cart = cart_of(&shop).await;
    let payload = sent_to(&shop, &cart, LATE).await;
    let at = "buyerIdentity.deliveryAddressPreferences";
    assert_error(&mut caused, &payload, CODE, at, CAUSE);
    let mut address = address(LATE);
    address["countryCode"] = json!("SK");
    let addresses = json!([{ "address": { "deliveryAddress": address }, "selected": true }]);
    let variables = json!({ "cartId": cart["id"], "addresses": addresses });
    let payload = shop.mutate("cartDeliveryAddressesReplace", variables).await;
    assert_error(&mut caused, &payload, CODE, "addresses", CAUSE);
    let payload = chosen(&shop, &payload["cart"]).await;
    let at = "selectedDeliveryOptions.0.deliveryOptionHandle";
    assert_error(&mut caused, &payload, CODE, at, CAUSE);
    caused
}

/// The buyer agreed to the configured price; now the shop waits for its carrier instead.
pub(super) async fn of_submissions() -> SeenErrors {
    let mut caused = SeenErrors::default();
    let pending = "without_answer = \"pending\"\n";
    let shop = open(&with_carrier("").replace(pending, "")).await;
    let cart = cart_of(&shop).await;
    sent_to(&shop, &cart, LATE).await;
    let cart = shop.read(&cart["id"]).await;
    let cart = chosen(&shop, &cart).await["cart"].clone();
    let due = cart["cost"]["totalAmount"]["amount"].as_str().unwrap();
    let transfer = json!({ "handle": "bank_transfer", "billingAddress": billing() });
    let transfer = json!({ "manualPaymentMethod": transfer });
    let payload = shop.pay(&cart, due, transfer).await;
    assert_eq!(payload["userErrors"], json!([]));
    let service = "carrier_service = \"ekonomy\"\n";
    let waits = format!("{service}{pending}");
    let shop = shop.reopen(|text| text.replace(service, &waits)).await;
    super::submissions::unprepared(&shop, &mut caused, &cart, (CAUSE, CODE)).await;
    super::submissions::unsubmitted_amid(&shop, &mut caused, &cart, (CAUSE, CODE)).await;
    caused
}
