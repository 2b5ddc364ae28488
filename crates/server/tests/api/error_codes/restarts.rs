//! Tests what a changed configuration does between the payment and the order: the shop closes and opens again on the
//! same store, as when a merchant changes its terms.

use super::submissions::{unprepared, unsubmitted};
use super::{PREPARE, SeenErrors, american, assert_error, open, preference};
use crate::support::{BOOK, MUG, SHIRT, Shop, billing, codes};
use crate::wallets::support::{GOOD_CARD, bound, token};
use serde_json::{Value, json};

const STATES: &str = "
[[markets]]
handle = \"usa\"
countries = [\"US\"]
currency = \"USD\"
rate = \"20\"
tax = \"added\"
duty = \"10\"
";

pub(super) async fn of_submissions() -> SeenErrors {
    let mut caused = SeenErrors::default();
    method_taken_off(&mut caused).await;
    duty_raised(&mut caused).await;
    goods_for_the_checkout(&mut caused).await;
    plans_required(&mut caused).await;
    delivered_otherwise(&mut caused).await;
    plans_closed_to_companies(&mut caused).await;
    caused
}

/// The shop no longer offers dobírka.
async fn method_taken_off(caused: &mut SeenErrors) {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let (offered, taken_off) = (
        "[payments]\ncard = true\ncash_on_delivery = true",
        "[payments]\ncard = true",
    );
    let without = format!("{taken_off}\ncash_on_delivery = false");
    let shop = shop.reopen(|text| text.replace(offered, &without)).await;
    let expected = ("offered no more", "PAYMENTS_METHOD_UNAVAILABLE");
    unsubmitted(&shop, caused, &cart, expected).await;
}

/// Only the duty of the buyer's country rises.
async fn duty_raised(caused: &mut SeenErrors) {
    let shop = open(STATES).await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let variables =
        json!({ "cartId": cart["id"], "buyerIdentity": preference(&american(), "STRICT") });
    let cart = shop.mutate("cartBuyerIdentityUpdate", variables).await["cart"].clone();
    let payment = json!({
        "amount": cart["cost"]["totalAmount"],
        "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": billing() },
    });
    let variables = json!({ "cartId": cart["id"], "payment": payment });
    let payload = shop.mutate("cartPaymentUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    let raised = |text: String| text.replace("duty = \"10\"", "duty = \"12\"");
    let shop = shop.reopen(raised).await;
    let expected = ("a higher duty", "PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED");
    unsubmitted(&shop, caused, &cart, expected).await;
    assert_eq!(shop.orders().await.len(), 0);
}

/// From now on, only the checkout sells the goods that a wallet has paid.
async fn goods_for_the_checkout(caused: &mut SeenErrors) {
    let shop = open("\n[wallets.google_pay]\nenabled = true\n").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    bound(&shop, &cart, &token(&shop, GOOD_CARD).await).await;
    let rule = "[[cart_rules]]\naction = \"checkout\"\nproducts = [\"kniha\"]\n";
    let shop = shop.reopen(|text| text + rule).await;
    let expected = ("goods for the checkout", "REDIRECT_TO_CHECKOUT_REQUIRED");
    unsubmitted(&shop, caused, &cart, expected).await;
    assert_eq!(shop.orders().await.len(), 0);
}

/// From now on, goods that were bought once are sold only under a plan.
async fn plans_required(caused: &mut SeenErrors) {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let shop = shop.reopen(|text| text + crate::selling_plans::PLANS).await;
    let expected = ("a plan is required", "MERCHANDISE_NOT_APPLICABLE");
    unsubmitted(&shop, caused, &cart, expected).await;
}

/// The option behind the selected handle has changed: it cannot be ordered until the buyer selects it again.
async fn delivered_otherwise(caused: &mut SeenErrors) {
    let code = "DELIVERY_LINE_DETAIL_CHANGED";
    for (cause, handle, before, after) in [
        (
            "another pick-up place",
            "vydejna-brno",
            "address = \"Zahradnická 3, Brno\"",
            "address = \"Veveří 9, Brno\"",
        ),
        (
            "another title",
            "ppl",
            "title = \"PPL na adresu\"",
            "title = \"Kočár\"",
        ),
        (
            "another kind",
            "rozvoz",
            "type = \"LOCAL\"",
            "type = \"PICK_UP\"",
        ),
    ] {
        let shop = open("").await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let select = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [{
            "deliveryGroupId": cart["deliveryGroups"]["nodes"][0]["id"], "deliveryOptionHandle": handle,
        }] });
        let name = "cartSelectedDeliveryOptionsUpdate";
        let cart = shop.mutate(name, select.clone()).await["cart"].clone();
        by_transfer(&shop, &cart).await;
        let shop = shop.reopen(|text| text.replace(before, after)).await;
        let group = shop.read(&cart["id"]).await["deliveryGroups"]["nodes"][0].clone();
        assert_eq!(group["selectionHasChanged"], true, "{cause}");
        unprepared(&shop, caused, &cart, (cause, code)).await;
        unsubmitted(&shop, caused, &cart, (cause, code)).await;
        assert_eq!(shop.orders().await.len(), 0);
        let cart = shop.mutate(name, select).await["cart"].clone();
        let group = &cart["deliveryGroups"]["nodes"][0];
        assert_eq!(group["selectionHasChanged"], false, "{cause}");
        // The payment was bound for another delivery.
        let expected = (cause, "PAYMENTS_METHOD_REQUIRED");
        unsubmitted(&shop, caused, &cart, expected).await;
        by_transfer(&shop, &cart).await;
        let done = shop.submit(&cart, "pokus-znovu").await;
        assert_eq!(done["result"]["__typename"], "SubmitSuccess", "{cause}");
    }
}

/// Binds a bank transfer for the amount due.
async fn by_transfer(shop: &Shop, cart: &Value) {
    let due = cart["cost"]["totalAmount"]["amount"].as_str().unwrap();
    let method = json!({ "handle": "bank_transfer", "billingAddress": billing() });
    let method = json!({ "manualPaymentMethod": method });
    let payload = shop.pay(cart, due, method).await;
    assert_eq!(payload["userErrors"], json!([]));
}

/// From now on, the plan that a company has paid is sold to consumers only.
async fn plans_closed_to_companies(caused: &mut SeenErrors) {
    let shop = open(crate::selling_plans::PLANS).await;
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    let plan = json!([{ "id": cart["lines"]["nodes"][0]["id"], "sellingPlanId": "gid://shopify/SellingPlan/1" }]);
    let numbers = json!([{ "key": "company_id", "value": "27082440" }]);
    shop.changed("cartLinesUpdate", &cart, ("lines", plan))
        .await;
    let cart = shop
        .changed("cartAttributesUpdate", &cart, ("attributes", numbers))
        .await;
    shop.pay_by_card(&cart, GOOD_CARD).await;
    let prepared = shop.prepare(&cart).await;
    assert_eq!(prepared["result"]["__typename"], "CartStatusReady");
    let closed = |text: String| {
        text.replace(
            "name = \"Předplatné\"",
            "name = \"Předplatné\"\ncompanies = false",
        )
    };
    let shop = shop.reopen(closed).await;
    let cause = "a company under a consumers' plan";
    let code = "MERCHANDISE_B2B_SELLING_PLANS_UNSUPPORTED";
    let prepared = shop.prepare(&cart).await;
    assert_eq!(codes(&prepared["result"]["errors"]), [code]);
    caused.note(cause, code, PREPARE);
    unsubmitted(&shop, caused, &cart, (cause, code)).await;
    let none = json!([{ "key": "company_id", "value": "" }]);
    let cart = shop
        .changed("cartAttributesUpdate", &cart, ("attributes", none))
        .await;
    let prepared = shop.prepare(&cart).await;
    let status = &prepared["result"]["__typename"];
    assert_eq!(status, "CartStatusReady", "a person");
}

impl Shop {
    /// Applies a valid change; returns the cart.
    async fn changed(&self, name: &str, cart: &Value, (argument, value): (&str, Value)) -> Value {
        let payload = self
            .mutate(name, json!({ "cartId": cart["id"], argument: value }))
            .await;
        assert_eq!(payload["userErrors"], json!([]), "{name}");
        payload["cart"].clone()
    }
}

/// A pick-up place is removed: the selection is lost, and the place cannot be selected again.
pub(super) async fn of_mutations() -> SeenErrors {
    let mut caused = SeenErrors::default();
    not_at_that_place(&mut caused).await;
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    let select = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [{
        "deliveryGroupId": cart["deliveryGroups"]["nodes"][0]["id"],
        "deliveryOptionHandle": "vydejna-brno",
    }] });
    let name = "cartSelectedDeliveryOptionsUpdate";
    let payload = shop.mutate(name, select.clone()).await;
    assert_eq!(payload["userErrors"], json!([]));
    let moved = |text: String| text.replace("handle = \"brno\"", "handle = \"praha\"");
    let shop = shop.reopen(moved).await;
    let payload = shop.mutate(name, select).await;
    let at = "selectedDeliveryOptions.0.deliveryOptionHandle";
    let cause = "a place that is there no more";
    assert_error(&mut caused, &payload, "INVALID_DELIVERY_OPTION", at, cause);
    let prepared: Value = shop.prepare(&cart).await;
    let found = codes(&prepared["result"]["errors"]);
    assert_eq!(found, ["NO_DELIVERY_GROUP_SELECTED"], "{PREPARE}");
    caused
}

/// An import says that the goods can be picked up nowhere: the place is neither offered nor selectable.
async fn not_at_that_place(caused: &mut SeenErrors) {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    shop.reimport(MUG, |mug| mug.variants[0].pickup_places = Some(Vec::new()))
        .await;
    let select = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [{
        "deliveryGroupId": cart["deliveryGroups"]["nodes"][0]["id"], "deliveryOptionHandle": "odber",
    }] });
    let name = "cartSelectedDeliveryOptionsUpdate";
    let payload = shop.mutate(name, select).await;
    let at = "selectedDeliveryOptions.0.deliveryOptionHandle";
    let code = "DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION";
    assert_error(caused, &payload, code, at, "not at that place");
    let group = &payload["cart"]["deliveryGroups"]["nodes"][0];
    let offered = group["deliveryOptions"].as_array().unwrap();
    let handles: Vec<_> = offered.iter().map(|option| &option["handle"]).collect();
    assert_eq!(handles, ["ppl", "rozvoz", "vydejna-brno"]);
}
