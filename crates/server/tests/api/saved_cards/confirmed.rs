//! Paying by a saved card that a signed-in buyer has confirmed.

use super::support::{
    APPROVE, Buyer, CHALLENGE, accounts, asks_for_token, bind, bound, buyer, confirm, ledger, open,
    open_at, open_with, paid_order, post, post_from, refused, saved_card, submitted, thief_of,
    token,
};
use crate::selling_plans::PLANS;
use crate::support::{BOOK, HandClock, SHIRT, Shop, codes};
use reqwest::StatusCode;
use serde_json::{Value, json};
use zkratka_commerce::hex;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_sandbox::gateway::RowKind;
use zkratka_store::SavedCard;

/// A shop, a buyer with a saved card, and another cart that lacks only its payment.
async fn ready() -> (Shop, Buyer, SavedCard, Value) {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 2)]).await;
    (shop, jana, visa, cart)
}

/// How often the gateway was asked for money after the card was saved.
fn asked_again(shop: &Shop) -> usize {
    let rows = ledger(shop);
    let first = rows[0].reference.clone();
    let others = rows.iter().filter(|row| row.reference != first);
    let mut references: Vec<_> = others.map(|row| &row.reference).collect();
    references.dedup();
    references.len()
}

/// [3.13] [B.02] The amount that the buyer has confirmed is authorised, captured and ordered, and nobody sees the mandate.
#[tokio::test]
async fn a_saved_card_pays_what_was_shown() {
    let (shop, jana, visa, cart) = ready().await;
    let token = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &token).await;
    let public = shop.read(&cart["id"]).await.to_string();
    assert!(!public.contains(&visa.mandate), "{public}");
    let result = submitted(&shop, &cart, "attempt-by-a-saved-card").await;
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let (order, paid) = paid_order(&shop, 2).await;
    assert_eq!(order.snapshot.total.get(), 91_700);
    assert_eq!(cart["cost"]["totalAmount"]["amount"], "917.00");
    assert_eq!((&*paid.last_four, paid.mandate), ("1111", None));
    assert!(matches!(
        order.snapshot.payment,
        PaymentMethod::SavedCard { .. }
    ));
    let rows = ledger(&shop);
    let own: Vec<_> = rows
        .iter()
        .rev()
        .take(2)
        .map(|row| (row.kind, row.amount.minor.get()))
        .collect();
    assert_eq!(
        own,
        [(RowKind::Captured, 91_700), (RowKind::Authorised, 91_700)]
    );
    let record = shop.server.app().store.order(order.number).await.unwrap();
    let told = zkratka_order_events::order_json(&record.unwrap());
    assert_eq!(told["paymentMethod"], json!({ "kind": "saved_card" }));
    assert!(!told.to_string().contains(&visa.mandate), "{told}");
}

/// [3.13] A token pays once: presented again, also after its cart has lost the payment, it is refused.
#[tokio::test]
async fn a_token_is_used_once() {
    let (shop, jana, visa, cart) = ready().await;
    let token = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &token).await;
    refused(&shop, &cart, &token).await;
    let result = submitted(&shop, &cart, "attempt-by-a-saved-card").await;
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let payload = bind(&shop, &cart, &token).await;
    assert!(!codes(&payload["userErrors"]).is_empty(), "it is ordered");
    paid_order(&shop, 2).await;
    assert_eq!(asked_again(&shop), 1);
}

/// [3.13] A token of one cart does not pay another one of the same price, and stays valid for its own.
#[tokio::test]
async fn a_token_of_another_cart_is_refused() {
    let (shop, jana, visa, cart) = ready().await;
    let other = shop.ready_cart(&[(BOOK, 0, 2)]).await;
    let token = token(&shop, &cart, &jana, &visa).await;
    refused(&shop, &other, &token).await;
    bound(&shop, &cart, &token).await;
}

/// [3.13] Any change of the cart after the buyer has confirmed it makes the token worthless, also one that costs nothing.
#[tokio::test]
async fn a_token_of_another_revision_is_refused() {
    let (shop, jana, visa, cart) = ready().await;
    let token = token(&shop, &cart, &jana, &visa).await;
    let note = json!({ "cartId": cart["id"], "note": "Zvoňte u sousedů." });
    let changed = shop.mutate("cartNoteUpdate", note).await["cart"].clone();
    assert_eq!(changed["cost"], cart["cost"]);
    refused(&shop, &changed, &token).await;
}

/// [3.13] If the price has changed since the buyer confirmed it, the token pays neither the old amount nor the new one.
#[tokio::test]
async fn a_token_of_another_amount_is_refused() {
    let (shop, jana, visa, cart) = ready().await;
    let token = token(&shop, &cart, &jana, &visa).await;
    shop.reimport(BOOK, |book| {
        for variant in &mut book.variants {
            variant.price += MinorUnits::new(100);
        }
    })
    .await;
    let payload = bind(&shop, &cart, &token).await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID_PAYMENT"]);
    let dearer = shop.read(&cart["id"]).await;
    assert_ne!(dearer["cost"], cart["cost"]);
    refused(&shop, &dearer, &token).await;
}

/// [3.13] Ten minutes after the buyer has confirmed, nothing is paid any more.
#[tokio::test]
async fn an_expired_token_is_refused() {
    let clock = HandClock::new();
    let shop = open_at(clock.clone()).await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 2)]).await;
    let late = token(&shop, &cart, &jana, &visa).await;
    clock.advance(10 * 60_000);
    refused(&shop, &cart, &late).await;
    let in_time = token(&shop, &cart, &jana, &visa).await;
    clock.advance(10 * 60_000 - 1);
    bound(&shop, &cart, &in_time).await;
}

/// [3.13] [B.02] Ten minutes after the buyer has confirmed, or signed out everywhere, a bound card pays nothing, until the buyer
/// confirms again.
#[tokio::test]
async fn a_bound_card_pays_while_its_confirmation_counts() {
    let clock = HandClock::new();
    let shop = open_at(clock.clone()).await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 2)]).await;
    let late = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &late).await;
    clock.advance(10 * 60_000);
    let result = submitted(&shop, &cart, "attempt-that-is-too-late").await;
    assert_eq!(result["__typename"], "SubmitFailed", "{result}");

    let signed_out = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &signed_out).await;
    accounts(&shop).end_devices(jana.account).await.unwrap();
    let result = submitted(&shop, &cart, "attempt-after-the-sign-out").await;
    assert_eq!(result["__typename"], "SubmitFailed", "{result}");
    assert_eq!(asked_again(&shop), 0);

    let jana = buyer(&shop, 1).await;
    let again = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &again).await;
    let result = submitted(&shop, &cart, "attempt-after-another-sign-in").await;
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
}

/// [3.13] Neither an account nor a client confirms again and again.
#[tokio::test]
async fn confirmations_are_limited() {
    let shop = open_at(HandClock::new()).await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 2)]).await;
    for _ in 0..20 {
        token(&shop, &cart, &jana, &visa).await;
    }
    let (status, answer) = asks_for_token(&shop, &cart, &jana, &visa).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer["error"]["code"], "TOO_MANY");
    let petr = buyer(&shop, 2).await;
    for _ in 0..20 {
        let (status, _) = asks_for_token(&shop, &cart, &petr, &visa).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let marie = buyer(&shop, 3).await;
    let (status, _) = asks_for_token(&shop, &cart, &marie, &visa).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "the same client");
}

/// [3.13] A guessed or altered token is refused.
#[tokio::test]
async fn a_wrong_token_is_refused() {
    let (shop, jana, visa, cart) = ready().await;
    let token = token(&shop, &cart, &jana, &visa).await;
    let text = token.as_str().unwrap();
    let last = if text.ends_with('0') { "1" } else { "0" };
    let altered = format!("{}{last}", &text[..text.len() - 1]);
    for wrong in ["", "t", &text[1..], &altered] {
        refused(&shop, &cart, &json!(wrong)).await;
    }
    bound(&shop, &cart, &token).await;
}

/// [3.13] A token for the card of another account is not made.
#[tokio::test]
async fn the_card_of_another_account_pays_nothing() {
    let (shop, _, visa, cart) = ready().await;
    let petr = buyer(&shop, 2).await;
    let (status, answer) = asks_for_token(&shop, &cart, &petr, &visa).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
    assert_eq!(answer, Value::Null);
}

/// [3.13] Only a signed-in browser, on a page of this shop and with the cart's secret, confirms a payment.
#[tokio::test]
async fn only_the_buyers_own_page_confirms() {
    let (shop, jana, visa, cart) = ready().await;
    let body = json!({ "address": null, "card": hex::encode(&visa.id.0) });
    let other = json!({ "id": format!("{}0", cart["id"].as_str().unwrap()) });
    for (path, body) in [
        ("pay", &body),
        ("save", &json!({ "save": true, "session": "s" })),
    ] {
        let (status, _) = post(&shop, &cart, path, None, body).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{path}");
        let from = "https://jiny-obchod.example";
        let (status, _) = post_from(&shop, from, (&cart, path), Some(&jana), body).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{path}");
        let (status, _) = post(&shop, &other, path, Some(&jana), body).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        for bad in [json!({}), json!([]), json!({ "card": "x", "save": "yes" })] {
            let (status, _) = post(&shop, &cart, path, Some(&jana), &bad).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{path} {bad}");
        }
    }
    let unknown = json!({ "address": "00".repeat(16), "card": hex::encode(&visa.id.0) });
    let (status, _) = post(&shop, &cart, "pay", Some(&jana), &unknown).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let without = Shop::open().await;
    let cart = without.ready_cart(&[(BOOK, 0, 1)]).await;
    let (status, _) = post(&without, &cart, "pay", Some(&jana), &body).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "the shop has no wallet");
}

/// [B.02] [3.13] A stolen device cookie is recognised, and neither pays nor saves.
#[tokio::test]
async fn a_stolen_device_cookie_pays_nothing() {
    let (shop, jana, visa, cart) = ready().await;
    let thief = thief_of(&jana);
    let session = shop.pay_by_card(&cart, APPROVE).await;
    let chosen = json!({ "address": null, "card": hex::encode(&visa.id.0) });
    let wish = json!({ "save": true, "session": session });
    for (path, body) in [("pay", &chosen), ("save", &wish)] {
        let (status, answer) = post(&shop, &cart, path, Some(&thief), body).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{path} {answer}");
    }
    let (status, _) = post(&shop, &cart, "pay", Some(&jana), &chosen).await;
    assert_eq!(status, StatusCode::OK, "its owner pays");
    assert_eq!(asked_again(&shop), 0);
}

/// [3.13] The answer has the chosen address as the cart API takes it.
#[tokio::test]
async fn a_saved_address_is_billed() {
    let (shop, jana, visa, cart) = ready().await;
    let saved = accounts(&shop).addresses_of(jana.account).await.unwrap();
    let [saved] = &saved[..] else {
        panic!("{} addresses", saved.len());
    };
    let body = json!({
        "address": hex::encode(&saved.id.0),
        "card": hex::encode(&visa.id.0),
    });
    let (status, answer) = post(&shop, &cart, "pay", Some(&jana), &body).await;
    assert_eq!(status, StatusCode::OK);
    let address = answer["billingAddress"].clone();
    assert_eq!(address["lastName"], "Nováková");
    assert_eq!(address["country"], "CZ");
    let method = json!({ "walletPaymentMethod": { "shopPayWalletContent": {
        "billingAddress": address, "sessionToken": answer["sessionToken"] } } });
    let payload = shop.pay(&cart, "917.00", method).await;
    assert_eq!(payload["userErrors"], json!([]));
}

/// [3.13] [B.03] Two submissions at once make one order and one charge.
#[tokio::test]
async fn two_submissions_make_one_order() {
    let (shop, jana, visa, cart) = ready().await;
    let token = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &token).await;
    tokio::join!(
        submitted(&shop, &cart, "attempt-of-one-tab"),
        submitted(&shop, &cart, "attempt-of-another-tab")
    );
    paid_order(&shop, 2).await;
    assert_eq!(shop.orders().await.len(), 2, "the first one saved the card");
    assert_eq!(asked_again(&shop), 1);
}

/// [3.13] [7.06] The bank may ask again, because the owner is there.
#[tokio::test]
async fn the_bank_asks_again() {
    let shop = open().await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, CHALLENGE).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 2)]).await;
    let token = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &token).await;
    let result = submitted(&shop, &cart, "attempt-with-a-challenge").await;
    assert_eq!(shop.orders().await.len(), 1);
    confirm(&shop, &result).await;
    paid_order(&shop, 2).await;
    assert_eq!(shop.orders().await.len(), 2);
}

/// [3.13] A declined card makes no order, and the buyer must confirm the next payment anew.
#[tokio::test]
async fn a_declined_card_uses_the_confirmation_up() {
    let (shop, jana, visa, cart) = ready().await;
    let app = shop.server.app();
    app.gateway.end_mandate(&visa.mandate).await.unwrap();
    let token = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &token).await;
    let result = submitted(&shop, &cart, "attempt-that-is-declined").await;
    assert_eq!(result["__typename"], "SubmitFailed", "{result}");
    let again = submitted(&shop, &cart, "attempt-without-consent").await;
    assert_eq!(again["__typename"], "SubmitFailed", "{again}");
    refused(&shop, &cart, &token).await;
    assert_eq!(shop.orders().await.len(), 1, "the first one saved the card");
}

/// [3.13] [7.09] A saved card pays the first order of a subscription, whose renewals then charge it. Its mandate outlives it.
#[tokio::test]
async fn a_saved_card_pays_a_subscription() {
    let shop = open_with(|text| text + &PLANS.replace("required = true", "required = false")).await;
    let jana = buyer(&shop, 1).await;
    let visa = saved_card(&shop, &jana, APPROVE).await;
    let cart = shop.ready_cart(&[(SHIRT, 0, 2)]).await;
    let line = &cart["lines"]["nodes"][0]["id"];
    let lines = json!([{ "id": line, "sellingPlanId": "gid://shopify/SellingPlan/3" }]);
    let variables = json!({ "cartId": cart["id"], "lines": lines });
    let cart = shop.mutate("cartLinesUpdate", variables).await["cart"].clone();
    let token = token(&shop, &cart, &jana, &visa).await;
    bound(&shop, &cart, &token).await;
    let result = submitted(&shop, &cart, "attempt-of-a-subscription").await;
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let (_, paid) = paid_order(&shop, 2).await;
    assert_eq!(paid.mandate.as_deref(), Some(&*visa.mandate));
    let pending = async || {
        let pending = accounts(&shop).pending_saves(10).await.unwrap();
        pending.is_empty().then_some(())
    };
    super::support::until("the card renews", pending).await;
    accounts(&shop)
        .remove_card(jana.account, visa.id)
        .await
        .unwrap()
        .expect("a card");
    let ends = accounts(&shop).unconfirmed_mandate_ends(10).await.unwrap();
    assert_eq!(ends, [], "the subscription needs it");
}
