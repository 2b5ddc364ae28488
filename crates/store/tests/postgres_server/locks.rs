//! Tests that every transaction locks rows in one order, so that transactions cannot deadlock. Somebody holds a lock for
//! which the server then waits; the rows that come later in the order must be free meanwhile.

use super::holder::Holder;
use super::{database, open, stock_up};
use crate::suite::benefits::{self, issue, open_shop, ready_with, sell_gift_cards};
use crate::suite::order_life::{CANCEL, operation, stored};
use crate::suite::unpaid_orders::bounded;
use crate::support::{
    asking, authorised, begin, begin_new, begin_on, captured, card, declined, ready_cart, take,
};
use std::sync::Arc;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{OrderNumber, VariantId};
use zkratka_commerce::order::Mode;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::postgres::PostgresStore;
use zkratka_store::{BeginOutcome, StepOutcome, Store};
use zkratka_testing::{run, try_run};

const MODRA: VariantId = VariantId(1);
const GIFT: VariantId = VariantId(2);
const STOCK: &str = "variants WHERE id = 1";
const NUMBERS: &str = "order_numbers";

/// Whether nobody has locked these rows.
fn is_free(url: &str, rows: &str) -> bool {
    try_run(url, &format!("SELECT FROM {rows} FOR UPDATE NOWAIT")).is_ok()
}

/// Inserts an attempt on the cart that was stored first.
fn inserting(key: u64, token: &str) -> String {
    format!(
        "INSERT INTO attempts (key, token, cart_key, version, due_at, holds_cart, needs_review, doc)
         VALUES ({key}, '{token}', (SELECT MIN(key) FROM carts), 1, NULL, false, false, '\\x01')
         ON CONFLICT DO NOTHING"
    )
}

/// Whether no transaction under way has taken the token.
fn is_token_free(url: &str, token: &str) -> bool {
    let insert = inserting(8, token);
    try_run(
        url,
        &format!("SET lock_timeout = '100ms'; BEGIN; {insert}; ROLLBACK"),
    )
    .is_ok()
}

/// A server with mugs, and the cart of [`inserting`].
async fn shop(url: &str) -> Arc<PostgresStore> {
    let server = open(url).await;
    stock_up(&*server, 100).await;
    ready_cart(&*server, 0, &[(MODRA, 1)], card()).await;
    server
}

fn is_new(begun: &BeginOutcome) -> bool {
    matches!(begun, BeginOutcome::New(_))
}

/// [B.03] [B.08] An order that is made at once takes its attempt's token before stock and its number.
#[tokio::test]
async fn an_order_made_at_once_takes_its_token_first() {
    let url = database();
    let server = shop(&url).await;
    let holder = Holder::after(&inserting(9, "token-101"), &url).await;
    let cart = ready_cart(&*server, 1, &[(MODRA, 1)], PaymentMethod::CashOnDelivery).await;
    let making = {
        let server = Arc::clone(&server);
        tokio::spawn(async move { begin(&*server, &cart, 101).await })
    };
    holder.until_awaited().await;
    assert!(is_free(&url, STOCK));
    assert!(is_free(&url, NUMBERS));
    holder.let_go().await;
    let made = making.await.unwrap();
    let BeginOutcome::New(attempt) = made else {
        panic!("{made:?}");
    };
    assert_eq!(attempt.order, Some(OrderNumber(1001)));
    let read = server.attempt(attempt.key).await.unwrap();
    assert_eq!(read.as_ref(), Some(&*attempt));
}

/// [B.03] [B.08] Attempts that begin in one transaction take their tokens in the tokens' order.
#[tokio::test]
async fn attempts_that_begin_together_take_tokens_in_their_order() {
    let url = database();
    let server = shop(&url).await;
    let holder = Holder::after(&inserting(9, "token-101"), &url).await;
    let one = ready_cart(&*server, 1, &[(MODRA, 1)], card()).await;
    let two = ready_cart(&*server, 2, &[(MODRA, 1)], card()).await;
    let beginning = {
        let server = Arc::clone(&server);
        let both =
            async move { tokio::join!(begin(&*server, &two, 102), begin(&*server, &one, 101)) };
        tokio::spawn(both)
    };
    holder.until_awaited().await;
    assert!(is_token_free(&url, "token-102"));
    assert!(is_free(&url, STOCK));
    holder.let_go().await;
    let (second, first) = beginning.await.unwrap();
    assert!(is_new(&first) && is_new(&second), "{first:?} {second:?}");
}

async fn held(server: &PostgresStore, key: u64) -> Attempt {
    let cart = ready_cart(server, key, &[(MODRA, 1)], card()).await;
    begin_new(server, &cart, 100 + key).await
}

/// [B.03] [B.08] A transaction frees the places of unpaid orders before it takes tokens, stock and numbers.
#[tokio::test]
async fn places_of_unpaid_orders_come_before_tokens_stock_and_numbers() {
    let url = database();
    let server = shop(&url).await;
    let paid = held(&server, 1).await;
    let paid = take(&*server, authorised(&paid)).await;
    let made = held(&server, 2).await;
    let cart = ready_cart(&*server, 3, &[(MODRA, 1)], card()).await;
    run(
        &url,
        "INSERT INTO unpaid_orders SELECT 'contact', 0, attempt_key, 0 FROM orders",
    );
    let holder = Holder::of("unpaid_orders", &url).await;
    let together = {
        let server = Arc::clone(&server);
        tokio::spawn(async move {
            tokio::join!(
                server.advance(captured(&paid)),
                server.advance(authorised(&made)),
                begin(&*server, &cart, 103),
            )
        })
    };
    holder.until_awaited().await;
    assert!(is_token_free(&url, "token-103"));
    assert!(is_free(&url, STOCK));
    assert!(is_free(&url, NUMBERS));
    holder.let_go().await;
    let (paid, made, begun) = together.await.unwrap();
    assert!(matches!(paid, Ok(StepOutcome::Stored(_))), "{paid:?}");
    assert!(matches!(made, Ok(StepOutcome::Stored(_))), "{made:?}");
    assert!(is_new(&begun), "{begun:?}");
    assert_eq!(
        zkratka_testing::number(&url, "SELECT COUNT(*) FROM unpaid_orders"),
        0
    );
}

/// [B.03] [B.08] An attempt that begins beside a new order takes its stock before the order takes its number.
#[tokio::test]
async fn stock_comes_before_numbers() {
    let url = database();
    let server = shop(&url).await;
    let made = held(&server, 1).await;
    let cart = ready_cart(&*server, 2, &[(MODRA, 1)], card()).await;
    let holder = Holder::of("variants", &url).await;
    let together = {
        let server = Arc::clone(&server);
        tokio::spawn(async move {
            tokio::join!(
                server.advance(authorised(&made)),
                begin(&*server, &cart, 102)
            )
        })
    };
    holder.until_awaited().await;
    assert!(is_free(&url, NUMBERS));
    holder.let_go().await;
    let (made, begun) = together.await.unwrap();
    assert!(matches!(made, Ok(StepOutcome::Stored(_))), "{made:?}");
    assert!(is_new(&begun), "{begun:?}");
}

/// [B.03] [B.08] An order takes the places of its contacts before it deletes old places of others.
#[tokio::test]
async fn own_places_come_before_old_ones() {
    let url = database();
    let server = shop(&url).await;
    let cart = ready_cart(&*server, 1, &[(MODRA, 1)], PaymentMethod::BankTransfer).await;
    run(&url, "INSERT INTO unpaid_orders VALUES ('old', 0, 0, 0)");
    let contact = ContactKey::of_email("jana@example.cz");
    let take = format!(
        "INSERT INTO unpaid_orders VALUES ('{}', 0, 0, 0)",
        contact.as_str()
    );
    let holder = Holder::after(&take, &url).await;
    let making = {
        let server = Arc::clone(&server);
        let begin = begin_on(cart.key, 101);
        tokio::spawn(async move { server.begin_attempt(begin, bounded()).await.unwrap() })
    };
    holder.until_awaited().await;
    assert!(is_free(&url, "unpaid_orders WHERE contact = 'old'"));
    holder.let_go().await;
    let made = making.await.unwrap();
    assert!(is_new(&made), "{made:?}");
    let old = "SELECT COUNT(*) FROM unpaid_orders WHERE contact = 'old'";
    assert_eq!(zkratka_testing::number(&url, old), 0);
}

/// [B.03] [B.08] An attempt that fails gives back its uses of codes after it has locked the codes' counts.
#[tokio::test]
async fn counts_of_codes_come_before_uses() {
    let url = database();
    let server = shop(&url).await;
    let cart = ready_with(&*server, 1, &[(MODRA, 1)], &["hello"], &[], card()).await;
    let attempt = benefits::begin_new(&*server, &cart, 101).await;
    let holder = Holder::of("discount_counts", &url).await;
    let failing = {
        let (server, step) = (Arc::clone(&server), declined(&attempt));
        tokio::spawn(async move { take(&*server, step).await })
    };
    holder.until_awaited().await;
    assert!(is_free(&url, "discount_uses"));
    holder.let_go().await;
    failing.await.unwrap();
    let left = "SELECT used + (SELECT COUNT(*) FROM discount_uses) FROM discount_counts";
    assert_eq!(zkratka_testing::number(&url, left), 0);
}

/// [B.03] [B.08] A step of an order that sold gift cards locks codes first, and then all cards that it may change, sold or
/// to be credited, in the order of their ids.
#[tokio::test]
async fn codes_come_before_cards_and_cards_in_their_order() {
    let url = database();
    let server = open(&url).await;
    // Cards pay only in the mode in which they were issued.
    server.claim_mode(Mode::Test).await.unwrap();
    open_shop(&*server).await;
    sell_gift_cards(&*server).await;
    let paying = issue(&*server, "one", 20_000).await;
    let contents = [(MODRA, 1), (GIFT, 1)];
    for (key, awaited) in [
        (1, "discount_counts"),
        (2, "gift_cards WHERE order_number IS NULL"),
    ] {
        let cart = ready_with(&*server, key, &contents, &["any"], &[paying], card()).await;
        let attempt = benefits::begin_new(&*server, &cart, 100 + key).await;
        let attempt = take(&*server, asking(&attempt)).await;
        let attempt = take(&*server, authorised(&attempt)).await;
        let attempt = take(&*server, captured(&attempt)).await;
        let order = attempt.order.unwrap();
        let holder = Holder::of(awaited, &url).await;
        let cancelling = {
            let server = Arc::clone(&server);
            let event = operation(None, CANCEL);
            tokio::spawn(async move { stored(&*server, order, event).await })
        };
        holder.until_awaited().await;
        assert!(is_free(&url, "gift_cards WHERE order_number IS NOT NULL"));
        assert!(is_free(&url, STOCK));
        holder.let_go().await;
        let plan = cancelling.await.unwrap();
        assert!(plan.returns_discount_uses);
        assert_eq!(
            (plan.disabled_cards.len(), plan.credited_cards.len()),
            (1, 1)
        );
    }
}
