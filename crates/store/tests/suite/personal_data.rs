//! Erasing personal data: once, never from a live payment, and without touching what money needs.

use super::order_life;
use crate::support::{
    DAY, NOW, asking, authorised, begin_new, captured, card, declined, events, given_up, in_review,
    product, ready_cart, stored_cart, take, tracked,
};
use std::sync::Arc;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::CartStatus;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber, VariantId};
use zkratka_commerce::order::{OrderPayment, OrderSnapshot};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::order_life::Action;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::redaction::{NotRedactable, UnpaidOrders};
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    DeliveryFilter, OrderPosition, RedactOrder, RedactOutcome, ReplaceOutcome, StepOutcome, Store,
    Subscriber,
};

const MUG: VariantId = VariantId(1);
const FIRST: OrderNumber = OrderNumber(1001);
const LATER: Timestamp = Timestamp(NOW.0 + DAY);

async fn stock_up(store: &dyn Store) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(50))]);
    store.import(vec![mug]).await.unwrap();
}

async fn begun(store: &dyn Store, key: u64, method: PaymentMethod) -> Attempt {
    let cart = ready_cart(store, key, &[(MUG, 1)], method).await;
    begin_new(store, &cart, 100 + key).await
}

async fn paid(store: &dyn Store, key: u64) -> Attempt {
    let attempt = begun(store, key, card()).await;
    let attempt = take(store, authorised(&attempt)).await;
    take(store, captured(&attempt)).await
}

async fn redact(store: &dyn Store, number: OrderNumber, unpaid: UnpaidOrders) -> RedactOutcome {
    let request = RedactOrder {
        number,
        unpaid,
        detail: "eva: request".into(),
        now: LATER,
    };
    store.redact_order(request).await.unwrap()
}

fn has_person(document: &impl serde::Serialize) -> bool {
    let text = serde_json::to_string(document).unwrap();
    let words = ["jana@", "Nov", "Lidická", "Brno", "602", "601123456"];
    words.iter().any(|word| text.contains(word))
}

/// Everything but what belongs to the person.
fn sums(snapshot: &OrderSnapshot) -> impl PartialEq + std::fmt::Debug {
    let lines = snapshot.lines.clone();
    let country = snapshot
        .delivery_address
        .clone()
        .and_then(|address| address.country);
    let payment = snapshot.payment.clone();
    (
        snapshot.total,
        snapshot.taxes.clone(),
        lines,
        country,
        payment,
    )
}

pub(crate) async fn of_an_order_are_erased_and_its_sums_stay(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    // The first try was declined, so two attempts hold the buyer's data.
    let first = begun(&*store, 1, card()).await;
    take(&*store, declined(&take(&*store, asking(&first)).await)).await;
    let mut cart = stored_cart(&*store, CartKey(1)).await;
    cart.revision += 1;
    crate::support::bind(&*store, &mut cart, card()).await;
    assert_eq!(
        store.replace_cart(&cart).await.unwrap(),
        ReplaceOutcome::Stored
    );
    let attempt = begin_new(&*store, &cart, 201).await;
    let attempt = take(&*store, authorised(&attempt)).await;
    let attempt = take(&*store, captured(&attempt)).await;
    let before = store.order(FIRST).await.unwrap().unwrap();
    assert!(has_person(&before.order) && has_person(&attempt));

    assert_eq!(
        redact(&*store, FIRST, UnpaidOrders::Refuse).await,
        RedactOutcome::Redacted
    );
    let after = store.order(FIRST).await.unwrap().unwrap();
    assert!(!has_person(&after.order), "{after:?}");
    assert!(after.order.snapshot.is_redacted());
    let time = store.order_time(FIRST).await.unwrap();
    assert_eq!(time, Some(before.order.created_at));
    let unknown = OrderNumber(FIRST.0 + 1);
    assert_eq!(store.order_time(unknown).await.unwrap(), None);
    assert_eq!(sums(&after.order.snapshot), sums(&before.order.snapshot));
    assert_eq!(after.order.payment, before.order.payment);
    assert_eq!(events(&after.timeline).last(), Some(&"redacted"));
    assert_eq!(after.timeline.last().unwrap().detail, "eva: request");
    for key in [first.key, attempt.key] {
        let stored = store.attempt(key).await.unwrap().unwrap();
        assert!(!has_person(&stored), "{stored:?}");
    }
    let cart = stored_cart(&*store, CartKey(1)).await;
    assert!(!has_person(&cart), "{cart:?}");
    assert!(matches!(cart.status, CartStatus::Completed { .. }));

    // The event tells it, and earlier ones no longer say more.
    let everyone = vec![Subscriber {
        endpoint: "erp".into(),
        kinds: OrderEventKind::ALL.to_vec(),
        since: None,
    }];
    store.distribute_events(everyone, LATER).await.unwrap();
    let wanted = DeliveryFilter {
        order: Some(FIRST),
        endpoint: None,
        delivered: true,
        limit: 10,
    };
    let told = store.event_deliveries(wanted).await.unwrap();
    let kinds: Vec<_> = told.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["order.created", "order.captured", "order.redacted"]);
    for event in told {
        let record = store.event_record(event.key).await.unwrap().unwrap();
        assert!(!has_person(&record.order), "{}", event.kind);
    }

    // Again: nothing changes. A step that was computed before is superseded.
    assert_eq!(
        redact(&*store, FIRST, UnpaidOrders::Refuse).await,
        RedactOutcome::RedactedBefore
    );
    let again = store.order(FIRST).await.unwrap().unwrap();
    assert_eq!(again.timeline.len(), after.timeline.len());
    let late = store.advance(captured(&attempt)).await.unwrap();
    assert!(matches!(late, StepOutcome::Superseded(_)));
    assert_eq!(
        redact(&*store, OrderNumber(1002), UnpaidOrders::Refuse).await,
        RedactOutcome::Missing
    );
    let left = store.orders_to_redact(LATER.plus(DAY), OrderPosition::START, 10);
    assert_eq!(left.await.unwrap(), []);
}

pub(crate) async fn stay_while_money_moves(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let held = begun(&*store, 1, card()).await;
    let held = take(&*store, authorised(&held)).await;
    let refused = redact(&*store, FIRST, UnpaidOrders::Redact).await;
    let moving = NotRedactable::InProgress("authorised");
    assert_eq!(refused, RedactOutcome::Refused(moving));
    take(&*store, crate::support::capture_refused(&held)).await;
    let refused = redact(&*store, FIRST, UnpaidOrders::Redact).await;
    assert_eq!(refused, RedactOutcome::Refused(NotRedactable::InReview));
    begun(&*store, 2, PaymentMethod::CashOnDelivery).await;
    let second = OrderNumber(1002);
    let refused = redact(&*store, second, UnpaidOrders::Refuse).await;
    assert_eq!(refused, RedactOutcome::Refused(NotRedactable::Unpaid));
    for number in [FIRST, second] {
        let record = store.order(number).await.unwrap().unwrap();
        assert!(has_person(&record.order));
    }
    assert_eq!(
        redact(&*store, second, UnpaidOrders::Redact).await,
        RedactOutcome::Redacted
    );
    let record = store.order(second).await.unwrap().unwrap();
    assert_eq!(record.order.payment, OrderPayment::DueOnDelivery);
}

pub(crate) async fn go_once_an_order_is_paid_or_cancelled(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    begun(&*store, 1, PaymentMethod::BankTransfer).await;
    begun(&*store, 2, PaymentMethod::CashOnDelivery).await;
    for (number, action) in [
        (FIRST, Action::MarkPaid),
        (OrderNumber(1002), order_life::CANCEL),
    ] {
        let refused = redact(&*store, number, UnpaidOrders::Refuse).await;
        assert_eq!(refused, RedactOutcome::Refused(NotRedactable::Unpaid));
        order_life::stored(&*store, number, order_life::operation(None, action)).await;
        assert_eq!(
            redact(&*store, number, UnpaidOrders::Refuse).await,
            RedactOutcome::Redacted
        );
    }
}

pub(crate) async fn stay_while_a_refund_is_under_way(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    paid(&*store, 1).await;
    let everything = order_life::operation(None, order_life::CANCEL);
    order_life::stored(&*store, FIRST, everything).await;
    let refused = redact(&*store, FIRST, UnpaidOrders::Redact).await;
    assert_eq!(refused, RedactOutcome::Refused(NotRedactable::MoneyMoves));
}

/// Attempts for which the gateway was called keep what money needs.
pub(crate) async fn of_ended_attempts_are_erased_and_of_no_others(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let live = begun(&*store, 1, card()).await;
    let review = begun(&*store, 2, card()).await;
    take(&*store, in_review(&review)).await;
    let sold = paid(&*store, 3).await;
    let refused = begun(&*store, 4, card()).await;
    let refused = take(&*store, declined(&take(&*store, asking(&refused)).await)).await;
    let left = begun(&*store, 5, card()).await;
    let left = take(&*store, given_up(&left)).await;

    let listed = |after| store.attempts_to_redact(LATER, AttemptKey(after), 10);
    let mut found = listed(0).await.unwrap();
    found.sort();
    assert_eq!(found, [refused.key, left.key]);
    assert_eq!(
        store
            .attempts_to_redact(LATER, AttemptKey(0), 1)
            .await
            .unwrap()
            .len(),
        1
    );
    for attempt in [&live, &review, &sold] {
        assert!(
            !store
                .redact_attempt(attempt.key, LATER, LATER)
                .await
                .unwrap()
        );
        let stored = store.attempt(attempt.key).await.unwrap().unwrap();
        assert!(has_person(&stored));
    }
    // The buyer of the other cart came back yesterday.
    assert!(
        store
            .redact_attempt(refused.key, LATER, LATER)
            .await
            .unwrap()
    );
    assert!(store.redact_attempt(left.key, NOW, LATER).await.unwrap());
    assert!(!store.redact_attempt(left.key, NOW, LATER).await.unwrap());
    for attempt in [&refused, &left] {
        let stored = store.attempt(attempt.key).await.unwrap().unwrap();
        assert!(!has_person(&stored), "{stored:?}");
        assert_eq!(stored.state, attempt.state);
        assert_eq!(sums(&stored.snapshot), sums(&attempt.snapshot));
    }
    assert!(!has_person(&stored_cart(&*store, CartKey(4)).await));
    assert!(has_person(&stored_cart(&*store, CartKey(5)).await));
    assert_eq!(listed(0).await.unwrap(), []);
    assert!(store.redact_cart(CartKey(5), LATER).await.unwrap());
    assert!(!has_person(&stored_cart(&*store, CartKey(5)).await));
    for closed in [CartKey(1), CartKey(3), CartKey(77)] {
        assert!(!store.redact_cart(closed, LATER).await.unwrap());
    }
}

pub(crate) async fn are_found_by_the_person(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    for key in 1..=5 {
        begun(&*store, key, card()).await;
    }
    let (mut attempts, mut carts) = (Vec::new(), Vec::new());
    loop {
        let after = attempts.last().map(|one: &Attempt| one.key);
        let page = store.attempts_after(after, 2).await.unwrap();
        if page.is_empty() {
            break;
        }
        attempts.extend(page);
    }
    loop {
        let after = carts
            .last()
            .map(|one: &zkratka_commerce::cart::Cart| one.key);
        let page = store.carts_after(after, 2).await.unwrap();
        if page.is_empty() {
            break;
        }
        carts.extend(page);
    }
    assert_eq!((attempts.len(), carts.len()), (5, 5));
    let nobody = ContactKey::of_email("nobody@example.cz");
    assert_eq!(store.unpaid_orders(vec![nobody]).await.unwrap(), []);
}

pub(crate) async fn in_notifications_are_forgotten_a_few_at_a_time(store: Arc<dyn Store>) {
    for number in 0..5 {
        let id = format!("n{number}");
        assert!(
            store
                .remember_notification(id, NOW.plus(number))
                .await
                .unwrap()
        );
    }
    assert_eq!(store.forget_notifications(NOW.plus(4), 3).await.unwrap(), 3);
    assert_eq!(store.forget_notifications(NOW.plus(4), 3).await.unwrap(), 1);
    assert_eq!(store.forget_notifications(NOW.plus(4), 3).await.unwrap(), 0);
    assert!(
        !store
            .remember_notification("n4".into(), LATER)
            .await
            .unwrap()
    );
    assert!(
        store
            .remember_notification("n0".into(), LATER)
            .await
            .unwrap()
    );
}
