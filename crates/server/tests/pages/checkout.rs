//! Tests the HTML pages of checkout and confirmation.

use super::support::{Shop, Shopper};
use reqwest::StatusCode;
use serde_json::{Value, json};

/// Adds a product to the cart and opens its checkout; returns the checkout's path.
pub(crate) async fn checkout_of(shopper: &mut Shopper<'_>, handle: &str) -> String {
    let variant = shopper.shop.variant(handle, 0).to_string();
    let answer = shopper
        .post("/checkout/buy-it-now", &[("id", &variant)])
        .await;
    answer.leads_to().to_owned()
}

#[tokio::test]
async fn the_frame_carries_what_the_app_starts_from() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let address = checkout_of(&mut shopper, "hrnek").await;
    let data = shopper.get(&address).await.checkout_data();
    assert_eq!(data["page"], "checkout");
    assert!(
        data["cartId"]
            .as_str()
            .is_some_and(|id| id.starts_with("gid://shopify/Cart/Z"))
    );
    assert_eq!(
        data["api"]["endpoint"],
        shop.url("/api/unstable/graphql.json")
    );
    assert_eq!(data["api"]["accessToken"], super::support::ACCESS_TOKEN);
    assert_eq!(data["shop"]["name"], "Krámek & <syn>");
    let countries = data["shop"]["countries"].as_array().unwrap();
    assert_eq!(countries.len(), 1);
    assert_eq!(countries[0]["code"], "CZ");
    assert_eq!(countries[0]["name"], "Česko");
    assert_eq!(countries[0]["zip"]["label"], "PSČ");
    assert_eq!(data["mode"], "test");
    assert_eq!(data["notices"], json!([]));
    assert_eq!(data["attempt"], Value::Null);
    assert_eq!(data["order"], Value::Null);
    let fields = shop.url("/sandbox/gateway/hosted-fields");
    // Until when a transfer would be due is known before the order.
    let due = data["payments"][2]["due"].as_str().unwrap_or_default();
    assert!(due.starts_with("Zaplatit stačí do "), "{due}");
    assert_eq!(
        data["payments"],
        json!([
            { "kind": "card", "hostedFieldsUrl": fields },
            { "kind": "cash_on_delivery" },
            { "kind": "bank_transfer", "due": due },
        ])
    );
    assert_eq!(shopper.get(&fields).await.status, StatusCode::OK);
}

/// The page contains the form, and the cart as the API returns it, so the buyer can type before any further request.
#[tokio::test]
async fn the_page_begins_with_the_form_and_the_cart() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let address = checkout_of(&mut shopper, "hrnek").await;
    let page = shopper
        .get(&format!("{address}&wallet_dynamic_tax=true"))
        .await;
    let form = page.between("id=\"checkout-root\">", "<script");
    assert!(form.starts_with("<div class=\"co-layout\">") && form.ends_with("</form></div></div>"));
    for field in [
        "email",
        "phone",
        "delivery.firstName",
        "delivery.address1",
        "delivery.zip",
    ] {
        assert_eq!(
            form.matches(&format!(" name=\"{field}\"")).count(),
            1,
            "{field}"
        );
    }
    assert!(form.contains("<option value=\"CZ\" selected=\"\">Česko</option>"));
    assert!(form.contains(">PSČ</label>") && form.contains("inputMode=\"numeric\""));
    assert_eq!(form.matches("co-message--info").count(), 1);
    assert!(form.contains("změnila konečná cena"));
    assert!(!form.contains("{{") && !form.contains("{%"));
    let data = page.checkout_data();
    let query = shop_query();
    let answered = shopper.api(&query, json!({ "id": data["cartId"] })).await;
    assert_eq!(data["cart"], answered["cart"]);
    assert_eq!(
        data["cart"]["lines"]["nodes"][0]["merchandise"]["product"]["title"],
        "Hrnek <smaltovaný>"
    );
}

/// The cart query that the web build provides for the page.
fn shop_query() -> String {
    let files = zkratka_assets::Source::default();
    let manifest = zkratka_assets::Manifest::load(&files);
    manifest.checkout.cart_query.expect("a web build")
}

/// The form for goods without shipping starts without address fields; an empty cart has no form.
#[tokio::test]
async fn the_form_is_the_carts() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let address = checkout_of(&mut shopper, "kniha").await;
    let page = shopper.get(&address).await;
    let form = page.between("id=\"checkout-root\">", "<script");
    assert!(form.contains("name=\"email\"") && !form.contains("name=\"delivery.zip\""));
    let data = page.checkout_data();
    let line = &data["cart"]["lines"]["nodes"][0]["id"];
    shopper
        .api(
            "mutation ($id: ID!, $lines: [ID!]!) { cartLinesRemove(cartId: $id, lineIds: $lines) { userErrors { code } } }",
            json!({ "id": data["cartId"], "lines": [line] }),
        )
        .await;
    let page = shopper.get(&address).await;
    assert_eq!(page.between("id=\"checkout-root\">", "<script"), "</div>");
    assert_eq!(page.checkout_data()["cart"], Value::Null);
}

/// The URL contains the cart's secret: no cache stores the page, and no referrer passes the URL on.
#[tokio::test]
async fn the_secret_goes_no_further_than_the_address() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let address = checkout_of(&mut shopper, "hrnek").await;
    let page = shopper.get(&address).await;
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    // The data cannot close its own script element.
    let data = page.between("id=\"checkout-data\">", "</script>");
    assert!(!data.contains('<') && data.contains("Krámek \\u0026 \\u003csyn\\u003e"));
}

#[tokio::test]
async fn a_wrong_secret_is_no_cart() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let address = checkout_of(&mut shopper, "hrnek").await;
    let (path, _) = address.split_once("?key=").expect("a secret");
    for query in ["", "?key=", "?key=x", &format!("?key={}", "0".repeat(32))] {
        for page in ["", "/confirmation"] {
            let answer = shopper.get(&format!("{path}{page}{query}")).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{page}{query}");
            answer.says("<h1>Nenalezeno</h1>");
        }
    }
    assert_eq!(
        shopper.get("/checkout/neco").await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        shopper.get("/attempts/neco/return").await.status,
        StatusCode::NOT_FOUND
    );
}

/// [2.31] Every flag that a button may add to the URL reaches the page; other flags do not.
#[tokio::test]
async fn every_flag_reaches_the_page() {
    let flags = [
        "wallet_currency_change",
        "wallet_dynamic_tax",
        "wallet_cart_not_ready",
        "wallet_not_enough_stock",
        "wallet_captcha_required",
        "wallet_payment_method_not_applicable",
        "wallet_deferred_payment_required",
        "wallet_localization_extension_field_error",
    ];
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let address = checkout_of(&mut shopper, "hrnek").await;
    for flag in flags {
        let data = shopper
            .get(&format!("{address}&{flag}=true"))
            .await
            .checkout_data();
        assert_eq!(data["notices"], json!([flag]));
    }
    let curious = format!("{address}&wallet_anything=true&wallet_dynamic_tax=no");
    assert_eq!(
        shopper.get(&curious).await.checkout_data()["notices"],
        json!([])
    );
}

#[tokio::test]
async fn without_an_order_the_confirmation_leads_back_to_the_checkout() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let address = checkout_of(&mut shopper, "hrnek").await;
    let data = shopper.get(&address).await.checkout_data();
    let confirmation = data["confirmationUrl"].as_str().expect("an address");
    let answer = shopper.get(confirmation).await;
    assert_eq!(answer.leads_to(), data["checkoutUrl"]);
}

/// Buys by bank transfer through the cart API; returns the confirmation's path.
pub(crate) async fn buy_by_transfer(shopper: &Shopper<'_>, cart: &Value) -> String {
    let address = json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 12", "city": "Praha 1",
        "zip": "110 00", "countryCode": "CZ", "phone": "+420601123456",
    });
    let billing = json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 12", "city": "Praha 1",
        "zip": "110 00", "country": "CZ",
    });
    let errors = "userErrors { code field message }";
    shopper.api(
        &format!("mutation ($id: ID!, $b: CartBuyerIdentityInput!) {{ cartBuyerIdentityUpdate(cartId: $id, buyerIdentity: $b) {{ {errors} }} }}"),
        json!({ "id": cart, "b": { "email": "jana@example.cz", "countryCode": "CZ" } }),
    ).await;
    shopper.api(
        &format!("mutation ($id: ID!, $a: [CartSelectableAddressInput!]!) {{ cartDeliveryAddressesAdd(cartId: $id, addresses: $a) {{ {errors} }} }}"),
        json!({ "id": cart, "a": [{ "address": { "deliveryAddress": address }, "selected": true }] }),
    ).await;
    let groups = shopper.api(
        "query ($id: ID!) { cart(id: $id) { deliveryGroups(first: 10) { nodes { id deliveryOptions { handle } } } } }",
        json!({ "id": cart }),
    ).await;
    let group = &groups["cart"]["deliveryGroups"]["nodes"][0];
    let selected = shopper.api(
        &format!("mutation ($id: ID!, $o: [CartSelectedDeliveryOptionInput!]!) {{ cartSelectedDeliveryOptionsUpdate(cartId: $id, selectedDeliveryOptions: $o) {{ cart {{ cost {{ totalAmount {{ amount currencyCode }} }} }} {errors} }} }}"),
        json!({ "id": cart, "o": [{ "deliveryGroupId": group["id"], "deliveryOptionHandle": group["deliveryOptions"][0]["handle"] }] }),
    ).await;
    let total = &selected["cartSelectedDeliveryOptionsUpdate"]["cart"]["cost"]["totalAmount"];
    let payment = json!({ "amount": total, "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": billing } });
    let bound = shopper.api(
        &format!("mutation ($id: ID!, $p: CartPaymentInput!) {{ cartPaymentUpdate(cartId: $id, payment: $p) {{ {errors} }} }}"),
        json!({ "id": cart, "p": payment }),
    ).await;
    assert_eq!(bound["cartPaymentUpdate"]["userErrors"], json!([]));
    let submitted = shopper.api(
        "mutation ($id: ID!) { cartSubmitForCompletion(cartId: $id, attemptToken: \"prvni-pokus\") { result { __typename ... on SubmitSuccess { redirectUrl } ... on SubmitFailed { errors { code message } } } } }",
        json!({ "id": cart }),
    ).await;
    let result = &submitted["cartSubmitForCompletion"]["result"];
    result["redirectUrl"]
        .as_str()
        .unwrap_or_else(|| panic!("{submitted:#}"))
        .to_owned()
}

#[tokio::test]
async fn the_confirmation_shows_the_order_and_how_to_pay_it() {
    let shop = Shop::open().await;
    let mut shopper = shop.shopper();
    let address = checkout_of(&mut shopper, "hrnek").await;
    let cart = shopper.get(&address).await.checkout_data()["cartId"].clone();
    let confirmation = buy_by_transfer(&shopper, &cart).await;

    let data = shopper.get(&confirmation).await.checkout_data();
    assert_eq!(data["page"], "confirmation");
    let order = &data["order"];
    assert_eq!(order["email"], "jana@example.cz");
    assert_eq!(order["lines"][0]["title"], "Hrnek <smaltovaný>");
    assert_eq!(order["lines"][0]["unitPrice"], "1290.50");
    assert_eq!(order["lines"][0]["image"], "/theme/products/hrnek.svg");
    assert_eq!(
        order["deliveries"],
        json!([{ "group": null, "title": "PPL", "cost": "89.00", "description": null }])
    );
    assert_eq!(
        order["sums"],
        json!([
            { "label": "Mezisoučet", "amount": "1\u{a0}290,50\u{a0}Kč", "kind": "part" },
            { "label": "Doprava", "amount": "89\u{a0}Kč", "kind": "part" },
            { "label": "Celkem", "amount": "1\u{a0}379,50\u{a0}Kč", "kind": "total" },
        ])
    );
    assert_eq!(order["total"], "1379.50");
    // 1379.50 * 21 / 121, rounded half away from zero.
    assert_eq!(
        order["taxes"],
        json!([{ "rate": "21\u{a0}%", "base": "1140.08", "tax": "239.42" }])
    );
    assert_eq!(
        order["deliveryAddress"],
        json!(["Jana Nováková", "Dlouhá 12", "110 00 Praha 1", "Česko"])
    );
    let payment = &order["transfer"];
    let number = order["number"].to_string();
    assert_eq!(payment["account"], "19-2000145399/0800");
    assert_eq!(payment["iban"], "CZ6508000000192000145399");
    assert_eq!(payment["variableSymbol"], number);
    assert_eq!(payment["amount"], "1379.50");
    let spayd = payment["spayd"].as_str().expect("a code");
    let (before, from_day) = spayd.split_once("*DT:").expect("a due day");
    assert_eq!(
        before,
        "SPD*1.0*ACC:CZ6508000000192000145399*AM:1379.50*CC:CZK"
    );
    let (day, after) = from_day.split_at(8);
    assert!(day.bytes().all(|digit| digit.is_ascii_digit()), "{day}");
    assert_eq!(after, format!("*X-VS:{number}*MSG:OBJEDNAVKA {number}"));
    assert!(
        payment["qrSvg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg"))
    );

    // The checkout of a completed cart says that there is an order, and the cookie gets a new cart.
    let again = shopper.get(&address).await;
    again.says(&format!("Objednávka {number}"));
    let again = again.checkout_data();
    assert_eq!(again["page"], "confirmation");
    assert_eq!(again["order"], Value::Null);
    assert_eq!(again["cart"], Value::Null);
}
