//! Tests that one-time goods and subscriptions are delivered in separate groups.

use crate::selling_plans::PLANS;
use crate::support::{EBOOK, MUG, SHIRT, Shop, billing, codes, fields};
use serde_json::{Value, json};
use zkratka_commerce::catalogue::Stock;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::selling_plan::PurchaseType;

const PAGES: &str = "query($id: ID!, $first: Int, $after: String) { cart(id: $id) {
  deliveryGroups(first: $first, after: $after) {
    edges { cursor node { groupType } } pageInfo { hasNextPage hasPreviousPage endCursor }
  }
} }";

async fn open() -> Shop {
    Shop::open_with(|config| config + PLANS).await
}

/// One mug for 290.50 bought once, two shirts for 199.00 each every month, and an e-book. The cart has an address and
/// no selected delivery.
async fn mixed(shop: &Shop) -> Value {
    let cart = shop.cart(&[(MUG, 0, 1), (EBOOK, 0, 1)]).await;
    let shirt = json!({ "merchandiseId": shop.variant(SHIRT, 0).await, "quantity": 2,
        "sellingPlanId": "gid://shopify/SellingPlan/3" });
    let variables = json!({ "cartId": cart["id"], "lines": [shirt] });
    shop.mutate("cartLinesAdd", variables).await;
    let identity = json!({ "email": "jana@example.cz", "phone": "777123456", "countryCode": "CZ",
        "deliveryAddressPreferences": [{
            "deliveryAddress": billing(),
            "deliveryAddressValidationStrategy": "STRICT",
        }],
    });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    shop.mutate("cartBuyerIdentityUpdate", variables).await["cart"].clone()
}

/// Selects an option for the group at each index.
async fn select(shop: &Shop, cart: &Value, ways: &[(usize, &str)]) -> Value {
    let groups = &cart["deliveryGroups"]["nodes"];
    let options = ways.iter().map(|&(place, handle)| {
        json!({ "deliveryGroupId": groups[place]["id"], "deliveryOptionHandle": handle })
    });
    let options: Vec<_> = options.collect();
    let variables = json!({ "cartId": cart["id"], "selectedDeliveryOptions": options });
    shop.mutate("cartSelectedDeliveryOptionsUpdate", variables)
        .await
}

fn amount(cart: &Value) -> &str {
    cart["cost"]["totalAmount"]["amount"].as_str().unwrap()
}

/// [3.04] [3.10] Each purchase type has its own group with its own lines, and a group's id never refers to the other
/// group.
#[tokio::test]
async fn a_mixed_cart_has_a_group_for_each_purchase_type() {
    let shop = open().await;
    let cart = mixed(&shop).await;
    let groups = cart["deliveryGroups"]["nodes"].as_array().unwrap();
    let types: Vec<_> = groups.iter().map(|group| &group["groupType"]).collect();
    assert_eq!(types, ["ONE_TIME_PURCHASE", "SUBSCRIPTION"]);
    let line = |place: usize| json!([{ "id": cart["lines"]["nodes"][place]["id"] }]);
    assert_eq!(groups[0]["cartLines"]["nodes"], line(0));
    assert_eq!(groups[1]["cartLines"]["nodes"], line(2));
    let ids: Vec<_> = groups.iter().map(|group| group["id"].as_str()).collect();
    let ids: Vec<_> = ids.into_iter().map(Option::unwrap).collect();
    assert!(ids[0].starts_with("gid://shopify/CartDeliveryGroup/1?cart="));
    assert!(ids[1].starts_with("gid://shopify/CartDeliveryGroup/2?cart="));
    let mug = json!({ "cartId": cart["id"], "lineIds": [cart["lines"]["nodes"][0]["id"]] });
    let left = shop.mutate("cartLinesRemove", mug).await["cart"].clone();
    let [only] = left["deliveryGroups"]["nodes"]
        .as_array()
        .unwrap()
        .as_slice()
    else {
        panic!("{left}");
    };
    assert_eq!(
        (&only["id"], &only["groupType"]),
        (&json!(ids[1]), &json!("SUBSCRIPTION"))
    );
    // An outdated tab, which still shows the mug, selects an option for a group that no longer exists.
    let late = json!([{ "deliveryGroupId": ids[0], "deliveryOptionHandle": "ppl" }]);
    let late = json!({ "cartId": cart["id"], "selectedDeliveryOptions": late });
    let late = shop.mutate("cartSelectedDeliveryOptionsUpdate", late).await;
    assert_eq!(codes(&late["userErrors"]), ["INVALID_DELIVERY_GROUP"]);
    assert_eq!(
        late["cart"]["deliveryGroups"]["nodes"][0]["selectedDeliveryOption"],
        Value::Null
    );
    shop.server.stop().await;
}

/// [3.04] Groups are paginated like any list.
#[tokio::test]
async fn groups_come_in_pages() {
    let shop = open().await;
    let cart = mixed(&shop).await;
    let page = async |after: &Value| {
        let variables = json!({ "id": cart["id"], "first": 1, "after": after });
        shop.run(PAGES, variables).await.field("cart")["deliveryGroups"].clone()
    };
    let first = page(&Value::Null).await;
    assert_eq!(first["edges"][0]["node"]["groupType"], "ONE_TIME_PURCHASE");
    assert_eq!(first["pageInfo"]["hasNextPage"], true);
    let second = page(&first["pageInfo"]["endCursor"]).await;
    assert_eq!(second["edges"][0]["node"]["groupType"], "SUBSCRIPTION");
    assert_eq!(second["edges"].as_array().map(Vec::len), Some(1));
    assert_eq!(second["pageInfo"]["hasNextPage"], false);
    assert_eq!(second["pageInfo"]["hasPreviousPage"], true);
    shop.server.stop().await;
}

/// [4.33] [7.04] The client selects an option for each group by its id, and the total includes the prices of both.
#[tokio::test]
async fn each_group_is_chosen_for_by_its_id() {
    let shop = open().await;
    let cart = mixed(&shop).await;
    // 290.50 + 199.00 + 2 × 199.00, without delivery.
    assert_eq!(amount(&cart), "887.50");
    let first = select(&shop, &cart, &[(0, "rozvoz")]).await["cart"].clone();
    assert_eq!(amount(&first), "937.00");
    assert_eq!(first["cost"]["totalAmountEstimated"], true);
    let both = select(&shop, &cart, &[(1, "ppl")]).await["cart"].clone();
    assert_eq!(amount(&both), "1056.00");
    assert_eq!(both["cost"]["totalAmountEstimated"], false);
    let chosen = |cart: &Value| {
        let groups = cart["deliveryGroups"]["nodes"].as_array().unwrap().iter();
        let chosen = groups.map(|group| group["selectedDeliveryOption"]["handle"].clone());
        chosen.collect::<Vec<_>>()
    };
    assert_eq!(chosen(&both), ["rozvoz", "ppl"]);
    let swapped = select(&shop, &cart, &[(0, "ppl"), (1, "odber")]).await;
    assert_eq!(swapped["userErrors"], json!([]));
    assert_eq!(chosen(&swapped["cart"]), ["ppl", "odber"]);

    // One invalid selection refuses both, with the path of the invalid one.
    let wrong = select(&shop, &cart, &[(0, "odber"), (1, "balon")]).await;
    assert_eq!(codes(&wrong["userErrors"]), ["INVALID_DELIVERY_OPTION"]);
    assert_eq!(
        fields(&wrong["userErrors"]),
        ["selectedDeliveryOptions.1.deliveryOptionHandle"]
    );
    assert_eq!(chosen(&wrong["cart"]), ["ppl", "odber"]);
    let second = cart["deliveryGroups"]["nodes"][1]["id"].as_str().unwrap();
    let third = second.replace("Group/2", "Group/3");
    let options = json!([{ "deliveryGroupId": third, "deliveryOptionHandle": "ppl" }]);
    let variables = json!({ "cartId": cart["id"], "selectedDeliveryOptions": options });
    let wrong = shop
        .mutate("cartSelectedDeliveryOptionsUpdate", variables)
        .await;
    assert_eq!(codes(&wrong["userErrors"]), ["INVALID_DELIVERY_GROUP"]);
    assert_eq!(
        fields(&wrong["userErrors"]),
        ["selectedDeliveryOptions.0.deliveryGroupId"]
    );

    // Removing the subscription removes its group.
    let shirts = json!({ "cartId": cart["id"], "lineIds": [cart["lines"]["nodes"][2]["id"]] });
    shop.mutate("cartLinesRemove", shirts).await;
    let gone = select(&shop, &cart, &[(1, "ppl")]).await;
    assert_eq!(codes(&gone["userErrors"]), ["INVALID_DELIVERY_GROUP"]);
    shop.server.stop().await;
}

/// [8.03] [3.10] A group without a selected option prevents the order; the order then lists the delivery of each group.
#[tokio::test]
async fn a_mixed_cart_is_bought() {
    let shop = open().await;
    let cart = mixed(&shop).await;
    let reasons = async || {
        let prepared = shop.prepare(&cart).await["result"].clone();
        let found = codes(&prepared["errors"]);
        found.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(reasons().await, ["NO_DELIVERY_GROUP_SELECTED"; 2]);
    select(&shop, &cart, &[(0, "odber")]).await;
    assert_eq!(reasons().await, ["NO_DELIVERY_GROUP_SELECTED"]);
    let cart = select(&shop, &cart, &[(1, "ppl")]).await["cart"].clone();
    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "token-of-both").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess");
    let attempt = shop.attempt(&result["attemptId"]).await;
    assert_eq!(attempt["__typename"], "CartCompletionSuccess", "{attempt}");
    let orders = shop.orders().await;
    let snapshot = &orders[0].snapshot;
    let delivery = snapshot.delivery.as_ref().unwrap();
    let ways: Vec<_> = delivery
        .ways()
        .map(|(group, option)| (group, option.handle.as_str(), option.price.get()))
        .collect();
    assert_eq!(
        ways,
        [
            (Some(PurchaseType::OneTimePurchase), "odber", 0),
            (Some(PurchaseType::Subscription), "ppl", 11_900),
        ]
    );
    // One group is shipped, so the order has an address.
    assert!(snapshot.delivery_address.is_some());
    assert_eq!(snapshot.total, MinorUnits::new(88_750 + 11_900));
    shop.server.stop().await;
}

/// [8.03] [5.19] If one of two groups cannot be delivered, the error names that group.
#[tokio::test]
async fn the_group_that_cannot_go_is_named() {
    let light = |config: String| config.replace("[{ price", "[{ up_to_kg = 1, price");
    let shop = Shop::open_with(|config| light(config) + PLANS).await;
    let cart = mixed(&shop).await;
    let shirts = &cart["lines"]["nodes"][2]["id"];
    // Thirty shirts weigh 7.5 kg.
    shop.reimport(SHIRT, |shirt| shirt.variants[0].stock = Stock::Untracked)
        .await;
    let lines = json!([{ "id": shirts, "quantity": 30 }]);
    let variables = json!({ "cartId": cart["id"], "lines": lines });
    let payload = shop.mutate("cartLinesUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    let prepared = shop.prepare(&cart).await["result"].clone();
    let expected = json!([{
        "code": "DELIVERY_NO_DELIVERY_AVAILABLE",
        "message": "Zboží v předplatném na tuto adresu bohužel nedoručujeme.",
    }]);
    assert_eq!(prepared["errors"], expected);
    shop.server.stop().await;
}

/// [7.12] The server asks the carrier for each parcel separately.
#[tokio::test]
async fn the_carrier_prices_each_parcel() {
    const CARRIED: &str = r#"
[[delivery]]
handle = "balik"
title = "Balík podle dopravce"
carrier_service = "ekonomy"
rates = []
"#;
    const RATED: &str = "query($id: ID!) { cart(id: $id) { id ... @defer {
      deliveryGroups(first: 2, withCarrierRates: true) { nodes { id } } } } }";
    let shop = Shop::open_with(|config| config + PLANS + CARRIED).await;
    let cart = mixed(&shop).await;
    let body = json!({ "query": RATED, "variables": { "id": cart["id"] } });
    let answer = shop.post().json(&body).send().await.unwrap();
    assert!(answer.text().await.unwrap().ends_with("--graphql--\r\n"));
    let groups = shop.read(&cart["id"]).await["deliveryGroups"]["nodes"].clone();
    let costs: Vec<_> = groups
        .as_array()
        .unwrap()
        .iter()
        .map(|group| {
            let options = group["deliveryOptions"].as_array().unwrap();
            let carried = options.iter().find(|option| option["handle"] == "balik");
            carried.map(|option| option["estimatedCost"]["amount"].clone())
        })
        .collect();
    assert!(
        costs.len() == 2 && costs.iter().all(Option::is_some),
        "{groups:#}"
    );
    let payload = select(&shop, &cart, &[(0, "balik"), (1, "balik")]).await;
    assert_eq!(payload["userErrors"], json!([]));
    let number = |text: &str| text.parse::<f64>().unwrap();
    let carried: f64 = costs
        .iter()
        .flatten()
        .map(|cost| number(cost.as_str().unwrap()))
        .sum();
    let sent = number(amount(&payload["cart"])) - number(amount(&cart));
    assert!((sent - carried).abs() < 0.001, "{sent} for {carried}");
    shop.server.stop().await;
}
