//! Tests attempts: a store begins each one once, advances it under a fence, and ends it with an order or a release.

use crate::support::{
    NOW, asking, authorised, available, begin, begin_new, begin_on, bind, captured, card,
    completing, declined, events, in_review, product, ready_cart, rules, stored_cart, take,
    tracked, visa,
};
use std::sync::Arc;
use zkratka_commerce::attempt::{Attempt, AttemptState, Reservation};
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::catalogue::Stock;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber, VariantId};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::{
    AttemptStep, BeginOutcome, OrderPage, StepCommit, StepOutcome, Store, StoreError,
};

const MODRA: VariantId = VariantId(1);
const POUKAZ: VariantId = VariantId(2);
const RUCNI: VariantId = VariantId(3);

/// An edit of a cart by a client.
type Change = fn(&mut Cart);

/// Stocks five blue mugs, a voucher without stock tracking, and a mug that is made to order.
async fn open_shop(store: &dyn Store) {
    let made_to_order = Stock::Tracked {
        available: 1,
        oversell: true,
    };
    let products = vec![
        product("hrnek", &[("Modrá", 25_000, tracked(5))]),
        product("poukaz", &[("500 Kč", 50_000, Stock::Untracked)]),
        product("na-zakazku", &[("Ruční", 90_000, made_to_order)]),
    ];
    store.import(products).await.unwrap();
}

async fn shop_with_cart(store: &dyn Store, method: PaymentMethod) -> Cart {
    open_shop(store).await;
    ready_cart(store, 1, &[(MODRA, 2)], method).await
}

async fn all_orders(store: &dyn Store) -> Vec<u64> {
    let page = OrderPage {
        before: None,
        limit: 100,
    };
    let records = store.orders(page).await.unwrap();
    records.iter().map(|record| record.order.number.0).collect()
}

fn codes(faults: &[Fault]) -> Vec<FaultCode> {
    faults.iter().map(|fault| fault.code).collect()
}

pub(crate) async fn by_card_reserve_and_become_one_order(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    assert_eq!(attempt.state, AttemptState::Reserved);
    assert_eq!(attempt.snapshot.total, MinorUnits::new(2 * 25_000 + 8_900));
    assert_eq!(attempt.due_at, Some(NOW.plus(20_000)));
    assert_eq!(
        store.attempt(attempt.key).await.unwrap().as_ref(),
        Some(&attempt)
    );
    assert_eq!(available(&*store, MODRA).await, 3);
    let closed = stored_cart(&*store, cart.key).await;
    assert_eq!(closed.status, completing(10));
    assert!(closed.revision > cart.revision);

    let attempt = take(&*store, asking(&attempt)).await;
    assert_eq!(all_orders(&*store).await, [] as [u64; 0]);
    let attempt = take(&*store, authorised(&attempt)).await;
    assert_eq!(attempt.order, Some(OrderNumber(1001)));
    let attempt = take(&*store, captured(&attempt)).await;
    assert_eq!(attempt.order, Some(OrderNumber(1001)));

    let record = store.order(OrderNumber(1001)).await.unwrap().unwrap();
    assert_eq!(record.order.snapshot, attempt.snapshot);
    assert_eq!(
        (record.order.cart, record.order.attempt),
        (cart.key, attempt.key)
    );
    assert_eq!(record.order.created_at, NOW.plus(2_000));
    assert_eq!(
        record.order.payment,
        OrderPayment::Captured { card: visa() }
    );
    let expected = ["reserved", "authorising", "authorised", "captured"];
    assert_eq!(events(&record.timeline), expected);
    assert_eq!(store.timeline(attempt.key).await.unwrap(), record.timeline);
    assert_eq!(available(&*store, MODRA).await, 3);
    let status = CartStatus::Completed {
        attempt: attempt.key,
        order: OrderNumber(1001),
    };
    assert_eq!(stored_cart(&*store, cart.key).await.status, status);
}

pub(crate) async fn without_a_gateway_become_an_order_at_once(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let ways = [
        (PaymentMethod::CashOnDelivery, OrderPayment::DueOnDelivery),
        (PaymentMethod::BankTransfer, OrderPayment::AwaitingTransfer),
    ];
    for (number, (method, payment)) in (1..).zip(ways) {
        let cart = ready_cart(&*store, number, &[(MODRA, 1)], method).await;
        let attempt = begin_new(&*store, &cart, 10 + number).await;
        assert_eq!(attempt.state, AttemptState::Placed);
        assert_eq!(attempt.due_at, None);
        let order = OrderNumber(1000 + number);
        assert_eq!(attempt.order, Some(order));
        assert_eq!(
            store.attempt(attempt.key).await.unwrap(),
            Some(attempt.clone())
        );
        let record = store.order(order).await.unwrap().unwrap();
        assert_eq!(record.order.payment, payment);
        assert_eq!(record.order.created_at, NOW);
        assert_eq!(events(&record.timeline), ["reserved", "placed"]);
        let status = CartStatus::Completed {
            attempt: attempt.key,
            order,
        };
        assert_eq!(stored_cart(&*store, cart.key).await.status, status);
        assert_eq!(
            available(&*store, MODRA).await,
            5 - i64::try_from(number).unwrap()
        );
    }
    // Sold units are no longer reserved, so the store refuses a step that would release them.
    let attempt = store.attempt(AttemptKey(11)).await.unwrap().unwrap();
    assert!(store.advance(declined(&attempt)).await.is_err());
    assert_eq!(available(&*store, MODRA).await, 3);
}

pub(crate) async fn are_found_again_by_their_token(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let live = begin_new(&*store, &cart, 10).await;
    let again = begin(&*store, &cart, 10).await;
    assert!(
        matches!(&again, BeginOutcome::SameToken(found) if **found == live),
        "{again:?}"
    );
    let done = take(&*store, authorised(&live)).await;
    let again = begin(&*store, &cart, 10).await;
    assert!(
        matches!(&again, BeginOutcome::SameToken(found) if **found == done),
        "{again:?}"
    );
    assert_eq!(available(&*store, MODRA).await, 3);
    assert_eq!(all_orders(&*store).await, [1001]);
}

pub(crate) async fn keep_other_tokens_off_their_cart(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let live = begin_new(&*store, &cart, 10).await;
    let other = begin(&*store, &cart, 11).await;
    assert!(
        matches!(&other, BeginOutcome::OtherAttempt(found) if **found == live),
        "{other:?}"
    );
    let done = take(&*store, authorised(&live)).await;
    let other = begin(&*store, &cart, 12).await;
    assert!(
        matches!(&other, BeginOutcome::OtherAttempt(found) if **found == done),
        "{other:?}"
    );
    assert!(store.attempt(AttemptKey(11)).await.unwrap().is_none());
    assert_eq!(available(&*store, MODRA).await, 3);
    assert_eq!(all_orders(&*store).await, [1001]);
}

pub(crate) async fn do_not_share_a_token_between_carts(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    begin_new(&*store, &cart, 10).await;
    let other = ready_cart(&*store, 2, &[(MODRA, 1)], card()).await;
    let answer = begin(&*store, &other, 10).await;
    assert!(
        matches!(answer, BeginOutcome::TokenOfAnotherCart),
        "{answer:?}"
    );
    assert_eq!(stored_cart(&*store, other.key).await, other);
    let nowhere = store
        .begin_attempt(begin_on(CartKey(99), 11), Arc::new(rules()))
        .await
        .unwrap();
    assert!(matches!(nowhere, BeginOutcome::NoCart), "{nowhere:?}");
}

/// The token of an attempt that made no order answers for the same contents, and for no other contents or payment.
pub(crate) async fn do_not_answer_for_other_contents(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    let asked = take(&*store, asking(&attempt)).await;
    let failed = take(&*store, declined(&asked)).await;
    let released = stored_cart(&*store, cart.key).await;
    let again = begin(&*store, &released, 10).await;
    assert!(
        matches!(&again, BeginOutcome::SameToken(found) if **found == failed),
        "{again:?}"
    );

    let other_card = || PaymentMethod::Card {
        session: "session-2".into(),
    };
    let fewer = |cart: &mut Cart| cart.lines[0].quantity = 1;
    let noted = |cart: &mut Cart| cart.note = Some("Zazvonit dole".into());
    let changes: [(Change, PaymentMethod); 3] =
        [(|_| (), other_card()), (fewer, card()), (noted, card())];
    for (change, method) in changes {
        let mut edited = stored_cart(&*store, cart.key).await;
        let revision = edited.revision + 1;
        edited.clone_from(&released);
        edited.revision = revision;
        change(&mut edited);
        bind(&*store, &mut edited, method).await;
        store.replace_cart(&edited).await.unwrap();
        let reused = begin(&*store, &edited, 10).await;
        assert!(
            matches!(reused, BeginOutcome::TokenOfOtherContents),
            "{reused:?}"
        );
        assert_eq!(stored_cart(&*store, cart.key).await, edited);
    }
    assert_eq!(available(&*store, MODRA).await, 5);

    let edited = stored_cart(&*store, cart.key).await;
    let second = begin_new(&*store, &edited, 11).await;
    let again = begin(&*store, &edited, 11).await;
    assert!(
        matches!(&again, BeginOutcome::SameToken(found) if **found == second),
        "{again:?}"
    );
    let first = begin(&*store, &edited, 10).await;
    assert!(
        matches!(first, BeginOutcome::TokenOfOtherContents),
        "{first:?}"
    );
}

/// The store leaves a cart that cannot be bought, and the stock, exactly as they were.
async fn assert_refused(store: &dyn Store, cart: &Cart, attempt: u64, expected: FaultCode) {
    let stock = store.catalogue().await.unwrap();
    match begin(store, cart, attempt).await {
        BeginOutcome::Refused(faults) => {
            assert!(codes(&faults).contains(&expected), "{faults:?}");
        }
        other => panic!("expected a refusal, got {other:?}"),
    }
    assert_eq!(stored_cart(store, cart.key).await, *cart);
    assert!(store.attempt(AttemptKey(attempt)).await.unwrap().is_none());
    assert!(
        store
            .timeline(AttemptKey(attempt))
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        store.catalogue().await.unwrap().products(),
        stock.products()
    );
}

pub(crate) async fn read_price_and_stock_afresh(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let five = ready_cart(&*store, 1, &[(POUKAZ, 1), (MODRA, 5)], card()).await;
    let one = ready_cart(&*store, 2, &[(MODRA, 1)], PaymentMethod::CashOnDelivery).await;
    let rest = ready_cart(&*store, 3, &[(MODRA, 4)], PaymentMethod::CashOnDelivery).await;
    begin_new(&*store, &one, 10).await;
    let too_few = FaultCode::MerchandiseNotEnoughStockAvailable;
    assert_refused(&*store, &five, 11, too_few).await;
    begin_new(&*store, &rest, 12).await;
    assert_refused(&*store, &five, 13, FaultCode::MerchandiseOutOfStock).await;

    let voucher = ready_cart(&*store, 4, &[(POUKAZ, 1)], card()).await;
    let dearer = product("poukaz", &[("500 Kč", 55_000, Stock::Untracked)]);
    store.import(vec![dearer]).await.unwrap();
    let amount = FaultCode::PaymentsUnacceptablePaymentAmount;
    assert_refused(&*store, &voucher, 14, amount).await;
}

/// Two lines of one variant, with different properties, are added up.
pub(crate) async fn add_up_lines_of_one_variant(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let mut cart = ready_cart(&*store, 1, &[(MODRA, 3), (MODRA, 2)], card()).await;
    begin_new(&*store, &cart, 10).await;
    assert_eq!(available(&*store, MODRA).await, 0);

    cart = ready_cart(&*store, 2, &[(RUCNI, 1)], card()).await;
    begin_new(&*store, &cart, 11).await;
    let restocked = product("hrnek", &[("Modrá", 25_000, tracked(9))]);
    store.import(vec![restocked]).await.unwrap();
    assert_eq!(available(&*store, MODRA).await, 4);
    let cart = ready_cart(&*store, 3, &[(MODRA, 3), (MODRA, 3)], card()).await;
    match begin(&*store, &cart, 12).await {
        BeginOutcome::Refused(faults) => assert!(!faults.is_empty()),
        other => panic!("six of four were sold: {other:?}"),
    }
    assert_eq!(available(&*store, MODRA).await, 4);
}

pub(crate) async fn take_no_stock_where_none_is_kept_and_oversell_where_allowed(
    store: Arc<dyn Store>,
) {
    open_shop(&*store).await;
    let cart = ready_cart(&*store, 1, &[(POUKAZ, 3), (RUCNI, 4)], card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    assert_eq!(available(&*store, RUCNI).await, -3);
    take(&*store, declined(&attempt)).await;
    assert_eq!(available(&*store, RUCNI).await, 1);
    let catalogue = store.catalogue().await.unwrap();
    assert_eq!(catalogue.variant(POUKAZ).unwrap().1.stock, Stock::Untracked);
}

pub(crate) async fn that_fail_give_everything_back_once(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    let step = declined(&attempt);
    let failed = take(&*store, step.clone()).await;
    assert_eq!(available(&*store, MODRA).await, 5);
    let opened = stored_cart(&*store, cart.key).await;
    assert_eq!(
        (&opened.status, &opened.payment),
        (&CartStatus::Open, &None)
    );
    assert_eq!(opened.lines, cart.lines);

    // The same step again is superseded; releasing a released reservation is refused.
    let again = store.advance(step).await.unwrap();
    assert!(matches!(again, StepOutcome::Superseded(stored) if *stored == failed));
    let answer = store.advance(declined(&failed)).await;
    assert!(
        matches!(answer, Err(StoreError::Inconsistent(_))),
        "{answer:?}"
    );
    assert_eq!(available(&*store, MODRA).await, 5);

    // A used attempt token stays used; a new one may try again after a payment is bound again.
    let spent = begin(&*store, &cart, 10).await;
    assert!(matches!(spent, BeginOutcome::SameToken(stored) if *stored == failed));
    assert_refused(&*store, &opened, 11, FaultCode::PaymentsMethodRequired).await;
    let mut second = Cart {
        revision: opened.revision + 1,
        ..opened
    };
    bind(&*store, &mut second, card()).await;
    store.replace_cart(&second).await.unwrap();
    let attempt = begin_new(&*store, &second, 12).await;
    take(&*store, authorised(&attempt)).await;
    assert_eq!(available(&*store, MODRA).await, 3);
    assert_eq!(all_orders(&*store).await, [1001]);
}

/// After a release no step may make an order, neither a late answer nor a driver with wrong data.
pub(crate) async fn that_let_go_never_become_an_order(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    let failed = take(&*store, declined(&attempt)).await;
    let held_again = Attempt {
        reservation: Reservation::Held,
        ..failed.clone()
    };
    for step in [
        authorised(&failed),
        authorised(&held_again),
        captured(&failed),
    ] {
        let answer = store.advance(step).await;
        assert!(
            matches!(answer, Err(StoreError::Inconsistent(_))),
            "{answer:?}"
        );
    }
    assert_eq!(all_orders(&*store).await, [] as [u64; 0]);
    assert_eq!(available(&*store, MODRA).await, 5);
    assert_eq!(store.attempt(failed.key).await.unwrap(), Some(failed));
}

/// A step's effect on the reservation must match the reservation that its attempt states.
pub(crate) async fn say_what_they_do_to_the_reservation(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    let saying = |step: AttemptStep, reservation| AttemptStep {
        attempt: Attempt {
            reservation,
            ..step.attempt
        },
        ..step
    };
    for step in [
        saying(authorised(&attempt), Reservation::Held),
        saying(declined(&attempt), Reservation::Held),
        saying(declined(&attempt), Reservation::Sold),
        saying(asking(&attempt), Reservation::Released),
        saying(asking(&attempt), Reservation::Sold),
    ] {
        let answer = store.advance(step).await;
        assert!(
            matches!(answer, Err(StoreError::Inconsistent(_))),
            "{answer:?}"
        );
    }
    assert_eq!(store.attempt(attempt.key).await.unwrap(), Some(attempt));
    assert_eq!(all_orders(&*store).await, [] as [u64; 0]);
    assert_eq!(available(&*store, MODRA).await, 3);
}

pub(crate) async fn sell_exactly_what_was_agreed(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    let mut step = authorised(&attempt);
    step.attempt.snapshot.total = MinorUnits::new(1);
    step.attempt.token = "another".into();
    step.attempt.order = Some(OrderNumber(7));
    let stored = take(&*store, step).await;
    assert_eq!(stored.snapshot, attempt.snapshot);
    assert_eq!(
        (stored.token, stored.order),
        (attempt.token, Some(OrderNumber(1001)))
    );
    let record = store.order(OrderNumber(1001)).await.unwrap().unwrap();
    assert_eq!(record.order.snapshot, attempt.snapshot);
    assert!(store.order(OrderNumber(7)).await.unwrap().is_none());
}

pub(crate) async fn write_under_a_fence(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    let newer = take(&*store, asking(&attempt)).await;
    for late in [declined(&attempt), authorised(&attempt), asking(&attempt)] {
        match store.advance(late).await.unwrap() {
            StepOutcome::Superseded(stored) => assert_eq!(*stored, newer),
            StepOutcome::Stored(stored) => panic!("an old version wrote {:?}", stored.state),
        }
    }
    assert_eq!(store.attempt(attempt.key).await.unwrap(), Some(newer));
    assert_eq!(
        events(&store.timeline(attempt.key).await.unwrap()),
        ["reserved", "authorising"]
    );
    assert_eq!(stored_cart(&*store, cart.key).await.status, completing(10));
    assert_eq!(available(&*store, MODRA).await, 3);
}

pub(crate) async fn that_do_not_exist_cannot_advance(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let mut attempt = begin_new(&*store, &cart, 10).await;
    attempt.key = AttemptKey(404);
    let answer = store.advance(asking(&attempt)).await;
    assert!(
        matches!(answer, Err(StoreError::Inconsistent(_))),
        "{answer:?}"
    );
}

pub(crate) async fn that_are_due_are_claimed_by_one(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    for key in 1..=3 {
        let cart = ready_cart(&*store, key, &[(POUKAZ, 1)], card()).await;
        begin_new(&*store, &cart, 10 + key).await;
    }
    let (due, lease) = (NOW.plus(20_000), NOW.plus(40_000));
    let early = store.claim_due(NOW.plus(19_999), lease, 10).await.unwrap();
    assert!(early.is_empty());
    let held = store.attempt(AttemptKey(11)).await.unwrap().unwrap();
    let first = store.claim_due(due, lease, 2).await.unwrap();
    let second = store.claim_due(due, lease, 10).await.unwrap();
    let third = store.claim_due(due, lease, 10).await.unwrap();
    assert_eq!((first.len(), second.len(), third.len()), (2, 1, 0));
    let mut keys: Vec<_> = first
        .iter()
        .chain(&second)
        .map(|claimed| claimed.key.0)
        .collect();
    keys.sort_unstable();
    assert_eq!(keys, [11, 12, 13]);

    // The previous holder's write is superseded. The server that claimed the attempt can write, and can lose it in
    // turn.
    let late = store.advance(asking(&held)).await.unwrap();
    assert!(matches!(late, StepOutcome::Superseded(_)));
    let claimed = first
        .iter()
        .chain(&second)
        .find(|claimed| claimed.key == held.key);
    let attempt = take(&*store, authorised(claimed.unwrap())).await;
    let done = take(&*store, captured(&attempt)).await;
    assert_eq!(done.due_at, None);
    let again = store.claim_due(lease, NOW.plus(60_000), 10).await.unwrap();
    assert_eq!(again.len(), 2);
    assert!(again.iter().all(|claimed| claimed.version == 3));
}

pub(crate) async fn number_their_orders_without_gaps_newest_first(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    for key in 1..=4 {
        let method = PaymentMethod::BankTransfer;
        let cart = ready_cart(&*store, key, &[(POUKAZ, 1)], method).await;
        begin_new(&*store, &cart, 10 + key).await;
        let refused = ready_cart(&*store, 100 + key, &[(MODRA, 6)], card()).await;
        assert!(matches!(
            begin(&*store, &refused, 100 + key).await,
            BeginOutcome::Refused(_)
        ));
    }
    assert_eq!(all_orders(&*store).await, [1004, 1003, 1002, 1001]);
    let page = OrderPage {
        before: Some(OrderNumber(1004)),
        limit: 2,
    };
    let records = store.orders(page).await.unwrap();
    let numbers: Vec<_> = records.iter().map(|record| record.order.number.0).collect();
    assert_eq!(numbers, [1003, 1002]);
    assert!(records.iter().all(|record| record.timeline.len() == 2));
    assert!(store.order(OrderNumber(1005)).await.unwrap().is_none());
}

pub(crate) async fn move_their_orders_payment_on(store: Arc<dyn Store>) {
    let cart = shop_with_cart(&*store, card()).await;
    let attempt = begin_new(&*store, &cart, 10).await;
    let early = AttemptStep {
        commit: StepCommit::UpdateOrderPayment(OrderPayment::NeedsReview),
        ..asking(&attempt)
    };
    let answer = store.advance(early).await;
    assert!(
        matches!(answer, Err(StoreError::Inconsistent(_))),
        "{answer:?}"
    );
    let attempt = take(&*store, authorised(&attempt)).await;
    let before = store.order(OrderNumber(1001)).await.unwrap().unwrap().order;
    let review = AttemptStep {
        commit: StepCommit::UpdateOrderPayment(OrderPayment::NeedsReview),
        ..captured(&attempt)
    };
    take(&*store, review).await;
    let after = store.order(OrderNumber(1001)).await.unwrap().unwrap().order;
    assert_eq!(after.payment, OrderPayment::NeedsReview);
    assert_eq!(
        (after.snapshot, after.created_at),
        (before.snapshot, before.created_at)
    );
}

pub(crate) async fn that_need_a_person_are_listed(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let listed = async |limit| -> Vec<u64> {
        let found = store.attempts_in_review(limit).await.unwrap();
        found.iter().map(|attempt| attempt.key.0).collect()
    };
    let mut stored = Vec::new();
    for key in 1..=3 {
        let cart = ready_cart(&*store, key, &[(POUKAZ, 1)], card()).await;
        stored.push(begin_new(&*store, &cart, 10 + key).await);
    }
    assert!(listed(10).await.is_empty());
    let waiting = take(&*store, in_review(&stored[2])).await;
    take(&*store, in_review(&stored[0])).await;
    assert_eq!(listed(10).await, [11, 13]);
    assert_eq!(listed(1).await, [11]);
    take(&*store, authorised(&waiting)).await;
    assert_eq!(listed(10).await, [11]);
}

pub(crate) async fn hear_of_a_notification_once(store: Arc<dyn Store>) {
    assert!(
        store
            .remember_notification("ntf-1".into(), NOW)
            .await
            .unwrap()
    );
    assert!(
        !store
            .remember_notification("ntf-1".into(), NOW.plus(1))
            .await
            .unwrap()
    );
    assert!(
        store
            .remember_notification("ntf-2".into(), NOW)
            .await
            .unwrap()
    );
    store.health().await.unwrap();
}
