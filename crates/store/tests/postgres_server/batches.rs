//! Tests which requests share a transaction. All requests of a test reach the queue before the task that empties it runs, so
//! they are one batch, in the order in which they are written here.

use super::{database, open, stock_up};
use crate::support::{
    authorised, available, begin, begin_new, begin_on, captured, card, ready_cart, rules, take,
};
use std::sync::Arc;
use zkratka_commerce::gift_card::{CodeKeyId, SealedToken};
use zkratka_commerce::ids::{OrderNumber, VariantId};
use zkratka_commerce::order::OrderPayment;
use zkratka_store::{BeginAttempt, BeginOutcome, Store, StoreError};
use zkratka_testing::{number, run};

const MODRA: VariantId = VariantId(1);

/// How many transactions wrote the attempts with these tokens.
fn transactions(url: &str, tokens: &[&str]) -> i64 {
    let tokens = tokens.join("', '");
    number(
        url,
        &format!("SELECT COUNT(DISTINCT xmin::text) FROM attempts WHERE token IN ('{tokens}')"),
    )
}

async fn send(server: &dyn Store, begin: BeginAttempt) -> BeginOutcome {
    let outcome = server.begin_attempt(begin, Arc::new(rules())).await;
    outcome.unwrap()
}

/// [B.03] [B.08] Of attempts that wait together, those that fit into the stock share a transaction; one that needs more
/// than they leave is refused.
#[tokio::test]
async fn one_that_needs_more_than_is_left_does_not_fail_the_others() {
    let url = database();
    let server = open(&url).await;
    stock_up(&*server, 3).await;
    let one = ready_cart(&*server, 1, &[(MODRA, 2)], card()).await;
    let two = ready_cart(&*server, 2, &[(MODRA, 2)], card()).await;
    let three = ready_cart(&*server, 3, &[(MODRA, 1)], card()).await;
    let (first, second, third) = tokio::join!(
        begin(&*server, &one, 101),
        begin(&*server, &two, 102),
        begin(&*server, &three, 103),
    );
    assert!(matches!(first, BeginOutcome::New(_)), "{first:?}");
    assert!(matches!(second, BeginOutcome::Refused(_)), "{second:?}");
    assert!(matches!(third, BeginOutcome::New(_)), "{third:?}");
    assert_eq!(available(&*server, MODRA).await, 0);
    assert_eq!(transactions(&url, &["token-101", "token-103"]), 1);
}

/// [B.03] [B.08] Of two carts that wait together with one token, the second is told of the first, and the others share
/// their transaction all the same.
#[tokio::test]
async fn two_carts_with_one_token_do_not_fail_the_others() {
    let url = database();
    let server = open(&url).await;
    stock_up(&*server, 9).await;
    let one = ready_cart(&*server, 1, &[(MODRA, 1)], card()).await;
    let two = ready_cart(&*server, 2, &[(MODRA, 1)], card()).await;
    let three = ready_cart(&*server, 3, &[(MODRA, 1)], card()).await;
    let of_the_first = BeginAttempt {
        token: "token-101".into(),
        ..begin_on(two.key, 102)
    };
    let (first, second, third) = tokio::join!(
        begin(&*server, &one, 101),
        send(&*server, of_the_first),
        begin(&*server, &three, 103),
    );
    assert!(matches!(first, BeginOutcome::New(_)), "{first:?}");
    let is_known = matches!(second, BeginOutcome::TokenOfAnotherCart);
    assert!(is_known, "{second:?}");
    assert!(matches!(third, BeginOutcome::New(_)), "{third:?}");
    assert_eq!(transactions(&url, &["token-101", "token-103"]), 1);
}

/// [B.03] [B.08] Every request of a batch learns of an attempt that has its token, also when the attempt has stored the
/// token in another form.
#[tokio::test]
async fn a_known_token_is_known_to_every_request() {
    let server = open(&database()).await;
    stock_up(&*server, 9).await;
    let one = ready_cart(&*server, 1, &[(MODRA, 1)], card()).await;
    let two = ready_cart(&*server, 2, &[(MODRA, 1)], card()).await;
    let sealed = SealedToken::new(&CodeKeyId::parse("test").unwrap(), "code");
    let stored = BeginAttempt {
        token: sealed.as_str().to_owned(),
        ..begin_on(one.key, 101)
    };
    let begun = send(&*server, stored).await;
    assert!(matches!(begun, BeginOutcome::New(_)), "{begun:?}");
    let with_token = |cart, attempt| BeginAttempt {
        token: "token".into(),
        sealed_tokens: vec![sealed.clone()],
        ..begin_on(cart, attempt)
    };
    let (again, other) = tokio::join!(
        send(&*server, with_token(one.key, 102)),
        send(&*server, with_token(two.key, 103)),
    );
    assert!(matches!(again, BeginOutcome::SameToken(_)), "{again:?}");
    let is_known = matches!(other, BeginOutcome::TokenOfAnotherCart);
    assert!(is_known, "{other:?}");
}

/// [B.03] [B.08] An attempt that begins, an order that is made and orders whose money was captured share a transaction.
#[tokio::test]
async fn steps_of_every_kind_share_a_transaction() {
    let url = database();
    let server = open(&url).await;
    stock_up(&*server, 9).await;
    let mut begun = Vec::new();
    for key in 1..=3 {
        let cart = ready_cart(&*server, key, &[(MODRA, 1)], card()).await;
        begun.push(begin_new(&*server, &cart, 100 + key).await);
    }
    let one = take(&*server, authorised(&begun[0])).await;
    let two = take(&*server, authorised(&begun[1])).await;
    let cart = ready_cart(&*server, 4, &[(MODRA, 2)], card()).await;
    let (first, second, made, new) = tokio::join!(
        take(&*server, captured(&one)),
        take(&*server, captured(&two)),
        take(&*server, authorised(&begun[2])),
        begin(&*server, &cart, 104),
    );
    assert!(matches!(new, BeginOutcome::New(_)), "{new:?}");
    let tokens = ["token-101", "token-102", "token-103", "token-104"];
    assert_eq!(transactions(&url, &tokens), 1);
    assert_eq!(made.order, Some(OrderNumber(1003)));
    assert_eq!(available(&*server, MODRA).await, 4);
    for attempt in [first, second] {
        let record = server.order(attempt.order.unwrap()).await.unwrap().unwrap();
        assert_eq!(record.order.attempt, attempt.key);
        let payment = record.order.payment;
        assert!(matches!(payment, OrderPayment::Captured { .. }));
    }
}

/// [B.03] [B.08] A step whose attempt cannot be read fails; those beside it are written.
#[tokio::test]
async fn a_step_whose_attempt_cannot_be_read_fails_alone() {
    let url = database();
    let server = open(&url).await;
    stock_up(&*server, 9).await;
    let mut steps = Vec::new();
    for key in 1..=3 {
        let cart = ready_cart(&*server, key, &[(MODRA, 1)], card()).await;
        steps.push(authorised(&begin_new(&*server, &cart, 100 + key).await));
    }
    run(
        &url,
        "UPDATE attempts SET doc = '\\x00' WHERE token = 'token-101'",
    );
    let [one, two, three] = steps.try_into().unwrap();
    let (first, second, third) = tokio::join!(
        server.advance(one),
        take(&*server, two),
        take(&*server, three)
    );
    assert!(
        matches!(first, Err(StoreError::Corrupt { .. })),
        "{first:?}"
    );
    let mut numbers = [second.order, third.order];
    numbers.sort_unstable();
    assert_eq!(numbers, [Some(OrderNumber(1001)), Some(OrderNumber(1002))]);
}

/// Ends the connection of the first transaction during its COMMIT.
const CUT_FIRST_COMMIT: &str = "
    CREATE SEQUENCE commits;
    CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('commits') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON attempts
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut()";

/// [B.03] [B.08] If the commit of a shared transaction has no answer, no caller is told that its attempt is stored, and none
/// is written again: it is not known whether it is stored.
#[tokio::test]
async fn a_commit_without_an_answer_is_not_repeated() {
    let url = database();
    let server = open(&url).await;
    stock_up(&*server, 9).await;
    let one = ready_cart(&*server, 1, &[(MODRA, 1)], card()).await;
    let two = ready_cart(&*server, 2, &[(MODRA, 1)], card()).await;
    run(&url, CUT_FIRST_COMMIT);
    let rules = Arc::new(rules());
    let (first, second) = tokio::join!(
        server.begin_attempt(begin_on(one.key, 101), Arc::clone(&rules)),
        server.begin_attempt(begin_on(two.key, 102), Arc::clone(&rules)),
    );
    for begun in [first, second] {
        assert!(matches!(begun, Err(StoreError::Database(_))), "{begun:?}");
    }
    assert_eq!(number(&url, "SELECT COUNT(*) FROM attempts"), 0);
    assert_eq!(available(&*server, MODRA).await, 9);
}
