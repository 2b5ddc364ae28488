//! Tests that a token pays once, whichever cart presents it again.

use super::support::{
    BOTH, DECLINED_CARD, GOOD_CARD, bind, bound, happened, open, paid_order, refused, submitted,
    token,
};
use crate::support::{BOOK, codes};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured, Declined};

/// [3.13] [B.03] Until an attempt begins, the same cart may present its token again, because a response may have been
/// lost. The token still pays once.
#[tokio::test]
async fn the_same_cart_may_be_shown_it_again_until_it_is_submitted() {
    for lines in BOTH {
        let shop = open(lines).await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let token = token(&shop, GOOD_CARD).await;
        bound(&shop, &cart, &token).await;
        bound(&shop, &cart, &token).await;
        assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
        paid_order(&shop).await;
        assert_eq!(happened(&shop), [Authorised, Captured]);
        let payload = bind(&shop, &cart, &token).await;
        assert!(!codes(&payload["userErrors"]).is_empty(), "it is ordered");
    }
}

/// [3.13] Another cart cannot use the token, neither before nor after the first cart is paid.
#[tokio::test]
async fn another_cart_cannot_have_it() {
    for lines in BOTH {
        let shop = open(lines).await;
        let first = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let second = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let token = token(&shop, GOOD_CARD).await;
        bound(&shop, &first, &token).await;
        refused(&shop, &second, &token, "bound elsewhere").await;
        assert_eq!(submitted(&shop, &first, "attempt-1").await, "SubmitSuccess");
        paid_order(&shop).await;
        refused(&shop, &second, &token, "paid elsewhere").await;
        assert_ne!(
            submitted(&shop, &second, "attempt-2").await,
            "SubmitSuccess"
        );
        assert_eq!(shop.orders().await.len(), 1);
        assert_eq!(happened(&shop), [Authorised, Captured]);
    }
}

/// [3.13] After a failed attempt the token is used up, for its own cart too.
#[tokio::test]
async fn a_failed_attempt_uses_it_up() {
    for lines in BOTH {
        let shop = open(lines).await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let token = token(&shop, DECLINED_CARD).await;
        bound(&shop, &cart, &token).await;
        assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitFailed");
        refused(&shop, &cart, &token, "declined").await;
        assert_ne!(submitted(&shop, &cart, "attempt-2").await, "SubmitSuccess");
        assert_eq!(happened(&shop), [Declined]);
        assert!(shop.orders().await.is_empty());
    }
}
