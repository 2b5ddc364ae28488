//! Tests markets: the country decides prices, currency, duty and tax.

use crate::support::{BOOK, MUG, SHIRT, Shop, billing, codes, fields};
use serde_json::{Value, json};
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::MinorUnits;

/// Slovakia in euros; the United States in dollars, with duty, and with tax in California.
pub(crate) const MARKETS: &str = r#"
[[markets]]
handle = "slovensko"
countries = ["SK"]
currency = "EUR"
rate = "25"
rounding = "0.10"
tax_rates = [{ class = "zero", rate = "5" }]

[[markets]]
handle = "usa"
countries = ["US"]
currency = "USD"
rate = "20"
tax = "added"
duty = "10"
tax_rates = [{ country = "US", province = "CA", rate = "7.25" }]
"#;

async fn open() -> Shop {
    Shop::open_with(|config| config + MARKETS).await
}

pub(crate) fn american(province: Option<&str>) -> Value {
    let zip = if province == Some("CA") {
        "93650"
    } else {
        "89501"
    };
    json!({
        "firstName": "Jane", "lastName": "Novak", "address1": "1 Main Street", "city": "Fresno",
        "zip": zip, "country": "US", "province": province, "phone": "+15592223333",
    })
}

fn slovak() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Hlavná 1", "city": "Bratislava",
        "zip": "81101", "country": "SK",
    })
}

/// Sets buyer and delivery address; returns the payload.
pub(crate) async fn deliver(shop: &Shop, cart: &Value, address: Value) -> Value {
    let identity = json!({ "email": "jana@example.cz", "deliveryAddressPreferences": [{
        "deliveryAddress": address, "deliveryAddressValidationStrategy": "STRICT",
    }]});
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["cart"].clone()
}

pub(crate) async fn choose(shop: &Shop, cart: &Value, handle: &str) -> Value {
    let group = &cart["deliveryGroups"]["nodes"][0]["id"];
    let option = json!({ "deliveryGroupId": group, "deliveryOptionHandle": handle });
    let variables = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [option] });
    let name = "cartSelectedDeliveryOptionsUpdate";
    let payload = shop.mutate(name, variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["cart"].clone()
}

async fn pay(shop: &Shop, cart: &Value, amount: Value, address: Value) -> Value {
    let payment = json!({ "amount": amount,
        "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": address } });
    let variables = json!({ "cartId": cart["id"], "payment": payment });
    shop.mutate("cartPaymentUpdate", variables).await
}

fn money(amount: &str, currency: &str) -> Value {
    json!({ "amount": amount, "currencyCode": currency })
}

const PRICES: &str = "query ($id: ID!, $country: CountryCode) @inContext(country: $country) {
  node(id: $id) { ... on ProductVariant {
    price { amount currencyCode }
    product { priceRange { minVariantPrice { amount currencyCode } }
      variants(first: 1) { nodes { price { amount currencyCode } } } } } }
  localization { country { isoCode currency { isoCode symbol } } }
  shop { paymentSettings { currencyCode enabledPresentmentCurrencies } }
}";

/// [3.02] Product prices are those of the context's country, or of the home country if the context has none.
#[tokio::test]
async fn prices_follow_the_context() {
    let shop = open().await;
    let id = shop.variant(BOOK, 0).await;
    // 399 Kč: 15.96 € rounds to 16.00 €. A book has no Czech tax, so it costs 19.95 $.
    for (country, amount, currency, symbol) in [
        (Value::Null, "399.00", "CZK", "Kč"),
        (json!("CZ"), "399.00", "CZK", "Kč"),
        (json!("SK"), "16.00", "EUR", "€"),
        (json!("US"), "19.95", "USD", "US$"),
        (json!("JP"), "399.00", "CZK", "Kč"),
    ] {
        let variables = json!({ "id": id, "country": country });
        let answer = shop.run(PRICES, variables).await;
        let variant = answer.field("node");
        let price = money(amount, currency);
        assert_eq!(variant["price"], price, "{country}");
        assert_eq!(variant["product"]["variants"]["nodes"][0]["price"], price);
        let least = &variant["product"]["priceRange"]["minVariantPrice"];
        assert_eq!(*least, price);
        let shown = answer.field("localization")["country"].clone();
        assert_eq!(
            shown["currency"],
            json!({ "isoCode": currency, "symbol": symbol })
        );
        let settings = answer.field("shop")["paymentSettings"].clone();
        assert_eq!(settings["currencyCode"], "CZK");
        assert_eq!(
            settings["enabledPresentmentCurrencies"],
            json!(["CZK", "EUR", "USD"])
        );
    }
}

/// [4.09] A new delivery country changes the whole cart's currency, and removes a payment in the old one.
#[tokio::test]
async fn a_cart_changes_its_currency_with_its_country() {
    let shop = open().await;
    let cart = shop.cart(&[(BOOK, 0, 2)]).await;
    assert_eq!(cart["cost"]["totalAmount"], money("798.00", "CZK"));
    let cart = deliver(&shop, &cart, billing()).await;
    let cart = choose(&shop, &cart, "ppl").await;
    let total = cart["cost"]["totalAmount"].clone();
    let payload = pay(&shop, &cart, total.clone(), billing()).await;
    assert_eq!(payload["userErrors"], json!([]));

    let cart = deliver(&shop, &cart, slovak()).await;
    // 119 Kč are 4.76 €, rounded to 4.80 €.
    assert_eq!(cart["cost"]["subtotalAmount"], money("32.00", "EUR"));
    assert_eq!(cart["cost"]["totalAmount"], money("36.80", "EUR"));
    // 32.00 € at 5 % and 4.80 € at 23 %.
    assert_eq!(cart["cost"]["totalTaxAmount"], money("2.42", "EUR"));
    let line = &cart["lines"]["nodes"][0];
    assert_eq!(line["cost"]["amountPerQuantity"], money("16.00", "EUR"));
    assert_eq!(line["merchandise"]["price"], money("16.00", "EUR"));
    let options = cart["deliveryGroups"]["nodes"][0]["deliveryOptions"].clone();
    assert_eq!(options[0]["estimatedCost"], money("4.80", "EUR"));

    let submitted = shop.submit(&cart, "po-zmene-zeme").await;
    let errors = submitted["result"]["errors"].clone();
    assert_eq!(codes(&errors), ["PAYMENTS_METHOD_REQUIRED"]);
    let payload = pay(&shop, &cart, total, slovak()).await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID_PAYMENT"]);
    let due = cart["cost"]["totalAmount"].clone();
    let payload = pay(&shop, &cart, due, slovak()).await;
    assert_eq!(payload["userErrors"], json!([]));
    let submitted = shop.submit(&cart, "po-slovensku").await;
    assert_eq!(submitted["result"]["__typename"], "SubmitSuccess");
    let order = &shop.orders().await[0].snapshot;
    assert_eq!(
        (order.currency.as_str(), order.total),
        ("EUR", MinorUnits::new(3_680))
    );
    assert_eq!(order.market.as_deref(), Some("slovensko"));
    assert_eq!(order.taxation, Taxation::Included);
}

const COST: &str = "query ($id: ID!) { cart(id: $id) { cost {
    taxesIncluded totalAmountEstimated totalTaxAmountEstimated totalDutyAmountEstimated
    totalAmount { amount currencyCode } totalTaxAmount { amount currencyCode }
    totalDutyAmount { amount currencyCode } } } }";

/// [3.02] In a market that adds tax, tax and duty are part of the total, and the total is an estimate until the address
/// is known.
#[tokio::test]
async fn duty_and_added_tax_come_on_top() {
    let shop = open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let cost = |cart: Value| {
        let shop = &shop;
        async move {
            let answer = shop.run(COST, json!({ "id": cart["id"] })).await;
            answer.field("cart")["cost"].clone()
        }
    };
    let home = cost(cart.clone()).await;
    assert_eq!(
        (&home["taxesIncluded"], &home["totalDutyAmount"]),
        (&json!(true), &Value::Null)
    );
    let identity = json!({ "cartId": cart["id"], "buyerIdentity": { "countryCode": "US" } });
    let payload = shop.mutate("cartBuyerIdentityUpdate", identity).await;
    assert_eq!(payload["userErrors"], json!([]));
    let early = cost(cart.clone()).await;
    assert_eq!(early["taxesIncluded"], false);
    assert_eq!(early["totalDutyAmount"], money("2.00", "USD"));
    assert_eq!(early["totalAmount"], money("21.95", "USD"));
    for flag in [
        "totalAmountEstimated",
        "totalTaxAmountEstimated",
        "totalDutyAmountEstimated",
    ] {
        assert_eq!(early[flag], true, "{flag}");
    }
    let cart = deliver(&shop, &cart, american(Some("CA"))).await;
    let cart = choose(&shop, &cart, "odber").await;
    let late = cost(cart).await;
    // Books have the 0 % class at home, and keep it in this market.
    assert_eq!(late["totalTaxAmount"], money("0.00", "USD"));
    assert_eq!(late["totalDutyAmountEstimated"], false);
    assert_eq!(late["totalAmountEstimated"], false);
}

/// [8.03] The buyer approves an amount before the address adds tax, so the payment is refused with
/// `PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED`.
/// [8.10] The widget maps this code to `dynamic_tax`.
#[tokio::test]
async fn tax_that_comes_with_the_address_must_be_accepted() {
    let shop = open().await;
    let cart = shop.cart(&[(MUG, 0, 1)]).await;
    let cart = deliver(&shop, &cart, american(Some("NV"))).await;
    let cart = choose(&shop, &cart, "odber").await;
    let shown = cart["cost"]["totalAmount"].clone();
    let cart = deliver(&shop, &cart, american(Some("CA"))).await;
    let due = cart["cost"]["totalAmount"].clone();
    assert_ne!(shown, due);
    let payload = pay(&shop, &cart, shown, american(Some("CA"))).await;
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors), ["PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED"]);
    assert_eq!(fields(errors), ["payment.amount"]);
    let message = errors[0]["message"].as_str().unwrap();
    assert!(message.starts_with("K ceně přibyla daň"), "{message}");
    assert_eq!(payload["cart"]["cost"]["totalAmount"], due);
    let payload = pay(&shop, &cart, due, american(Some("CA"))).await;
    assert_eq!(payload["userErrors"], json!([]));
    let submitted = shop.submit(&cart, "s-novou-dani").await;
    assert_eq!(submitted["result"]["__typename"], "SubmitSuccess");
    let order = &shop.orders().await[0].snapshot;
    assert_eq!(order.taxation, Taxation::Added);
    assert!(order.duty > MinorUnits::ZERO);
    let tax: MinorUnits = order.taxes.iter().map(|line| line.tax).sum();
    assert_eq!(order.total, order.subtotal + order.duty + tax);
}

/// Without markets, prices are the same for every address.
#[tokio::test]
async fn a_shop_without_markets_has_one_price() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(SHIRT, 0, 1)]).await;
    let identity = json!({ "cartId": cart["id"], "buyerIdentity": { "countryCode": "US" } });
    let payload = shop.mutate("cartBuyerIdentityUpdate", identity).await;
    assert_eq!(payload["cart"]["cost"], cart["cost"]);
}
