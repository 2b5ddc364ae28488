//! The shared store does what every store must do, and what comes of being shared.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "the helpers of tests fail as loudly as the tests"
)]

mod postgres_server;
mod suite;
mod support;

use std::sync::Arc;
use support::TestStore;
use zkratka_store::postgres::{Address, PostgresOptions, PostgresStore};

async fn open() -> TestStore {
    let address = Address::parse(&zkratka_testing::fresh_database(), None).unwrap();
    let store = PostgresStore::open(address, PostgresOptions::default()).await;
    TestStore {
        store: Arc::new(store.unwrap()),
        _guard: Box::new(()),
    }
}

suite::store_suite!(crate::open);
