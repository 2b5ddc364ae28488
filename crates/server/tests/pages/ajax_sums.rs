//! Tests the discounts and selling plans that theme scripts and the cart page show.

use super::support::{Page, Shop, Shopper};
use reqwest::header::{ORIGIN, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const RULES: &str = r#"
[[discounts]]
code = "LETO10"
percentage = "10"
combines_with = ["goods"]
[[discounts]]
title = "Hrnky levněji"
amount = "50.50"
products = ["hrnek"]
combines_with = ["order"]
[[discounts]]
code = "AZ-OD-MILIONU"
percentage = "20"
minimum_subtotal = "1000000"
[[selling_plan_groups]]
handle = "predplatne"
name = "Předplatné"
options = ["Doručení"]
products = ["hrnek", "kniha"]
[[selling_plans]]
id = 7
group = "predplatne"
name = "Každý měsíc, zpočátku levněji"
options = ["každý měsíc"]
interval = "MONTH"
adjustments = [{ percentage = "20", orders = 3 }, { amount = "10" }]
"#;

async fn post(shopper: &mut Shopper<'_>, path: &str, body: Value) -> Value {
    let origin = shopper.shop.server.base_url.clone();
    let request = shopper.request(Method::POST, path).json(&body);
    let response = request.header(ORIGIN, origin).send().await;
    let response = response.expect("an answer");
    if let Some(cookie) = response.headers().get(SET_COOKIE) {
        let cookie = cookie.to_str().expect("text");
        shopper.cookie = cookie.split(';').next().map(str::to_owned);
    }
    let page = Page::read(response).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    serde_json::from_str(&page.text).expect("JSON")
}

async fn read(shopper: &Shopper<'_>) -> Value {
    let page = shopper.get("/cart.js").await;
    serde_json::from_str(&page.text).expect("JSON")
}

/// Sets the cart's codes through the cart API, as the checkout or an app does.
async fn enter(shopper: &Shopper<'_>, codes: &[&str]) {
    let cart = read(shopper).await;
    let token = cart["token"].as_str().expect("a token");
    let answer = shopper
        .api(
            "mutation($id: ID!, $codes: [String!]!) { cartDiscountCodesUpdate(cartId: $id, discountCodes: $codes) { userErrors { code } } }",
            json!({ "id": format!("gid://shopify/Cart/{token}"), "codes": codes }),
        )
        .await;
    assert_eq!(
        answer["cartDiscountCodesUpdate"]["userErrors"],
        json!([]),
        "{answer:#}"
    );
}

fn says(cart: &Value, expected: &[(&str, Value)]) {
    for (path, value) in expected {
        assert_eq!(cart.pointer(path), Some(value), "{path}: {cart:#}");
    }
}

/// [3.03] The discounts of lines and cart, and the codes, are in the fields where themes read them; [3.02] the totals
/// agree.
#[tokio::test]
async fn a_script_reads_discounts() {
    let shop = Shop::open_with(RULES).await;
    let mut shopper = shop.shopper();
    let (mug, book) = (shop.variant("hrnek", 0), shop.variant("kniha", 0));
    let body = json!({"items": [{"id": mug, "quantity": 2}, {"id": book}]});
    post(&mut shopper, "/cart/add.js", body).await;
    enter(&shopper, &["leto10", "AZ-OD-MILIONU"]).await;

    let cart = read(&shopper).await;
    // Two mugs for 1 290.50 less 50.50 in all, and a book for 199; then a tenth off the rest.
    let goods = 2 * 129_050 - 5_050 + 19_900;
    says(
        &cart,
        &[
            ("/original_total_price", json!(2 * 129_050 + 19_900)),
            ("/items_subtotal_price", json!(goods)),
            ("/total_price", json!(goods - 27_295)),
            ("/total_discount", json!(5_050 + 27_295)),
            ("/items/0/original_line_price", json!(258_100)),
            ("/items/0/final_line_price", json!(253_050)),
            ("/items/0/final_price", json!(126_525)),
            ("/items/0/line_level_total_discount", json!(5_050)),
            (
                "/items/0/discounts",
                json!([{"amount": 5_050, "title": "Hrnky levněji"}]),
            ),
            (
                "/items/0/line_level_discount_allocations",
                json!([{"amount": 5_050, "discount_application": {
                    "type": "automatic", "key": "Hrnky levněji", "title": "Hrnky levněji", "description": null,
                    "value": "50.5", "value_type": "fixed_amount", "allocation_method": "across",
                    "target_selection": "entitled", "target_type": "line_item", "total_allocated_amount": 5_050,
                }}]),
            ),
            ("/items/1/line_level_discount_allocations", json!([])),
            (
                "/cart_level_discount_applications",
                json!([{
                    "type": "discount_code", "key": "LETO10", "title": "LETO10", "description": null,
                    "value": "10.0", "value_type": "percentage", "allocation_method": "across",
                    "target_selection": "all", "target_type": "line_item", "total_allocated_amount": 27_295,
                }]),
            ),
            (
                "/discount_codes",
                json!([{"code": "leto10", "applicable": true}, {"code": "AZ-OD-MILIONU", "applicable": false}]),
            ),
        ],
    );

    let page = shopper.get("/cart").await;
    page.says("<p class=\"off\">Sleva (Hrnky levněji) 50,50\u{a0}Kč z 2\u{a0}581\u{a0}Kč</p>");
    page.says("<p class=\"order-off\">Sleva (LETO10) 272,95\u{a0}Kč</p>");
    page.says("<p class=\"code\">leto10 true</p><p class=\"code\">AZ-OD-MILIONU false</p>");
    page.says("<p class=\"goods\">2\u{a0}456,55\u{a0}Kč</p>");
}

/// [3.05] [5.16] A line has its selling plan, the price of each order, and the recurring total in words.
#[tokio::test]
async fn a_script_reads_selling_plans() {
    let shop = Shop::open_with(RULES).await;
    let mut shopper = shop.shopper();
    let book = shop.variant("kniha", 0);
    let body = json!({"items": [{"id": book, "quantity": 2, "selling_plan": 7}, {"id": book}]});
    let added = post(&mut shopper, "/cart/add.js", body).await;
    assert_eq!(
        added["items"][1].get("selling_plan_allocation"),
        None,
        "each added line is told apart by its plan: {added:#}"
    );

    let cart = read(&shopper).await;
    let weekly = json!([
        {"label": "Měsíční předplatné, první 3\u{a0}platby", "amount": 31_840},
        {"label": "Měsíční předplatné, dále", "amount": 37_800},
    ]);
    says(
        &cart,
        &[
            (
                "/items/0/selling_plan_allocation",
                json!({
                    "price_adjustments": [{"position": 1, "price": 15_920}, {"position": 2, "price": 18_900}],
                    "price": 15_920, "compare_at_price": 19_900, "per_delivery_price": 15_920,
                    "selling_plan": {
                        "id": 7, "name": "Každý měsíc, zpočátku levněji", "description": null,
                        "options": [{"name": "Doručení", "position": 1, "value": "každý měsíc"}],
                        "recurring_deliveries": true,
                        "price_adjustments": [
                            {"order_count": 3, "position": 1, "value_type": "percentage", "value": 20.0},
                            {"order_count": null, "position": 2, "value_type": "fixed_amount", "value": 1_000},
                        ],
                    },
                }),
            ),
            ("/items/0/recurring_totals", weekly.clone()),
            ("/items/1/recurring_totals", json!([])),
            ("/recurring_totals", weekly),
        ],
    );
    let page = shopper.get("/cart").await;
    page.says(
        "<p class=\"plan\">Každý měsíc, zpočátku levněji; Měsíční předplatné, první 3\u{a0}platby: 318,40\u{a0}Kč; \
         Měsíční předplatné, dále: 378\u{a0}Kč</p>",
    );
    page.says("<p class=\"recurring\">Měsíční předplatné, dále: 378\u{a0}Kč</p>");

    // The buyer changes the line to a one-time purchase.
    let body = json!({"line": 1, "quantity": 2, "selling_plan": ""});
    let changed = post(&mut shopper, "/cart/change.js", body).await;
    assert_eq!(changed["recurring_totals"], json!([]), "{changed:#}");
}
