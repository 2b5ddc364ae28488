//! Tests PayPal accounts that an agreement stores, above all for subscriptions that are free at first.

use super::paypal::{
    PAYER, bound, checkout_of, content, details, happened, ledger, offered, open_with, refused,
};
use super::support::{due, paid_order, submitted};
use crate::markets::{MARKETS, american};
use crate::support::{BOOK, EBOOK, SHIRT, Shop, codes};
use serde_json::{Value, json};
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::payment::CardSummary;
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};
use zkratka_store::OrderPage;

const TOKEN: &str = "mutation($cart: ID!, $from: PaypalFundingSource) {
  paypalTokenCreate(cartId: $cart, billingAgreement: true, fundingSource: $from) { token userErrors { code field } }
}";

/// A plan whose first month is free.
const TRIAL: &str = r#"
[[selling_plan_groups]]
handle = "zkouska"
name = "Na zkoušku"
products = ["e-kniha", "tricko"]

[[selling_plans]]
id = 9
group = "zkouska"
name = "První měsíc zdarma"
interval = "MONTH"
adjustments = [{ price = "0", orders = 1 }, { percentage = "5" }]
"#;

const PLAN: &str = "gid://shopify/SellingPlan/9";

async fn open() -> Shop {
    open_with(&format!("{TRIAL}\n{MARKETS}")).await
}

/// A cart with this product under the plan, which lacks only its payment.
async fn trial(shop: &Shop, handle: &str) -> Value {
    let cart = shop.ready_cart(&[(handle, 0, 1)]).await;
    planned(shop, &cart, json!(PLAN)).await
}

/// Sets the plan of the cart's first line, or removes it; returns the cart.
async fn planned(shop: &Shop, cart: &Value, plan: Value) -> Value {
    let lines = shop.read(&cart["id"]).await["lines"]["nodes"].clone();
    let line = json!({ "id": lines[0]["id"], "sellingPlanId": plan });
    let variables = json!({ "cartId": cart["id"], "lines": [line] });
    let payload = shop.mutate("cartLinesUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["cart"].clone()
}

async fn asked(shop: &Shop, cart: &Value, from: &str) -> Value {
    let variables = json!({ "cart": cart["id"], "from": from });
    shop.run(TOKEN, variables).await.field("paypalTokenCreate")
}

async fn agreement(shop: &Shop, cart: &Value) -> String {
    let payload = asked(shop, cart, "PAYPAL").await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["token"].as_str().unwrap().to_owned()
}

/// Agrees as the buyer does in the popup.
async fn agree(shop: &Shop, token: &str, buyer: &str, scenario: &str) -> Value {
    let url = format!(
        "{}/sandbox/paypal/agreements/{token}/approve",
        shop.server.base_url
    );
    let body = json!({ "buyer": buyer, "scenario": scenario });
    let answer = shop.client.post(url).json(&body).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.json().await.unwrap()
}

async fn agreed(shop: &Shop, cart: &Value, scenario: &str) -> String {
    let token = agreement(shop, cart).await;
    agree(shop, &token, "jana", scenario).await;
    token
}

async fn taken(shop: &Shop) -> (CardSummary, Vec<String>) {
    let order = paid_order(shop).await;
    let OrderPayment::Captured { card } = &order.payment else {
        panic!("{:?}", order.payment);
    };
    let page = OrderPage {
        before: None,
        limit: 9,
    };
    let records = shop.server.app().store.orders(page).await.unwrap();
    let timeline = records.iter().flat_map(|record| &record.timeline);
    let details = timeline.map(|entry| entry.detail.clone());
    (card.clone(), details.collect())
}

/// [7.09] [5.15] [3.13] If nothing is due, PayPal stores the account, the order has its mandate, and no money moves.
#[tokio::test]
async fn a_free_subscription_keeps_the_account() {
    let shop = open().await;
    let cart = trial(&shop, EBOOK).await;
    assert_eq!(due(&cart), "0.00");
    let token = agreement(&shop, &cart).await;
    assert_eq!(agreement(&shop, &cart).await, token, "a lost answer");
    assert_eq!(details(&shop, &cart, &token).await["details"], Value::Null);
    refused(&shop, &cart, &token, "not agreed").await;
    assert_eq!(
        agree(&shop, &token, "jana", "approve").await["payerId"],
        PAYER
    );
    agree(&shop, &token, "jana", "approve").await;
    let told = details(&shop, &cart, &token).await;
    assert_eq!(told["userErrors"], json!([]));
    let told = &told["details"];
    assert_eq!(told["email"], "jana.novakova@example.cz");
    assert_eq!(
        (&told["payerId"], &told["remoteOrderId"]),
        (&json!(PAYER), &json!(token))
    );
    assert_eq!(told["destinationAddress"], Value::Null, "nothing is sent");
    assert!(told["expiresAt"].as_str().unwrap().ends_with('Z'));
    bound(&shop, &cart, &token).await;
    bound(&shop, &cart, &token).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    let (account, timeline) = taken(&shop).await;
    assert_eq!(account.network, "paypal");
    let mandate = account.mandate.expect("a mandate");
    let began = format!("plans 9, mandate {mandate}");
    assert!(timeline.contains(&began), "{timeline:?}");
    assert_eq!(shop.orders().await.len(), 1);
    assert_eq!(happened(&shop), []);
}

/// [7.09] [B.02] If the buyer selects delivery after the popup, the account is charged its price and nothing else.
#[tokio::test]
async fn what_is_due_after_all_is_charged() {
    let shop = open().await;
    let cart = trial(&shop, SHIRT).await;
    let token = agreed(&shop, &cart, "approve").await;
    let told = details(&shop, &cart, &token).await;
    let address = &told["details"]["destinationAddress"];
    assert_eq!(
        (&address["lastName"], &address["zip"]),
        (&json!("Nováková"), &json!("110 00"))
    );
    assert_ne!(due(&cart), "0.00", "delivery");
    bound(&shop, &cart, &token).await;
    // A payment bound again with another amount charges that amount.
    let more = json!([{ "merchandiseId": shop.variant(BOOK, 0).await, "quantity": 1 }]);
    let variables = json!({ "cartId": cart["id"], "lines": more });
    let dearer = shop.mutate("cartLinesAdd", variables).await["cart"].clone();
    assert_ne!(due(&dearer), due(&cart));
    let payload = shop.pay(&dearer, due(&cart), content(&token, PAYER)).await;
    assert_ne!(payload["userErrors"], json!([]), "the old total");
    bound(&shop, &dearer, &token).await;
    let line = shop.read(&cart["id"]).await["lines"]["nodes"][1]["id"].clone();
    let variables = json!({ "cartId": cart["id"], "lineIds": [line] });
    let again = shop.mutate("cartLinesRemove", variables).await["cart"].clone();
    assert_eq!(due(&again), due(&cart));
    bound(&shop, &again, &token).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    let (account, _) = taken(&shop).await;
    assert!(account.mandate.is_some());
    assert_eq!(happened(&shop), [Authorised, Captured]);
    let total = shop.orders().await[0].snapshot.total;
    assert!(ledger(&shop).iter().all(|row| row.amount.minor == total));
}

/// [7.09] [B.03] Whichever response is lost, there is one order, one account and one charge.
#[tokio::test]
async fn a_lost_answer_makes_one_order() {
    for (goods, moved) in [(EBOOK, &[][..]), (SHIRT, &[Authorised, Captured])] {
        let shop = open().await;
        let cart = trial(&shop, goods).await;
        let token = agreed(&shop, &cart, "answer_lost").await;
        bound(&shop, &cart, &token).await;
        submitted(&shop, &cart, "attempt-1").await;
        let (account, _) = taken(&shop).await;
        assert!(account.mandate.is_some(), "{goods}");
        assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
        assert_eq!(shop.orders().await.len(), 1, "{goods}");
        assert_eq!(happened(&shop), moved, "{goods}");
    }
}

/// [5.15] [7.09] An agreement for a subscription pays only for a subscription, and an agreement for a one-time purchase
/// cannot begin one.
#[tokio::test]
async fn an_agreement_is_of_one_kind_of_purchase() {
    let shop = open().await;
    let renewing = trial(&shop, SHIRT).await;
    let token = agreed(&shop, &renewing, "approve").await;
    let page = checkout_of(&shop, &renewing).await;
    assert_eq!(offered(&shop, &page).await["token"], json!(token));
    let once = planned(&shop, &renewing, Value::Null).await;
    assert_eq!(
        offered(&shop, &page).await,
        Value::Null,
        "it renews no more"
    );
    refused(&shop, &once, &token, "it renews no more").await;
    let other = agreed(&shop, &once, "approve").await;
    assert_eq!(offered(&shop, &page).await["renews"], json!(false));
    let renewing = planned(&shop, &once, json!(PLAN)).await;
    refused(&shop, &renewing, &other, "it was bought once").await;
    assert_eq!(
        offered(&shop, &page).await,
        Value::Null,
        "it was bought once"
    );
    assert_eq!(happened(&shop), []);
    let last = agreed(&shop, &renewing, "approve").await;
    bound(&shop, &renewing, &last).await;
    assert_eq!(
        submitted(&shop, &renewing, "attempt-1").await,
        "SubmitSuccess"
    );
    assert!(taken(&shop).await.0.mandate.is_some());
}

/// [7.09] If PayPal refuses to store or charge an account, the cart stays open, and another agreement can pay it.
#[tokio::test]
async fn a_refused_account_leaves_the_cart() {
    for (goods, scenario) in [
        (EBOOK, "keep_refused"),
        (SHIRT, "decline"),
        (SHIRT, "keep_refused"),
    ] {
        let shop = open().await;
        let cart = trial(&shop, goods).await;
        let token = agreed(&shop, &cart, scenario).await;
        bound(&shop, &cart, &token).await;
        assert_eq!(
            submitted(&shop, &cart, "attempt-1").await,
            "SubmitFailed",
            "{scenario}"
        );
        assert_eq!((shop.orders().await.len(), happened(&shop)), (0, vec![]));
        refused(&shop, &cart, &token, "tried").await;
        let page = checkout_of(&shop, &cart).await;
        assert_eq!(offered(&shop, &page).await, Value::Null, "{scenario}");
        let again = agreed(&shop, &cart, "approve").await;
        assert_ne!(again, token);
        bound(&shop, &cart, &again).await;
        assert_eq!(
            submitted(&shop, &cart, "attempt-2").await,
            "SubmitSuccess",
            "{scenario}"
        );
        taken(&shop).await;
    }
}

/// [7.09] An agreement pays only for its own cart and from the account that gave it, and only while it is the cart's
/// latest.
#[tokio::test]
async fn an_agreement_is_of_one_cart_and_one_payer() {
    let shop = open().await;
    let cart = trial(&shop, EBOOK).await;
    let other = trial(&shop, EBOOK).await;
    let token = agreed(&shop, &cart, "approve").await;
    assert_eq!(details(&shop, &other, &token).await["details"], Value::Null);
    refused(&shop, &other, &token, "another cart's").await;
    let theirs = agreed(&shop, &other, "approve").await;
    refused(&shop, &cart, &theirs, "another cart's").await;
    let payload = shop
        .pay(&cart, "0.00", content(&token, "SOMEBODYELSE1"))
        .await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID_PAYMENT"]);
    // The path for orders does not find an agreement.
    let url = format!("{}/sandbox/paypal/orders/{token}", shop.server.base_url);
    assert_eq!(shop.client.get(url).send().await.unwrap().status(), 404);
    bound(&shop, &cart, &token).await;
    let variables = json!({ "cartId": cart["id"] });
    shop.mutate("cartRemovePersonalData", variables).await;
    refused(&shop, &cart, &token, "forgotten").await;
}

/// [4.19] The checkout offers the account once the buyer has agreed, and not before.
#[tokio::test]
async fn the_checkout_finds_what_was_agreed_to() {
    let shop = open().await;
    let cart = trial(&shop, EBOOK).await;
    let cart = checkout_of(&shop, &cart).await;
    let token = agreement(&shop, &cart).await;
    assert_eq!(offered(&shop, &cart).await, Value::Null, "not agreed");
    agree(&shop, &token, "jana", "approve").await;
    let found = offered(&shop, &cart).await;
    assert_eq!(
        (&found["token"], &found["payerId"]),
        (&json!(token), &json!(PAYER))
    );
    assert_eq!(found["account"], "paypal");
    assert_eq!(
        (&found["agreement"], &found["renews"]),
        (&json!(true), &json!(true))
    );
}

/// [7.09] Venmo stores accounts for payments in dollars only.
#[tokio::test]
async fn venmo_keeps_accounts_for_dollars() {
    let shop = open().await;
    let cart = trial(&shop, EBOOK).await;
    let payload = asked(&shop, &cart, "VENMO").await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"],
        "crowns"
    );
    let identity = json!({ "countryCode": "US", "email": "john@example.com",
        "deliveryAddressPreferences": [{ "deliveryAddress": american(Some("CA")) }] });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let cart = shop.mutate("cartBuyerIdentityUpdate", variables).await["cart"].clone();
    assert_eq!(cart["cost"]["totalAmount"]["currencyCode"], "USD");
    let payload = asked(&shop, &cart, "VENMO").await;
    assert_eq!(payload["userErrors"], json!([]));
    let token = payload["token"].as_str().unwrap();
    agree(&shop, token, "john", "approve").await;
    let url = &shop.read(&cart["id"]).await["checkoutUrl"];
    let found = offered(&shop, &json!({ "checkoutUrl": url })).await;
    assert_eq!(found["account"], "venmo");
    let method = content(token, "JOHNMILLER001");
    let payment = json!({ "amount": { "amount": "0.00", "currencyCode": "USD" },
        "walletPaymentMethod": method["walletPaymentMethod"] });
    let variables = json!({ "cartId": cart["id"], "payment": payment });
    let payload = shop.mutate("cartPaymentUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    let (account, _) = taken(&shop).await;
    assert_eq!(account.network, "venmo");
    assert!(account.mandate.is_some());
}

/// [4.19] A free cart without a subscription needs no account, even if a client requests one.
#[tokio::test]
async fn nothing_to_pay_ever_needs_no_account() {
    let shop = open().await;
    let empty = shop.cart(&[]).await;
    let payload = asked(&shop, &empty, "PAYPAL").await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_APPLICABLE"]
    );
    // If the page wants it, a one-time purchase can be charged to a stored account.
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = agreed(&shop, &cart, "approve").await;
    bound(&shop, &cart, &token).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    taken(&shop).await;
    assert_eq!(happened(&shop), [Authorised, Captured]);
}
