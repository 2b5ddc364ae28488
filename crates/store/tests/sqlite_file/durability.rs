//! Tests that confirmed writes survive a crash: the test copies the files while the store is open, as a crash would
//! leave them.

use super::{folder, open, stock_up};
use crate::support::{
    asking, authorised, available, begin, begin_new, card, completing, ready_cart, stored_cart,
    take,
};
use std::path::{Path, PathBuf};
use zkratka_commerce::cart::CartStatus;
use zkratka_commerce::ids::{CartKey, OrderNumber, VariantId};
use zkratka_store::{BeginOutcome, Store};

const MODRA: VariantId = VariantId(1);

/// Copies the database and its write-ahead log as they are now. The shared memory is not copied, because it does not
/// survive its processes.
fn crash(path: &Path, name: &str) -> PathBuf {
    let copy = path.with_file_name(name);
    for suffix in ["", "-wal"] {
        let from = format!("{}{suffix}", path.display());
        std::fs::copy(from, format!("{}{suffix}", copy.display())).unwrap();
    }
    copy
}

/// [B.03] After each step of an attempt, a crash leaves exactly that step stored.
#[tokio::test]
async fn every_answered_step_survives() {
    let (_folder, path) = folder();
    let store = open(&path);
    stock_up(&store, 5).await;
    let cart = ready_cart(&store, 1, &[(MODRA, 2)], card()).await;

    let after = open(&crash(&path, "filled.sqlite"));
    assert_eq!(stored_cart(&after, cart.key).await, cart);
    assert_eq!(available(&after, MODRA).await, 5);

    let attempt = begin_new(&store, &cart, 10).await;
    let after = open(&crash(&path, "reserved.sqlite"));
    assert_eq!(
        after.attempt(attempt.key).await.unwrap().as_ref(),
        Some(&attempt)
    );
    assert_eq!(stored_cart(&after, cart.key).await.status, completing(10));
    assert_eq!(available(&after, MODRA).await, 3);
    let again = begin(&after, &cart, 11).await;
    assert!(matches!(again, BeginOutcome::OtherAttempt(_)), "{again:?}");

    let attempt = take(&store, asking(&attempt)).await;
    let after = open(&crash(&path, "asking.sqlite"));
    let resumed = take(&after, authorised(&attempt)).await;
    assert_eq!(resumed.order, Some(OrderNumber(1001)));

    take(&store, authorised(&attempt)).await;
    let after = open(&crash(&path, "authorised.sqlite"));
    assert!(after.order(OrderNumber(1001)).await.unwrap().is_some());
    let status = stored_cart(&after, cart.key).await.status;
    assert!(matches!(status, CartStatus::Completed { .. }), "{status:?}");
    assert_eq!(available(&after, MODRA).await, 3);
}

/// [B.03] If the log is cut off in the middle of a commit, the earlier commits are complete and this one is absent.
#[tokio::test]
async fn half_a_commit_is_no_commit() {
    let (_folder, path) = folder();
    let store = open(&path);
    stock_up(&store, 5).await;
    let cart = ready_cart(&store, 1, &[(MODRA, 2)], card()).await;
    let log = PathBuf::from(format!("{}-wal", path.display()));
    let before = std::fs::metadata(&log).unwrap().len();
    begin_new(&store, &cart, 10).await;
    let after = std::fs::metadata(&log).unwrap().len();
    assert!(
        after > before + 8192,
        "the attempt is more than one page of log"
    );

    for cut in [before + 100, before + 8192 + 24, after - 1] {
        let copy = crash(&path, &format!("cut-{cut}.sqlite"));
        let torn = std::fs::OpenOptions::new()
            .write(true)
            .open(format!("{}-wal", copy.display()))
            .unwrap();
        torn.set_len(cut).unwrap();
        let store = open(&copy);
        assert_eq!(stored_cart(&store, CartKey(1)).await, cart);
        assert_eq!(available(&store, MODRA).await, 5);
        begin_new(&store, &cart, 11).await;
        assert_eq!(available(&store, MODRA).await, 3);
    }
}
