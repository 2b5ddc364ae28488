//! Tests that a token is claimed together with the payment that it is bound as, or not at all.

use super::support::{
    GOOD_CARD, bind, bound, content, due, happened, paid_order, submitted, token,
};
use crate::support::{BOOK, Guard, Guarded, Shop, codes, mutation, until};
use async_trait::async_trait;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::sync::Semaphore;
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};
use zkratka_store::StoreError;

/// Stops the next change of a cart before it is stored, or lets it fail there. Counts the times that carts are read.
struct NextChange {
    is_stopped: AtomicBool,
    fails: AtomicBool,
    waiting: AtomicUsize,
    passes: Semaphore,
    reads: AtomicUsize,
}

impl NextChange {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            is_stopped: AtomicBool::new(false),
            fails: AtomicBool::new(false),
            waiting: AtomicUsize::new(0),
            passes: Semaphore::new(0),
            reads: AtomicUsize::new(0),
        })
    }
}

#[async_trait]
impl Guard for NextChange {
    async fn before(&self, call: Guarded) -> Result<(), StoreError> {
        if call == Guarded::Read {
            self.reads.fetch_add(1, Ordering::SeqCst);
        }
        if call == Guarded::Replace && self.is_stopped.swap(false, Ordering::SeqCst) {
            self.waiting.fetch_add(1, Ordering::SeqCst);
            self.passes.acquire().await.unwrap().forget();
        }
        if call == Guarded::Replace && self.fails.swap(false, Ordering::SeqCst) {
            return Err(StoreError::Database("the disk is full".into()));
        }
        Ok(())
    }
}

async fn open(guard: &Arc<NextChange>) -> Arc<Shop> {
    let more = "\n[wallets.google_pay]\nenabled = true\n";
    let shop = Shop::open_guarded(|text| text + more, Arc::<NextChange>::clone(guard)).await;
    Arc::new(shop)
}

/// [3.13] [B.03] If another request changes the cart while a token is exchanged, the payment is bound to the changed cart,
/// and the change is kept.
#[tokio::test]
async fn a_cart_that_changes_meanwhile_is_read_again() {
    let guard = NextChange::new();
    let shop = open(&guard).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = token(&shop, GOOD_CARD).await;
    guard.is_stopped.store(true, Ordering::SeqCst);
    guard.reads.store(0, Ordering::SeqCst);
    let binding = tokio::spawn({
        let (shop, cart) = (Arc::clone(&shop), cart.clone());
        async move { bind(&shop, &cart, &token).await }
    });
    let is_held = || guard.waiting.load(Ordering::SeqCst) == 1;
    until("the payment is about to be stored", is_held).await;
    assert_eq!(
        guard.reads.load(Ordering::SeqCst),
        1,
        "the cart is read once"
    );
    let note = json!({ "cartId": cart["id"], "note": "Zvonek nefunguje." });
    let payload = shop.mutate("cartNoteUpdate", note).await;
    assert_eq!(payload["userErrors"], json!([]));
    guard.passes.add_permits(1);
    let payload = binding.await.unwrap();
    assert_eq!(payload["userErrors"], json!([]));
    assert_eq!(payload["cart"]["note"], "Zvonek nefunguje.");
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    paid_order(&shop).await;
    assert_eq!(happened(&shop), [Authorised, Captured]);
}

/// [3.13] A payment that could not be stored leaves no claim: the token still pays another cart.
#[tokio::test]
async fn a_payment_that_is_not_stored_claims_nothing() {
    let guard = NextChange::new();
    let shop = open(&guard).await;
    let first = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let second = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = token(&shop, GOOD_CARD).await;
    guard.fails.store(true, Ordering::SeqCst);
    let mut payment = content(&token);
    payment["amount"] = json!({ "amount": due(&first), "currencyCode": "CZK" });
    let variables = json!({ "cartId": first["id"], "payment": payment });
    let failed = shop.run(&mutation("cartPaymentUpdate"), variables).await;
    assert_eq!(failed.errors().len(), 1, "{failed:?}");
    bound(&shop, &second, &token).await;
    assert_ne!(submitted(&shop, &first, "attempt-1").await, "SubmitSuccess");
    assert_eq!(
        submitted(&shop, &second, "attempt-2").await,
        "SubmitSuccess"
    );
    paid_order(&shop).await;
}

/// [3.13] Of two carts that present a token at the same moment, one is paid with it.
#[tokio::test]
async fn one_of_two_carts_at_once_has_it() {
    let shop = open(&NextChange::new()).await;
    let carts = [
        shop.ready_cart(&[(BOOK, 0, 1)]).await,
        shop.ready_cart(&[(BOOK, 0, 1)]).await,
    ];
    let token = token(&shop, GOOD_CARD).await;
    let (one, other) = tokio::join!(
        bind(&shop, &carts[0], &token),
        bind(&shop, &carts[1], &token)
    );
    let mut refusals = [codes(&one["userErrors"]), codes(&other["userErrors"])];
    refusals.sort();
    assert_eq!(refusals, [vec![], vec!["INVALID_PAYMENT"]]);
}

/// [3.13] [B.03] Whose token has paid for the cart meanwhile hears that the cart is ordered, not that the payment is refused.
#[tokio::test]
async fn a_token_that_has_paid_meanwhile_is_not_refused() {
    let guard = NextChange::new();
    let shop = open(&guard).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let token = token(&shop, GOOD_CARD).await;
    guard.is_stopped.store(true, Ordering::SeqCst);
    let late = tokio::spawn({
        let (shop, cart, token) = (Arc::clone(&shop), cart.clone(), token.clone());
        async move { bind(&shop, &cart, &token).await }
    });
    let is_held = || guard.waiting.load(Ordering::SeqCst) == 1;
    until("the payment is about to be stored", is_held).await;
    bound(&shop, &cart, &token).await;
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    paid_order(&shop).await;
    guard.passes.add_permits(1);
    let payload = late.await.unwrap();
    assert_eq!(codes(&payload["userErrors"]), ["INVALID"], "{payload}");
    assert_eq!(payload["userErrors"][0]["field"], json!(["cartId"]));
}
