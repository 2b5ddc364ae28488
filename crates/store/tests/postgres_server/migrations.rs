//! Schemas: from nothing to the newest, by many at once, beside those who serve.

use super::{database, open, stock_up};
use crate::support::{
    authorised, available, begin_new, capture_refused, captured, card, empty_cart, events,
    ready_cart, stored_cart, take, visa,
};
use std::ops::RangeInclusive;
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::ids::{CartKey, OrderNumber, VariantId};
use zkratka_commerce::order::{Mode, OrderPayment};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::postgres::{Address, PostgresOptions, PostgresStore};
use zkratka_store::{EventKey, Outbox, StepCommit, Store, StoreError};
use zkratka_testing::{number, run};

/// Takes back every step but the first.
const BEFORE: &str = "DROP FUNCTION zkratka_tell_of_order CASCADE;
    DROP TABLE order_deliveries, order_events;
    DROP TABLE gift_card_uses, gift_cards, discount_uses, discount_counts, wallet_messages;
    UPDATE zkratka_schema SET steps = 1, needs = 1";

/// The schema that a URL leads into.
fn schema(url: &str) -> &str {
    url.rsplit_once("%3D").unwrap().1
}

/// A server of this version that does as one that knows of no events: it finds a table of them in a schema beside, before
/// its own, and writes there, where nobody looks.
async fn open_before(url: &str) -> Arc<PostgresStore> {
    drop(open(url).await);
    let schema = schema(url);
    run(
        url,
        &format!(
            "CREATE SCHEMA {schema}_beside;
             CREATE TABLE {schema}_beside.order_events (LIKE order_events INCLUDING DEFAULTS)"
        ),
    );
    open(&url.replace("%3D", &format!("%3D{schema}_beside%2C"))).await
}

/// Sells one mug each, from the cart to the capture.
async fn sell(server: &PostgresStore, keys: RangeInclusive<u64>) {
    for key in keys {
        let cart = ready_cart(server, key, &[(VariantId(1), 1)], card()).await;
        let attempt = begin_new(server, &cart, 100 + key).await;
        let attempt = take(server, authorised(&attempt)).await;
        take(server, captured(&attempt)).await;
    }
}

async fn refusal(url: &str) -> StoreError {
    let address = Address::parse(url, None).unwrap();
    match PostgresStore::open(address, PostgresOptions::default()).await {
        Ok(_) => panic!("opened"),
        Err(error) => error,
    }
}

/// [B.08] Six servers start on an empty database at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_database_becomes_a_shop_once() {
    let url = database();
    let mut starting = JoinSet::new();
    for key in 1..=6 {
        let url = url.clone();
        starting.spawn(async move {
            let server = open(&url).await;
            server.insert_cart(&empty_cart(key)).await.unwrap();
        });
    }
    starting.join_all().await;
    assert_eq!(number(&url, "SELECT COUNT(*) FROM carts"), 6);
    assert_eq!(number(&url, "SELECT COUNT(*) FROM shop_state"), 1);
}

/// [B.08] Rolling on: while a server of this version serves, a newer one adds to the schema; this one goes on, and
/// may be started again.
#[tokio::test]
async fn an_addition_by_a_newer_version_disturbs_nobody() {
    let url = database();
    let server = open(&url).await;
    server.insert_cart(&empty_cart(1)).await.unwrap();
    run(
        &url,
        "BEGIN;
         ALTER TABLE carts ADD COLUMN newer text;
         ALTER TABLE attempts ADD COLUMN newer bigint NOT NULL DEFAULT 0;
         CREATE TABLE newer (id bigint PRIMARY KEY);
         UPDATE zkratka_schema SET steps = steps + 1;
         COMMIT",
    );
    let steps = number(&url, "SELECT steps::bigint FROM zkratka_schema");
    server.insert_cart(&empty_cart(2)).await.unwrap();
    let mut changed = empty_cart(1);
    changed.revision += 1;
    server.replace_cart(&changed).await.unwrap();
    let again = open(&url).await;
    assert_eq!(stored_cart(&*again, CartKey(1)).await, changed);
    again.insert_cart(&empty_cart(3)).await.unwrap();
    // The older one does not take the newer one's steps back.
    assert_eq!(
        number(&url, "SELECT steps::bigint FROM zkratka_schema"),
        steps
    );
}

/// What a newer version has made unusable is refused and left alone.
#[tokio::test]
async fn a_schema_that_needs_a_newer_version_is_refused() {
    let url = database();
    drop(open(&url).await);
    run(&url, "UPDATE zkratka_schema SET steps = 99, needs = 99");
    let error = refusal(&url).await;
    assert!(
        matches!(error, StoreError::NewerSchema { found: 99, .. }),
        "{error:?}"
    );
    assert_eq!(number(&url, "SELECT steps::bigint FROM zkratka_schema"), 99);
}

/// [B.08] From the schema before: the steps that are missing are taken, what is stored stays.
#[tokio::test]
async fn the_schema_before_is_brought_up_to_date() {
    let url = database();
    let server = open(&url).await;
    server.insert_cart(&empty_cart(1)).await.unwrap();
    run(&url, BEFORE);
    // The server of before goes on meanwhile.
    let second = empty_cart(2);
    let (newer, older) = tokio::join!(open(&url), server.insert_cart(&second));
    older.unwrap();
    assert_eq!(number(&url, "SELECT COUNT(*) FROM wallet_messages"), 0);
    for key in 1..=2 {
        assert_eq!(stored_cart(&*newer, CartKey(key)).await, empty_cart(key));
    }
}

/// [B.08] Rolling on under load: the server of before sells from cart to capture, without a pause, while three of this
/// version start and take the missing steps. Of what it sells from then on the merchant's systems hear, although it knows
/// of no events itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_before_sells_while_newer_ones_start() {
    let url = database();
    let before = open_before(&url).await;
    stock_up(&*before, 100).await;
    run(&url, BEFORE);
    let selling = {
        let before = Arc::clone(&before);
        tokio::spawn(async move { sell(&before, 1..=40).await })
    };
    let (one, two, three) = tokio::join!(open(&url), open(&url), open(&url));
    selling.await.unwrap();
    for newer in [&one, &two, &three] {
        assert_eq!(available(&**newer, VariantId(1)).await, 60);
        assert!(newer.order(OrderNumber(1040)).await.unwrap().is_some());
    }
    assert_eq!(number(&url, "SELECT COUNT(*) FROM wallet_messages"), 0);
    sell(&before, 41..=45).await;
    sell(&one, 46..=50).await;
    let told = "SELECT COUNT(*) FROM order_events WHERE order_number > 1040";
    assert_eq!(number(&url, told), 20);
    assert_eq!(told_otherwise(&url, "number BETWEEN 1041 AND 1045"), 0);
}

/// [B.08] What the database tells of an older server's orders is what a server of this version tells of them, but for the
/// names of the events.
#[tokio::test]
async fn the_database_tells_what_servers_tell() {
    let url = database();
    let before = open_before(&url).await;
    stock_up(&*before, 100).await;
    let payments = [
        OrderPayment::Authorised { card: visa() },
        OrderPayment::Captured { card: visa() },
        OrderPayment::NeedsReview,
    ];
    for (key, payment) in (1..).zip(payments) {
        let cart = ready_cart(&*before, key, &[(VariantId(1), 1)], card()).await;
        let attempt = begin_new(&*before, &cart, 100 + key).await;
        let mut step = authorised(&attempt);
        let mode = Mode::Test;
        step.commit = StepCommit::MakeOrder { mode, payment };
        take(&*before, step).await;
    }
    let placed = [PaymentMethod::CashOnDelivery, PaymentMethod::BankTransfer];
    for (key, method) in (11..).zip(placed) {
        let cart = ready_cart(&*before, key, &[(VariantId(1), 1)], method).await;
        begin_new(&*before, &cart, 100 + key).await;
    }
    for (key, step) in (21..).zip([captured, capture_refused]) {
        let cart = ready_cart(&*before, key, &[(VariantId(1), 1)], card()).await;
        let attempt = begin_new(&*before, &cart, 100 + key).await;
        let attempt = take(&*before, authorised(&attempt)).await;
        take(&*before, step(&attempt)).await;
    }
    assert_eq!(number(&url, "SELECT COUNT(*) FROM order_events"), 11);
    assert_eq!(told_otherwise(&url, "true"), 0);
    let badly_named = "SELECT COUNT(*) FROM order_events WHERE id !~ '^evt_[0-9a-f]{32}$'";
    assert_eq!(number(&url, badly_named), 0);
    // Whoever looks up what was told finds it as it was then.
    let place = number(
        &url,
        "SELECT MIN(place) FROM order_events WHERE order_number = 1006",
    );
    let (order, place) = (OrderNumber(1006), u64::try_from(place).unwrap());
    let record = before
        .event_record(EventKey { order, place })
        .await
        .unwrap();
    let record = record.unwrap();
    assert_eq!(
        record.order.payment,
        OrderPayment::Authorised { card: visa() }
    );
    assert_eq!(events(&record.timeline), ["reserved", "authorised"]);
}

/// How many events of these orders are told otherwise by the database than by the server that wrote them beside.
fn told_otherwise(url: &str, orders: &str) -> i64 {
    let told = |schema: &str| {
        format!(
            "SELECT order_number, place, kind, at, payment, entries FROM {schema}.order_events
             JOIN orders ON number = order_number WHERE {orders}"
        )
    };
    let schema = schema(url);
    let (ours, beside) = (told(schema), told(&format!("{schema}_beside")));
    number(
        url,
        &format!(
            "SELECT COUNT(*) FROM (({ours} EXCEPT {beside}) UNION ALL ({beside} EXCEPT {ours})) AS differing"
        ),
    )
}

#[tokio::test]
async fn another_programs_database_is_refused_and_left_alone() {
    let url = database();
    run(&url, "CREATE TABLE orders (meal text)");
    let error = refusal(&url).await;
    assert!(error.to_string().contains("another program"), "{error}");
    let tables = "SELECT COUNT(*) FROM pg_class
        WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace";
    assert_eq!(number(&url, tables), 1);
}
