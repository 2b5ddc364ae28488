//! Tests order events and their deliveries: written with their order, claimed by one server at a time, delivered in
//! sequence.

use crate::support::{
    NOW, authorised, begin_new, capture_refused, captured, card, declined, events, product,
    ready_cart, take, tracked, visa,
};
use std::sync::Arc;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::{OrderNumber, VariantId};
use zkratka_commerce::order::OrderPayment;
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{
    ClaimEvents, ClaimedEvent, DeliveryFilter, DeliveryState, EVENTS_PER_BATCH, EventDelivery,
    EventOutcome, MissedFilter, ResendSelection, SettleEvent, StepOutcome, Store, Subscriber,
};

const MINUTE: i64 = 60_000;
const ERP: &str = "erp";
const MAIL: &str = "mailer";

async fn open_shop(store: &dyn Store) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(50))]);
    store.import(vec![mug]).await.unwrap();
}

/// Makes an order whose money is authorised.
async fn held(store: &dyn Store, key: u64) -> Attempt {
    let cart = ready_cart(store, key, &[(VariantId(1), 1)], card()).await;
    let attempt = begin_new(store, &cart, 100 + key).await;
    take(store, authorised(&attempt)).await
}

/// Makes an order whose money is captured, which has two events.
async fn paid(store: &dyn Store, key: u64) -> Attempt {
    let attempt = held(store, key).await;
    take(store, captured(&attempt)).await
}

fn subscriber(endpoint: &str, kinds: &[OrderEventKind]) -> Subscriber {
    Subscriber {
        endpoint: endpoint.to_owned(),
        kinds: kinds.to_vec(),
        since: None,
    }
}

/// The merchant's system gets all events, the mailer only new orders.
fn both() -> Vec<Subscriber> {
    vec![
        subscriber(ERP, &OrderEventKind::ALL),
        subscriber(MAIL, &[OrderEventKind::Created]),
    ]
}

fn claim(endpoint: &str, now: Timestamp) -> ClaimEvents {
    ClaimEvents {
        endpoint: endpoint.to_owned(),
        now,
        leases_ended: now,
        lease_until: now.plus(MINUTE),
        limit: 10,
    }
}

async fn claimed(store: &dyn Store, endpoint: &str, now: Timestamp) -> Vec<ClaimedEvent> {
    store.claim_events(claim(endpoint, now)).await.unwrap()
}

async fn only(store: &dyn Store, endpoint: &str, now: Timestamp) -> ClaimedEvent {
    let mut found = claimed(store, endpoint, now).await;
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

async fn settle(
    store: &dyn Store,
    event: &ClaimedEvent,
    now: Timestamp,
    outcome: EventOutcome,
) -> bool {
    let settled = SettleEvent {
        key: event.key,
        endpoint: event.endpoint.clone(),
        version: event.version,
        outcome,
        now,
    };
    store.settle_event(settled).await.unwrap()
}

fn delivered() -> EventOutcome {
    EventOutcome::Delivered {
        answer: "200".to_owned(),
    }
}

fn failed(at: Timestamp) -> EventOutcome {
    EventOutcome::Again {
        at,
        answer: "500".to_owned(),
    }
}

fn given_up() -> EventOutcome {
    EventOutcome::GivenUp {
        answer: "500".to_owned(),
    }
}

/// All deliveries, pending and delivered.
async fn all(store: &dyn Store) -> Vec<EventDelivery> {
    let everything = DeliveryFilter {
        order: None,
        endpoint: None,
        delivered: true,
        limit: 100,
    };
    store.event_deliveries(everything).await.unwrap()
}

fn kinds(claimed: &[ClaimedEvent]) -> Vec<(u64, &str)> {
    let one = |event: &ClaimedEvent| (event.key.order.0, event.kind.clone());
    let mut found: Vec<_> = claimed.iter().map(one).collect();
    found.sort();
    let name = |kind: String| OrderEventKind::parse(&kind).unwrap().name();
    found
        .into_iter()
        .map(|(order, kind)| (order, name(kind)))
        .collect()
}

pub(crate) async fn are_written_with_what_they_tell_of(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    let nothing = ready_cart(&*store, 1, &[(VariantId(1), 1)], card()).await;
    let nothing = begin_new(&*store, &nothing, 101).await;
    take(&*store, declined(&nothing)).await;
    let paid = held(&*store, 2).await;
    let step = captured(&paid);
    take(&*store, step.clone()).await;
    // Another server was faster: the step changes nothing and writes no event.
    let late = store.advance(step).await.unwrap();
    assert!(matches!(late, StepOutcome::Superseded(_)));
    let cash = PaymentMethod::CashOnDelivery;
    let cash = ready_cart(&*store, 3, &[(VariantId(1), 1)], cash).await;
    begin_new(&*store, &cash, 103).await;
    let refused = held(&*store, 4).await;
    take(&*store, capture_refused(&refused)).await;

    assert_eq!(store.distribute_events(both(), NOW).await.unwrap(), 5);
    assert_eq!(store.distribute_events(both(), NOW).await.unwrap(), 0);
    let found = all(&*store).await;
    let to = |endpoint: &str| {
        let mine = found.iter().filter(|one| one.endpoint == endpoint);
        mine.map(|one| (one.key.order.0, one.kind.as_str()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        to(ERP),
        [
            (1001, "order.created"),
            (1001, "order.captured"),
            (1002, "order.created"),
            (1003, "order.created"),
            (1003, "order.needs_review"),
        ]
    );
    assert_eq!(
        to(MAIL),
        [
            (1001, "order.created"),
            (1002, "order.created"),
            (1003, "order.created"),
        ]
    );
    let mut ids: Vec<_> = found.iter().map(|one| &one.id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 5, "one name for each event, whoever hears of it");

    // Each record shows its order as it was at the event, whatever happened since.
    let expected = [
        (
            OrderPayment::Authorised { card: visa() },
            &["reserved", "authorised"][..],
        ),
        (
            OrderPayment::Captured { card: visa() },
            &["reserved", "authorised", "captured"],
        ),
        (OrderPayment::DueOnDelivery, &["reserved", "placed"]),
        (
            OrderPayment::Authorised { card: visa() },
            &["reserved", "authorised"],
        ),
        (
            OrderPayment::NeedsReview,
            &["reserved", "authorised", "needs_review"],
        ),
    ];
    let mine = found.iter().filter(|one| one.endpoint == ERP);
    for (event, (payment, timeline)) in mine.zip(expected) {
        let record = store.event_record(event.key).await.unwrap().unwrap();
        assert_eq!(record.order.number, event.key.order);
        assert_eq!(record.order.payment, payment);
        assert_eq!(events(&record.timeline), timeline);
        assert_eq!(event.at, record.timeline.last().unwrap().at);
        assert_eq!(
            (event.state, event.tries, event.tried_at),
            (DeliveryState::Pending, 0, None)
        );
    }
}

pub(crate) async fn are_held_by_one_at_a_time(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    held(&*store, 1).await;
    assert_eq!(claimed(&*store, ERP, NOW).await, []);
    store.distribute_events(both(), NOW).await.unwrap();
    let first = only(&*store, ERP, NOW).await;
    assert_eq!(first.tries, 1);
    assert_eq!(claimed(&*store, ERP, NOW).await, []);
    // Another endpoint has its own deliveries.
    only(&*store, MAIL, NOW).await;

    // The lease has ended: another server claims the delivery, and the first one can no longer settle it.
    let later = NOW.plus(MINUTE);
    let second = only(&*store, ERP, later).await;
    assert_eq!(second.id, first.id);
    assert_eq!(second.tries, 1, "the first one said nothing of its try");
    assert!(!settle(&*store, &first, later, delivered()).await);
    assert!(settle(&*store, &second, later, delivered()).await);
    assert!(!settle(&*store, &second, later, given_up()).await);
    assert_eq!(claimed(&*store, ERP, later.plus(MINUTE)).await, []);
    let found = all(&*store).await;
    let mine = found.iter().find(|one| one.endpoint == ERP).unwrap();
    assert_eq!(
        (
            mine.state,
            mine.tries,
            mine.tried_at,
            mine.answer.as_deref()
        ),
        (DeliveryState::Delivered, 1, Some(later), Some("200"))
    );
}

pub(crate) async fn are_let_go_or_taken_from_the_dead(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    held(&*store, 1).await;
    store.distribute_events(both(), NOW).await.unwrap();
    let first = only(&*store, ERP, NOW).await;
    assert!(settle(&*store, &first, NOW, EventOutcome::Released).await);
    let second = only(&*store, ERP, NOW).await;
    assert_eq!(second.tries, 1, "what was let go does not count");
    assert!(!settle(&*store, &first, NOW, delivered()).await);
    // The server that held the lease is known to be dead.
    let mut of_dead = claim(ERP, NOW.plus(1));
    of_dead.leases_ended = NOW.plus(MINUTE);
    let third = store.claim_events(of_dead).await.unwrap();
    assert_eq!(third.len(), 1);
    assert!(!settle(&*store, &second, NOW, delivered()).await);
    assert!(settle(&*store, &third[0], NOW, delivered()).await);
}

pub(crate) async fn of_one_order_go_one_after_the_other(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    paid(&*store, 1).await;
    paid(&*store, 2).await;
    store.distribute_events(both(), NOW).await.unwrap();
    let first = claimed(&*store, ERP, NOW).await;
    let new = [(1001, "order.created"), (1002, "order.created")];
    assert_eq!(kinds(&first), new);
    assert_eq!(claimed(&*store, ERP, NOW).await, []);

    // The first order's delivery fails: the next event of that order waits for the retry, the other order's does not.
    let retry = NOW.plus(10 * MINUTE);
    assert!(settle(&*store, &first[0], NOW, failed(retry)).await);
    assert!(settle(&*store, &first[1], NOW, delivered()).await);
    let next = only(&*store, ERP, NOW).await;
    assert!(settle(&*store, &next, NOW, delivered()).await);
    assert_eq!(kinds(&[next]), [(1002, "order.captured")]);
    assert_eq!(claimed(&*store, ERP, retry.plus(-1)).await, []);
    let again = only(&*store, ERP, retry).await;
    assert_eq!((again.id, again.tries), (first[0].id.clone(), 2));
    let again = only(&*store, ERP, retry.plus(MINUTE)).await;
    assert!(settle(&*store, &again, retry, delivered()).await);
    let last = claimed(&*store, ERP, retry).await;
    assert_eq!(kinds(&last), [(1001, "order.captured")]);
}

pub(crate) async fn that_are_given_up_hold_nothing_back(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    paid(&*store, 1).await;
    store.distribute_events(both(), NOW).await.unwrap();
    let first = only(&*store, ERP, NOW).await;
    assert!(settle(&*store, &first, NOW, given_up()).await);
    let second = only(&*store, ERP, NOW).await;
    assert_eq!(second.kind, "order.captured");
    assert!(settle(&*store, &second, NOW, delivered()).await);
    let unsettled = DeliveryFilter {
        order: Some(OrderNumber(1001)),
        endpoint: Some(ERP.to_owned()),
        delivered: false,
        limit: 10,
    };
    let left = store.event_deliveries(unsettled).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(
        (&left[0].id, left[0].state, left[0].answer.as_deref()),
        (&first.id, DeliveryState::GivenUp, Some("500"))
    );
}

pub(crate) async fn are_sent_again_when_somebody_says_so(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    paid(&*store, 1).await;
    store.distribute_events(both(), NOW).await.unwrap();
    let first = only(&*store, ERP, NOW).await;
    assert!(settle(&*store, &first, NOW, given_up()).await);
    let second = only(&*store, ERP, NOW).await;

    let again = async |which, to: &[Subscriber]| {
        let sent = store.send_events_again(which, to.to_vec(), NOW).await;
        sent.unwrap()
    };
    let erp = [subscriber(ERP, &OrderEventKind::ALL)];
    assert_eq!(again(ResendSelection::GivenUp, &both()[1..]).await, 0);
    assert_eq!(again(ResendSelection::GivenUp, &erp).await, 1);
    let repeated = only(&*store, ERP, NOW).await;
    assert_eq!((&repeated.id, repeated.tries), (&first.id, 1));
    assert!(settle(&*store, &repeated, NOW, delivered()).await);

    // A delivery under way is sent once more, but not at the same time: the claim waits for the lease.
    assert_eq!(
        again(ResendSelection::Event(second.id.clone()), &erp).await,
        1
    );
    assert!(!settle(&*store, &second, NOW, delivered()).await);
    assert_eq!(claimed(&*store, ERP, NOW).await, []);
    let second = only(&*store, ERP, NOW.plus(MINUTE)).await;
    assert!(settle(&*store, &second, NOW, delivered()).await);

    // To every endpoint that takes these events, including a new one.
    let archive = subscriber("archiv", &OrderEventKind::ALL);
    let to = [archive, both().remove(1)];
    assert_eq!(
        again(ResendSelection::Order(OrderNumber(1001)), &to).await,
        3
    );
    assert_eq!(
        again(ResendSelection::Order(OrderNumber(1009)), &to).await,
        0
    );
    assert_eq!(again(ResendSelection::Event("evt_0".into()), &to).await, 0);
    let told = only(&*store, "archiv", NOW).await;
    assert_eq!(told.kind, "order.created");
}

/// Sends an endpoint the events that it missed: all since a moment, in sequence and without duplicates.
pub(crate) async fn are_sent_to_whoever_missed_them(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    paid(&*store, 1).await;
    held(&*store, 2).await;
    store.distribute_events(both(), NOW).await.unwrap();
    // No server has distributed these events yet.
    paid(&*store, 3).await;
    let send = async |endpoint: &str, kinds: &[OrderEventKind], since, delivered| {
        let to = vec![subscriber(endpoint, kinds)];
        let missed = MissedFilter { since, delivered };
        store.send_missed_events(missed, to, NOW).await.unwrap()
    };
    let told = async |endpoint: &str| {
        let mut told = Vec::new();
        loop {
            let events = claimed(&*store, endpoint, NOW).await;
            if events.is_empty() {
                return told;
            }
            for event in events {
                assert!(settle(&*store, &event, NOW, delivered()).await);
                told.push((event.key.order.0, event.kind));
            }
        }
    };
    let all_events = [
        (1001, "order.created".to_owned()),
        (1001, "order.captured".to_owned()),
        (1002, "order.created".to_owned()),
        (1003, "order.created".to_owned()),
        (1003, "order.captured".to_owned()),
    ];

    let later = NOW.plus(MINUTE);
    assert_eq!(send("novy", &OrderEventKind::ALL, later, true).await, 0);
    assert_eq!(send("novy", &OrderEventKind::ALL, NOW, false).await, 5);
    assert_eq!(
        send("novy", &OrderEventKind::ALL, NOW, true).await,
        0,
        "what waits is not doubled"
    );
    assert_eq!(store.distribute_events(vec![], NOW).await.unwrap(), 2);
    let mut heard = told("novy").await;
    heard.sort_by_key(|(order, _)| *order);
    assert_eq!(heard, all_events);
    assert_eq!(
        send("novy", &OrderEventKind::ALL, NOW, false).await,
        0,
        "it has missed nothing"
    );
    assert_eq!(
        send("novy", &OrderEventKind::ALL, NOW, true).await,
        5,
        "but it may have lost everything"
    );
    assert_eq!(
        send("posta", &[OrderEventKind::Captured], NOW, false).await,
        2
    );

    // An event that was given up counts as missed, and keeps its id.
    let waiting = claimed(&*store, ERP, NOW).await;
    assert!(settle(&*store, &waiting[0], NOW, given_up()).await);
    assert_eq!(
        send(ERP, &OrderEventKind::ALL, NOW, false).await,
        3,
        "one was given up, two were distributed to nobody"
    );
    let again = claimed(&*store, ERP, NOW).await;
    assert_eq!((&again[0].id, again[0].tries), (&waiting[0].id, 1));
}

/// Sends more events than one batch holds.
pub(crate) async fn are_sent_in_batches_to_whoever_missed_them(store: Arc<dyn Store>) {
    const ORDERS: u64 = 75;
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(100))]);
    store.import(vec![mug]).await.unwrap();
    for key in 1..=ORDERS {
        paid(&*store, key).await;
    }
    let to = vec![subscriber("novy", &OrderEventKind::ALL)];
    let missed = MissedFilter {
        since: NOW,
        delivered: false,
    };
    let sent = store.send_missed_events(missed, to, NOW).await.unwrap();
    assert_eq!(sent, 2 * ORDERS);
    assert!(sent > u64::from(EVENTS_PER_BATCH));
}

pub(crate) async fn are_forgotten_when_everybody_has_heard(store: Arc<dyn Store>) {
    open_shop(&*store).await;
    for key in 1..=3 {
        held(&*store, key).await;
    }
    let names = vec![ERP.to_owned(), MAIL.to_owned()];
    let forget = async |before| {
        let forgotten = store.delete_old_events(before, names.clone()).await;
        forgotten.unwrap()
    };
    let later = NOW.plus(MINUTE);
    assert_eq!(forget(later).await, 0, "nobody has heard of anything");
    let mut to = both();
    to.push(subscriber("zruseny", &OrderEventKind::ALL));
    store.distribute_events(to, NOW).await.unwrap();
    for event in &claimed(&*store, MAIL, NOW).await {
        assert!(settle(&*store, event, NOW, delivered()).await);
    }
    let mine = claimed(&*store, ERP, NOW).await;
    assert!(settle(&*store, &mine[0], NOW, delivered()).await);
    assert!(settle(&*store, &mine[1], NOW, given_up()).await);
    assert_eq!(forget(NOW).await, 0, "it is too young");
    assert_eq!(forget(later).await, 2);
    let left = all(&*store).await;
    assert!(left.iter().all(|one| one.key == mine[2].key), "{left:?}");
    assert_eq!(
        store.event_record(mine[0].key).await.unwrap().map(drop),
        None
    );
    // The order itself stays.
    assert!(store.order(mine[0].key.order).await.unwrap().is_some());
    assert!(settle(&*store, &mine[2], NOW, delivered()).await);
    assert_eq!(forget(later).await, 1);
    assert_eq!(all(&*store).await, []);
    // If no endpoint is configured, no event is kept.
    held(&*store, 4).await;
    assert_eq!(forget(later).await, 0);
    assert_eq!(store.delete_old_events(later, Vec::new()).await.unwrap(), 1);
}
