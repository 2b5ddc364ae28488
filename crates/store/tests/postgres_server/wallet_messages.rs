//! Tests a claim on a wallet's message that meets another one which is not committed yet.

use super::holder::Holder;
use super::{database, open, stock_up};
use crate::support::{NOW, card, ready_cart};
use std::sync::Arc;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::VariantId;
use zkratka_store::{ClaimOutcome, ReplaceOutcome, Store, WalletMessage};

/// Another cart's claim on the message, which stays uncommitted.
const CLAIM: &str = "INSERT INTO wallet_messages (id, cart_key, used, expires_at)
    VALUES ('a', 77, false, 9000000000000000)";

/// Claims the message for a cart while the other claim is under way. Returns the outcome, and whether the cart was stored.
async fn claim_beside(end: impl AsyncFnOnce(&Holder)) -> (ClaimOutcome, bool) {
    let url = database();
    let server = open(&url).await;
    stock_up(&*server, 100).await;
    let cart = ready_cart(&*server, 1, &[(VariantId(1), 1)], card()).await;
    let holder = Holder::after(CLAIM, &url).await;
    let claiming = tokio::spawn({
        let server = Arc::clone(&server);
        let next = Cart {
            revision: cart.revision + 1,
            ..cart.clone()
        };
        let message = WalletMessage {
            id: "a".to_owned(),
            expires_at: NOW.plus(1_000),
        };
        async move { server.replace_cart_claiming(&next, message, NOW).await }
    });
    holder.until_awaited().await;
    end(&holder).await;
    let outcome = claiming.await.unwrap().unwrap();
    let stored = server.cart(cart.key).await.unwrap().unwrap();
    (outcome, stored.revision > cart.revision)
}

/// [3.13] A message that another cart claims at the same moment is spent, and then the cart is not stored either.
#[tokio::test]
async fn a_message_that_another_cart_gets_first_is_spent() {
    let ended = claim_beside(async |holder| holder.commit().await).await;
    assert_eq!(ended, (ClaimOutcome::Spent, false));
}

/// [3.13] A message whose other claim comes to nothing pays this cart.
#[tokio::test]
async fn a_message_that_nobody_else_gets_is_claimed() {
    let ended = claim_beside(async |holder| holder.let_go().await).await;
    let stored = ClaimOutcome::Replaced(ReplaceOutcome::Stored);
    assert_eq!(ended, (stored, true));
}
