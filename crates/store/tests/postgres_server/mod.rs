//! Tests what only the shared store has: its constraints, its connections, and several servers.

mod backup;
mod batches;
mod constraints;
mod holder;
mod load;
mod locks;

mod lost;
mod migrations;
mod modes;
mod older_servers;
mod servers;
mod socket;
mod steps;
mod wallet_messages;

use crate::support::{product, tracked};
use std::sync::Arc;
use zkratka_store::Store;
use zkratka_store::postgres::{Address, PostgresOptions, PostgresStore};

fn database() -> String {
    zkratka_testing::fresh_database()
}

/// Opens one more server on the database.
async fn open(url: &str) -> Arc<PostgresStore> {
    open_with(url, PostgresOptions::default()).await
}

async fn open_with(url: &str, options: PostgresOptions) -> Arc<PostgresStore> {
    let address = Address::parse(url, None).unwrap();
    Arc::new(PostgresStore::open(address, options).await.unwrap())
}

async fn stock_up(store: &dyn Store, units: i64) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(units))]);
    store.import(vec![mug]).await.unwrap();
}
