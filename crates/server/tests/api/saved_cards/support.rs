//! A shop with a wallet of its own, and buyers who are signed in to it.

use crate::support::{Shop, billing, codes, fields};
use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, COOKIE, LOCATION, ORIGIN};
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::hex;
use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_commerce::payment::CardSummary;
use zkratka_sandbox::gateway::{LedgerRow, read_ledger};
use zkratka_store::clock::Clock;
use zkratka_store::{AccountId, Accounts, SavedCard, SessionProof};

pub(super) const APPROVE: &str = "4111111111111111";
pub(super) const DECLINE: &str = "4000000000000002";
pub(super) const CHALLENGE: &str = "4000000000003220";
/// The path of a token's argument.
const ARGUMENT: &str = "payment.walletPaymentMethod.shopPayWalletContent";

/// Servers that share a database need a secret for codes; the file is in every shop's folder.
const WALLET: &str = "
[mail]
enabled = true
sender = \"obchod@example.com\"
[shop_wallet]
enabled = true
name = \"Krám\"
origin = \"http://localhost\"
secret_file = \"gift-cards.key\"
";

pub(super) async fn open() -> Shop {
    Shop::open_with(|text| text + WALLET).await
}

pub(super) async fn open_with(change: impl FnOnce(String) -> String) -> Shop {
    Shop::open_with(|text| change(text + WALLET)).await
}

pub(super) async fn open_at(clock: Arc<dyn Clock>) -> Shop {
    Shop::open_at(clock, |text| text + WALLET).await
}

/// A buyer who is signed in.
pub(super) struct Buyer {
    pub(super) account: AccountId,
    pub(super) cookie: String,
    /// The device's cookie alone.
    pub(super) device: String,
}

pub(super) fn accounts(shop: &Shop) -> Accounts<'_> {
    shop.server.app().store.accounts()
}

pub(super) async fn buyer(shop: &Shop, id: u8) -> Buyer {
    buyer_by(shop, id, SessionProof::Code).await
}

pub(super) async fn buyer_by(shop: &Shop, id: u8, proof: SessionProof) -> Buyer {
    let app = shop.server.app();
    let (now, email) = (app.clock.now(), format!("buyer-{id}@example.cz"));
    let of_shop = accounts(shop);
    let account = of_shop.open_account(AccountId([id; 32]), &email, now);
    let account = account.await.unwrap().id;
    let signed = zkratka_sign_in::sign_in(of_shop, &app.ids, account, proof, None, "Firefox", now);
    let signed = signed.await.unwrap();
    Buyer {
        account,
        cookie: format!("wallet-session={}", signed.session_cookie),
        device: format!("wallet-device={}", signed.device_cookie.unwrap()),
    }
}

/// A thief who has a copy of the buyer's device cookie.
pub(super) fn thief_of(buyer: &Buyer) -> Buyer {
    Buyer {
        account: buyer.account,
        cookie: buyer.device.clone(),
        device: buyer.device.clone(),
    }
}

/// The path below the checkout of a cart.
fn address(shop: &Shop, cart: &Value, path: &str) -> String {
    let id = cart["id"].as_str().unwrap();
    let reference = id.trim_start_matches("gid://shopify/Cart/");
    let (token, key) = reference.split_once('?').unwrap();
    format!(
        "{}/checkout/{token}/account/{path}?{key}",
        shop.server.base_url
    )
}

/// Posts as a page of this shop does.
pub(super) async fn post(
    shop: &Shop,
    cart: &Value,
    path: &str,
    buyer: Option<&Buyer>,
    body: &Value,
) -> (StatusCode, Value) {
    let own = shop.server.base_url.clone();
    post_from(shop, &own, (cart, path), buyer, body).await
}

pub(super) async fn post_from(
    shop: &Shop,
    origin: &str,
    (cart, path): (&Value, &str),
    buyer: Option<&Buyer>,
    body: &Value,
) -> (StatusCode, Value) {
    let mut request = shop.client.post(address(shop, cart, path));
    request = request.header(ORIGIN, origin);
    if let Some(buyer) = buyer {
        request = request.header(COOKIE, &buyer.cookie);
    }
    let answer = request.json(body).send().await.unwrap();
    let status = answer.status();
    (status, answer.json().await.unwrap_or_default())
}

/// What the checkout's script gets for a buyer.
pub(super) async fn saved_of(shop: &Shop, cart: &Value, buyer: &Buyer) -> Value {
    let url = address(shop, cart, "").replace("account/?", "account?");
    let answer = shop.client.get(url).header(COOKIE, &buyer.cookie);
    answer.send().await.unwrap().json().await.unwrap()
}

/// A page below the account, as a browser that is led nowhere gets it.
pub(super) async fn account_answer(
    shop: &Shop,
    buyer: &Buyer,
    path: &str,
    mode: &str,
) -> (StatusCode, Option<String>) {
    let client = reqwest::Client::builder()
        .redirect(Policy::none())
        .no_proxy();
    let url = format!("{}/account/{path}", shop.server.base_url);
    let request = client.build().unwrap().get(url);
    let request = request
        .header(COOKIE, &buyer.cookie)
        .header("sec-fetch-mode", mode);
    let answer = request.send().await.unwrap();
    let to = answer
        .headers()
        .get(LOCATION)
        .map(|to| to.to_str().unwrap().to_owned());
    (answer.status(), to)
}

/// The account's page of a buyer who is signed in.
pub(super) async fn account_page(shop: &Shop, buyer: &Buyer, query: &str) -> String {
    let url = format!("{}/account{query}", shop.server.base_url);
    let answer = shop.client.get(url).header(COOKIE, &buyer.cookie);
    let answer = answer.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    answer.text().await.unwrap()
}

/// Posts a form of the account's page.
pub(super) async fn post_form(shop: &Shop, buyer: &Buyer, path: &str, body: &str) -> String {
    let own = shop.server.base_url.clone();
    let request = shop
        .client
        .post(format!("{own}{path}"))
        .header(ORIGIN, &own);
    let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    let request = request.header(COOKIE, &buyer.cookie).body(body.to_owned());
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    answer.text().await.unwrap()
}

/// Asks that card and address are saved with the order, or not, as the browser that has typed the card does.
pub(super) async fn wishes(
    shop: &Shop,
    cart: &Value,
    buyer: &Buyer,
    (save, session): (bool, &str),
) -> StatusCode {
    let wish = json!({ "save": save, "session": session });
    post(shop, cart, "save", Some(buyer), &wish).await.0
}

/// Types a card that is to be saved, and has it bound to the cart.
pub(super) async fn pays_and_saves(shop: &Shop, cart: &Value, buyer: &Buyer, number: &str) {
    let session = shop.pay_by_card(cart, number).await;
    let status = wishes(shop, cart, buyer, (true, &session)).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
}

/// Submits; returns the result.
pub(super) async fn submitted(shop: &Shop, cart: &Value, attempt: &str) -> Value {
    shop.submit(cart, attempt).await["result"].clone()
}

/// Waits until something of the store is there.
pub(super) async fn until<T>(what: &str, look: impl AsyncFn() -> Option<T>) -> T {
    let waiting = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_mins(1), waiting).await;
    waited.unwrap_or_else(|_| panic!("never: {what}"))
}

/// Buys by a typed card that is to be saved; returns the saved card.
pub(super) async fn saved_card(shop: &Shop, buyer: &Buyer, number: &str) -> SavedCard {
    let cart = shop.ready_cart(&[(crate::support::BOOK, 0, 1)]).await;
    pays_and_saves(shop, &cart, buyer, number).await;
    let result = submitted(shop, &cart, "attempt-that-saves-a-card").await;
    if number == CHALLENGE {
        confirm(shop, &result).await;
    }
    until("the card is saved", async || {
        let cards = accounts(shop).cards_of(buyer.account).await.unwrap();
        cards.into_iter().next()
    })
    .await
}

/// Passes the bank's challenge.
pub(super) async fn confirm(shop: &Shop, result: &Value) {
    let challenge = until("the bank asks", async || {
        let attempt = shop.attempt(&result["attemptId"]).await;
        attempt["action"]["redirectUrl"].as_str().map(str::to_owned)
    })
    .await;
    let form = shop.client.post(challenge).body("decision=confirm");
    let form = form.header("content-type", "application/x-www-form-urlencoded");
    let answer = form.send().await.unwrap();
    assert!(answer.status().is_success(), "{}", answer.status());
}

/// Confirms that the card pays the cart; returns the token.
pub(super) async fn token(shop: &Shop, cart: &Value, buyer: &Buyer, visa: &SavedCard) -> Value {
    let (status, answer) = asks_for_token(shop, cart, buyer, visa).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer["sessionToken"].clone()
}

pub(super) async fn asks_for_token(
    shop: &Shop,
    cart: &Value,
    buyer: &Buyer,
    visa: &SavedCard,
) -> (StatusCode, Value) {
    let body = json!({ "address": null, "card": hex::encode(&visa.id.0) });
    post(shop, cart, "pay", Some(buyer), &body).await
}

/// Binds a token for the amount that the cart shows; returns the payload.
pub(super) async fn bind(shop: &Shop, cart: &Value, token: &Value) -> Value {
    let method = json!({ "walletPaymentMethod": { "shopPayWalletContent": {
        "billingAddress": billing(), "sessionToken": token } } });
    let due = cart["cost"]["totalAmount"]["amount"].as_str().unwrap();
    shop.pay(cart, due, method).await
}

pub(super) async fn bound(shop: &Shop, cart: &Value, token: &Value) {
    let payload = bind(shop, cart, token).await;
    assert_eq!(payload["userErrors"], json!([]));
}

/// Asserts that the token is refused at its argument without a reason, and that the cart cannot be ordered.
pub(super) async fn refused(shop: &Shop, cart: &Value, token: &Value) {
    let before = shop.read(&cart["id"]).await;
    let payload = bind(shop, cart, token).await;
    let errors = &payload["userErrors"];
    assert_eq!(codes(errors), ["INVALID_PAYMENT"], "{errors}");
    assert_eq!(fields(errors), [ARGUMENT]);
    assert_eq!(shop.read(&cart["id"]).await, before);
}

/// The gateway's ledger.
pub(super) fn ledger(shop: &Shop) -> Vec<LedgerRow> {
    read_ledger(&shop.server.app().config.payments.sandbox.ledger).unwrap()
}

/// Waits until there are so many orders and the newest is paid; returns it with its card.
pub(super) async fn paid_order(shop: &Shop, number: usize) -> (Order, CardSummary) {
    until("the money is taken", async || {
        let orders = shop.orders().await;
        let order = orders.first().filter(|_| orders.len() == number)?;
        match &order.payment {
            OrderPayment::Captured { card } => Some((order.clone(), card.clone())),
            _ => None,
        }
    })
    .await
}
