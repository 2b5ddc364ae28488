//! Tests a checkout that is opened again while its payment waits for the buyer at Amazon.

use super::amazon::{
    AMAZON_PAY, asked, happened, holder, ledger, on_page, open, open_at, ready_cart, visit, wish,
};
use super::amazon_purchase::{be_away, bound, ordered, returned};
use super::paypal::checkout_of;
use super::support::paid_order;
use crate::support::{HandClock, SHIRT, Shop, codes};
use reqwest::header::COOKIE;
use reqwest::{Method, StatusCode};
use rusqlite::Connection;
use serde_json::{Value, json};
use zkratka_attempts::NameFor;
use zkratka_commerce::gift_card::NoSoldCodes;
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};

/// A payment that waits for its buyer at Amazon.
struct Waiting {
    cart: Value,
    session: String,
    attempt: Value,
    /// The checkout's link.
    url: String,
}

impl Waiting {
    async fn at(shop: &Shop) -> Self {
        Self::with_card(shop, "1111").await
    }

    async fn with_card(shop: &Shop, last_four: &str) -> Self {
        let cart = ready_cart(shop, &[(SHIRT, 0, 1)]).await;
        let session = returned(shop, &cart, last_four).await;
        bound(shop, &cart, &session).await;
        let page = checkout_of(shop, &cart).await;
        let url = page["checkoutUrl"].as_str().unwrap().to_owned();
        let (_, attempt) = ordered(shop, &cart, "attempt-1").await;
        Self {
            cart,
            session,
            attempt,
            url,
        }
    }

    /// What the buyer does on Amazon's page.
    async fn at_amazon(&self, shop: &Shop, operation: &str) {
        let path = format!("/sessions/{}/{operation}", self.session);
        let (status, said) = on_page(shop, &path, &json!({})).await;
        assert_eq!(status, StatusCode::OK, "{said}");
    }

    /// Opens the checkout with this cookie; returns its HTML.
    async fn opened_with(&self, shop: &Shop, cookie: &str) -> String {
        let asked = shop.client.get(&self.url);
        let answer = asked.header(COOKIE, cookie).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answer.text().await.unwrap()
    }

    /// Opens the checkout in the buyer's browser.
    async fn opened(&self, shop: &Shop) -> String {
        self.opened_with(shop, &holder(&self.cart)).await
    }

    async fn state(&self, shop: &Shop) -> Value {
        shop.attempt(&self.attempt).await
    }

    /// The address that the buyer opens after Amazon, and that Amazon knows.
    async fn return_address(&self, shop: &Shop) -> String {
        let app = shop.server.app();
        let name = self.attempt.as_str().unwrap();
        let found = app.attempts.find(NameFor::Client, name).await.unwrap();
        let id = NameFor::Return.of(&found.unwrap(), &NoSoldCodes);
        format!("{}/attempts/{id}/return", shop.server.base_url)
    }

    /// How many steps of the payment are stored. A question is one, and so is its answer.
    async fn steps(&self, shop: &Shop) -> u64 {
        let name = self.attempt.as_str().unwrap();
        let attempts = &shop.server.app().attempts;
        let found = attempts.find(NameFor::Client, name).await.unwrap();
        found.unwrap().version
    }
}

/// [4.21] [7.06] A buyer who cancelled at Amazon opens the checkout again: the payment has ended, the units are back, and the text says
/// what became of it.
#[tokio::test]
async fn a_payment_cancelled_at_amazon_ends() {
    let shop = open().await;
    let waiting = Waiting::at(&shop).await;
    waiting.at_amazon(&shop, "cancel").await;
    assert_eq!(shop.left(SHIRT, 0).await, Some(9));
    let page = waiting.opened(&shop).await;
    assert!(
        page.contains("<checkout-wallet-button"),
        "the page shows the cart after the answer, which can be paid: {page}"
    );
    let ended = waiting.state(&shop).await;
    assert_eq!(ended["__typename"], "CartCompletionFailed", "{ended}");
    assert_eq!(codes(&ended["errors"]), ["PAYMENT_CALL_ISSUER"]);
    let message = ended["errors"][0]["message"].as_str().unwrap();
    assert!(message.contains("je zrušená"), "{message}");
    assert_eq!(shop.left(SHIRT, 0).await, Some(10));
    assert_eq!(happened(&shop), []);
    let page = waiting.opened(&shop).await;
    assert!(page.contains("field-email"), "the form is open again");
}

/// [4.21] [7.06] Amazon declined in another tab.
#[tokio::test]
async fn a_payment_declined_at_amazon_ends() {
    let shop = open().await;
    let waiting = Waiting::with_card(&shop, "3434").await;
    waiting.at_amazon(&shop, "pay").await;
    waiting.opened(&shop).await;
    let ended = waiting.state(&shop).await;
    assert_eq!(ended["__typename"], "CartCompletionFailed", "{ended}");
    assert_eq!(shop.left(SHIRT, 0).await, Some(10));
    assert_eq!(shop.orders().await.len(), 0);
}

/// [4.21] [B.03] The buyer has paid in another tab: the question makes the order, once, with the amount that the buyer saw.
#[tokio::test]
async fn a_payment_made_meanwhile_makes_the_order() {
    let shop = open().await;
    let waiting = Waiting::at(&shop).await;
    waiting.opened(&shop).await;
    // Both at the same time, and then again.
    tokio::join!(waiting.at_amazon(&shop, "pay"), waiting.opened(&shop));
    let page = waiting.opened(&shop).await;
    assert!(page.contains("<title>Vaše objednávka"), "{page}");
    let ended = waiting.state(&shop).await;
    assert_eq!(ended["__typename"], "CartCompletionSuccess", "{ended}");
    let order = paid_order(&shop).await;
    assert_eq!(shop.orders().await.len(), 1);
    assert_eq!(happened(&shop), [Authorised, Captured]);
    let total = order.snapshot.total;
    assert!(ledger(&shop).iter().all(|row| row.amount.minor == total));
    assert_eq!(shop.left(SHIRT, 0).await, Some(9));
}

/// [4.21] While Amazon waits or cannot be reached, the page shows what is stored: the payment waits.
#[tokio::test]
async fn without_news_the_payment_waits() {
    let shop = open().await;
    let waiting = Waiting::at(&shop).await;
    for is_away in [false, true] {
        if is_away {
            be_away(&shop, true);
        }
        let page = waiting.opened(&shop).await;
        if is_away {
            be_away(&shop, false);
        }
        assert!(page.contains("Pokladna"));
        let state = waiting.state(&shop).await;
        assert_eq!(
            state["__typename"], "CartCompletionActionRequired",
            "{state}"
        );
    }
    assert_eq!(shop.left(SHIRT, 0).await, Some(9));
    waiting.at_amazon(&shop, "pay").await;
    waiting.opened(&shop).await;
    paid_order(&shop).await;
}

/// [4.21] The page does not wait for a slow Amazon: it is there before the answer, which counts all the same.
#[tokio::test]
async fn the_page_opens_before_a_slow_answer() {
    let shop = open().await;
    let waiting = Waiting::at(&shop).await;
    waiting.at_amazon(&shop, "cancel").await;
    let before = waiting.steps(&shop).await;
    let file = shop.server.app().config.payments.sandbox.amazon_pay_file();
    let holding = Connection::open(file).unwrap();
    holding.execute_batch("BEGIN IMMEDIATE").unwrap();
    waiting.opened(&shop).await;
    let after = waiting.steps(&shop).await;
    holding.execute_batch("ROLLBACK").unwrap();
    assert_eq!(after, before + 1, "asked, and not answered");
    let app = shop.server.app();
    let key = app
        .attempts
        .find(NameFor::Client, waiting.attempt.as_str().unwrap());
    let key = key.await.unwrap().unwrap().key;
    app.attempts.buyer_returned(key).await.unwrap();
    let ended = waiting.state(&shop).await;
    assert_eq!(ended["__typename"], "CartCompletionFailed", "{ended}");
}

/// [4.21] The checkout's link alone makes the server not ask Amazon: the browser's cookie must say that it asked for a button of the cart,
/// for which it needs the link.
#[tokio::test]
async fn only_a_browser_that_holds_the_cart_makes_the_server_ask() {
    let shop = open().await;
    let waiting = Waiting::at(&shop).await;
    let other = ready_cart(&shop, &[(SHIRT, 0, 1)]).await;
    let before = waiting.steps(&shop).await;
    let named = holder(&waiting.cart);
    let (guessed, _) = named.split_at(named.len() - 1);
    let last = if named.ends_with('0') { "1" } else { "0" };
    for cookie in [
        String::new(),
        holder(&other),
        format!("{guessed}{last}"),
        holder(&waiting.cart).replacen("wallet-cart", "cart", 1),
    ] {
        waiting.opened_with(&shop, &cookie).await;
        assert_eq!(waiting.steps(&shop).await, before, "{cookie}");
    }
    let id = waiting.cart["id"].as_str().unwrap();
    let (start, _) = id.split_once("?key=").unwrap();
    let (_, token) = start.rsplit_once('/').unwrap();
    let url = format!(
        "{}/checkout/{token}?key={}",
        shop.server.base_url,
        "0".repeat(32)
    );
    let asked = shop.client.get(url).header(COOKIE, holder(&waiting.cart));
    let status = asked.send().await.unwrap().status();
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(waiting.steps(&shop).await, before);
}

/// [4.21] However often the page is loaded, Amazon is asked a few times, and later again.
#[tokio::test]
async fn one_payment_is_not_asked_about_without_end() {
    let clock = HandClock::new();
    let shop = open_at(clock.clone()).await;
    let waiting = Waiting::at(&shop).await;
    let before = waiting.steps(&shop).await;
    for _ in 0..20 {
        waiting.opened(&shop).await;
    }
    let asked = waiting.steps(&shop).await - before;
    assert_eq!(asked, 2 * 5, "a question and an answer for each");
    let state = waiting.state(&shop).await;
    assert_eq!(state["__typename"], "CartCompletionActionRequired");
    clock.advance(15_000);
    waiting.at_amazon(&shop, "pay").await;
    waiting.opened(&shop).await;
    paid_order(&shop).await;
}

/// [4.21] However often anybody opens the address that Amazon knows, Amazon is asked a few times, and later again.
#[tokio::test]
async fn a_return_does_not_ask_without_end() {
    let clock = HandClock::new();
    let shop = open_at(clock.clone()).await;
    let waiting = Waiting::at(&shop).await;
    let address = waiting.return_address(&shop).await;
    let before = waiting.steps(&shop).await;
    for _ in 0..20 {
        let opened = visit(&shop, Method::GET, &address).send().await.unwrap();
        assert_eq!(opened.status(), StatusCode::OK);
    }
    let asked = waiting.steps(&shop).await - before;
    assert_eq!(asked, 2 * 5, "a question and an answer for each");
    waiting.at_amazon(&shop, "pay").await;
    clock.advance(15_000);
    visit(&shop, Method::GET, &address).send().await.unwrap();
    paid_order(&shop).await;
}

/// [4.21] [8.03] Who has many payments asks no more often than others: the client's calls to providers are counted, too.
#[tokio::test]
async fn one_client_does_not_ask_about_many_payments_without_end() {
    let shop = open_at(HandClock::new()).await;
    let waiting = Waiting::at(&shop).await;
    let address = waiting.return_address(&shop).await;
    let wish = wish(&shop, &ready_cart(&shop, &[(SHIRT, 0, 1)]).await);
    while asked(&shop, AMAZON_PAY, &wish).await.0 == StatusCode::OK {}
    let before = waiting.steps(&shop).await;
    visit(&shop, Method::GET, &address).send().await.unwrap();
    waiting.opened(&shop).await;
    assert_eq!(waiting.steps(&shop).await, before);
}
