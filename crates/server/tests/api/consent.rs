//! Tests that cart and order store a visitor's consent, and that it does not affect the purchase.

use crate::support::{BOOK, Shop};
use serde_json::{Value, json};

/// A document that creates a cart. It declares only variables that it uses.
fn document(literal: &str) -> String {
    let declared = [("$consent", ": VisitorConsent"), ("$no", ": Boolean")];
    let used = declared.iter().filter(|(name, _)| literal.contains(name));
    let used: Vec<_> = used.map(|(name, kind)| format!(", {name}{kind}")).collect();
    let used = used.concat();
    format!(
        "mutation ($lines: [CartLineInput!]{used}) @inContext(country: CZ, visitorConsent: {literal}) {{
            cartCreate(input: {{ lines: $lines }}) {{ cart {{ id checkoutUrl }} userErrors {{ code }} }} }}"
    )
}

/// The parameter that carries consent to the checkout, if the URL has one.
fn parameter(cart: &Value) -> Option<&str> {
    let url = cart["checkoutUrl"].as_str().unwrap();
    url.split_once("&_cs=").map(|(_, value)| value)
}

/// Creates a cart with this consent: a literal, or the variable's name.
async fn created(shop: &Shop, literal: &str, variable: Value) -> Value {
    let line = json!({ "merchandiseId": shop.variant(BOOK, 0).await });
    let variables = json!({ "lines": [line], "consent": variable, "no": false });
    let answer = shop.run(&document(literal), variables).await;
    answer.field("cartCreate")["cart"].clone()
}

/// [3.20] Consent can be a literal or a variable, complete or partial, and the checkout URL carries it on.
#[tokio::test]
async fn consent_is_read_however_it_is_written() {
    let shop = Shop::open().await;
    let all =
        json!({ "analytics": true, "marketing": true, "preferences": true, "saleOfData": true });
    for (literal, variable, kept) in [
        ("$consent", all, Some("3AMPS")),
        (
            "$consent",
            json!({ "analytics": true, "marketing": false }),
            Some("3Am"),
        ),
        ("$consent", json!({}), None),
        ("$consent", Value::Null, None),
        (
            "{ saleOfData: false, preferences: true }",
            Value::Null,
            Some("3Ps"),
        ),
        (
            "{ analytics: $no, marketing: null }",
            Value::Null,
            Some("3a"),
        ),
        ("null", Value::Null, None),
    ] {
        let cart = created(&shop, literal, variable.clone()).await;
        assert_eq!(parameter(&cart), kept, "{literal} {variable}");
    }
}

/// [3.20] A cart keeps the latest consent; a request without consent changes nothing.
#[tokio::test]
async fn a_cart_keeps_what_was_said_last() {
    let shop = Shop::open().await;
    let cart = created(&shop, "{ analytics: true, marketing: true }", Value::Null).await;
    let silent = shop.mutate(
        "cartNoteUpdate",
        json!({ "cartId": cart["id"], "note": "Zvoňte" }),
    );
    assert_eq!(parameter(&silent.await["cart"]), Some("3AM"));
    let withdrawn = "mutation ($id: ID!) @inContext(visitorConsent: { analytics: false, marketing: false }) {
        cartNoteUpdate(cartId: $id, note: \"Zvoňte\") { cart { checkoutUrl } userErrors { code } } }";
    let answer = shop.run(withdrawn, json!({ "id": cart["id"] })).await;
    assert_eq!(
        parameter(&answer.field("cartNoteUpdate")["cart"]),
        Some("3am")
    );
    assert_eq!(parameter(&shop.read(&cart["id"]).await), Some("3am"));
}

/// [3.20] Consent blocks no purchase: a buyer who declines everything can buy, a bound payment stays bound, and order
/// events say what the buyer declined.
#[tokio::test]
async fn an_order_says_what_was_agreed_to() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    let declined = "mutation ($id: ID!) @inContext(visitorConsent: { analytics: false, preferences: true }) {
        cartNoteUpdate(cartId: $id, note: \"Zvoňte\") { cart { checkoutUrl } userErrors { code } } }";
    let answer = shop.run(declined, json!({ "id": cart["id"] })).await;
    assert_eq!(
        parameter(&answer.field("cartNoteUpdate")["cart"]),
        Some("3aP")
    );
    let submitted = shop.submit(&cart, "token-of-the-purchase").await;
    assert_eq!(submitted["result"]["__typename"], "SubmitSuccess");
    let orders = shop.orders().await;
    let kept = serde_json::to_value(orders[0].snapshot.visitor_consent).unwrap();
    assert_eq!(
        kept,
        json!({ "analytics": false, "marketing": null, "preferences": true, "saleOfData": null })
    );
}
