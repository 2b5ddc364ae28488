//! Tests wallets' messages: a message pays one cart, and a store claims it together with the cart or not at all.

use crate::support::{NOW, begin_new, card, product, ready_cart, tracked};
use std::sync::Arc;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::ids::{AttemptKey, CartKey, VariantId};
use zkratka_commerce::payment::{PaymentMethod, Wallet};
use zkratka_commerce::time::Timestamp;
use zkratka_store::{ClaimOutcome, ReplaceOutcome, Store, StoreError, WalletMessage};

const HRNEK: VariantId = VariantId(1);

async fn open_shop(store: &dyn Store) {
    let products = vec![product("hrnek", &[("Modrá", 25_000, tracked(9))])];
    store.import(products).await.unwrap();
}

/// A change of the cart that costs nothing.
fn revised(cart: &Cart) -> Cart {
    Cart {
        revision: cart.revision + 1,
        ..cart.clone()
    }
}

fn message(id: &str, expires_at: Timestamp) -> WalletMessage {
    WalletMessage {
        id: id.to_owned(),
        expires_at,
    }
}

pub(crate) async fn take_a_wallets_message_for_one_cart_once(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let wallet = PaymentMethod::Wallet {
        wallet: Wallet::GooglePay,
        session: "ses_1".to_owned(),
    };
    let one = ready_cart(&*store, 1, &[(HRNEK, 1)], wallet).await;
    let other = ready_cart(&*store, 2, &[(HRNEK, 1)], PaymentMethod::CashOnDelivery).await;
    let claim_until = async |id: &str, cart: &Cart, now: Timestamp, expires_at: Timestamp| {
        let message = message(id, expires_at);
        let next = revised(&store.cart(cart.key).await.unwrap().unwrap());
        let outcome = store.replace_cart_claiming(&next, message, now).await;
        let is_claimed = match outcome.unwrap() {
            ClaimOutcome::Replaced(outcome) => {
                assert_eq!(outcome, ReplaceOutcome::Stored);
                true
            }
            ClaimOutcome::Spent => false,
        };
        // The cart is stored with its claim or not at all.
        let stored = store.cart(cart.key).await.unwrap().unwrap();
        assert_eq!(stored.revision == next.revision, is_claimed);
        is_claimed
    };
    let claim =
        async |id: &str, cart: &Cart, now| claim_until(id, cart, now, NOW.plus(1_000)).await;
    let spent = async |id: &str, cart: &Cart| {
        let spent = store.wallet_message_is_spent(id, cart.key);
        spent.await.unwrap()
    };
    assert!(!spent("a", &one).await, "nobody has seen it");
    assert!(claim("a", &one, NOW).await);
    assert!(claim("a", &one, NOW).await, "the same cart may try again");
    assert!(!claim("a", &other, NOW).await, "another cart may not");
    assert!(!spent("a", &one).await);
    assert!(spent("a", &other).await);
    assert!(claim("b", &other, NOW).await);
    begin_new(&*store, &one, 11).await;
    assert!(!claim("a", &one, NOW).await, "an attempt has used it");
    assert!(spent("a", &one).await);
    // An attempt without a wallet uses up no message.
    begin_new(&*store, &other, 12).await;
    assert!(claim("b", &other, NOW).await);
    assert!(!spent("b", &other).await);
    // The store forgets expired messages: by then the server refuses them for their age.
    let (late, later) = (NOW.plus(1_000), NOW.plus(2_000));
    assert!(!claim("a", &other, late).await, "it has expired");
    assert!(!claim("c", &other, late).await, "though it is new");
    assert!(claim_until("a", &other, late, later).await);
}

pub(crate) async fn claim_nothing_for_a_cart_that_is_not_replaced(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let one = ready_cart(&*store, 1, &[(HRNEK, 1)], card()).await;
    let other = ready_cart(&*store, 2, &[(HRNEK, 1)], card()).await;
    let claim = async |next: Cart| {
        let message = message("a", NOW.plus(1_000));
        store.replace_cart_claiming(&next, message, NOW).await
    };
    let outdated = revised(&revised(&one));
    let outcome = claim(outdated).await.unwrap();
    assert_eq!(outcome, ClaimOutcome::Replaced(ReplaceOutcome::Conflict));
    let unknown = Cart {
        key: CartKey(77),
        ..revised(&one)
    };
    let outcome = claim(unknown).await.unwrap();
    assert_eq!(outcome, ClaimOutcome::Replaced(ReplaceOutcome::Missing));
    let forged = Cart {
        status: CartStatus::Completing {
            attempt: AttemptKey(9),
        },
        ..revised(&one)
    };
    let outcome = claim(forged).await;
    assert!(
        matches!(outcome, Err(StoreError::Inconsistent(_))),
        "{outcome:?}"
    );
    assert_eq!(store.cart(one.key).await.unwrap().unwrap(), one);
    let outcome = claim(revised(&other)).await.unwrap();
    assert_eq!(outcome, ClaimOutcome::Replaced(ReplaceOutcome::Stored));
}

/// Many carts claim one message at the same moment.
pub(crate) async fn give_a_message_to_one_of_many_carts(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let mut claims = Vec::new();
    for key in 1..=8 {
        let cart = ready_cart(&*store, key, &[(HRNEK, 1)], card()).await;
        let store = Arc::clone(&store);
        claims.push(async move {
            let (next, message) = (revised(&cart), message("a", NOW.plus(1_000)));
            let claim = store.replace_cart_claiming(&next, message, NOW);
            let outcome = claim.await.unwrap();
            let stored = store.cart(cart.key).await.unwrap().unwrap();
            let is_spent = store.wallet_message_is_spent("a", cart.key).await.unwrap();
            (outcome, stored.revision > cart.revision, is_spent)
        });
    }
    let claims: Vec<_> = claims.into_iter().map(tokio::spawn).collect();
    let mut won = 0;
    for claim in claims {
        match claim.await.unwrap() {
            (ClaimOutcome::Replaced(ReplaceOutcome::Stored), true, false) => won += 1,
            (ClaimOutcome::Spent, false, true) => {}
            unexpected => panic!("{unexpected:?}"),
        }
    }
    assert_eq!(won, 1);
}
