//! Tests the time that servers of one store share.

#![allow(clippy::unwrap_used, reason = "a test fails where it stands")]

use zkratka_commerce::time::Timestamp;
use zkratka_store::clock::{Clock, StoreClock, SystemClock};

/// [B.08] The shared clock uses the store's time, whatever this machine's clock says.
#[tokio::test]
async fn a_wrong_clock_is_set_right_by_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = zkratka_testing::open_store(folder.path()).await;
    let clock = StoreClock::from(Timestamp(0));
    assert!(clock.now().0 < 1_000_000_000_000);
    clock.set(&*store).await.unwrap();
    let difference = clock.now().0 - SystemClock.now().0;
    assert!(difference.abs() < 60_000, "{difference} ms");
}
