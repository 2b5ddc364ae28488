//! Tests which requests share a transaction. All requests of a test reach the queue before the task that empties it runs, so
//! they are one batch, in the order in which they are written here.

use super::{database, open, stock_up};
use crate::support::{begin_on, card, ready_cart, rules};
use std::sync::Arc;
use zkratka_commerce::gift_card::{CodeKeyId, SealedToken};
use zkratka_commerce::ids::VariantId;
use zkratka_store::{BeginAttempt, BeginOutcome, Store};

const MODRA: VariantId = VariantId(1);

async fn send(server: &dyn Store, begin: BeginAttempt) -> BeginOutcome {
    let begun = server.begin_attempt(begin, Arc::new(rules())).await;
    begun.unwrap()
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
