//! Runs the common store suite on PostgreSQL, and tests what only a shared store does.

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
use zkratka_commerce::order::Mode;
use zkratka_store::Store;
use zkratka_store::postgres::{Address, PostgresOptions, PostgresStore};

async fn open() -> TestStore {
    open_at(&zkratka_testing::fresh_database()).await
}

async fn open_at(url: &str) -> TestStore {
    let address = Address::parse(url, None).unwrap();
    let store = PostgresStore::open(address, PostgresOptions::default()).await;
    let store = store.unwrap();
    store.claim_mode(Mode::Test).await.unwrap();
    TestStore {
        store: Arc::new(store),
        _guard: Box::new(()),
    }
}

suite::store_suite!(crate::open);

/// Some engines offer only serializable isolation, and abort transactions that they cannot put in sequence. The store
/// must repeat those.
mod serializable {
    use super::TestStore;

    async fn open() -> TestStore {
        let database = zkratka_testing::fresh_database();
        super::open_at(&format!(
            "{database}%20-cdefault_transaction_isolation%3Dserializable"
        ))
        .await
    }

    crate::suite::store_suite!(super::open);
}
