//! Tests what only the embedded store has: its file, its locks, its constraints.

mod constraints;
mod durability;
mod file;
mod load;
mod migrations;
mod modes;

use crate::support::{product, tracked};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zkratka_store::Store;
use zkratka_store::sqlite::{SqliteOptions, SqliteStore};

/// A folder for one shop's file, deleted when dropped.
fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.sqlite");
    (folder, path)
}

fn open(path: &Path) -> SqliteStore {
    SqliteStore::open(path, SqliteOptions::default()).unwrap()
}

/// Opens the file with plain `SQLite`, as its shell does.
fn shell(path: &Path) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection
        .pragma_update(None, "foreign_keys", true)
        .unwrap();
    connection
}

async fn stock_up(store: &dyn Store, units: i64) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(units))]);
    store.import(vec![mug]).await.unwrap();
}
