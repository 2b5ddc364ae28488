//! Tests whole purchases with tokens of the emulated Google Pay.

use super::support::{
    BOTH, DECLINED_CARD, GOOD_CARD, ask, bound, due, happened, ledger, open, paid_order, request,
    submitted, token,
};
use crate::support::{MUG, Shop, codes};
use serde_json::{Value, json};
use std::time::Duration;
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::payment::{PaymentMethod, Wallet};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Declined, Voided};

/// [3.12] [3.13] [B.02] [B.03] In each protocol, whether shop or gateway decrypts the token: one order, one charge, and
/// reduced stock.
#[tokio::test]
async fn a_token_pays_one_order_once() {
    for lines in BOTH {
        for protocol in ["ECv1", "ECv2"] {
            let shop = open(lines).await;
            let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
            let mut wish = request(&shop, GOOD_CARD);
            wish["protocol"] = json!(protocol);
            let token = ask(&shop, &wish).await;
            assert_eq!(token["protocolVersion"], protocol);
            bound(&shop, &cart, &token).await;
            let kind = submitted(&shop, &cart, "attempt-1").await;
            assert_eq!(kind, "SubmitSuccess", "{protocol} {lines}");
            is_paid_once(&shop, &cart).await;
        }
    }
}

/// Asserts that order, ledger and stock agree with the cart.
async fn is_paid_once(shop: &Shop, cart: &Value) {
    let order = paid_order(shop).await;
    let wallet = Wallet::GooglePay;
    assert!(
        matches!(&order.snapshot.payment, PaymentMethod::Wallet { wallet: by, .. } if *by == wallet)
    );
    let OrderPayment::Captured { card } = &order.payment else {
        panic!("its money is taken");
    };
    assert_eq!(
        (card.network.as_str(), card.last_four.as_str()),
        ("visa", "1111")
    );
    assert_eq!(happened(shop), [Authorised, Captured]);
    for row in ledger(shop) {
        assert_eq!(row.amount.decimal(), due(cart));
        assert_eq!(row.amount.minor, order.snapshot.total);
    }
    assert_eq!(shop.left(MUG, 0).await, Some(1));
}

/// [B.03] A second submit, with the same or another attempt token, charges nothing again.
#[tokio::test]
async fn submitting_again_takes_nothing_again() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    bound(&shop, &cart, &token(&shop, GOOD_CARD).await).await;
    for (attempt, expected) in [
        ("attempt-1", "SubmitSuccess"),
        ("attempt-1", "SubmitSuccess"),
        ("attempt-2", "SubmitAlreadyAccepted"),
    ] {
        assert_eq!(submitted(&shop, &cart, attempt).await, expected);
    }
    is_paid_once(&shop, &cart).await;
}

/// [7.06] If the bank declines, there is no order and no charge, all units are back in stock, and another card can pay
/// the cart.
#[tokio::test]
async fn a_declined_card_leaves_the_cart_to_another() {
    for lines in BOTH {
        let shop = open(lines).await;
        let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
        bound(&shop, &cart, &token(&shop, DECLINED_CARD).await).await;
        let result = shop.submit(&cart, "attempt-1").await["result"].clone();
        assert_eq!(result["__typename"], "SubmitFailed", "{lines}");
        assert_eq!(codes(&result["errors"]), ["PAYMENTS_CREDIT_CARD_GENERIC"]);
        assert_eq!(happened(&shop), [Declined]);
        assert!(shop.orders().await.is_empty());
        assert_eq!(shop.left(MUG, 0).await, Some(2));
        bound(&shop, &cart, &token(&shop, GOOD_CARD).await).await;
        assert_eq!(submitted(&shop, &cart, "attempt-2").await, "SubmitSuccess");
        paid_order(&shop).await;
        assert_eq!(happened(&shop), [Declined, Authorised, Captured]);
        assert_eq!(shop.left(MUG, 0).await, Some(1));
    }
}

/// [B.03] If the gateway authorised another amount than the sheet showed, the server voids it and makes no order.
#[tokio::test]
async fn another_amount_than_was_shown_is_let_go() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    bound(&shop, &cart, &token(&shop, "4000000000009995").await).await;
    shop.submit(&cart, "attempt-1").await;
    for _ in 0..2_400 {
        if happened(&shop).contains(&Voided) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert_eq!(happened(&shop), [Authorised, Voided]);
    assert!(shop.orders().await.is_empty());
}
