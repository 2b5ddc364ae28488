//! Tests selling plans: goods that are bought repeatedly.

use crate::support::{BOOK, MUG, SHIRT, Shop, billing, codes, fields};
use serde_json::{Value, json};
use zkratka_commerce::order::OrderPayment;
use zkratka_store::OrderPage;

/// Shirts and mugs every week (10 % off), every three months in monthly parcels, or every month (three times for 199
/// Kč, then 5 % off); books every week only, without a discount.
pub(crate) const PLANS: &str = r#"
[[selling_plan_groups]]
handle = "predplatne"
name = "Předplatné"
options = ["Doručení"]
products = ["tricko", "hrnek"]

[[selling_plan_groups]]
handle = "klub"
name = "Čtenářský klub"
products = ["kniha"]
required = true

[[selling_plans]]
id = 1
group = "predplatne"
name = "Každý týden, sleva 10 %"
description = "Kdykoli ho zrušíte."
options = ["každý týden"]
interval = "WEEK"
adjustments = [{ percentage = "10" }]

[[selling_plans]]
id = 2
group = "predplatne"
name = "Na čtvrt roku dopředu"
options = ["každý měsíc"]
interval = "MONTH"
interval_count = 3
delivery_interval = "MONTH"
adjustments = [{ amount = "20" }]

[[selling_plans]]
id = 3
group = "predplatne"
name = "Každý měsíc"
options = ["každý měsíc"]
interval = "MONTH"
adjustments = [{ price = "199", orders = 3 }, { percentage = "5" }]

[[selling_plans]]
id = 4
group = "klub"
name = "Kniha každý týden"
interval = "WEEK"
recurring_deliveries = false
"#;

fn with_plans(config: String) -> String {
    config + PLANS
}

fn plan(id: u64) -> String {
    format!("gid://shopify/SellingPlan/{id}")
}

const ALLOCATION: &str = "{
  checkoutChargeAmount { amount currencyCode } remainingBalanceChargeAmount { amount }
  priceAdjustments { price { amount } compareAtPrice { amount } perDeliveryPrice { amount } unitPrice { amount } }
  sellingPlan {
    id name description recurringDeliveries options { name value }
    billingPolicy { __typename ... on SellingPlanRecurringBillingPolicy { interval intervalCount } }
    deliveryPolicy { __typename ... on SellingPlanRecurringDeliveryPolicy { interval intervalCount } }
    checkoutCharge { type value { ... on SellingPlanCheckoutChargePercentageValue { percentage } ... on MoneyV2 { amount } } }
    priceAdjustments { orderCount adjustmentValue {
      __typename
      ... on SellingPlanPercentagePriceAdjustment { adjustmentPercentage }
      ... on SellingPlanFixedAmountPriceAdjustment { adjustmentAmount { amount } }
      ... on SellingPlanFixedPriceAdjustment { price { amount } }
    } }
    metafield(key: \"x\") { id } metafields(identifiers: [{ key: \"x\" }]) { id }
  }
}";

impl Shop {
    async fn add(&self, cart: &Value, lines: Value) -> Value {
        let variables = json!({ "cartId": cart["id"], "lines": lines });
        self.mutate("cartLinesAdd", variables).await
    }

    async fn allocations(&self, cart: &Value) -> Vec<Value> {
        let query = format!(
            "query($id: ID!) {{ cart(id: $id) {{ lines(first: 10) {{ nodes {{ sellingPlanAllocation {ALLOCATION} }} }} }} }}"
        );
        let answer = self.run(&query, json!({ "id": cart["id"] })).await;
        let lines = answer.field("cart")["lines"]["nodes"].clone();
        let lines = lines.as_array().unwrap().iter();
        lines
            .map(|line| line["sellingPlanAllocation"].clone())
            .collect()
    }
}

fn amount(amount: &str) -> Value {
    json!({ "amount": amount })
}

/// A product lists its selling plans, and the prices that each gives its variants.
#[tokio::test]
async fn a_product_offers_its_plans() {
    let shop = Shop::open_with(with_plans).await;
    let query = format!(
        "{{ product(handle: \"{MUG}\") {{
            requiresSellingPlan
            sellingPlanGroups(first: 5) {{ nodes {{ appName name options {{ name values }} sellingPlans(first: 2) {{ nodes {{ id name }} pageInfo {{ hasNextPage }} }} }} }}
            variants(first: 1) {{ nodes {{ sellingPlanAllocations(first: 2) {{ nodes {{ priceAdjustments {{ price {{ amount }} }} sellingPlan {{ id }} }} pageInfo {{ hasNextPage endCursor }} }} }} }}
        }}
        kniha: product(handle: \"{BOOK}\") {{ requiresSellingPlan sellingPlanGroups(first: 1) {{ nodes {{ name options {{ name }} }} }} }}
        e: product(handle: \"e-kniha\") {{ requiresSellingPlan sellingPlanGroups(first: 1) {{ nodes {{ name }} }} }} }}"
    );
    let answer = shop.run(&query, json!({})).await;
    let mug = answer.field("product");
    assert_eq!(mug["requiresSellingPlan"], false);
    let group = json!([{
        "appName": null,
        "name": "Předplatné",
        "options": [{ "name": "Doručení", "values": ["každý týden", "každý měsíc"] }],
        "sellingPlans": {
            "nodes": [
                { "id": plan(1), "name": "Každý týden, sleva 10 %" },
                { "id": plan(2), "name": "Na čtvrt roku dopředu" },
            ],
            "pageInfo": { "hasNextPage": true },
        },
    }]);
    assert_eq!(mug["sellingPlanGroups"]["nodes"], group);
    let allocations = &mug["variants"]["nodes"][0]["sellingPlanAllocations"];
    let expected = json!([
        { "priceAdjustments": [{ "price": amount("261.45") }], "sellingPlan": { "id": plan(1) } },
        { "priceAdjustments": [{ "price": amount("811.50") }], "sellingPlan": { "id": plan(2) } },
    ]);
    assert_eq!(allocations["nodes"], expected);
    assert_eq!(allocations["pageInfo"]["hasNextPage"], true);
    let book = answer.field("kniha");
    assert_eq!(book["requiresSellingPlan"], true);
    let club = json!([{ "name": "Čtenářský klub", "options": [{ "name": "Doručení" }] }]);
    assert_eq!(book["sellingPlanGroups"]["nodes"], club);
    let none = json!({ "requiresSellingPlan": false, "sellingPlanGroups": { "nodes": [] } });
    assert_eq!(answer.field("e"), none);
}

/// [3.05] A line under a plan has its price per order with and without the plan; the plan has its interval, its number
/// of orders and whether deliveries recur.
/// [3.04] A limited query returns the plan and whether anything is shipped.
#[tokio::test]
async fn a_line_says_what_its_plan_means() {
    let shop = Shop::open_with(with_plans).await;
    let cart = shop.cart(&[(MUG, 0, 1)]).await;
    let shirt = shop.variant(SHIRT, 0).await;
    let lines = json!([
        { "merchandiseId": shirt, "quantity": 2, "sellingPlanId": plan(1) },
        { "merchandiseId": shirt, "quantity": 1, "sellingPlanId": plan(2) },
        { "merchandiseId": shirt, "quantity": 3, "sellingPlanId": plan(3) },
    ]);
    let payload = shop.add(&cart, lines).await;
    assert_eq!(payload["userErrors"], json!([]));
    let cart = &payload["cart"];
    let subtotals = ["290.50", "2322.00", "3810.00", "597.00"];
    let lines = cart["lines"]["nodes"].as_array().unwrap();
    let found: Vec<_> = lines
        .iter()
        .map(|line| line["cost"]["subtotalAmount"]["amount"].as_str().unwrap())
        .collect();
    assert_eq!(found, subtotals);
    assert_eq!(cart["cost"]["subtotalAmount"]["amount"], "7019.50");
    let first = &lines[1]["cost"];
    assert_eq!(first["amountPerQuantity"]["amount"], "1161.00");
    assert_eq!(first["compareAtAmountPerQuantity"]["amount"], "1290.00");

    let allocations = shop.allocations(cart).await;
    assert_eq!(allocations[0], Value::Null);
    let whole = json!({ "type": "PERCENTAGE", "value": { "percentage": 100.0 } });
    let weekly = json!({
        "checkoutChargeAmount": { "amount": "1161.00", "currencyCode": "CZK" },
        "remainingBalanceChargeAmount": amount("0.00"),
        "priceAdjustments": [{
            "price": amount("1161.00"), "compareAtPrice": amount("1290.00"),
            "perDeliveryPrice": amount("1161.00"), "unitPrice": null,
        }],
        "sellingPlan": {
            "id": plan(1), "name": "Každý týden, sleva 10 %", "description": "Kdykoli ho zrušíte.",
            "recurringDeliveries": true,
            "options": [{ "name": "Doručení", "value": "každý týden" }],
            "billingPolicy": { "__typename": "SellingPlanRecurringBillingPolicy", "interval": "WEEK", "intervalCount": 1 },
            "deliveryPolicy": { "__typename": "SellingPlanRecurringDeliveryPolicy", "interval": "WEEK", "intervalCount": 1 },
            "checkoutCharge": whole,
            "priceAdjustments": [{
                "orderCount": null,
                "adjustmentValue": { "__typename": "SellingPlanPercentagePriceAdjustment", "adjustmentPercentage": 10.0 },
            }],
            "metafield": null,
            "metafields": [null],
        },
    });
    assert_eq!(allocations[1], weekly);
    let ahead = &allocations[2];
    let prices = json!([{
        "price": amount("3810.00"), "compareAtPrice": amount("3870.00"),
        "perDeliveryPrice": amount("1270.00"), "unitPrice": null,
    }]);
    assert_eq!(ahead["priceAdjustments"], prices);
    let often = |what: &str, count: u32| json!({ "__typename": what, "interval": "MONTH", "intervalCount": count });
    let ahead = &ahead["sellingPlan"];
    assert_eq!(
        ahead["billingPolicy"],
        often("SellingPlanRecurringBillingPolicy", 3)
    );
    assert_eq!(
        ahead["deliveryPolicy"],
        often("SellingPlanRecurringDeliveryPolicy", 1)
    );
    let twice = &allocations[3];
    let prices: Vec<_> = twice["priceAdjustments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["price"]["amount"].as_str().unwrap())
        .collect();
    assert_eq!(prices, ["199.00", "1225.50"]);
    let adjustments = &twice["sellingPlan"]["priceAdjustments"];
    assert_eq!(adjustments[0]["orderCount"], 3);
    let fixed =
        json!({ "__typename": "SellingPlanFixedPriceAdjustment", "price": amount("199.00") });
    assert_eq!(adjustments[0]["adjustmentValue"], fixed);
    assert_eq!(adjustments[1]["orderCount"], Value::Null);

    let limited = "query($id: ID!) { cart(id: $id) { lines(first: 50) { nodes { sellingPlanAllocation { sellingPlan { id } } merchandise { ... on ProductVariant { requiresShipping } } } } } }";
    let answer = shop.run(limited, json!({ "id": cart["id"] })).await;
    let second = &answer.field("cart")["lines"]["nodes"][1];
    let expected = json!({
        "sellingPlanAllocation": { "sellingPlan": { "id": plan(1) } },
        "merchandise": { "requiresShipping": true },
    });
    assert_eq!(*second, expected);
    shop.server.stop().await;
}

/// [8.03] `SELLING_PLAN_NOT_APPLICABLE` and `VARIANT_REQUIRES_SELLING_PLAN`, from every operation that adds goods to a
/// cart.
#[tokio::test]
async fn a_plan_must_be_one_of_the_goods() {
    let shop = Shop::open_with(with_plans).await;
    let book = shop.variant(BOOK, 0).await;
    let shirt = shop.variant(SHIRT, 0).await;
    let not_applicable = "SELLING_PLAN_NOT_APPLICABLE";
    let cart = shop.cart(&[(SHIRT, 0, 1)]).await;
    for (line, code) in [
        (
            json!({ "merchandiseId": shirt, "sellingPlanId": plan(99) }),
            not_applicable,
        ),
        (
            json!({ "merchandiseId": shirt, "sellingPlanId": plan(4) }),
            not_applicable,
        ),
        (
            json!({ "merchandiseId": shirt, "sellingPlanId": "nesmysl" }),
            not_applicable,
        ),
        (
            json!({ "merchandiseId": book, "sellingPlanId": plan(1) }),
            not_applicable,
        ),
        (
            json!({ "merchandiseId": book }),
            "VARIANT_REQUIRES_SELLING_PLAN",
        ),
    ] {
        let lines = json!([{ "merchandiseId": shirt, "sellingPlanId": plan(1) }, line]);
        let created = shop
            .mutate("cartCreate", json!({ "input": { "lines": lines } }))
            .await;
        assert_eq!(created["cart"], Value::Null, "{line}");
        assert_eq!(codes(&created["userErrors"]), [code], "{line}");
        assert_eq!(
            fields(&created["userErrors"]),
            ["input.lines.1.sellingPlanId"]
        );
        let added = shop.add(&cart, lines).await;
        assert_eq!(codes(&added["userErrors"]), [code], "{line}");
        assert_eq!(fields(&added["userErrors"]), ["lines.1.sellingPlanId"]);
        assert_eq!(added["cart"], cart, "nothing was applied");
    }
    let line = &cart["lines"]["nodes"][0]["id"];
    let update = |change: Value| {
        let mut line = json!({ "id": line });
        line.as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        let variables = json!({ "cartId": cart["id"], "lines": [line] });
        shop.mutate("cartLinesUpdate", variables)
    };
    let refused = update(json!({ "sellingPlanId": plan(4) })).await;
    assert_eq!(codes(&refused["userErrors"]), [not_applicable]);
    assert_eq!(fields(&refused["userErrors"]), ["lines.0.sellingPlanId"]);
    let required = update(json!({ "merchandiseId": book })).await;
    assert_eq!(
        codes(&required["userErrors"]),
        ["VARIANT_REQUIRES_SELLING_PLAN"]
    );
    let of = |payload: &Value| {
        payload["cart"]["lines"]["nodes"][0]["sellingPlanAllocation"]["sellingPlan"]["id"].clone()
    };
    let planned = update(json!({ "sellingPlanId": plan(1) })).await;
    assert_eq!(of(&planned), plan(1));
    let kept = update(json!({ "quantity": 2 })).await;
    assert_eq!(of(&kept), plan(1), "what is left out stays");
    let given_up = update(json!({ "sellingPlanId": null })).await;
    assert_eq!(of(&given_up), Value::Null);
    shop.server.stop().await;
}

/// [3.09] A delivery group has the purchase type of its goods.
#[tokio::test]
async fn a_delivery_group_is_of_a_purchase_type() {
    let shop = Shop::open_with(with_plans).await;
    let group = |cart: &Value| cart["deliveryGroups"]["nodes"][0]["groupType"].clone();
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    assert_eq!(group(&cart), "ONE_TIME_PURCHASE");
    let shirt = shop.variant(SHIRT, 0).await;
    let lines = json!([{ "merchandiseId": shirt, "sellingPlanId": plan(1) }]);
    let mixed = shop.add(&cart, lines).await["cart"].clone();
    assert_eq!(group(&mixed), "ONE_TIME_PURCHASE");
    let second = &mixed["deliveryGroups"]["nodes"][1];
    assert_eq!(second["groupType"], "SUBSCRIPTION");
    assert_eq!(
        second["selectedDeliveryOption"]["handle"], "ppl",
        "what was chosen for the whole cart"
    );
    let mug = &mixed["lines"]["nodes"][0]["id"];
    let variables = json!({ "cartId": cart["id"], "lineIds": [mug] });
    let only = shop.mutate("cartLinesRemove", variables).await;
    assert_eq!(group(&only["cart"]), "SUBSCRIPTION");
    shop.server.stop().await;
}

/// A cart under a plan that lacks only its payment.
async fn subscription(shop: &Shop) -> Value {
    let cart = shop.ready_cart(&[(SHIRT, 0, 2)]).await;
    let line = &cart["lines"]["nodes"][0]["id"];
    let lines = json!([{ "id": line, "sellingPlanId": plan(3) }]);
    let variables = json!({ "cartId": cart["id"], "lines": lines });
    let payload = shop.mutate("cartLinesUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["cart"].clone()
}

/// The order keeps the agreed plan and the mandate to charge, and its timeline says that it renews.
#[tokio::test]
async fn a_subscription_is_bought_by_card() {
    let shop = Shop::open_with(with_plans).await;
    let cart = subscription(&shop).await;
    assert_eq!(cart["cost"]["totalAmount"]["amount"], "517.00");
    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "token-of-the-subscription").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess");
    let attempt = shop.attempt(&result["attemptId"]).await;
    assert_eq!(attempt["__typename"], "CartCompletionSuccess", "{attempt}");
    let page = OrderPage {
        before: None,
        limit: 9,
    };
    let records = shop.server.app().store.orders(page).await.unwrap();
    let [record] = &records[..] else {
        panic!("{} orders", records.len());
    };
    let ordered = record.order.snapshot.lines[0].selling_plan.as_deref();
    let ordered = ordered.expect("a plan");
    assert_eq!((ordered.id.0, ordered.name.as_str()), (3, "Každý měsíc"));
    let prices: Vec<_> = ordered
        .prices
        .iter()
        .map(|one| (one.price.get(), one.order_count))
        .collect();
    assert_eq!(prices, [(19_900, Some(3)), (122_550, None)]);
    let (OrderPayment::Authorised { card } | OrderPayment::Captured { card }) =
        &record.order.payment
    else {
        panic!("{:?}", record.order.payment);
    };
    let mandate = card.mandate.as_deref().expect("a mandate");
    let began = format!("plans 3, mandate {mandate}");
    let timeline: Vec<_> = record
        .timeline
        .iter()
        .filter(|entry| entry.event == "subscription_began")
        .map(|entry| entry.detail.as_str())
        .collect();
    assert_eq!(timeline, [began.as_str()]);
    shop.server.stop().await;
}

/// [5.15] A subscription needs a payment method that can be charged again: neither payment on delivery nor a transfer.
#[tokio::test]
async fn a_subscription_is_paid_by_what_can_be_charged_again() {
    let shop = Shop::open_with(with_plans).await;
    let cart = subscription(&shop).await;
    for handle in ["cash_on_delivery", "bank_transfer"] {
        let method =
            json!({ "manualPaymentMethod": { "handle": handle, "billingAddress": billing() } });
        let payload = shop.pay(&cart, "517.00", method).await;
        let found = codes(&payload["userErrors"]);
        assert_eq!(
            found,
            ["INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED"],
            "{handle}"
        );
    }
    shop.server.stop().await;
}

/// Changing the plan removes a payment bound before.
#[tokio::test]
async fn a_changed_plan_drops_the_payment() {
    let shop = Shop::open_with(with_plans).await;
    let cart = subscription(&shop).await;
    shop.pay_by_card(&cart, "4111111111111111").await;
    let line = &cart["lines"]["nodes"][0]["id"];
    let lines = json!([{ "id": line, "sellingPlanId": plan(1) }]);
    let variables = json!({ "cartId": cart["id"], "lines": lines });
    let payload = shop.mutate("cartLinesUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    let result = shop.submit(&cart, "token-of-the-subscription").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitFailed");
    assert_eq!(codes(&result["errors"]), ["PAYMENTS_METHOD_REQUIRED"]);
    shop.server.stop().await;
}
