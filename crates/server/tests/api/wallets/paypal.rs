//! Tests payments at PayPal over HTTP: the popup's token, the buyer's details, and the movement of money.

use super::support::{due, paid_order, submitted};
use crate::markets::{MARKETS, american};
use crate::selling_plans::PLANS;
use crate::support::{BOOK, EBOOK, MUG, SHIRT, Shop, billing, codes, fields};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::payment::{PaymentMethod, Wallet};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};
use zkratka_sandbox::gateway::{LedgerRow, RowKind, read_ledger};

const TOKEN: &str = "mutation($cart: ID!, $vault: Boolean, $from: PaypalFundingSource) {
  paypalTokenCreate(cartId: $cart, billingAgreement: $vault, fundingSource: $from) { token userErrors { code field message } }
}";
const DETAILS: &str = "mutation($cart: ID!, $token: String!) {
  paypalBuyerDetailsFetch(cartId: $cart, token: $token) {
    details {
      email payerId expiresAt remoteOrderId billingAddress { countryCodeV2 }
      destinationAddress { id firstName lastName address1 city zip countryCodeV2 provinceCode phone }
    }
    userErrors { code field message }
  }
}";
const ARGUMENT: &str = "payment.walletPaymentMethod.paypalWalletContent";
pub(super) const PAYER: &str = "JANANOVAKOVA1";

async fn open() -> Shop {
    open_with("").await
}

pub(super) async fn open_with(more: &str) -> Shop {
    let more = format!("\n[wallets.paypal]\nenabled = true\n{more}\n");
    Shop::open_with(|text| text + &more).await
}

async fn token_create(shop: &Shop, cart: &Value, from: &str) -> Value {
    let variables = json!({ "cart": cart["id"], "vault": false, "from": from });
    shop.run(TOKEN, variables).await.field("paypalTokenCreate")
}

/// Creates an order at PayPal for the buyer to approve; returns its token.
async fn token(shop: &Shop, cart: &Value) -> String {
    let payload = token_create(shop, cart, "PAYPAL").await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["token"].as_str().unwrap().to_owned()
}

/// Approves the order as the buyer does in the popup.
pub(super) async fn approve(shop: &Shop, token: &str, scenario: &str) {
    let url = format!(
        "{}/sandbox/paypal/orders/{token}/approve",
        shop.server.base_url
    );
    let body = json!({ "buyer": "jana", "scenario": scenario });
    let answer = shop.client.post(url).json(&body).send().await.unwrap();
    assert_eq!(answer.status(), 200);
}

pub(super) async fn approved(shop: &Shop, cart: &Value, scenario: &str) -> String {
    let token = token(shop, cart).await;
    approve(shop, &token, scenario).await;
    token
}

pub(super) async fn details(shop: &Shop, cart: &Value, token: &str) -> Value {
    let variables = json!({ "cart": cart["id"], "token": token });
    shop.run(DETAILS, variables)
        .await
        .field("paypalBuyerDetailsFetch")
}

pub(super) fn content(token: &str, payer: &str) -> Value {
    json!({ "walletPaymentMethod": { "paypalWalletContent": {
        "billingAddress": billing(), "email": "jana.novakova@example.cz", "expiresAt": "2030-01-01T00:00:00Z",
        "payerId": payer, "token": token, "acceptedSubscriptionTerms": true, "vaultingAgreement": false,
        "merchantId": "M1",
    } } })
}

async fn bind(shop: &Shop, cart: &Value, token: &str) -> Value {
    shop.pay(cart, due(cart), content(token, PAYER)).await
}

pub(super) async fn bound(shop: &Shop, cart: &Value, token: &str) {
    assert_eq!(bind(shop, cart, token).await["userErrors"], json!([]));
}

pub(super) async fn refused(shop: &Shop, cart: &Value, token: &str, what: &str) {
    let payload = bind(shop, cart, token).await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID_PAYMENT"], "{what}");
    assert_eq!(fields(&payload["userErrors"]), [ARGUMENT], "{what}");
}

pub(super) fn ledger(shop: &Shop) -> Vec<LedgerRow> {
    let beside = &shop.server.app().config.payments.sandbox.ledger;
    read_ledger(&beside.with_file_name("sandbox-paypal.db")).unwrap()
}

pub(super) fn happened(shop: &Shop) -> Vec<RowKind> {
    ledger(shop).iter().map(|row| row.kind).collect()
}

/// [7.09] [3.13] [4.19] [B.02] An approved order at PayPal becomes an order: the amount shown is authorised, captured
/// and ordered, once.
#[tokio::test]
async fn an_approved_order_becomes_an_order_once() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let first = token(&shop, &cart).await;
    assert_eq!(
        token(&shop, &cart).await,
        first,
        "a lost answer is given again"
    );
    let early = details(&shop, &cart, &first).await;
    assert_eq!(early["details"], Value::Null);
    assert_eq!(fields(&early["userErrors"]), ["token"]);
    refused(&shop, &cart, &first, "not approved").await;
    approve(&shop, &first, "approve").await;
    approve(&shop, &first, "approve").await;
    let told = details(&shop, &cart, &first).await;
    assert_eq!(told["userErrors"], json!([]));
    let told = &told["details"];
    assert_eq!(told["email"], "jana.novakova@example.cz");
    assert_eq!(told["payerId"], PAYER);
    assert_eq!(told["remoteOrderId"], json!(first));
    assert!(told["expiresAt"].as_str().unwrap().ends_with('Z'));
    let address = &told["destinationAddress"];
    for (field, expected) in [
        ("firstName", json!("Jana")),
        ("lastName", json!("Nováková")),
        ("address1", json!("Dlouhá 1")),
        ("zip", json!("110 00")),
        ("countryCodeV2", json!("CZ")),
        ("provinceCode", Value::Null),
        ("phone", json!("+420777123456")),
    ] {
        assert_eq!(address[field], expected, "{field}");
    }
    bound(&shop, &cart, &first).await;
    bound(&shop, &cart, &first).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    let order = paid_order(&shop).await;
    let method = &order.snapshot.payment;
    assert!(
        matches!(
            method,
            PaymentMethod::Wallet {
                wallet: Wallet::PayPal,
                ..
            }
        ),
        "{method:?}"
    );
    assert_eq!(order.snapshot.total, MinorUnits::new(51_800));
    let OrderPayment::Captured { card } = &order.payment else {
        panic!("captured");
    };
    assert_eq!(
        (card.network.as_str(), card.last_four.as_str()),
        ("paypal", "")
    );
    assert_eq!(happened(&shop), [Authorised, Captured]);
    assert!(
        ledger(&shop)
            .iter()
            .all(|row| row.amount.minor == MinorUnits::new(51_800))
    );
}

/// The account among the payments on the checkout page, or null.
pub(super) async fn offered(shop: &Shop, cart: &Value) -> Value {
    let data = page_data(shop, cart).await;
    let mut payments = data["payments"].as_array().unwrap().iter();
    let found = payments.find(|payment| payment["kind"] == "account");
    found.cloned().unwrap_or_default()
}

/// The data with which the checkout page starts.
pub(super) async fn page_data(shop: &Shop, cart: &Value) -> Value {
    let url = cart["checkoutUrl"].as_str().unwrap();
    let page = shop.client.get(url).send().await.unwrap();
    let page = page.text().await.unwrap();
    let (_, data) = page.split_once("id=\"checkout-data\"").unwrap();
    let (_, data) = data.split_once('>').unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

/// The cart with its checkout URL.
pub(super) async fn checkout_of(shop: &Shop, cart: &Value) -> Value {
    let read = shop.read(&cart["id"]).await;
    json!({ "id": cart["id"], "checkoutUrl": read["checkoutUrl"] })
}

/// [4.19] The checkout offers only the account that approved, even if no client has reported the approval.
#[tokio::test]
async fn the_checkout_finds_what_was_approved() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let cart = checkout_of(&shop, &cart).await;
    assert_eq!(offered(&shop, &cart).await, Value::Null);
    let token = token(&shop, &cart).await;
    assert_eq!(offered(&shop, &cart).await, Value::Null, "not approved");
    approve(&shop, &token, "approve").await;
    let found = offered(&shop, &cart).await;
    assert_eq!(found["token"], json!(token));
    assert_eq!(found["payerId"], PAYER);
    assert_eq!(found["email"], "jana.novakova@example.cz");
    assert_eq!(found["account"], "paypal");
    assert_eq!(
        (&found["agreement"], &found["renews"]),
        (&json!(false), &json!(false))
    );
    let variables = json!({ "cartId": cart["id"] });
    shop.mutate("cartRemovePersonalData", variables).await;
    assert_eq!(offered(&shop, &cart).await, Value::Null, "forgotten");
}

/// [7.09] An order at PayPal pays only for its own cart, and only from the account that approved it.
#[tokio::test]
async fn an_order_is_of_one_cart_and_one_payer() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = approved(&shop, &cart, "approve").await;
    assert_eq!(details(&shop, &other, &token).await["details"], Value::Null);
    refused(&shop, &other, &token, "another cart's").await;
    refused(&shop, &cart, "NOSUCHORDER", "unknown").await;
    refused(&shop, &cart, "../../v1/oauth2/token", "no id").await;
    let payload = shop
        .pay(&cart, due(&cart), content(&token, "SOMEBODYELSE1"))
        .await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID_PAYMENT"]);
    let payload = shop.pay(&cart, "517.00", content(&token, PAYER)).await;
    assert_eq!(fields(&payload["userErrors"]), ["payment.amount"]);
    assert_eq!(happened(&shop), []);
    bound(&shop, &cart, &token).await;
}

/// [7.09] A PayPal order cannot be bound as a card's session.
#[tokio::test]
async fn a_card_is_no_way_to_paypal() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = approved(&shop, &cart, "approve").await;
    let session = format!("paypal:{token}");
    let method =
        json!({ "directPaymentMethod": { "sessionId": session, "billingAddress": billing() } });
    let payload = shop.pay(&cart, due(&cart), method).await;
    assert_ne!(payload["userErrors"], json!([]));
    assert_ne!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    assert_eq!(happened(&shop), []);
}

/// Renames the table of orders in the emulated PayPal's database, so that requests for orders fail; or renames it back.
fn be_away(shop: &Shop, is_away: bool) {
    let beside = &shop.server.app().config.payments.sandbox.ledger;
    let file = rusqlite::Connection::open(beside.with_file_name("sandbox-paypal.db")).unwrap();
    let [from, to] = if is_away {
        ["orders", "orders_away"]
    } else {
        ["orders_away", "orders"]
    };
    let sql = format!("ALTER TABLE {from} RENAME TO {to}");
    file.execute_batch(&sql).unwrap();
}

/// The server's pause before it asks PayPal again.
const PAUSE: Duration = Duration::from_millis(500);

/// [4.19] If PayPal fails briefly when the checkout opens, the server asks once more and offers the account.
#[tokio::test]
async fn an_account_is_found_after_a_moment() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let page = checkout_of(&shop, &cart).await;
    let token = approved(&shop, &cart, "approve").await;
    be_away(&shop, true);
    let opened = Instant::now();
    assert_eq!(offered(&shop, &page).await, Value::Null, "away for good");
    assert!(opened.elapsed() >= PAUSE, "asked twice");
    // The failure must last for the first request and end before the second; the right length depends on the machine.
    let mut moment = PAUSE / 2;
    for _ in 0..50 {
        let opened = Instant::now();
        let (found, ()) = tokio::join!(offered(&shop, &page), async {
            tokio::time::sleep(moment).await;
            be_away(&shop, false);
        });
        if !found.is_null() && opened.elapsed() >= PAUSE {
            assert_eq!(found["token"], json!(token));
            return;
        }
        moment = if found.is_null() {
            moment / 2
        } else {
            moment + PAUSE / 4
        };
        be_away(&shop, true);
    }
    panic!("never asked again");
}

/// [7.09] [8.03] If PayPal fails briefly, the error is about the payment and not about the token, and the token can pay
/// a moment later.
#[tokio::test]
async fn what_cannot_be_looked_at_is_not_refused() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = approved(&shop, &cart, "approve").await;
    be_away(&shop, true);
    let errors = bind(&shop, &cart, &token).await["userErrors"].clone();
    assert_eq!(codes(&errors), ["INVALID_PAYMENT"]);
    assert_eq!(fields(&errors), ["payment"]);
    let message = "Platbu se teď nepodařilo ověřit. Zkuste to prosím znovu.";
    assert_eq!(errors[0]["message"], message);
    be_away(&shop, false);
    refused(&shop, &cart, "NOSUCH", "unknown").await;
    bound(&shop, &cart, &token).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    paid_order(&shop).await;
    assert_eq!(happened(&shop), [Authorised, Captured]);
}

/// [7.09] The response is lost after the authorisation: the server finds the authorisation again, and makes one order.
#[tokio::test]
async fn a_lost_answer_makes_one_order() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = approved(&shop, &cart, "answer_lost").await;
    bound(&shop, &cart, &token).await;
    let first = submitted(&shop, &cart, "attempt-1").await;
    assert!(
        ["SubmitSuccess", "SubmitThrottled"].contains(&first.as_str()),
        "{first}"
    );
    paid_order(&shop).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    assert_eq!(
        submitted(&shop, &cart, "attempt-2").await,
        "SubmitAlreadyAccepted"
    );
    assert_eq!(shop.orders().await.len(), 1);
    assert_eq!(happened(&shop), [Authorised, Captured]);
}

/// [7.09] [4.19] A declined account is not charged and no longer offered, and another order at PayPal can pay the cart.
#[tokio::test]
async fn a_declined_account_leaves_the_cart() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let page = checkout_of(&shop, &cart).await;
    let declined = approved(&shop, &cart, "decline").await;
    assert_eq!(offered(&shop, &page).await["token"], json!(declined));
    bound(&shop, &cart, &declined).await;
    assert_eq!(offered(&shop, &page).await["token"], json!(declined));
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitFailed");
    assert_eq!(happened(&shop), []);
    assert_eq!(shop.left(SHIRT, 0).await, Some(10));
    refused(&shop, &cart, &declined, "tried").await;
    assert_eq!(offered(&shop, &page).await, Value::Null, "tried");
    let again = approved(&shop, &cart, "approve").await;
    assert_ne!(again, declined);
    assert_eq!(offered(&shop, &page).await["token"], json!(again));
    bound(&shop, &cart, &again).await;
    assert_eq!(submitted(&shop, &cart, "attempt-2").await, "SubmitSuccess");
    paid_order(&shop).await;
    assert_eq!(happened(&shop), [Authorised, Captured]);
    assert_eq!(shop.left(SHIRT, 0).await, Some(9));
}

/// [7.09] If the cart changes after the approval, the payment is removed, and only the new total can be bound,
/// authorised and captured.
#[tokio::test]
async fn a_changed_cart_is_paid_as_it_is_now() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = approved(&shop, &cart, "approve").await;
    bound(&shop, &cart, &token).await;
    let lines = shop.read(&cart["id"]).await["lines"]["nodes"].clone();
    let line = json!({ "id": lines[0]["id"], "quantity": 2 });
    let variables = json!({ "cartId": cart["id"], "lines": [line] });
    let changed = shop.mutate("cartLinesUpdate", variables).await["cart"].clone();
    assert_ne!(due(&changed), due(&cart));
    assert_ne!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    let payload = bind(&shop, &cart, &token).await;
    assert_eq!(
        fields(&payload["userErrors"]),
        ["payment.amount"],
        "the old total"
    );
    bound(&shop, &changed, &token).await;
    assert_eq!(submitted(&shop, &cart, "attempt-2").await, "SubmitSuccess");
    let order = paid_order(&shop).await;
    let total = order.snapshot.total;
    assert!(total > MinorUnits::new(51_800));
    assert!(ledger(&shop).iter().all(|row| row.amount.minor == total));
    assert_eq!(happened(&shop), [Authorised, Captured]);
}

/// [7.09] [4.19] If PayPal has fixed the approved amount, as with instalments, the buyer must approve the new amount.
#[tokio::test]
async fn an_amount_that_is_fixed_is_approved_anew() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let fixed = approved(&shop, &cart, "amount_fixed").await;
    let lines = shop.read(&cart["id"]).await["lines"]["nodes"].clone();
    let line = json!({ "id": lines[0]["id"], "quantity": 2 });
    let variables = json!({ "cartId": cart["id"], "lines": [line] });
    let changed = shop.mutate("cartLinesUpdate", variables).await["cart"].clone();
    assert_ne!(due(&changed), due(&cart));
    refused(&shop, &changed, &fixed, "another amount").await;
    let token = approved(&shop, &changed, "approve").await;
    assert_ne!(token, fixed);
    bound(&shop, &changed, &token).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    let total = paid_order(&shop).await.snapshot.total;
    assert!(ledger(&shop).iter().all(|row| row.amount.minor == total));
    assert_eq!(happened(&shop), [Authorised, Captured]);
}

/// [7.09] If PayPal refuses the capture, at once or after its review, the order needs a person's review.
#[tokio::test]
async fn what_cannot_be_taken_is_looked_at() {
    for scenario in ["capture_refused", "capture_denied"] {
        let shop = open().await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let token = approved(&shop, &cart, scenario).await;
        bound(&shop, &cart, &token).await;
        assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
        is_looked_at(&shop, scenario).await;
        assert_eq!(happened(&shop), [Authorised], "{scenario}");
    }
}

async fn is_looked_at(shop: &Shop, what: &str) {
    for _ in 0..2_400 {
        if shop.orders().await[0].payment == OrderPayment::NeedsReview {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("{what}: nobody is called");
}

/// [7.09] [B.03] A capture that PayPal completes late, or whose response is lost, happens once.
#[tokio::test]
async fn what_is_taken_late_is_taken_once() {
    for scenario in ["capture_pending", "capture_lost"] {
        let shop = open().await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let token = approved(&shop, &cart, scenario).await;
        bound(&shop, &cart, &token).await;
        assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
        paid_order(&shop).await;
        assert_eq!(happened(&shop), [Authorised, Captured], "{scenario}");
    }
}

/// [7.09] If PayPal reviews a payment and then denies it, there is no order, and all units are back in stock.
#[tokio::test]
async fn what_is_denied_after_a_while_leaves_the_cart() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let token = approved(&shop, &cart, "hold_denied").await;
    bound(&shop, &cart, &token).await;
    submitted(&shop, &cart, "attempt-1").await;
    for _ in 0..2_400 {
        if shop.left(SHIRT, 0).await == Some(10) {
            assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitFailed");
            assert_eq!((shop.orders().await.len(), happened(&shop)), (0, vec![]));
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("the piece is not back");
}

/// [4.19] If a checkout page opens while an account is being charged, its data says so, and every tab then reports the
/// outcome in words for an account.
#[tokio::test]
async fn a_page_knows_that_an_account_is_being_charged() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let page = checkout_of(&shop, &cart).await;
    let token = approved(&shop, &cart, "approve").await;
    bound(&shop, &cart, &token).await;
    assert_eq!(page_data(&shop, &page).await["attempt"], Value::Null);
    // The attempt cannot end before PayPal works again.
    be_away(&shop, true);
    let looking = async {
        for _ in 0..6_000 {
            let attempt = page_data(&shop, &page).await["attempt"].clone();
            if !attempt.is_null() {
                return attempt;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("no attempt is told of");
    };
    let (ended, ()) = tokio::join!(submitted(&shop, &cart, "attempt-1"), async {
        let attempt = looking.await;
        be_away(&shop, false);
        assert_eq!(attempt["fromAccount"], true, "{attempt}");
    });
    assert_eq!(ended, "SubmitSuccess");
    paid_order(&shop).await;
}

/// [7.09] If PayPal's webhook arrives before its response, there is one order, and the webhook carries the stored
/// account.
#[tokio::test]
async fn a_report_may_come_before_the_answer() {
    let shop = open_with(PLANS).await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let plan = json!({ "merchandiseId": shop.variant(SHIRT, 0).await, "quantity": 1,
        "sellingPlanId": "gid://shopify/SellingPlan/1" });
    let variables = json!({ "cartId": cart["id"], "lines": [plan] });
    let cart = shop.mutate("cartLinesAdd", variables).await["cart"].clone();
    let token = approved(&shop, &cart, "slow").await;
    bound(&shop, &cart, &token).await;
    submitted(&shop, &cart, "attempt-1").await;
    for _ in 0..2_400 {
        if !shop.orders().await.is_empty() {
            let order = paid_order(&shop).await;
            let OrderPayment::Captured { card } = &order.payment else {
                panic!("captured");
            };
            assert!(card.mandate.is_some());
            assert_eq!(happened(&shop), [Authorised, Captured]);
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("no order");
}

/// [7.09] If a product is renamed while the buyer is at PayPal, the server creates another order for the same amount
/// instead of failing.
#[tokio::test]
async fn what_is_called_otherwise_is_another_order() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let before = token(&shop, &cart).await;
    assert_eq!(token(&shop, &cart).await, before, "repeated");
    shop.reimport(BOOK, |book| book.title = "Kniha, druhé vydání".to_owned())
        .await;
    assert_ne!(token(&shop, &cart).await, before);
}

/// [4.19] A cart with nothing to ship needs no delivery address, and the account can pay it.
#[tokio::test]
async fn what_is_not_sent_needs_no_address() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(EBOOK, 0, 1)]).await;
    let token = approved(&shop, &cart, "approve").await;
    let told = details(&shop, &cart, &token).await;
    assert_eq!(told["details"]["destinationAddress"], Value::Null);
    assert_eq!(told["details"]["billingAddress"]["countryCodeV2"], "CZ");
    bound(&shop, &cart, &token).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    paid_order(&shop).await;
}

/// [4.19] An empty cart gets no order at PayPal, and Venmo gets none in crowns.
#[tokio::test]
async fn a_free_cart_has_no_order() {
    let shop = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let empty = shop.cart(&[]).await;
    let payload = token_create(&shop, &empty, "PAYPAL").await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"]
    );
    let payload = token_create(&shop, &cart, "VENMO").await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"],
        "crowns are not paid by Venmo"
    );
}

/// [7.09] Venmo can pay dollars unless the shop disables it; the order at PayPal lists duty and added tax separately.
#[tokio::test]
async fn dollars_can_be_paid_by_venmo() {
    for (more, is_offered) in [("", true), ("venmo = false", false)] {
        let shop = open_with(&format!("{more}\n{MARKETS}")).await;
        let cart = shop.cart(&[(MUG, 0, 1)]).await;
        let preference = json!({ "deliveryAddress": american(Some("CA")) });
        let identity = json!({ "countryCode": "US", "deliveryAddressPreferences": [preference] });
        let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
        let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
        let cart = payload["cart"].clone();
        let payload = token_create(&shop, &cart, "VENMO").await;
        if !is_offered {
            let refused = codes(&payload["userErrors"]);
            assert_eq!(refused, ["PAYMENT_METHOD_NOT_APPLICABLE"]);
            continue;
        }
        assert_eq!(payload["userErrors"], json!([]));
        let token = payload["token"].as_str().unwrap();
        approve(&shop, token, "approve").await;
        let url = format!("{}/sandbox/paypal/orders/{token}", shop.server.base_url);
        let seen = shop.client.get(url).send().await.unwrap();
        let seen: Value = seen.json().await.unwrap();
        let amount = &seen["amount"];
        assert_eq!(amount["value"], json!(due(&cart)));
        assert_eq!(amount["currency_code"], "USD");
        for part in ["handling", "tax_total"] {
            assert_ne!(amount["breakdown"][part]["value"], "0.00", "{part}");
        }
        let told = details(&shop, &cart, token).await;
        assert_eq!(told["details"]["payerId"], PAYER);
    }
}

/// [1.03] [7.09] Venmo is offered only to buyers in the United States with prices in dollars, and PayPal in every
/// currency that it supports.
#[tokio::test]
async fn venmo_is_named_where_it_can_pay() {
    for (more, is_on) in [("", true), ("venmo = false", false)] {
        let shop = open_with(&format!("{more}\n{MARKETS}")).await;
        let paypal = shop.server.app().wallets.paypal.as_ref().unwrap();
        let origin = &shop.server.base_url;
        for (country, currency, by_paypal, by_venmo) in [
            ("US", "USD", true, is_on),
            ("US", "CZK", true, false),
            ("CZ", "CZK", true, false),
            ("CZ", "USD", true, false),
            ("SK", "EUR", true, false),
            ("", "USD", true, false),
            ("IS", "ISK", false, false),
        ] {
            let money = Currency::new(currency).unwrap();
            let params = paypal.wallet_params(origin, country, money);
            assert_eq!(params.is_some(), by_paypal, "{country} {currency}");
            let params = paypal.venmo_params(origin, country, money);
            assert_eq!(params.is_some(), by_venmo, "{country} {currency}");
        }
        let dollars = Currency::new("USD").unwrap();
        let elsewhere = paypal.venmo_params("https://cizi.example", "US", dollars);
        assert_eq!(elsewhere, None);
    }
}

/// [7.09] A subscription needs an account that can be charged again: the order keeps its mandate.
#[tokio::test]
async fn a_subscription_keeps_the_account() {
    let shop = open_with(PLANS).await;
    let plan = json!({ "merchandiseId": shop.variant(SHIRT, 0).await, "quantity": 1,
        "sellingPlanId": "gid://shopify/SellingPlan/1" });
    let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let before = approved(&shop, &cart, "approve").await;
    let variables = json!({ "cartId": cart["id"], "lines": [plan] });
    let cart = shop.mutate("cartLinesAdd", variables).await["cart"].clone();
    refused(&shop, &cart, &before, "the account is not kept").await;
    let token = approved(&shop, &cart, "approve").await;
    let url = format!("{}/sandbox/paypal/orders/{token}", shop.server.base_url);
    let seen = shop.client.get(url).send().await.unwrap();
    let seen: Value = seen.json().await.unwrap();
    // Delivery costs 119.00 for the goods bought once, and the same for the subscription.
    let shipping = &seen["amount"]["breakdown"]["shipping"]["value"];
    assert_eq!(shipping, "238.00");
    bound(&shop, &cart, &token).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    let order = paid_order(&shop).await;
    let OrderPayment::Captured { card } = &order.payment else {
        panic!("captured");
    };
    assert!(card.mandate.is_some());
}

/// [7.09] A shop without PayPal reports that it does not support it, and has no webhook path. A shop with PayPal
/// refuses a forged webhook.
#[tokio::test]
async fn without_paypal_there_is_none() {
    let without = Shop::open().await;
    let cart = without.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = token_create(&without, &cart, "PAYPAL").await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_SUPPORTED"]
    );
    let payload = details(&without, &cart, "X").await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_SUPPORTED"]
    );
    let payload = bind(&without, &cart, "X").await;
    assert_ne!(payload["userErrors"], json!([]));
    for (shop, status) in [(without, 404), (open().await, 401)] {
        let url = format!("{}/webhooks/paypal", shop.server.base_url);
        let report =
            json!({ "id": "WH-1", "event_type": "PAYMENT.CAPTURE.COMPLETED", "resource": {} });
        let answer = shop.client.post(url).json(&report).send().await.unwrap();
        assert_eq!(answer.status(), status);
    }
}
