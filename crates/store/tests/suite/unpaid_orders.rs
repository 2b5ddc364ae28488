//! Orders that were made before they were paid: so many of one contact, and no more.

use crate::support::{
    NOW, available, begin_on, empty_cart, fill, product, ready_cart, rules, tracked, visa,
};
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::BoundPayment;
use zkratka_commerce::error::FaultCode;
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order::{OrderPayment, TimelineEntry};
use zkratka_commerce::payment::{
    CaptchaProof, Excess, ManualPaymentLimits, OrderBound, PaymentMethod,
};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    AttemptStep, BeginAttempt, BeginOutcome, ManualOrderCheck, StepCommit, StepOutcome, Store,
};

const MODRA: VariantId = VariantId(1);
const WINDOW: i64 = 60_000;

pub(crate) fn bounded() -> Arc<ShopRules> {
    Arc::new(ShopRules {
        manual_payments: ManualPaymentLimits {
            orders_per_contact: OrderBound {
                plain: 3,
                with_captcha: 5,
            },
            window_ms: WINDOW,
            ..ManualPaymentLimits::default()
        },
        ..rules()
    })
}

async fn stock_up(store: &dyn Store) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(100))]);
    store.import(vec![mug]).await.unwrap();
}

/// A cart of the same buyer, ready to be ordered.
async fn ready(store: &dyn Store, key: u64, method: PaymentMethod, now: Timestamp) -> BeginAttempt {
    let cart = ready_cart(store, key, &[(MODRA, 1)], method).await;
    BeginAttempt {
        now,
        ..begin_on(cart.key, 100 + key)
    }
}

async fn order(store: &dyn Store, key: u64, now: Timestamp) -> BeginOutcome {
    let begin = ready(store, key, PaymentMethod::BankTransfer, now).await;
    store.begin_attempt(begin, bounded()).await.unwrap()
}

fn made(begun: BeginOutcome) -> Attempt {
    match begun {
        BeginOutcome::New(attempt) => *attempt,
        other => panic!("expected an order, got {other:?}"),
    }
}

fn is_refused(begun: &BeginOutcome) -> bool {
    let BeginOutcome::Refused(faults) = begun else {
        return false;
    };
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults[0].code == FaultCode::TooManyUnpaidOrders
}

/// The same order of a client that has solved a captcha, or has not yet.
async fn order_with(store: &dyn Store, key: u64, proof: CaptchaProof) -> BeginOutcome {
    let begin = BeginAttempt {
        manual: ManualOrderCheck::new(proof, |_| Ok(())),
        ..ready(store, key, PaymentMethod::BankTransfer, NOW).await
    };
    store.begin_attempt(begin, bounded()).await.unwrap()
}

/// Whatever comes at once, each contact has as many places as the shop allows, and a refused order changes nothing.
pub(crate) async fn of_one_contact_are_bounded_when_they_come_at_once(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let mut tasks = JoinSet::new();
    let methods = [PaymentMethod::BankTransfer, PaymentMethod::CashOnDelivery];
    for (key, method) in (1..=12).zip(methods.into_iter().cycle()) {
        let begin = ready(&*store, key, method, NOW).await;
        let store = Arc::clone(&store);
        tasks.spawn(async move { store.begin_attempt(begin, bounded()).await.unwrap() });
    }
    let begun = tasks.join_all().await;
    let refused = begun.iter().filter(|begun| is_refused(begun)).count();
    assert_eq!(refused, 9, "{begun:?}");
    assert_eq!(available(&*store, MODRA).await, 97);
}

/// A place is free again when its order is paid, or when the window is over.
pub(crate) async fn make_room_when_they_are_paid_or_old(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let first = made(order(&*store, 1, NOW).await);
    for key in 2..=3 {
        made(order(&*store, key, NOW.plus(10)).await);
    }
    assert!(is_refused(&order(&*store, 4, NOW.plus(20)).await));
    let paid = AttemptStep {
        attempt: Attempt {
            version: first.version + 1,
            ..first
        },
        commit: StepCommit::UpdateOrderPayment(OrderPayment::Captured { card: visa() }),
        timeline: vec![TimelineEntry {
            at: NOW.plus(30),
            event: "captured".into(),
            detail: String::new(),
        }],
    };
    let stored = store.advance(paid).await.unwrap();
    assert!(matches!(stored, StepOutcome::Stored(_)), "{stored:?}");
    made(order(&*store, 5, NOW.plus(40)).await);
    assert!(is_refused(&order(&*store, 6, NOW.plus(50)).await));
    assert!(is_refused(&order(&*store, 7, NOW.plus(WINDOW + 9)).await));
    for key in 8..=9 {
        made(order(&*store, key, NOW.plus(WINDOW + 10)).await);
    }
    assert!(is_refused(&order(&*store, 10, NOW.plus(WINDOW + 20)).await));
}

/// Orders that are paid online, and clients that are refused, take no place.
pub(crate) async fn count_only_what_was_sold_unpaid(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let never = ManualOrderCheck::new(CaptchaProof::Unavailable, |_| Err(Excess::Refused));
    for key in 1..=4 {
        let card = ready(&*store, key, crate::support::card(), NOW).await;
        let card = BeginAttempt {
            manual: never.clone(),
            ..card
        };
        made(store.begin_attempt(card, bounded()).await.unwrap());
        let begin = ready(&*store, 10 + key, PaymentMethod::BankTransfer, NOW).await;
        let begin = BeginAttempt {
            manual: never.clone(),
            ..begin
        };
        assert!(is_refused(
            &store.begin_attempt(begin, bounded()).await.unwrap()
        ));
    }
    for key in 20..23 {
        made(order(&*store, key, NOW).await);
    }
    assert_eq!(available(&*store, MODRA).await, 93);
}

/// Beyond the lower bound a captcha lets an order through, up to the higher bound; a demanded captcha changes nothing.
pub(crate) async fn come_with_a_captcha_up_to_a_higher_bound(store: Arc<dyn Store>) {
    use CaptchaProof::{Missing, Solved, Unavailable};
    stock_up(&*store).await;
    for key in 1..=3 {
        made(order_with(&*store, key, Missing).await);
    }
    assert!(is_refused(&order_with(&*store, 4, Unavailable).await));
    let demanded = order_with(&*store, 5, Missing).await;
    assert!(
        matches!(demanded, BeginOutcome::CaptchaRequired),
        "{demanded:?}"
    );
    assert_eq!(available(&*store, MODRA).await, 97);
    for key in 6..=7 {
        made(order_with(&*store, key, Solved).await);
    }
    for (key, proof) in [(8, Missing), (9, Solved)] {
        let refused = order_with(&*store, key, proof).await;
        assert!(is_refused(&refused), "{proof:?}");
    }
    assert_eq!(available(&*store, MODRA).await, 95);
}

/// Orders that come at once with a solved captcha are no more than the higher bound allows.
pub(crate) async fn come_with_a_captcha_at_once(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let mut tasks = JoinSet::new();
    for key in 1..=10 {
        let begin = BeginAttempt {
            manual: ManualOrderCheck::new(CaptchaProof::Solved, |_| Ok(())),
            ..ready(&*store, key, PaymentMethod::BankTransfer, NOW).await
        };
        let store = Arc::clone(&store);
        tasks.spawn(async move { store.begin_attempt(begin, bounded()).await.unwrap() });
    }
    let begun = tasks.join_all().await;
    let refused = begun.iter().filter(|begun| is_refused(begun)).count();
    assert_eq!(refused, 5, "{begun:?}");
    assert_eq!(available(&*store, MODRA).await, 95);
}

/// Goods that cost nothing are counted like goods that nobody has paid.
pub(crate) async fn cost_nothing(store: Arc<dyn Store>) {
    let mug = product("vzorek", &[("Modrá", 0, tracked(100))]);
    store.import(vec![mug]).await.unwrap();
    let mut rules = ShopRules::clone(&bounded());
    for method in &mut rules.delivery {
        method.free_from = Some(MinorUnits::ZERO);
    }
    let rules = Arc::new(rules);
    let begin = async |key| {
        let mut cart = empty_cart(key);
        fill(&mut cart, &[(MODRA, 1)]);
        cart.payment = Some(BoundPayment {
            on_top: MinorUnits::ZERO,
            amount: Money::new(MinorUnits::ZERO, Currency::CZK),
            method: PaymentMethod::Free,
            revision: cart.revision,
        });
        store.insert_cart(&cart).await.unwrap();
        let begin = begin_on(cart.key, 100 + key);
        store.begin_attempt(begin, rules.clone()).await.unwrap()
    };
    for key in 1..=3 {
        made(begin(key).await);
    }
    let BeginOutcome::Refused(faults) = begin(4).await else {
        panic!("the fourth is made");
    };
    assert_eq!(faults[0].code, FaultCode::TooManyFreeOrders);
    assert_eq!(available(&*store, MODRA).await, 97);
}
