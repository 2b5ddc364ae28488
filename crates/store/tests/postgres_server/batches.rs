//! Tests which requests share a transaction. All requests of a test reach the queue before the task that empties it runs, so
//! they are one batch, in the order in which they are written here.

use super::{database, open, stock_up};
use crate::support::{available, begin, begin_on, card, ready_cart, rules};
use std::sync::Arc;
use zkratka_commerce::gift_card::{CodeKeyId, SealedToken};
use zkratka_commerce::ids::VariantId;
use zkratka_store::{BeginAttempt, BeginOutcome, Store};
use zkratka_testing::number;

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
    let begun = server.begin_attempt(begin, Arc::new(rules())).await;
    begun.unwrap()
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
