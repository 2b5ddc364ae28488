//! Tests buyers who give the bank's challenge up.

use crate::attempts::{challenged, ended};
use crate::support::{Guard, Guarded, MUG, Shop, codes, until};
use async_trait::async_trait;
use reqwest::redirect::Policy;
use reqwest::{Client, header};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Semaphore;
use zkratka_sandbox::gateway::{RowKind, read_ledger};
use zkratka_store::StoreError;

/// The payments' events at the gateway, in order.
fn ledger(shop: &Shop) -> Vec<RowKind> {
    let rows = read_ledger(&shop.server.app().config.payments.sandbox.ledger).unwrap();
    rows.into_iter().map(|row| row.kind).collect()
}

/// Lets as many steps of attempts be stored as a test says.
struct Turnstile {
    passes: Semaphore,
    waiting: AtomicUsize,
}

impl Turnstile {
    /// A challenge needs one pass: the authorisation is sent as part of the attempt's beginning.
    fn for_a_challenge() -> Arc<Self> {
        Arc::new(Self {
            passes: Semaphore::new(1),
            waiting: AtomicUsize::new(0),
        })
    }

    async fn holds(&self, steps: usize) {
        let is_held = || self.waiting.load(Ordering::SeqCst) >= steps;
        until("steps are held up", is_held).await;
    }
}

#[async_trait]
impl Guard for Turnstile {
    async fn before(&self, call: Guarded) -> Result<(), StoreError> {
        if call == Guarded::Advance {
            self.waiting.fetch_add(1, Ordering::SeqCst);
            self.passes.acquire().await.unwrap().forget();
            self.waiting.fetch_sub(1, Ordering::SeqCst);
        }
        Ok(())
    }
}

/// [B.03] [7.06] After giving up, the same cart is paid with another card: one order, one charge.
#[tokio::test]
async fn a_challenge_given_up_can_be_paid_in_another_way() {
    let shop = Shop::open().await;
    let (cart, id, _) = challenged(&shop).await;
    assert_eq!(shop.left(MUG, 0).await, Some(1), "reserved");
    let told = shop.give_up(&id).await;
    assert_eq!(told["id"], id);
    let attempt = ended(&shop, &id).await;
    assert_eq!(attempt["__typename"], "CartCompletionFailed");
    assert_eq!(codes(&attempt["errors"]), ["PAYMENT_TRANSIENT_ERROR"]);
    assert_eq!(ledger(&shop), [RowKind::Challenged, RowKind::Voided]);
    assert_eq!(shop.left(MUG, 0).await, Some(2));
    // A late press in another tab.
    assert_eq!(shop.give_up(&id).await, attempt);

    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "token-of-another-card").await["result"].clone();
    let second = ended(&shop, &result["attemptId"]).await;
    assert_eq!(second["__typename"], "CartCompletionSuccess");
    assert_eq!(shop.give_up(&result["attemptId"]).await, second);
    assert_eq!(shop.orders().await.len(), 1);
    assert_eq!(shop.left(MUG, 0).await, Some(1));
    let held = ledger(&shop);
    let count = |kind| held.iter().filter(|row| **row == kind).count();
    assert_eq!(count(RowKind::Authorised), 1);
    assert_eq!(count(RowKind::Voided), 1);
}

/// [B.03] The name for those who know only the cart's key, the bank's, the gateway's and guesses are unknown here.
#[tokio::test]
async fn only_the_client_that_submitted_may_give_up() {
    let shop = Shop::open().await;
    let (cart, id, challenge) = challenged(&shop).await;
    let watcher = shop.submit(&cart, "token-of-another-tab").await["result"]["attemptId"].clone();
    assert_eq!(
        shop.attempt(&watcher).await["__typename"],
        "CartCompletionActionRequired"
    );
    let rows = read_ledger(&shop.server.app().config.payments.sandbox.ledger).unwrap();
    let mut guessed = id.as_str().unwrap().to_owned();
    let last = if guessed.ends_with('0') { "1" } else { "0" };
    guessed.replace_range(guessed.len() - 1.., last);
    let others = [
        watcher,
        json!(rows[0].key),
        json!(guessed),
        json!(id.as_str().unwrap().replacen('A', "R", 1)),
        json!("A0000000000000"),
        json!(""),
    ];
    for name in &others {
        assert_eq!(shop.give_up(name).await, Value::Null, "{name}");
    }
    assert_eq!(
        shop.attempt(&id).await["__typename"],
        "CartCompletionActionRequired"
    );
    assert_eq!(ledger(&shop), [RowKind::Challenged]);

    let back = confirm(&challenge).await;
    let return_id = back.split('/').nth_back(1).unwrap();
    assert_eq!(shop.give_up(&json!(return_id)).await, Value::Null);
    ended(&shop, &id).await;
}

/// Confirms a challenge at the bank, and does not follow the way back to the shop.
async fn confirm(challenge: &Value) -> String {
    let client = Client::builder().redirect(Policy::none()).build().unwrap();
    let decided = client.post(challenge.as_str().unwrap());
    let decided = decided.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    let answer = decided.body("decision=confirm").send().await.unwrap();
    let back = &answer.headers()[header::LOCATION];
    back.to_str().unwrap().to_owned()
}

/// [B.03] The stock and the cart are held until the gateway has confirmed that it holds nothing.
#[tokio::test]
async fn stock_is_held_until_the_void_is_confirmed() {
    let turnstile = Turnstile::for_a_challenge();
    let shop = Shop::open_guarded(|config| config, turnstile.clone()).await;
    let (cart, id, _) = challenged(&shop).await;
    let watch = async {
        // The buyer's wish, then the void.
        for _ in 0..2 {
            turnstile.holds(1).await;
            assert_eq!(ledger(&shop), [RowKind::Challenged]);
            assert_eq!(shop.left(MUG, 0).await, Some(1));
            turnstile.passes.add_permits(1);
        }
        until("the void is carried out", || ledger(&shop).len() > 1).await;
        turnstile.holds(1).await;
        assert_eq!(shop.left(MUG, 0).await, Some(1));
        let again = shop.submit(&cart, "token-of-another-card").await["result"].clone();
        assert_eq!(again["__typename"], "SubmitAlreadyAccepted");
        turnstile.passes.add_permits(100);
    };
    tokio::join!(shop.give_up(&id), watch);
    let attempt = ended(&shop, &id).await;
    assert_eq!(attempt["__typename"], "CartCompletionFailed");
    assert_eq!(shop.left(MUG, 0).await, Some(2));
}

/// [B.03] The buyer gives up in one tab and has just passed the challenge in another one.
#[tokio::test]
async fn a_challenge_passed_meanwhile_makes_the_order() {
    let turnstile = Turnstile::for_a_challenge();
    let shop = Shop::open_guarded(|config| config, turnstile.clone()).await;
    let (_, id, challenge) = challenged(&shop).await;
    let pass = async {
        turnstile.holds(1).await;
        confirm(&challenge).await;
        // The gateway's notification comes on top.
        turnstile.holds(2).await;
        turnstile.passes.add_permits(100);
    };
    tokio::join!(shop.give_up(&id), pass);
    let attempt = ended(&shop, &id).await;
    assert_eq!(attempt["__typename"], "CartCompletionSuccess");
    assert_eq!(shop.orders().await.len(), 1);
    assert_eq!(shop.left(MUG, 0).await, Some(1));
    assert!(!ledger(&shop).contains(&RowKind::Voided));
}
