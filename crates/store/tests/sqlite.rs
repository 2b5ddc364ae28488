//! Runs the common store suite on the embedded store, and tests what only its file does.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "the helpers of tests fail as loudly as the tests"
)]

mod sqlite_file;
mod suite;
mod support;

use std::sync::Arc;
use support::TestStore;
use zkratka_commerce::order::Mode;
use zkratka_store::Store;
use zkratka_store::sqlite::{SqliteOptions, SqliteStore};

async fn open() -> TestStore {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("shop.sqlite"), SqliteOptions::default());
    let store = store.unwrap();
    store.claim_mode(Mode::Test).await.unwrap();
    TestStore {
        store: Arc::new(store),
        _guard: Box::new(folder),
    }
}

suite::store_suite!(crate::open);
