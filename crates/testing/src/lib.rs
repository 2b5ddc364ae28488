//! For the tests of the other crates: a temporary PostgreSQL with an empty schema for each test, random GraphQL documents, and
//! random numbers from a seed.

#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unwrap_used,
    reason = "the helpers of tests fail as loudly as the tests"
)]

mod cluster;
pub mod documents;
mod prng;

pub use cluster::Cluster;
pub use prng::Prng;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use tokio_postgres::NoTls;
use zkratka_store::postgres::Address;
use zkratka_store::{Mode, Store, StorePlace};

/// The URL of a running server's database whose user may create schemas.
pub const SERVER_VARIABLE: &str = "ZKRATKA_TEST_POSTGRES";
/// The store of the server's tests: `sqlite`, which is the default, or `postgres`.
pub const STORE_VARIABLE: &str = "ZKRATKA_TEST_STORE";

/// The URL of a new, empty schema, on the server that the environment names or on one that stops with this process.
#[must_use]
pub fn fresh_database() -> String {
    static OWN: OnceLock<Cluster> = OnceLock::new();
    match std::env::var(SERVER_VARIABLE) {
        Ok(url) => new_schema(&url),
        Err(_) => new_schema(OWN.get_or_init(Cluster::start).url()),
    }
}

#[must_use]
pub fn on_postgres() -> bool {
    match std::env::var(STORE_VARIABLE).as_deref() {
        Ok("postgres") => true,
        Ok("sqlite") | Err(_) => false,
        Ok(other) => panic!("{STORE_VARIABLE} is \"{other}\": write sqlite or postgres"),
    }
}

/// Opens an empty store of the kind under test: in `folder`, or in a new schema.
pub async fn open_store(folder: &Path) -> Arc<dyn Store> {
    open_store_with_shell(folder).await.0
}

/// Opens an empty store of the kind under test, and a way past it.
pub async fn open_store_with_shell(folder: &Path) -> (Arc<dyn Store>, Shell) {
    let (place, shell) = if on_postgres() {
        let url = fresh_database();
        let place = StorePlace::Postgres {
            address: Box::new(Address::parse(&url, None).expect("a URL")),
            connections: 4,
        };
        (place, Shell::Postgres(url))
    } else {
        let file = folder.join("shop.sqlite");
        (StorePlace::Sqlite(file.clone()), Shell::Sqlite(file))
    };
    let store = zkratka_store::open(&place, Mode::Test).await;
    (store.expect("a store"), shell)
}

/// Changes a database without its store.
pub enum Shell {
    Postgres(String),
    Sqlite(PathBuf),
}

impl Shell {
    /// Makes an order's document unreadable.
    ///
    /// # Panics
    /// If the database refuses it.
    pub fn damage_order(&self, number: u64) {
        match self {
            Self::Postgres(url) => run(
                url,
                &format!("UPDATE orders SET doc = '\\x7b'::bytea WHERE number = {number}"),
            ),
            Self::Sqlite(file) => rusqlite::Connection::open(file)
                .and_then(|shell| {
                    let sql = format!("UPDATE orders SET doc = x'7b' WHERE number = {number}");
                    shell.execute_batch(&sql)
                })
                .expect("changed"),
        }
    }
}

/// The section of a shop's configuration that selects an empty store of the kind under test; empty for SQLite.
#[must_use]
pub fn store_section() -> String {
    if on_postgres() {
        format!("[store]\npostgres = \"{}\"\n", fresh_database())
    } else {
        String::new()
    }
}

/// Creates an empty schema in this database and returns a URL that selects it.
#[must_use]
pub fn new_schema(url: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let schema = format!("t{}_{number}", std::process::id());
    run(
        url,
        &format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}"),
    );
    format!("{url}?options=-csearch_path%3D{schema}")
}

/// Runs statements.
///
/// # Panics
/// If the server refuses them.
pub fn run(url: &str, sql: &str) {
    if let Err(error) = try_run(url, sql) {
        panic!("{sql}: {error}");
    }
}

/// Runs statements; an error is the server's message.
pub fn try_run(url: &str, sql: &str) -> Result<(), String> {
    ask(url, async |client| client.batch_execute(sql).await)
}

/// The one number in the query's result.
#[must_use]
pub fn number(url: &str, sql: &str) -> i64 {
    let answer = ask(url, async |client| {
        Ok(client.query_one(sql, &[]).await?.get(0))
    });
    answer.expect("the query answers one number")
}

/// Uses its own connection and its own thread, because the caller may run inside an async runtime.
fn ask<T: Send>(
    url: &str,
    question: impl AsyncFnOnce(&tokio_postgres::Client) -> Result<T, tokio_postgres::Error> + Send,
) -> Result<T, String> {
    let asking = || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(url, NoTls)
                .await
                .unwrap_or_else(|error| panic!("the tests' PostgreSQL does not answer: {error}"));
            let serving = tokio::spawn(connection);
            let answer = question(&client).await;
            drop(client);
            let _ = serving.await;
            answer.map_err(|error| match error.as_db_error() {
                Some(told) => told.to_string(),
                None => error.to_string(),
            })
        })
    };
    std::thread::scope(|scope| scope.spawn(asking).join().expect("the question was asked"))
}
