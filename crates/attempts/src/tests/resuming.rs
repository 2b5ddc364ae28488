//! Resuming attempts after lost responses and dead servers.

use super::gateway::{Say, held, taken};
use super::shop::{TOTAL, TestShop, is_captured, run, shop, shop_with};
use crate::SubmitOutcome;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use zkratka_commerce::attempt::{
    Attempt, AttemptState, DeclineReason, FailureReason, PaymentOutcome,
};
use zkratka_commerce::hex;
use zkratka_commerce::ids::{AttemptKey, CartKey, Secret};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order::Mode;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_store::{
    AccountId, AttemptStep, BeginAttempt, BeginOutcome, CardPayment, CardPaymentUse, CartCheck,
    EntryId, ManualOrderCheck, SavedCard, StepCommit, StepOutcome, Ticket, TicketId,
};

/// [B.03] The gateway's response is lost. The driver repeats the identical request, and the waiting buyer gets the order.
#[tokio::test]
async fn a_lost_answer_is_asked_for_again_while_the_buyer_waits() {
    let shop = shop().await;
    let running = run(&shop.driver);
    shop.gateway.says([
        Say::Nothing,
        Say::Outcome(held(TOTAL)),
        Say::Nothing,
        Say::Outcome(taken(TOTAL)),
    ]);
    let cart = shop.card_cart().await;
    let submitted = shop.submit(&cart, "token-1").await;
    let SubmitOutcome::Order(attempt) = submitted else {
        panic!("{submitted:?}")
    };
    shop.until(&attempt, is_captured).await;
    let requests = shop.gateway.requests();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[0], requests[1]);
    assert_eq!(shop.orders().await.len(), 1);
    running.abort();
}

/// The id of a buyer's confirmation that a saved card pays.
async fn confirmed(shop: &TestShop) -> String {
    let accounts = shop.store.accounts();
    let now = SystemClock.now();
    let jana = accounts.open_account(AccountId([1; 32]), "jana@example.cz", now);
    let account = jana.await.expect("an account").id;
    let card = SavedCard {
        id: EntryId([1; 16]),
        account,
        gateway: "card".to_owned(),
        mandate: "mnd_1".to_owned(),
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        expires: None,
        used_at: now,
    };
    assert!(accounts.add_card(&card).await.expect("stored"));
    let ticket = Ticket {
        id: TicketId([1; 16]),
        secret_hash: [1; 32],
    };
    let pays = CardPaymentUse {
        cart: CartKey(1),
        revision: 1,
        amount: Money::new(MinorUnits::new(1), Currency::CZK),
    };
    let payment = CardPayment {
        ticket,
        account,
        card: card.id,
        pays,
        expires_at: now.plus(600_000),
    };
    assert!(accounts.add_card_payment(payment).await.expect("stored"));
    let spent = accounts.spend_card_payment(&ticket, pays, now);
    spent.await.expect("stored").expect("a card");
    hex::encode(&ticket.id.0)
}

/// [3.13] [B.03] The answer for a saved card is lost. Its mandate is charged by the identical request, and no other mandate is
/// asked for.
#[tokio::test]
async fn a_saved_card_is_asked_for_again_by_its_mandate() {
    let shop = shop().await;
    let running = run(&shop.driver);
    shop.gateway.says([
        Say::Nothing,
        Say::Outcome(held(TOTAL)),
        Say::Outcome(taken(TOTAL)),
    ]);
    let saved = PaymentMethod::SavedCard {
        mandate: "mnd_1".to_owned(),
        network: "visa".to_owned(),
        last_four: "1111".to_owned(),
        confirmation: confirmed(&shop).await,
    };
    let cart = shop.cart(saved).await;
    let submitted = shop.submit(&cart, "token-1").await;
    let SubmitOutcome::Order(attempt) = submitted else {
        panic!("{submitted:?}")
    };
    shop.until(&attempt, is_captured).await;
    let requests = shop.gateway.requests();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[0], requests[1]);
    assert_eq!(requests[0].charged_mandate.as_deref(), Some("mnd_1"));
    assert_eq!((&*requests[0].session, requests[0].mandate), ("", false));
    assert_eq!(shop.orders().await.len(), 1);
    running.abort();
}

/// An attempt whose server died just after step 1.
pub(super) async fn abandoned(shop: &TestShop, lease_ms: i64, age_ms: i64) -> Attempt {
    let cart = shop.card_cart().await;
    let now = SystemClock.now().plus(-age_ms);
    let begin = BeginAttempt {
        cart: cart.key,
        token: "token-1".to_owned(),
        sealed_tokens: Vec::new(),
        attempt: AttemptKey(77),
        token_secret: Secret([7; 16]),
        secret: Secret([8; 16]),
        check: CartCheck::any(),
        manual: ManualOrderCheck::unbounded(),
        now,
        key_expires_at: now.plus(86_400_000),
        due_at: now.plus(lease_ms),
        mode: Mode::Test,
        start: None,
    };
    let rules = std::sync::Arc::clone(&shop.driver.parts.rules);
    match shop
        .store
        .begin_attempt(begin, rules)
        .await
        .expect("answered")
    {
        BeginOutcome::New(attempt) => *attempt,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn any_server_goes_on_when_the_lease_of_a_dead_one_ends() {
    let shop = shop().await;
    shop.gateway
        .says([Say::Outcome(held(TOTAL)), Say::Outcome(taken(TOTAL))]);
    let attempt = abandoned(&shop, 200, 0).await;
    let another = shop.another_driver(shop.driver.parts.settings.clone());
    let running = [run(&shop.driver), run(&another)];
    shop.until(&attempt, is_captured).await;
    assert_eq!(
        shop.gateway.requests().len(),
        1,
        "only one of them took it over"
    );
    assert_eq!(shop.orders().await.len(), 1);
    running.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn the_only_server_takes_over_at_once_when_it_starts() {
    let shop = shop_with(|settings| settings.sole_server = true).await;
    shop.gateway
        .says([Say::Outcome(held(TOTAL)), Say::Outcome(taken(TOTAL))]);
    let attempt = abandoned(&shop, 20_000, 0).await;
    let started = Instant::now();
    let running = run(&shop.driver);
    shop.until(&attempt, is_captured).await;
    // The lease of the server that died lasts 20 seconds.
    assert!(started.elapsed() < Duration::from_secs(15));
    assert_eq!(shop.gateway.requests().len(), 1);
    running.abort();
}

#[tokio::test]
async fn a_buyer_who_has_long_gone_is_not_charged() {
    let shop = shop().await;
    let attempt = abandoned(&shop, 20_000, 16 * 60_000).await;
    assert_eq!(shop.gone().await, 1);
    let running = run(&shop.driver);
    let ended = shop
        .until(&attempt, |state| {
            matches!(state, AttemptState::Failed { .. })
        })
        .await;
    assert!(matches!(
        ended.state,
        AttemptState::Failed {
            reason: FailureReason::TooLate
        }
    ));
    assert_eq!(shop.gone().await, 0);
    assert!(shop.gateway.asked().is_empty());
    running.abort();
}

/// An attempt in state `Authorising` so old that the gateway is not asked to authorise it any more.
async fn unheard_of(shop: &TestShop) -> Attempt {
    let reserved = abandoned(shop, 20_000, 21 * 60_000).await;
    let mut step = AttemptStep {
        attempt: reserved,
        commit: StepCommit::Nothing,
        timeline: Vec::new(),
    };
    step.attempt.version += 1;
    step.attempt.state = AttemptState::Authorising {
        return_url: String::new(),
    };
    match shop.store.advance(step).await.expect("answered") {
        StepOutcome::Stored(attempt) => *attempt,
        StepOutcome::Superseded(other) => panic!("{other:?}"),
    }
}

/// [7.09] [B.03] An attempt whose time is over ends only when the gateway has released what it holds.
#[tokio::test]
async fn what_is_given_up_leaves_nothing_at_the_gateway() {
    let shop = shop().await;
    let attempt = unheard_of(&shop).await;
    let unknown = || Say::Outcome(PaymentOutcome::Unknown);
    shop.gateway.says([unknown(), unknown(), unknown()]);
    shop.gateway.deaf.store(2, Ordering::SeqCst);
    let running = run(&shop.driver);
    shop.until(&attempt, |state| {
        matches!(state, AttemptState::Failed { .. })
    })
    .await;
    let both = ["query", "give back ses_1"];
    assert_eq!(shop.gateway.asked(), [both, both, both].concat());
    assert_eq!(shop.gone().await, 0);
    running.abort();
}

/// [7.09] A declined buyer gets the refusal even if the gateway does not confirm the release.
#[tokio::test]
async fn a_decline_is_told_though_nothing_was_given_back() {
    let shop = shop().await;
    shop.gateway.says([Say::Outcome(PaymentOutcome::Declined {
        reference: None,
        reason: DeclineReason::Declined,
    })]);
    shop.gateway.deaf.store(u32::MAX, Ordering::SeqCst);
    let cart = shop.card_cart().await;
    let submitted = shop.submit(&cart, "token-1").await;
    assert!(
        matches!(submitted, SubmitOutcome::Failed(_)),
        "{submitted:?}"
    );
    let asked = shop.gateway.asked();
    assert_eq!(asked.last().map(String::as_str), Some("give back ses_1"));
    assert_eq!(shop.gone().await, 0);
}

#[tokio::test]
async fn it_stops_when_told_to() {
    let shop = shop().await;
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(std::sync::Arc::clone(&shop.driver).run(async {
        let _ = ended.await;
    }));
    end.send(()).expect("it runs");
    tokio::time::timeout(Duration::from_secs(5), running)
        .await
        .expect("it ends")
        .expect("without panic");
}
