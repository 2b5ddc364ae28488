//! Tests an order's life after the sale: each step is stored once, with stock, gift cards, events and refunds.

use crate::support::{
    NOW, authorised, available, begin_new, captured, card, events, product, ready_cart, take,
    tracked,
};
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::{LineId, OrderNumber, VariantId};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::order_life::{
    Action, LifeEvent, LineUnits, Operation, OperationKey, Plan, RefundSize, RefundStatus, Refusal,
};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::refund::{PaymentReport, RefundOutcome, RefundRefusal};
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    ClaimEvents, OrderStep, OrderStepOutcome, PendingRefund, StepOutcome, Store, Subscriber,
};

const MUG: VariantId = VariantId(1);
/// Two mugs and the delivery.
const TOTAL: i64 = 58_900;

async fn stock_up(store: &dyn Store) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(10))]);
    store.import(vec![mug]).await.unwrap();
}

/// An order of two mugs that is paid by transfer.
async fn by_transfer(store: &dyn Store, key: u64) -> Attempt {
    let cart = ready_cart(store, key, &[(MUG, 2)], PaymentMethod::BankTransfer).await;
    begin_new(store, &cart, 100 + key).await
}

/// An order of two mugs whose money is held.
async fn held(store: &dyn Store, key: u64) -> Attempt {
    let cart = ready_cart(store, key, &[(MUG, 2)], card()).await;
    let attempt = begin_new(store, &cart, 100 + key).await;
    take(store, authorised(&attempt)).await
}

async fn paid(store: &dyn Store, key: u64) -> OrderNumber {
    let attempt = held(store, key).await;
    number(&take(store, captured(&attempt)).await)
}

fn number(attempt: &Attempt) -> OrderNumber {
    attempt.order.expect("an order")
}

pub(crate) fn operation(key: Option<&str>, action: Action) -> LifeEvent {
    LifeEvent::Operated(Operation {
        key: key.map(|key| OperationKey(key.to_owned())),
        by: "jana".to_owned(),
        reason: String::new(),
        action,
    })
}

fn refund_of(amount: i64) -> Action {
    Action::Refund {
        size: RefundSize::Amount(MinorUnits::new(amount)),
        restock: false,
    }
}

fn one_mug() -> Action {
    let lines = vec![LineUnits {
        line: LineId(1),
        units: 1,
    }];
    Action::Refund {
        size: RefundSize::Lines {
            lines,
            amount: None,
        },
        restock: true,
    }
}

pub(crate) const CANCEL: Action = Action::Cancel { restock: true };

async fn advance(store: &dyn Store, order: OrderNumber, event: LifeEvent) -> OrderStepOutcome {
    let step = OrderStep {
        order,
        event,
        now: NOW,
    };
    store.advance_order(step).await.unwrap()
}

pub(crate) async fn stored(store: &dyn Store, order: OrderNumber, event: LifeEvent) -> Plan {
    match advance(store, order, event).await {
        OrderStepOutcome::Stored(plan) => *plan,
        other => panic!("expected a step, got {other:?}"),
    }
}

async fn refused(store: &dyn Store, order: OrderNumber, event: LifeEvent) -> Refusal {
    match advance(store, order, event).await {
        OrderStepOutcome::Refused(refusal) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// The kinds of the order's events so far, in sequence, with the number of entries that each knows.
pub(super) async fn told(store: &dyn Store, order: OrderNumber) -> Vec<(String, usize)> {
    let subscriber = Subscriber {
        endpoint: "erp".to_owned(),
        kinds: OrderEventKind::ALL.to_vec(),
        since: None,
    };
    store
        .distribute_events(vec![subscriber], NOW)
        .await
        .unwrap();
    let mut told = Vec::new();
    loop {
        let claim = ClaimEvents {
            endpoint: "erp".to_owned(),
            now: NOW.plus(1),
            leases_ended: NOW.plus(1),
            lease_until: NOW.plus(60_000),
            limit: 10,
        };
        let claimed = store.claim_events(claim).await.unwrap();
        let Some(event) = claimed.into_iter().find(|event| event.key.order == order) else {
            return told;
        };
        let record = store.event_record(event.key).await.unwrap().unwrap();
        told.push((event.kind.clone(), record.entries.len()));
        let settled = zkratka_store::SettleEvent {
            key: event.key,
            endpoint: event.endpoint,
            version: event.version,
            outcome: zkratka_store::EventOutcome::Delivered {
                answer: "200".to_owned(),
            },
            now: NOW,
        };
        assert!(store.settle_event(settled).await.unwrap());
    }
}

pub(crate) async fn is_stored_once_with_all_that_follows(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let order = number(&by_transfer(&*store, 1).await);
    assert_eq!(available(&*store, MUG).await, 8);
    stored(&*store, order, operation(None, CANCEL)).await;
    assert_eq!(available(&*store, MUG).await, 10);
    let again = refused(&*store, order, operation(None, CANCEL)).await;
    assert!(matches!(again, Refusal::Repeated(_)), "{again:?}");
    assert_eq!(available(&*store, MUG).await, 10);
    let life = store.order_life(order).await.unwrap().unwrap();
    assert_eq!(life.record.entries.len(), 1);
    assert_eq!(
        events(&life.record.timeline),
        ["reserved", "placed", "cancelled"]
    );
    let expected = [
        ("order.created".to_owned(), 0),
        ("order.cancelled".to_owned(), 1),
    ];
    assert_eq!(told(&*store, order).await, expected);
    let nobody = advance(&*store, OrderNumber(9_999), operation(None, CANCEL)).await;
    assert!(matches!(nobody, OrderStepOutcome::NoOrder));
}

pub(crate) async fn counts_a_key_in_the_whole_shop(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let (one, other) = (paid(&*store, 1).await, paid(&*store, 2).await);
    stored(&*store, one, operation(Some("k"), refund_of(100))).await;
    let reused = refused(&*store, one, operation(Some("k"), refund_of(101))).await;
    assert_eq!(reused, Refusal::KeyReused(OperationKey("k".to_owned())));
    let elsewhere = refused(&*store, other, operation(Some("k"), refund_of(100))).await;
    assert_eq!(
        elsewhere,
        Refusal::KeyOfAnotherOrder(OperationKey("k".to_owned()), one)
    );
    assert_eq!(store.order_of_operation("k").await.unwrap(), Some(one));
    assert_eq!(store.order_of_operation("l").await.unwrap(), None);
    assert!(
        store
            .order(other)
            .await
            .unwrap()
            .unwrap()
            .entries
            .is_empty()
    );
}

/// Refunds that are asked for at once never take more than was paid, and one key refunds once.
pub(crate) async fn refunds_no_more_than_was_paid_at_once(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let order = paid(&*store, 1).await;
    let mut running = JoinSet::new();
    for number in 0..12_i64 {
        let store = Arc::clone(&store);
        // Four keys, three times each; only one amount fits.
        let (key, amount) = (format!("key-{}", number % 4), TOTAL - 10_000 + number % 4);
        running.spawn(async move {
            advance(&*store, order, operation(Some(&key), refund_of(amount))).await
        });
    }
    let (mut done, mut repeated) = (0, 0);
    while let Some(outcome) = running.join_next().await {
        match outcome.unwrap() {
            OrderStepOutcome::Stored(_) => done += 1,
            OrderStepOutcome::Refused(Refusal::Repeated(_)) => repeated += 1,
            OrderStepOutcome::Refused(Refusal::TooMuch { .. }) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((done, repeated), (1, 2));
    let life = store.order(order).await.unwrap().unwrap().life();
    assert_eq!(life.refunds.len(), 1);
}

/// A refund is leased by one server at a time until the gateway's answer is stored, and its events come in sequence. A server
/// whose lease another one has taken cannot give the refund up.
pub(crate) async fn keeps_a_refund_until_it_is_settled(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let order = paid(&*store, 1).await;
    let plan = stored(&*store, order, operation(None, one_mug())).await;
    assert_eq!(available(&*store, MUG).await, 9);
    let until = NOW.plus(1_000);
    let claimed = store.claim_refunds(NOW, until, 10).await.unwrap();
    let [first] = claimed[..] else {
        panic!("{claimed:?}");
    };
    assert_eq!((first.order, first.refund), (order, plan.calls[0].refund));
    assert!(first.is_first_lease());
    assert!(
        store
            .claim_refunds(NOW, until, 10)
            .await
            .unwrap()
            .is_empty()
    );
    // The server dies; another one takes over.
    let second = store
        .claim_refunds(until, until.plus(1_000), 10)
        .await
        .unwrap()[0];
    assert!(!second.is_first_lease());
    assert!(!store.postpone_refund(first, until).await.unwrap());
    assert!(store.postpone_refund(second, until).await.unwrap());
    let third = store
        .claim_refunds(until, until.plus(1_000), 10)
        .await
        .unwrap()[0];
    assert_eq!(third.tries, 1);
    let answer = |lease: PendingRefund, outcome| LifeEvent::Answered {
        refund: lease.refund,
        lease: lease.version,
        outcome,
    };
    let reason = RefundRefusal::Disputed;
    for overtaken in [
        answer(second, RefundOutcome::Refused { reason }),
        LifeEvent::NotCaptured {
            refund: second.refund,
            lease: second.version,
        },
    ] {
        let refusal = refused(&*store, order, overtaken).await;
        assert_eq!(refusal, Refusal::NothingNew);
    }
    let outcome = RefundOutcome::Refunded {
        reference: "r-1".to_owned(),
        amount: Money::new(MinorUnits::new(25_000), Currency::CZK),
    };
    // A success counts, even if the server's lease has ended.
    let answered = answer(second, outcome);
    stored(&*store, order, answered.clone()).await;
    assert_eq!(refused(&*store, order, answered).await, Refusal::NothingNew);
    let later = until.plus(86_400_000);
    assert!(
        store
            .claim_refunds(later, later, 10)
            .await
            .unwrap()
            .is_empty()
    );
    let life = store.order(order).await.unwrap().unwrap().life();
    assert_eq!(life.refunds[0].status, RefundStatus::Done);
    assert_eq!(life.sums().balance, MinorUnits::new(TOTAL - 25_000));
    let kinds = [
        ("order.created", 0),
        ("order.captured", 0),
        ("order.refunded", 2),
    ];
    let kinds = kinds.map(|(kind, entries)| (kind.to_owned(), entries));
    assert_eq!(told(&*store, order).await, kinds);
}

/// Leases from before a refund was given up do not fence it after it was taken up again: a server that still has one cannot
/// give the refund up, whatever the number of its lease.
pub(crate) async fn an_old_lease_does_not_give_up_a_refund_taken_up_again(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let order = paid(&*store, 1).await;
    stored(&*store, order, operation(None, one_mug())).await;
    let mut at = NOW;
    let mut leases = Vec::new();
    for _ in 0..3 {
        leases.push(store.claim_refunds(at, at.plus(1_000), 10).await.unwrap()[0]);
        at = at.plus(1_000);
    }
    let answer = |lease: PendingRefund, outcome| LifeEvent::Answered {
        refund: lease.refund,
        lease: lease.version,
        outcome,
    };
    let reason = RefundRefusal::Disputed;
    let refusal = RefundOutcome::Refused { reason };
    stored(&*store, order, answer(leases[2], refusal.clone())).await;
    let reference = "r-1".to_owned();
    stored(
        &*store,
        order,
        answer(leases[1], RefundOutcome::Pending { reference }),
    )
    .await;
    let taken_up = store.claim_refunds(at, at.plus(1_000), 10).await.unwrap()[0];
    assert!(!taken_up.is_first_lease(), "the gateway may know it");
    let overtaken = answer(leases[0], refusal.clone());
    assert_eq!(
        refused(&*store, order, overtaken).await,
        Refusal::NothingNew
    );
    assert!(store.postpone_refund(taken_up, at).await.unwrap());
    stored(&*store, order, answer(taken_up, refusal)).await;
}

/// The server that has the lease gives a refund up. If the gateway accepts another server's late call, the refund is under way
/// again.
pub(crate) async fn takes_up_a_refused_refund_that_was_accepted(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let order = paid(&*store, 1).await;
    stored(&*store, order, operation(None, one_mug())).await;
    let claim = async |at: Timestamp| store.claim_refunds(at, at.plus(1_000), 10).await.unwrap();
    let lease = claim(NOW).await[0];
    let answer = |outcome| LifeEvent::Answered {
        refund: lease.refund,
        lease: lease.version,
        outcome,
    };
    let reason = RefundRefusal::Disputed;
    let refusal = answer(RefundOutcome::Refused { reason });
    stored(&*store, order, refusal).await;
    let later = NOW.plus(86_400_000);
    assert_eq!(claim(later).await, []);
    let reference = "r-1".to_owned();
    stored(&*store, order, answer(RefundOutcome::Pending { reference })).await;
    assert_eq!(claim(later).await.len(), 1);
    let life = store.order(order).await.unwrap().unwrap().life();
    assert_eq!(life.refunds[0].status, RefundStatus::Pending);
}

/// The attempt's version fences both: a capture that was decided before the cancellation is decided again after it.
pub(crate) async fn meets_the_capture_in_one_sequence(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let attempt = held(&*store, 1).await;
    let order = number(&attempt);
    let capture = captured(&attempt);
    stored(&*store, order, operation(None, CANCEL)).await;
    let newer = match store.advance(capture).await.unwrap() {
        StepOutcome::Superseded(newer) => *newer,
        StepOutcome::Stored(_) => panic!("the cancellation came first"),
    };
    take(&*store, captured(&newer)).await;
    let life = store.order(order).await.unwrap().unwrap().life();
    let (sums, total) = (life.sums(), MinorUnits::new(TOTAL));
    assert_eq!((sums.paid, sums.pending), (total, total));
    let reversed = PaymentReport::Reversed {
        reference: "v-1".to_owned(),
        amount: Money::new(MinorUnits::new(100), Currency::CZK),
    };
    stored(&*store, order, LifeEvent::Reported(reversed.clone())).await;
    let again = refused(&*store, order, LifeEvent::Reported(reversed)).await;
    assert_eq!(again, Refusal::NothingNew);
    let kinds: Vec<_> = told(&*store, order).await;
    let kinds: Vec<&str> = kinds.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(
        kinds,
        [
            "order.created",
            "order.cancelled",
            "order.captured",
            "order.reversed"
        ]
    );
}

/// Orders made or changed in a span, and those with something undecided, page by page.
pub(crate) async fn finds_orders_whose_money_may_have_moved(store: Arc<dyn Store>) {
    stock_up(&*store).await;
    let mut made = Vec::new();
    for key in 1..=4 {
        made.push(paid(&*store, key).await);
    }
    let numbers = |records: Vec<zkratka_store::OrderRecord>| -> Vec<OrderNumber> {
        records.iter().map(|record| record.order.number).collect()
    };
    let span = |from: i64, until: i64, after, limit| zkratka_store::MovedOrders {
        from: NOW.plus(from),
        until: NOW.plus(until),
        after,
        limit,
    };
    let moved = async |page| numbers(store.moved_orders(page).await.unwrap());
    assert_eq!(moved(span(0, 60_000, None, 10)).await, made);
    assert_eq!(moved(span(0, 60_000, None, 3)).await, made[..3]);
    assert_eq!(moved(span(0, 60_000, Some(made[2]), 3)).await, made[3..]);
    assert_eq!(moved(span(-60_000, 0, None, 10)).await, []);

    // The capture of an order that was made before.
    let mut late = captured(&held(&*store, 5).await);
    for entry in &mut late.timeline {
        entry.at = NOW.plus(500_000);
    }
    assert_eq!(moved(span(500_000, 500_001, None, 10)).await, []);
    let order = take(&*store, late).await.order.unwrap();
    assert_eq!(moved(span(500_000, 500_001, None, 10)).await, [order]);
    assert_eq!(moved(span(500_001, 900_000, None, 10)).await, []);
    assert_eq!(moved(span(0, 500_000, Some(made[3]), 10)).await, [order]);
    assert_eq!(moved(span(500_000, 500_001, Some(order), 10)).await, []);

    // Long after the sale.
    let later = NOW.plus(1_000_000);
    let at = |order, event| OrderStep {
        order,
        event,
        now: later,
    };
    let opened = |dispute: &str| {
        LifeEvent::Reported(PaymentReport::DisputeOpened {
            dispute: dispute.to_owned(),
            amount: Money::new(MinorUnits::new(100), Currency::CZK),
        })
    };
    for step in [
        at(made[1], opened("dp_1")),
        at(made[3], operation(Some("k"), refund_of(100))),
        // Its reason has the words of an entry.
        at(
            made[0],
            LifeEvent::Operated(Operation {
                key: None,
                by: "jana".to_owned(),
                reason: "\"dispute_opened\"".to_owned(),
                action: Action::RecordReversal {
                    reference: "rv_1".to_owned(),
                    amount: MinorUnits::new(1),
                },
            }),
        ),
    ] {
        let outcome = store.advance_order(step).await.unwrap();
        assert!(matches!(outcome, OrderStepOutcome::Stored(_)));
    }
    let changed = [made[0], made[1], made[3]];
    assert_eq!(moved(span(1_000_000, 1_000_001, None, 10)).await, changed);
    assert_eq!(moved(span(1_000_001, 2_000_000, None, 10)).await, []);
    let unsettled = async |after, limit| {
        let records = store.unsettled_orders(after, limit).await.unwrap();
        numbers(records)
    };
    assert_eq!(unsettled(None, 10).await, [made[1], made[3]]);
    assert_eq!(unsettled(None, 1).await, [made[1]]);
    assert_eq!(unsettled(Some(made[1]), 10).await, [made[3]]);
}
