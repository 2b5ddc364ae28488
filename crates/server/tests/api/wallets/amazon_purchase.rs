//! Tests purchases by Amazon Pay over HTTP: the buyer's way to Amazon and back, and the movement of money.

use super::amazon::{
    AMAZON_PAY, PRIME, button, chosen, happened, ledger, on_page, open, open_with, press,
    ready_cart, return_by, slovak,
};
use super::paypal::{checkout_of, offered};
use super::support::{paid_order, submitted};
use crate::markets::{choose, deliver};
use crate::selling_plans::PLANS;
use crate::support::{BOOK, MUG, SHIRT, Shop, attempt_key, codes, fields};
use reqwest::StatusCode;
use serde_json::{Value, json};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::Order;
use zkratka_commerce::payment::{PaymentMethod, Wallet};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};

const ARGUMENT: &str = "payment.walletPaymentMethod.amazonPayWalletContent";

/// Binds a session for this amount; returns the payload.
async fn bind_for(shop: &Shop, cart: &Value, session: &str, amount: &str) -> Value {
    let content = json!({ "billingAddress": slovak(), "checkoutSessionId": session });
    let payment = json!({
        "amount": { "amount": amount, "currencyCode": "EUR" },
        "walletPaymentMethod": { "amazonPayWalletContent": content },
    });
    let variables = json!({ "cartId": cart["id"], "payment": payment });
    shop.mutate("cartPaymentUpdate", variables).await
}

/// Binds a session for what the cart costs now; returns the payload.
pub(super) async fn bind(shop: &Shop, cart: &Value, session: &str) -> Value {
    let now = shop.read(&cart["id"]).await;
    let due = now["cost"]["totalAmount"]["amount"].as_str().unwrap();
    bind_for(shop, cart, session, due).await
}

pub(super) async fn bound(shop: &Shop, cart: &Value, session: &str) {
    assert_eq!(bind(shop, cart, session).await["userErrors"], json!([]));
}

async fn refused(shop: &Shop, cart: &Value, session: &str, what: &str) {
    let payload = bind(shop, cart, session).await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID_PAYMENT"], "{what}");
    assert_eq!(fields(&payload["userErrors"]), [ARGUMENT], "{what}");
}

/// A session of the cart, chosen by a buyer in Slovakia who came back to the checkout.
pub(super) async fn returned(shop: &Shop, cart: &Value, last_four: &str) -> String {
    let (session, url) = chosen(shop, AMAZON_PAY, cart, "zuzana", last_four).await;
    let (status, location) = return_by(shop, cart, &url).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let checkout = checkout_of(shop, cart).await;
    assert_eq!(json!(location), checkout["checkoutUrl"]);
    session
}

/// [4.21] The checkout shows what the cart has from Amazon, before any script and in the page's data, and only that: what the
/// buyer changes is not Amazon's any more. Another choice is newer than what was typed before.
#[tokio::test]
async fn the_checkout_shows_what_was_chosen() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let (session, url) = chosen(&shop, AMAZON_PAY, &cart, "zuzana", "1111").await;
    return_by(&shop, &cart, &url).await;
    let page = checkout_of(&shop, &cart).await;
    let first = offered(&shop, &page).await;
    let amazon = &first["amazon"];
    let base = &shop.server.base_url;
    assert_eq!(
        amazon["scriptUrl"],
        format!("{base}/sandbox/amazon-pay/checkout.js")
    );
    let contact = json!([
        "zuzana.kovacova@example.sk",
        "+421\u{a0}905\u{a0}123\u{a0}456"
    ]);
    assert_eq!(amazon["contact"], contact);
    assert_eq!(amazon["address"][0], "Zuzana Kováčová");
    assert_eq!(amazon["fields"]["delivery.city"], "Bratislava");
    assert_eq!(amazon["isAddressUnusable"], false);
    let html = shop.client.get(page["checkoutUrl"].as_str().unwrap());
    let html = html.send().await.unwrap().text().await.unwrap();
    let (form, _) = html.split_once("id=\"checkout-data\"").unwrap();
    for line in ["zuzana.kovacova@example.sk", "Obchodná 14"] {
        assert!(form.contains(&format!("<dd>{line}</dd>")), "{line}");
    }
    assert!(!form.contains("field-email"), "no field beside the text");

    return_by(&shop, &cart, &url).await;
    let again = offered(&shop, &page).await;
    assert_eq!(again["token"], json!(session));
    assert_ne!(
        again["approval"], first["approval"],
        "the buyer came back again"
    );

    // Jana types her own e-mail address and address.
    let moved = deliver(&shop, &cart, slovak()).await;
    let account = offered(&shop, &checkout_of(&shop, &moved).await).await;
    let amazon = &account["amazon"];
    assert_eq!(amazon["fields"], json!({ "phone": "+421905123456" }));
    assert_eq!(
        amazon["contact"],
        json!(["+421\u{a0}905\u{a0}123\u{a0}456"])
    );
    assert_eq!(amazon["address"], json!([]));
    assert_eq!(amazon["isAddressUnusable"], false, "the cart has another");
}

/// Orders, and returns where the buyer confirms the amount at Amazon, with the attempt's id.
pub(super) async fn ordered(shop: &Shop, cart: &Value, token: &str) -> (String, Value) {
    let result = shop.submit(cart, token).await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let attempt = shop.attempt(&result["attemptId"]).await;
    assert_eq!(
        attempt["__typename"], "CartCompletionActionRequired",
        "{attempt}"
    );
    let url = attempt["action"]["redirectUrl"]
        .as_str()
        .unwrap()
        .to_owned();
    (url, result["attemptId"].clone())
}

/// Confirms at Amazon, and follows the redirect back to the shop; returns where it leads.
pub(super) async fn confirmed(shop: &Shop, cart: &Value, session: &str) -> String {
    let (status, page) = on_page(shop, &format!("/sessions/{session}/pay"), &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    let (status, location) = return_by(shop, cart, page["url"].as_str().unwrap()).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    location
}

/// Buys by a session that has come back; returns the order.
async fn bought(shop: &Shop, cart: &Value, session: &str) -> Order {
    bound(shop, cart, session).await;
    let (_, id) = ordered(shop, cart, "attempt-1").await;
    confirmed(shop, cart, session).await;
    let attempt = shop.attempt(&id).await;
    assert_eq!(attempt["__typename"], "CartCompletionSuccess", "{attempt}");
    paid_order(shop).await
}

/// A paid order of one book.
pub(super) async fn paid(shop: &Shop) -> Order {
    let cart = ready_cart(shop, &[(BOOK, 0, 1)]).await;
    let session = returned(shop, &cart, "1111").await;
    bought(shop, &cart, &session).await
}

/// [4.21] [7.13] [B.02] A buyer chooses at Amazon, orders in the checkout and confirms at Amazon. The amount shown is
/// authorised, captured and ordered, once.
#[tokio::test]
async fn a_buyer_comes_back_orders_and_confirms() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let session = returned(&shop, &cart, "1111").await;
    let now = shop.read(&cart["id"]).await;
    assert_eq!(now["buyerIdentity"]["email"], "zuzana.kovacova@example.sk");
    let page = checkout_of(&shop, &cart).await;
    let account = offered(&shop, &page).await;
    assert_eq!(account["account"], "amazon_pay");
    assert_eq!(account["token"], json!(session));
    assert_eq!(account["email"], "zuzana.kovacova@example.sk");
    assert_eq!(account["payerId"], "amzn1.account.SANDBOXZUZANA");
    assert_eq!(
        (&account["agreement"], &account["renews"]),
        (&json!(false), &json!(false))
    );
    assert!(account["expiresAt"].as_str().unwrap().ends_with('Z'));
    let other = bind_for(&shop, &cart, &session, "517.00").await;
    assert_eq!(fields(&other["userErrors"]), ["payment.amount"]);
    bound(&shop, &cart, &session).await;
    let (url, id) = ordered(&shop, &cart, "attempt-1").await;
    let base = &shop.server.base_url;
    assert_eq!(
        url,
        format!("{base}/sandbox/amazon-pay/pay?amazonCheckoutSessionId={session}")
    );
    assert_eq!(happened(&shop), []);
    let back = confirmed(&shop, &cart, &session).await;
    let attempt = shop.attempt(&id).await;
    assert_eq!(attempt["__typename"], "CartCompletionSuccess", "{attempt}");
    assert!(back.contains("/checkout/"), "{back}");
    let order = paid_order(&shop).await;
    let wallet = match &order.snapshot.payment {
        PaymentMethod::Wallet { wallet, .. } => Some(*wallet),
        _ => None,
    };
    assert_eq!(wallet, Some(Wallet::AmazonPay));
    assert_eq!(order.snapshot.total, MinorUnits::new(51_800));
    assert_eq!(happened(&shop), [Authorised, Captured]);
    let total = order.snapshot.total;
    assert!(ledger(&shop).iter().all(|row| row.amount.minor == total));
    assert_eq!(
        submitted(&shop, &cart, "attempt-2").await,
        "SubmitAlreadyAccepted"
    );
    assert_eq!(shop.orders().await.len(), 1);
}

/// [4.19] Amazon's contact and addresses are written into the cart, in the shop's form; a German street is found below a
/// company.
#[tokio::test]
async fn what_was_chosen_is_in_the_cart() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let params = button(&shop, AMAZON_PAY, &cart).await;
    let session = press(&shop, &params).await;
    let choose = |body: Value| {
        let path = format!("/sessions/{session}/choose");
        let shop = &shop;
        async move { on_page(shop, &path, &body).await }
    };
    let sign_in = format!("/sessions/{session}/sign-in");
    on_page(&shop, &sign_in, &json!({ "buyer": "anna" })).await;
    for (address, line1, line2, company) in [
        ("home", "Lindenstraße 12", Value::Null, Value::Null),
        (
            "office",
            "Hauptstraße 5",
            json!("2. OG"),
            json!("Beispiel GmbH"),
        ),
    ] {
        let (status, said) = choose(json!({ "address": address, "card": "1111" })).await;
        assert_eq!(status, StatusCode::OK, "{said}");
        let path = format!("/sessions/{session}/continue");
        let (_, page) = on_page(&shop, &path, &json!({})).await;
        return_by(&shop, &cart, page["url"].as_str().unwrap()).await;
        let query = "query ($id: ID!) { cart(id: $id) { buyerIdentity { email phone }
            delivery { addresses { address { ... on CartDeliveryAddress {
                firstName lastName company address1 address2 countryCode } } } } } }";
        let read = shop
            .run(query, json!({ "id": cart["id"] }))
            .await
            .field("cart");
        assert_eq!(read["buyerIdentity"]["email"], "anna.schmidt@example.de");
        let written = &read["delivery"]["addresses"][0]["address"];
        assert_eq!(written["address1"], line1, "{read}");
        assert_eq!(written["address2"], line2);
        assert_eq!(written["company"], company);
        assert_eq!(written["lastName"], "Schmidt");
        assert_eq!(written["countryCode"], "DE");
    }
}

/// [4.21] A session pays only for the cart whose button led to it.
#[tokio::test]
async fn a_session_is_of_one_cart() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let other = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let (session, url) = chosen(&shop, AMAZON_PAY, &cart, "zuzana", "1111").await;
    let page = checkout_of(&shop, &other).await;
    let (_, other_url) = chosen(&shop, AMAZON_PAY, &other, "zuzana", "1111").await;
    let (address, _) = other_url.split_once('?').unwrap();
    let foreign = format!("{address}?amazonCheckoutSessionId={session}");
    let (status, location) = return_by(&shop, &other, &foreign).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    assert!(
        location.ends_with("&wallet_payment_method_not_applicable=true"),
        "{location}"
    );
    assert_eq!(offered(&shop, &page).await, Value::Null);
    let read = shop.read(&other["id"]).await;
    assert_eq!(read["buyerIdentity"]["email"], "jana@example.cz");
    refused(&shop, &other, &session, "another cart's").await;
    refused(&shop, &cart, &session, "not returned yet").await;
    return_by(&shop, &cart, &url).await;
    for id in ["", "../x", "00000000-0000-0000-0000-000000000000"] {
        refused(&shop, &cart, id, "unknown").await;
    }
    bound(&shop, &cart, &session).await;
}

/// [4.21] A session that Amazon made for this cart without the shop's button, or that the buyer left, pays nothing.
#[tokio::test]
async fn an_ended_session_pays_nothing() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let session = returned(&shop, &cart, "1111").await;
    let path = format!("/sessions/{session}/cancel");
    on_page(&shop, &path, &json!({})).await;
    let page = checkout_of(&shop, &cart).await;
    assert_eq!(offered(&shop, &page).await, Value::Null);
    refused(&shop, &cart, &session, "cancelled").await;
    assert_eq!(happened(&shop), []);
}

/// [7.06] [4.19] A card that Amazon declines makes no order; all units are back, and a new session can pay.
#[tokio::test]
async fn a_declined_card_leaves_the_cart() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(SHIRT, 0, 1)]).await;
    let session = returned(&shop, &cart, "3434").await;
    bound(&shop, &cart, &session).await;
    let (_, id) = ordered(&shop, &cart, "attempt-1").await;
    assert_eq!(shop.left(SHIRT, 0).await, Some(9));
    confirmed(&shop, &cart, &session).await;
    let attempt = shop.attempt(&id).await;
    assert_eq!(attempt["__typename"], "CartCompletionFailed", "{attempt}");
    assert_eq!(shop.left(SHIRT, 0).await, Some(10));
    assert_eq!(shop.orders().await.len(), 0);
    let page = checkout_of(&shop, &cart).await;
    assert_eq!(offered(&shop, &page).await, Value::Null, "used up");
    let again = returned(&shop, &cart, "1111").await;
    bound(&shop, &cart, &again).await;
    let (_, second) = ordered(&shop, &cart, "attempt-2").await;
    assert_ne!(attempt_key(&second), attempt_key(&id));
    confirmed(&shop, &cart, &again).await;
    paid_order(&shop).await;
    assert_eq!(happened(&shop), [Authorised, Captured]);
}

/// [4.21] If the cart changes after the buyer came back, only the new total can be bound, and the buyer confirms it.
#[tokio::test]
async fn a_changed_cart_is_paid_as_it_is_now() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let session = returned(&shop, &cart, "1111").await;
    bound(&shop, &cart, &session).await;
    let lines = shop.read(&cart["id"]).await["lines"]["nodes"].clone();
    let line = json!({ "id": lines[0]["id"], "quantity": 2 });
    let variables = json!({ "cartId": cart["id"], "lines": [line] });
    shop.mutate("cartLinesUpdate", variables).await;
    let old = bind_for(&shop, &cart, &session, "518.00").await;
    assert_eq!(fields(&old["userErrors"]), ["payment.amount"]);
    let order = bought(&shop, &cart, &session).await;
    let total = order.snapshot.total;
    assert!(total > MinorUnits::new(51_800));
    assert!(ledger(&shop).iter().all(|row| row.amount.minor == total));
}

/// [8.02] Only a member may buy by Buy with Prime, unless the shop lets everybody.
#[tokio::test]
async fn prime_is_for_members() {
    let prime = "[wallets.buy_with_prime]\nenabled = true\ntags = [\"novinka\"]";
    for (more, buyer, is_taken) in [
        ("", "mary", true),
        ("", "james", false),
        ("requires_membership = false", "james", true),
    ] {
        let shop = open_with(&format!("{prime}\n{more}")).await;
        let cart = ready_cart(&shop, &[(MUG, 0, 1)]).await;
        let (session, url) = chosen(&shop, PRIME, &cart, buyer, "1111").await;
        let (_, location) = return_by(&shop, &cart, &url).await;
        let is_told = location.contains("wallet_payment_method_not_applicable");
        assert_eq!(is_told, !is_taken, "{buyer} {more}");
        let page = checkout_of(&shop, &cart).await;
        let account = offered(&shop, &page).await;
        assert_eq!(
            account["token"] == json!(session),
            is_taken,
            "{buyer} {more}"
        );
    }
}

/// Renames the table of sessions in the emulated Amazon's database, so that its API fails; or renames it back.
pub(super) fn be_away(shop: &Shop, is_away: bool) {
    let file = shop.server.app().config.payments.sandbox.amazon_pay_file();
    let file = rusqlite::Connection::open(file).unwrap();
    let [from, to] = if is_away {
        ["objects", "objects_away"]
    } else {
        ["objects_away", "objects"]
    };
    let sql = format!("ALTER TABLE {from} RENAME TO {to}");
    file.execute_batch(&sql).unwrap();
}

/// [4.19] [8.03] If Amazon fails briefly, a page says so, and opening the address again finds what the buyer chose. The error of a payment is about the payment and not about the session.
#[tokio::test]
async fn what_cannot_be_looked_at_is_looked_at_again() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let (session, url) = chosen(&shop, AMAZON_PAY, &cart, "zuzana", "1111").await;
    be_away(&shop, true);
    let (status, location) = return_by(&shop, &cart, &url).await;
    assert_eq!(
        (status, location.as_str()),
        (StatusCode::SERVICE_UNAVAILABLE, "")
    );
    be_away(&shop, false);
    let (status, _) = return_by(&shop, &cart, &url).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let page = checkout_of(&shop, &cart).await;
    assert_eq!(offered(&shop, &page).await["token"], json!(session));
    be_away(&shop, true);
    let payload = bind(&shop, &cart, &session).await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID_PAYMENT"]);
    assert_eq!(fields(&payload["userErrors"]), ["payment"]);
    assert_eq!(offered(&shop, &page).await, Value::Null, "away");
    be_away(&shop, false);
    bound(&shop, &cart, &session).await;
}

/// [7.06] If the buyer gives up the confirmation, nothing is charged, and the cart is open again.
#[tokio::test]
async fn a_confirmation_can_be_given_up() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let session = returned(&shop, &cart, "1111").await;
    bound(&shop, &cart, &session).await;
    let (_, id) = ordered(&shop, &cart, "attempt-1").await;
    let given_up = shop.give_up(&id).await;
    assert_eq!(given_up["__typename"], "CartCompletionFailed", "{given_up}");
    let (status, said) = on_page(&shop, &format!("/sessions/{session}/pay"), &json!({})).await;
    let completed = shop.orders().await.len();
    assert_eq!(completed, 0, "{status} {said}");
    assert_eq!(happened(&shop), []);
}

/// [5.15] [B.03] What the buyer permits to charge later is what the cart renews: after another quantity or plan the buyer begins
/// again.
#[tokio::test]
async fn a_permission_is_for_what_renews() {
    let shop = open_with(PLANS).await;
    let plan = json!({ "merchandiseId": shop.variant(SHIRT, 0).await, "quantity": 1,
        "sellingPlanId": "gid://shopify/SellingPlan/1" });
    let variables =
        json!({ "input": { "lines": [plan], "buyerIdentity": { "countryCode": "SK" } } });
    let made = shop.mutate("cartCreate", variables).await;
    let cart = deliver(&shop, &made["cart"], slovak()).await;
    let cart = choose(&shop, &cart, "ppl").await;
    let session = returned(&shop, &cart, "1111").await;
    bound(&shop, &cart, &session).await;
    let line = &shop.read(&cart["id"]).await["lines"]["nodes"][0]["id"].clone();
    let to = async |change: Value| {
        let mut line = json!({ "id": line });
        line.as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        let variables = json!({ "cartId": cart["id"], "lines": [line] });
        let payload = shop.mutate("cartLinesUpdate", variables).await;
        assert_eq!(payload["userErrors"], json!([]));
    };
    to(json!({ "quantity": 3 })).await;
    refused(&shop, &cart, &session, "more units").await;
    let page = checkout_of(&shop, &cart).await;
    assert_ne!(offered(&shop, &page).await["token"], json!(session));
    to(json!({ "quantity": 1 })).await;
    bound(&shop, &cart, &session).await;
}
