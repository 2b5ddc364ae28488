//! Tests that no order goes to an address that Amazon no longer shows: the buyer may change it there at any moment.

use super::amazon::{AMAZON_PAY, chosen, happened, on_page, open, ready_cart, return_by};
use super::amazon_ledger::gateway;
use super::amazon_purchase::{bind, bound, confirmed, ordered};
use super::amazon_webhook::{control, message, signed, told};
use super::paypal::{checkout_of, offered};
use crate::markets::{choose, deliver};
use crate::support::{SHIRT, Shop, codes, fields};
use reqwest::StatusCode;
use serde_json::{Value, json};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Voided};

/// A shirt for a buyer in Germany who came back with the home address.
async fn returned(shop: &Shop) -> (Value, String) {
    let cart = ready_cart(shop, &[(SHIRT, 0, 1)]).await;
    let (session, url) = chosen(shop, AMAZON_PAY, &cart, "anna", "1111").await;
    let (status, _) = return_by(shop, &cart, &url).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let cart = choose(shop, &cart, "ppl").await;
    assert_eq!(street(shop, &cart).await, "Lindenstraße 12");
    (cart, session)
}

/// The buyer chooses this address at Amazon and stays there.
async fn moves(shop: &Shop, session: &str, address: &str) {
    let choice = json!({ "address": address, "card": "1111" });
    let (status, said) = on_page(shop, &format!("/sessions/{session}/choose"), &choice).await;
    assert_eq!(status, StatusCode::OK, "{said}");
}

/// The street of the cart's delivery address.
async fn street(shop: &Shop, cart: &Value) -> Value {
    let query = "query ($id: ID!) { cart(id: $id) { delivery { addresses { address {
        ... on CartDeliveryAddress { address1 } } } } } }";
    let read = shop.run(query, json!({ "id": cart["id"] })).await;
    read.field("cart")["delivery"]["addresses"][0]["address"]["address1"].clone()
}

/// Asserts that the payment is refused at the amount, as after any other change of what is shown.
async fn refused(shop: &Shop, cart: &Value, session: &str) {
    let payload = bind(shop, cart, session).await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID_PAYMENT"]);
    assert_eq!(fields(&payload["userErrors"]), ["payment.amount"]);
}

/// [4.21] [4.19] If the address differs when the payment is bound, the cart takes Amazon's, and the buyer confirms again. It does not
/// matter whether the buyer changed it at Amazon or a tab wrote an older one into the cart.
#[tokio::test]
async fn a_payment_is_bound_to_the_address_at_amazon() {
    let shop = open().await;
    let (cart, session) = returned(&shop).await;
    moves(&shop, &session, "office").await;
    refused(&shop, &cart, &session).await;
    assert_eq!(street(&shop, &cart).await, "Hauptstraße 5");
    bound(&shop, &cart, &session).await;
    let stale = json!({
        "firstName": "Anna", "lastName": "Schmidt", "address1": "Stará 1", "city": "Berlin",
        "zip": "10969", "country": "DE",
    });
    deliver(&shop, &cart, stale).await;
    assert_eq!(street(&shop, &cart).await, "Stará 1");
    refused(&shop, &cart, &session).await;
    assert_eq!(street(&shop, &cart).await, "Hauptstraße 5");
    bound(&shop, &cart, &session).await;
}

/// [4.21] [7.06] [8.03] If the address changes after the payment was bound, or after the buyer ordered, the attempt fails before anything is
/// charged, and the next session pays.
#[tokio::test]
async fn an_order_goes_nowhere_else() {
    let shop = open().await;
    let (cart, session) = returned(&shop).await;
    bound(&shop, &cart, &session).await;
    moves(&shop, &session, "office").await;
    let result = shop.submit(&cart, "attempt-1").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitFailed", "{result}");
    assert_eq!(codes(&result["errors"]), ["PAYMENTS_ADDRESS_CHANGED"]);
    let (cart, session) = returned_again(&shop, &cart).await;
    bound(&shop, &cart, &session).await;
    let (_, id) = ordered(&shop, &cart, "attempt-2").await;
    moves(&shop, &session, "office").await;
    confirmed(&shop, &cart, &session).await;
    let attempt = shop.attempt(&id).await;
    assert_changed(&attempt);
    assert_eq!(happened(&shop), []);
    assert_eq!(shop.left(SHIRT, 0).await, Some(10));
    assert_eq!(shop.orders().await.len(), 0);
    let page = checkout_of(&shop, &cart).await;
    assert_eq!(offered(&shop, &page).await, Value::Null, "used up");
    let (cart, session) = returned_again(&shop, &cart).await;
    bound(&shop, &cart, &session).await;
    let (_, id) = ordered(&shop, &cart, "attempt-3").await;
    confirmed(&shop, &cart, &session).await;
    let attempt = shop.attempt(&id).await;
    assert_eq!(attempt["__typename"], "CartCompletionSuccess", "{attempt}");
    let order = shop.orders().await.remove(0);
    let address = order.snapshot.delivery_address;
    let street = address.and_then(|address| address.address1);
    assert_eq!(street.as_deref(), Some("Lindenstraße 12"));
}

/// Asserts that there is no order because of the address, and that the buyer learns it.
fn assert_changed(attempt: &Value) {
    assert_eq!(attempt["__typename"], "CartCompletionFailed", "{attempt}");
    assert_eq!(codes(&attempt["errors"]), ["PAYMENT_ADDRESS_CHANGED"]);
    let text = attempt["errors"][0]["message"].as_str().unwrap();
    assert!(
        text.starts_with("Adresa doručení se u\u{a0}Amazonu změnila"),
        "{text}"
    );
}

/// A payment of an order that would go to another address than Amazon shows.
struct Elsewhere {
    cart: Value,
    /// The attempt's.
    id: Value,
    /// Where Amazon redirects the buyer.
    url: String,
    charge: String,
}

/// Orders a shirt to the home address and confirms it at Amazon with the address of the office, which a server completes in the
/// moment after its last look at the session. No notification is delivered.
async fn completed_elsewhere(shop: &Shop) -> Elsewhere {
    control(shop, "/notifications/control", &json!({ "action": "hold" })).await;
    let (cart, session) = returned(shop).await;
    bound(shop, &cart, &session).await;
    let (_, id) = ordered(shop, &cart, "attempt-1").await;
    moves(shop, &session, "office").await;
    let (status, page) = on_page(shop, &format!("/sessions/{session}/pay"), &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    let gateway = gateway(shop);
    let open = gateway.client().session(&session).await.unwrap();
    let done = gateway
        .client()
        .complete_session(&session, open.amount.unwrap());
    let charge = done.await.unwrap().charge.unwrap();
    assert_eq!(happened(shop), [Authorised]);
    let url = page["url"].as_str().unwrap().to_owned();
    Elsewhere {
        cart,
        id,
        url,
        charge,
    }
}

/// [4.21] [7.06] If the address changes between the last look at the session and its completion, what was authorised is given back,
/// there is no order, and the units are back in stock.
#[tokio::test]
async fn money_for_another_address_goes_back() {
    let shop = open().await;
    let Elsewhere { cart, id, url, .. } = completed_elsewhere(&shop).await;
    return_by(&shop, &cart, &url).await;
    assert_changed(&shop.attempt(&id).await);
    assert_eq!(happened(&shop), [Authorised, Voided]);
    assert_eq!(shop.orders().await.len(), 0);
    assert_eq!(shop.left(SHIRT, 0).await, Some(10));
}

/// [4.21] [B.02] A notification that tells of the authorisation before the buyer comes back makes no order to another address.
#[tokio::test]
async fn a_notification_orders_nothing_elsewhere() {
    let shop = open().await;
    let Elsewhere { id, charge, .. } = completed_elsewhere(&shop).await;
    let notification = signed(message(&shop, "CHARGE", &charge));
    assert_eq!(told(&shop, &notification).await, 204);
    assert_changed(&shop.attempt(&id).await);
    assert_eq!(happened(&shop), [Authorised, Voided]);
    assert_eq!(shop.orders().await.len(), 0);
}

/// [4.21] [7.06] What the merchant captured at Amazon meanwhile goes back, too, once. A late report of that charge calls nobody.
#[tokio::test]
async fn captured_money_for_another_address_goes_back() {
    let shop = open().await;
    let elsewhere = completed_elsewhere(&shop).await;
    let Elsewhere {
        cart,
        id,
        url,
        charge,
    } = elsewhere;
    let gateway = gateway(&shop);
    let held = gateway.client().charge(&charge).await.unwrap();
    let captured = gateway.client().capture("by-hand", &charge, held.amount);
    captured.await.unwrap();
    return_by(&shop, &cart, &url).await;
    assert_changed(&shop.attempt(&id).await);
    assert_eq!(happened(&shop), [Authorised, Captured]);
    let refunded = async || gateway.client().charge(&charge).await.unwrap().refunded;
    assert_eq!(refunded().await, Some(held.amount));
    let store = &shop.server.app().store;
    for _delivery in 0..2 {
        let late = signed(message(&shop, "CHARGE", &charge));
        assert_eq!(told(&shop, &late).await, 204);
        assert_changed(&shop.attempt(&id).await);
        assert_eq!(refunded().await, Some(held.amount));
        assert_eq!(store.attempts_in_review(10).await.unwrap(), []);
    }
    assert_eq!(shop.orders().await.len(), 0);
    assert_eq!(shop.left(SHIRT, 0).await, Some(10));
}

/// A new session of the same cart, with the home address.
async fn returned_again(shop: &Shop, cart: &Value) -> (Value, String) {
    let (session, url) = chosen(shop, AMAZON_PAY, cart, "anna", "1111").await;
    let (status, _) = return_by(shop, cart, &url).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    (cart.clone(), session)
}
