//! Tests Buy with Prime over HTTP: where its button is offered, and what its session pays for.

use super::amazon::{
    PRIME, button, chosen, happened, open_with, payload, ready_cart, return_by, slovak,
};
use super::amazon_purchase::{bind, bound, confirmed, ordered};
use super::paypal::{checkout_of, offered};
use super::support::paid_order;
use crate::markets::{american, choose, deliver};
use crate::selling_plans::PLANS;
use crate::support::{BOOK, MUG, Shop, codes};
use serde_json::{Value, json};
use zkratka_commerce::catalogue::Product;
use zkratka_commerce::money::Currency;
use zkratka_commerce::order::OrderPayment;
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};
use zkratka_shop_wallets::WalletPage;

const TAG: &str = "prime";
const SECTION: &str = "[wallets.buy_with_prime]\nenabled = true\ntags = [\"prime\"]";

async fn mark(shop: &Shop, handle: &str) {
    let marked = |product: &mut Product| product.tags.push(TAG.to_owned());
    shop.reimport(handle, marked).await;
}

/// A shop with these lines in the wallet's section. It sells the mug by Buy with Prime.
async fn open(lines: &str) -> Shop {
    let shop = open_with(&format!("{SECTION}\n{lines}")).await;
    mark(&shop, MUG).await;
    shop
}

/// A cart of one mug, and the session that this buyer brought back from Amazon.
async fn returned(shop: &Shop, buyer: &str) -> (Value, String) {
    let cart = ready_cart(shop, &[(MUG, 0, 1)]).await;
    let (session, url) = chosen(shop, PRIME, &cart, buyer, "1111").await;
    return_by(shop, &cart, &url).await;
    (cart, session)
}

/// The checkout offers the session and takes it, or does neither.
async fn assert_pays(shop: &Shop, cart: &Value, session: &str, pays: bool, what: &str) {
    let account = offered(shop, &checkout_of(shop, cart).await).await;
    assert_eq!(account["token"] == json!(session), pays, "{what}");
    let payload = bind(shop, cart, session).await;
    let expected: &[&str] = if pays { &[] } else { &["INVALID_PAYMENT"] };
    assert_eq!(codes(&payload["userErrors"]), expected, "{what}");
}

async fn set_quantity(shop: &Shop, cart: &Value, quantity: i64) {
    let line = &shop.read(&cart["id"]).await["lines"]["nodes"][0]["id"];
    let lines = json!([{ "id": line, "quantity": quantity }]);
    let variables = json!({ "cartId": cart["id"], "lines": lines });
    let payload = shop.mutate("cartLinesUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
}

/// [4.21] [8.02] A session pays while the cart's marked goods are those that its button sold; other goods beside them do not
/// matter.
#[tokio::test]
async fn a_session_sells_what_its_button_named() {
    let shop = open("").await;
    let (cart, session) = returned(&shop, "mary").await;
    assert_pays(&shop, &cart, &session, true, "as signed").await;
    set_quantity(&shop, &cart, 2).await;
    assert_pays(&shop, &cart, &session, false, "another quantity").await;
    set_quantity(&shop, &cart, 1).await;
    assert_pays(&shop, &cart, &session, true, "as signed again").await;
    let book = json!({ "merchandiseId": shop.variant(BOOK, 0).await, "quantity": 1 });
    let variables = json!({ "cartId": cart["id"], "lines": [book] });
    let payload = shop.mutate("cartLinesAdd", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    assert_pays(&shop, &cart, &session, true, "an unmarked line").await;
    mark(&shop, BOOK).await;
    assert_pays(&shop, &cart, &session, false, "another marked line").await;
    for product in [BOOK, MUG] {
        shop.reimport(product, |product| product.tags.clear()).await;
    }
    assert_pays(&shop, &cart, &session, false, "nothing marked").await;
}

/// [4.21] [8.02] The goods stay in the countries that Buy with Prime serves, whatever address the buyer enters afterwards.
#[tokio::test]
async fn a_session_sells_to_served_countries() {
    let shop = open("").await;
    let (cart, session) = returned(&shop, "mary").await;
    assert_pays(&shop, &cart, &session, true, "from Amazon").await;
    deliver(&shop, &cart, slovak()).await;
    assert_pays(&shop, &cart, &session, false, "to Slovakia").await;
    deliver(&shop, &cart, american(Some("CA"))).await;
    // The goods go where Amazon says: the cart takes that address again, and the buyer confirms it.
    let moved = bind(&shop, &cart, &session).await;
    assert_eq!(codes(&moved["userErrors"]), ["INVALID_PAYMENT"]);
    assert_pays(&shop, &cart, &session, true, "to another state").await;
}

/// [8.02] Only the memberships that the shop names count, and the shop names the countries.
#[tokio::test]
async fn a_shop_names_memberships_and_countries() {
    for (memberships, pays) in [
        ("", false),
        ("memberships = [\"PRIME_GENERAL_DE\"]", true),
        ("requires_membership = false", true),
    ] {
        let shop = open(&format!("countries = [\"DE\"]\n{memberships}")).await;
        let (cart, session) = returned(&shop, "anna").await;
        assert_pays(&shop, &cart, &session, pays, memberships).await;
    }
}

/// [1.03] [2.25] Buy with Prime is offered to buyers in countries that it serves, in a currency of the account, and on the
/// pages of marked products only.
#[tokio::test]
async fn prime_is_named_where_it_can_sell() {
    let shop = open("").await;
    let without = open_with("").await;
    mark(&without, MUG).await;
    let marked = shop.product(MUG).await;
    let unmarked = shop.product(BOOK).await;
    for (country, currency, product, is_offered) in [
        ("US", "EUR", None, true),
        ("US", "EUR", Some(&*marked), true),
        ("US", "EUR", Some(&*unmarked), false),
        ("US", "CZK", Some(&*marked), false),
        ("SK", "EUR", Some(&*marked), false),
        ("SK", "EUR", None, false),
        ("", "EUR", None, false),
    ] {
        let page = WalletPage {
            origin: None,
            country,
            currency: Currency::new(currency).unwrap(),
            product,
        };
        for (shop, is_on) in [(&shop, true), (&without, false)] {
            let amazon = shop.server.app().wallets.amazon_pay.as_ref().unwrap();
            let params = amazon.prime_params(&shop.server.base_url, page);
            assert_eq!(params.is_some(), is_offered && is_on, "{country}");
            assert_eq!(amazon.prime_params("https://cizi.example", page), None);
        }
    }
}

/// A product's page with American prices in euros.
fn page_of(product: &Product) -> WalletPage<'_> {
    WalletPage {
        origin: None,
        country: "US",
        currency: Currency::new("EUR").unwrap(),
        product: Some(product),
    }
}

/// [2.25] [8.02] A variant can be marked by its unit; one without a unit cannot be sold.
#[tokio::test]
async fn a_unit_marks_a_product() {
    let shop = open("skus = [\"KNIHA-1\"]").await;
    let amazon = shop.server.app().wallets.amazon_pay.as_ref().unwrap();
    let mut book = (*shop.product(BOOK).await).clone();
    let mut mug = (*shop.product(MUG).await).clone();
    let origin = &shop.server.base_url;
    for (sku, is_offered) in [("KNIHA-1", true), ("KNIHA-2", false)] {
        book.variants[0].sku = sku.to_owned();
        let params = amazon.prime_params(origin, page_of(&book));
        assert_eq!(params.is_some(), is_offered, "{sku}");
    }
    assert!(amazon.prime_params(origin, page_of(&mug)).is_some());
    for variant in &mut mug.variants {
        variant.sku = String::new();
    }
    assert_eq!(amazon.prime_params(origin, page_of(&mug)), None);
}

/// [5.15] [4.21] [8.02] A plan sold by Buy with Prime: the buyer permits later charges of what renews, the first order is paid, and
/// the order keeps the permission for the next ones.
#[tokio::test]
async fn a_plan_is_sold_with_its_permission() {
    let shop = open(PLANS).await;
    let plan = json!({ "merchandiseId": shop.variant(MUG, 0).await, "quantity": 1,
        "sellingPlanId": "gid://shopify/SellingPlan/1" });
    let input = json!({ "lines": [plan], "buyerIdentity": { "countryCode": "US" } });
    let made = shop.mutate("cartCreate", json!({ "input": input })).await;
    assert_eq!(made["userErrors"], json!([]));
    let cart = deliver(&shop, &made["cart"], american(Some("CA"))).await;
    let cart = choose(&shop, &cart, "ppl").await;
    let params = button(&shop, PRIME, &cart).await;
    let signed = payload(&params);
    assert_eq!(signed["chargePermissionType"], "Recurring", "{signed}");
    let (session, url) = chosen(&shop, PRIME, &cart, "mary", "1111").await;
    return_by(&shop, &cart, &url).await;
    // The goods go where Amazon says, which is not where the cart was priced for.
    bind(&shop, &cart, &session).await;
    bound(&shop, &cart, &session).await;
    let shown = shop.read(&cart["id"]).await["cost"]["totalAmount"]["amount"].clone();
    let (_, id) = ordered(&shop, &cart, "attempt-1").await;
    confirmed(&shop, &cart, &session).await;
    let attempt = shop.attempt(&id).await;
    assert_eq!(attempt["__typename"], "CartCompletionSuccess", "{attempt}");
    let order = paid_order(&shop).await;
    let total = order.snapshot.total.in_currency(order.snapshot.currency);
    assert_eq!(json!(total.decimal()), shown);
    assert_eq!(happened(&shop), [Authorised, Captured]);
    let OrderPayment::Captured { card } = &order.payment else {
        panic!("{:?}", order.payment);
    };
    assert!(card.mandate.is_some(), "nothing permits the renewals");
}
