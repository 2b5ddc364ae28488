//! Tests servers from before the outbox beside newer ones: the database writes the events of the orders that they make.

use super::migrations::BEFORE;
use super::{database, open, stock_up};
use crate::support::{
    authorised, available, begin_new, capture_refused, captured, card, events, ready_cart, take,
    visa,
};
use std::sync::Arc;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::{OrderNumber, VariantId};
use zkratka_commerce::order::{Mode, OrderPayment};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::postgres::PostgresStore;
use zkratka_store::{EventKey, Outbox, StepCommit, Store};
use zkratka_testing::{number, run};

/// Reverts the steps since the outbox.
pub(crate) const BEFORE_EVENTS: &str =
    "DROP TABLE account_orders, account_payments, account_saves, mandate_ends, account_letters, account_challenges, account_sessions, account_devices, account_cards, account_addresses, account_passkeys, accounts, downloads, download_consents, stock_alerts, pending_transfers, pending_refunds, order_life, order_deliveries, order_events, shop_mode, unpaid_orders, idempotency_keys,
        gift_card_keys;
    DROP TRIGGER IF EXISTS cards_have_a_mode ON gift_cards;
    DROP TRIGGER IF EXISTS sold_cards_await_payment ON gift_cards;
    DROP TRIGGER IF EXISTS unpaid_cards_cannot_pay ON gift_cards;
    DROP TRIGGER IF EXISTS cards_are_paid ON orders;
    ALTER TABLE gift_cards DROP COLUMN mode, DROP COLUMN awaits_payment, DROP COLUMN code_key,
        DROP COLUMN withheld;
    UPDATE zkratka_schema SET steps = 5, needs = 5";
const STEPS: &str = "SELECT steps::bigint FROM zkratka_schema";
const NEEDS: &str = "SELECT needs::bigint FROM zkratka_schema";
const TRIGGERS: &str = "SELECT COUNT(*) FROM pg_trigger WHERE tgrelid = 'orders'::regclass AND tgdeferrable AND NOT tgisinternal";

/// The schema that a URL selects.
pub(crate) fn schema(url: &str) -> &str {
    url.rsplit_once("%3D").unwrap().1
}

/// A server of this version that imitates one without events, bounds on unpaid orders, a life after the sale and due days. Its search path
/// begins with another schema that has these tables, so it writes there, where nobody reads them. Then `back` reverts the schema.
async fn open_before(url: &str, back: &str) -> Arc<PostgresStore> {
    drop(open(url).await);
    let schema = schema(url);
    run(
        url,
        &format!(
            "CREATE SCHEMA {schema}_beside;
             CREATE TABLE {schema}_beside.order_events (LIKE order_events INCLUDING DEFAULTS);
             CREATE TABLE {schema}_beside.order_life (LIKE order_life INCLUDING ALL);
             CREATE TABLE {schema}_beside.pending_transfers (LIKE pending_transfers INCLUDING ALL);
             CREATE TABLE {schema}_beside.unpaid_orders (LIKE unpaid_orders INCLUDING ALL)"
        ),
    );
    let before = open(&url.replace("%3D", &format!("%3D{schema}_beside%2C"))).await;
    run(url, back);
    before
}

/// Begins an attempt for one mug.
async fn begun(server: &PostgresStore, key: u64, method: PaymentMethod) -> Attempt {
    let cart = ready_cart(server, key, &[(VariantId(1), 1)], method).await;
    begin_new(server, &cart, 100_000 + key).await
}

/// Sells a mug, from the cart to the capture.
pub(crate) async fn sell(server: &PostgresStore, key: u64) {
    let attempt = begun(server, key, card()).await;
    let attempt = take(server, authorised(&attempt)).await;
    take(server, captured(&attempt)).await;
}

/// Compares the events that the database wrote for these orders with those that the server wrote into the other schema;
/// returns how many differ.
fn told_otherwise(url: &str, orders: &str) -> i64 {
    let told = |schema: &str| {
        format!(
            "SELECT order_number, place, kind, at, payment, entries FROM {schema}.order_events
             JOIN orders ON number = order_number WHERE {orders}"
        )
    };
    let schema = schema(url);
    let (ours, beside) = (told(schema), told(&format!("{schema}_beside")));
    let either = format!("({ours} EXCEPT {beside}) UNION ALL ({beside} EXCEPT {ours})");
    number(
        url,
        &format!("SELECT COUNT(*) FROM ({either}) AS differing"),
    )
}

/// [B.08] Rolling upgrade under load: the older server sells without a pause, from cart to capture, while three servers
/// of this version start and apply the missing steps. Everything that it sells afterwards has its events.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_before_sells_while_newer_ones_start() {
    let url = database();
    drop(open(&url).await);
    let newest = number(&url, STEPS);
    let before = open_before(&url, BEFORE).await;
    stock_up(&*before, 10_000).await;
    let selling = {
        let (url, before) = (url.clone(), Arc::clone(&before));
        tokio::spawn(async move {
            // The number of sales that ended before and after the upgrade.
            let (mut at_old, mut at_new) = (0, 0);
            while at_new < 20 {
                sell(&before, at_old + at_new + 1).await;
                let steps = number(&url, STEPS);
                let ended = if steps == newest {
                    &mut at_new
                } else {
                    &mut at_old
                };
                *ended += 1;
            }
            (at_old, at_new)
        })
    };
    while number(&url, "SELECT last FROM order_numbers") < 1003 {
        tokio::task::yield_now().await;
    }
    let (one, two, three) = tokio::join!(open(&url), open(&url), open(&url));
    let (at_old, at_new) = selling.await.unwrap();
    assert!(
        at_old >= 2,
        "only {at_old} sales before the steps were taken"
    );
    let sold = at_old + at_new;
    for newer in [&one, &two, &three] {
        assert_eq!(
            available(&**newer, VariantId(1)).await,
            10_000 - i64::try_from(sold).unwrap()
        );
        assert!(
            newer
                .order(OrderNumber(1000 + sold))
                .await
                .unwrap()
                .is_some()
        );
    }
    assert_eq!(number(&url, "SELECT COUNT(*) FROM wallet_messages"), 0);
    // The sale during the upgrade may have only its last event.
    let whole = format!("number > {}", 1001 + at_old);
    assert_eq!(told_otherwise(&url, &whole), 0);
    sell(&one, sold + 1).await;
    let last = 1001 + sold;
    let told = format!("SELECT COUNT(*) FROM order_events WHERE order_number = {last}");
    assert_eq!(number(&url, &told), 2);
}

/// [B.08] For an older server's orders the database writes the same events as a server of this version, except for
/// their ids.
#[tokio::test]
async fn the_database_tells_what_servers_tell() {
    let url = database();
    let before = open_before(&url, BEFORE_EVENTS).await;
    let newer = open(&url).await;
    stock_up(&*before, 100).await;
    let payments = [
        OrderPayment::Authorised { card: visa() },
        OrderPayment::Captured { card: visa() },
        OrderPayment::NeedsReview,
    ];
    for (key, payment) in (1..).zip(payments) {
        let attempt = begun(&before, key, card()).await;
        let mut step = authorised(&attempt);
        let mode = Mode::Test;
        let cards = Vec::new();
        step.commit = StepCommit::MakeOrder {
            mode,
            payment,
            cards,
        };
        take(&*before, step).await;
    }
    let placed = [PaymentMethod::CashOnDelivery, PaymentMethod::BankTransfer];
    for (key, method) in (11..).zip(placed) {
        begun(&before, key, method).await;
    }
    for (key, step) in (21..).zip([captured, capture_refused]) {
        let attempt = begun(&before, key, card()).await;
        let attempt = take(&*before, authorised(&attempt)).await;
        take(&*before, step(&attempt)).await;
    }
    assert_eq!(number(&url, "SELECT COUNT(*) FROM order_events"), 11);
    assert_eq!(told_otherwise(&url, "true"), 0);
    let badly_named = "SELECT COUNT(*) FROM order_events WHERE id !~ '^evt_[0-9a-f]{32}$'";
    assert_eq!(number(&url, badly_named), 0);
    // The event's record shows the order as it was at that moment.
    let place = "SELECT MIN(place) FROM order_events WHERE order_number = 1006";
    let place = u64::try_from(number(&url, place)).unwrap();
    let order = OrderNumber(1006);
    let record = newer.event_record(EventKey { order, place }).await.unwrap();
    let record = record.unwrap();
    let held = OrderPayment::Authorised { card: visa() };
    assert_eq!(record.order.payment, held);
    assert_eq!(events(&record.timeline), ["reserved", "authorised"]);
}

/// [B.08] A document that the trigger cannot parse, a renamed schema, and an update that changes nothing: in none of
/// these cases does the database refuse a sale or write an event twice.
#[tokio::test]
async fn the_database_never_stands_in_the_way() {
    let url = database();
    let before = open_before(&url, BEFORE_EVENTS).await;
    let newer = open(&url).await;
    stock_up(&*newer, 100).await;
    sell(&newer, 1).await;
    sell(&before, 2).await;
    let events = "SELECT COUNT(*) FROM order_events";
    assert_eq!(number(&url, events), 4);
    // These events were delivered and deleted long ago.
    run(
        &url,
        "DELETE FROM order_events; UPDATE orders SET doc = doc",
    );
    assert_eq!(number(&url, events), 0);
    run(&url, "UPDATE orders SET doc = '\\x07' WHERE number = 1002");
    assert_eq!(number(&url, events), 0);
    drop((before, newer));
    let schema = schema(&url);
    run(
        &url,
        &format!("ALTER SCHEMA {schema} RENAME TO {schema}_moved"),
    );
    let moved = format!("{url}_moved");
    let server = open(&moved).await;
    sell(&server, 3).await;
    assert_eq!(number(&moved, events), 2);
}

/// [B.08] A shop that starts with the outbox can have no older servers, so the schema has no trigger for them.
#[tokio::test]
async fn a_new_shop_does_nothing_for_older_servers() {
    let url = database();
    drop(open(&url).await);
    assert_eq!((number(&url, NEEDS), number(&url, TRIGGERS)), (17, 0));
    run(&url, BEFORE_EVENTS);
    drop(open(&url).await);
    assert_eq!((number(&url, NEEDS), number(&url, TRIGGERS)), (5, 1));
}

/// [B.08] The cards that an older server sells, and the orders that it captures, are treated as a newer server treats
/// them, and an older server cannot spend a card whose order is not paid.
#[tokio::test]
async fn the_database_holds_back_unpaid_gift_cards() {
    let url = database();
    drop(open(&url).await);
    run(&url, BEFORE_EVENTS);
    let server = open(&url).await;
    stock_up(&*server, 100).await;
    // This server sees no gift card in this order, so only the database looks after the card.
    let attempt = begun(&server, 1, card()).await;
    let attempt = take(&*server, authorised(&attempt)).await;
    run(
        &url,
        "INSERT INTO gift_cards (digest, last_characters, currency, initial, balance, line_id, unit, order_number,
                                 issued_at)
         VALUES ('digest', 'wxyz', 'CZK', 500, 500, 1, 0, 1001, 0)",
    );
    let spend = "UPDATE gift_cards SET balance = balance - 100";
    let balance = "SELECT balance FROM gift_cards";
    let usable = "SELECT COUNT(*) FROM gift_cards WHERE NOT awaits_payment";
    run(&url, spend);
    assert_eq!((number(&url, usable), number(&url, balance)), (0, 500));
    take(&*server, captured(&attempt)).await;
    run(&url, spend);
    assert_eq!((number(&url, usable), number(&url, balance)), (1, 400));
}

/// An order of an older server that sold a gift card, and what that server writes about it.
struct SoldCard {
    url: String,
    entries: u32,
    _server: Arc<PostgresStore>,
}

impl SoldCard {
    async fn sold() -> Self {
        let url = database();
        drop(open(&url).await);
        run(&url, BEFORE_EVENTS);
        let server = open(&url).await;
        stock_up(&*server, 100).await;
        sell(&server, 1).await;
        run(
            &url,
            "INSERT INTO gift_cards (digest, last_characters, currency, initial, balance, line_id, unit, order_number,
                                     issued_at)
             VALUES ('digest', 'wxyz', 'CZK', 500, 500, 1, 0, 1001, 0)",
        );
        Self {
            url,
            entries: 0,
            _server: server,
        }
    }

    /// An older server writes the entry alone, and spends from the card. Returns the number of withheld cards, and the balance.
    fn hears(&mut self, change: &str) -> (i64, i64) {
        self.entries += 1;
        let sequence = self.entries;
        let entry = format!("{{\"sequence\":{sequence},\"at\":0,\"change\":{change}}}");
        run(
            &self.url,
            &format!(
                "INSERT INTO order_life (order_number, sequence, version, at, doc)
                 VALUES (1001, {sequence}, 9, 0, '\\x01'::bytea || convert_to('{entry}', 'UTF8'));
                 UPDATE gift_cards SET balance = balance - 100"
            ),
        );
        let balance = "SELECT balance FROM gift_cards";
        (self.withheld(), number(&self.url, balance))
    }

    fn withheld(&self) -> i64 {
        let withheld = "SELECT COUNT(*) FROM gift_cards WHERE withheld";
        number(&self.url, withheld)
    }
}

/// [B.12] The reports of disputes that an older server writes withhold the order's cards, and no server can spend them.
#[tokio::test]
async fn the_database_withholds_cards_of_contested_orders() {
    let mut card = SoldCard::sold().await;
    let opened = r#"{"kind":"dispute_opened","dispute":"d-1","amount":500}"#;
    assert_eq!(card.hears(opened), (1, 500));
    let won = |id| format!(r#"{{"kind":"dispute_won","dispute":"{id}"}}"#);
    assert_eq!(card.hears(&won("d-2")), (1, 500));
    assert_eq!(card.hears(&won("d-1")), (0, 400));
    assert_eq!(card.hears("no JSON"), (0, 300));
    // What an operator recorded of a dispute with its id has come back, once the dispute is won.
    let recorded = r#"{"kind":"reversed","reference":"d-3","amount":500}"#;
    assert_eq!(card.hears(recorded), (1, 300));
    assert_eq!(card.hears(&won("d-3")), (0, 200));
    let lost = r#"{"kind":"dispute_lost","dispute":"d-1","amount":500}"#;
    assert_eq!(card.hears(lost), (1, 200));
    // The cards of orders that are contested already are withheld by the step itself.
    run(
        &card.url,
        "UPDATE gift_cards SET withheld = false; DROP TABLE account_orders, account_payments, account_saves, mandate_ends, account_letters, account_challenges, account_sessions, account_devices, account_cards, account_addresses, account_passkeys, accounts, downloads, download_consents, stock_alerts, gift_card_keys, pending_transfers;
         ALTER TABLE gift_cards DROP COLUMN code_key, DROP COLUMN withheld CASCADE;
         UPDATE zkratka_schema SET steps = 12",
    );
    drop(open(&card.url).await);
    assert_eq!(card.withheld(), 1);
}

/// [B.12] The reports of refunds that an older server writes withhold the order's cards while they name no lines, also beside
/// a dispute that is won. The step withholds the cards of orders from before it.
#[tokio::test]
async fn the_database_withholds_cards_after_refunds_without_lines() {
    let mut card = SoldCard::sold().await;
    let foreign = |id| format!(r#"{{"kind":"refunded","reference":"{id}","amount":500}}"#);
    let own = |id| format!(r#"{{"kind":"refunded","refund":7,"reference":"{id}","amount":500}}"#);
    let failed = |id| format!(r#"{{"kind":"refund_failed","reference":"{id}"}}"#);
    let accepted = |number, id| {
        format!(r#"{{"kind":"refund_accepted","refund":{number},"reference":"{id}"}}"#)
    };
    assert_eq!(card.hears(&own("re_1")), (0, 400));
    assert_eq!(card.hears(&foreign("re_2")), (1, 400));
    let opened = r#"{"kind":"dispute_opened","dispute":"d-1","amount":500}"#;
    assert_eq!(card.hears(opened), (1, 400));
    assert_eq!(
        card.hears(r#"{"kind":"dispute_won","dispute":"d-1"}"#),
        (1, 400)
    );
    // The order's own refund is accepted under this id.
    assert_eq!(card.hears(&accepted(8, "re_2")), (0, 300));
    // No more: it has another id.
    assert_eq!(card.hears(&accepted(8, "re_3")), (1, 300));
    assert_eq!(card.hears(&failed("re_2")), (0, 200));
    let older = "UPDATE gift_cards SET withheld = false; DROP TABLE account_orders, account_payments, account_saves, mandate_ends, account_letters, account_challenges, account_sessions, account_devices, account_cards, account_addresses, account_passkeys, accounts; DROP TABLE downloads; DROP TABLE download_consents; DROP TABLE stock_alerts; UPDATE zkratka_schema SET steps = 16";
    run(&card.url, older);
    drop(open(&card.url).await);
    assert_eq!(card.withheld(), 0);
    assert_eq!(card.hears(&foreign("re_4")), (1, 200));
    run(&card.url, older);
    drop(open(&card.url).await);
    assert_eq!(card.withheld(), 1);
}
