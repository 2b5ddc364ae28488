//! A throw-away PostgreSQL for the tests of the other crates: an empty schema of its own for each test.

#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "the helpers of tests fail as loudly as the tests"
)]

mod cluster;

pub use cluster::Cluster;

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use tokio_postgres::NoTls;
use zkratka_store::postgres::Address;
use zkratka_store::{Store, StorePlace};

/// Names a server that is running already: the URL of a database whose user may make schemas.
pub const SERVER_VARIABLE: &str = "ZKRATKA_TEST_POSTGRES";
/// Says which store the server's own tests run on: `sqlite` (without it) or `postgres`.
pub const STORE_VARIABLE: &str = "ZKRATKA_TEST_STORE";

/// The URL of a new, empty schema. The server is the one that the environment names, or one that ends with this
/// process.
#[must_use]
pub fn fresh_database() -> String {
    static OWN: OnceLock<Cluster> = OnceLock::new();
    match std::env::var(SERVER_VARIABLE) {
        Ok(url) => new_schema(&url),
        Err(_) => new_schema(OWN.get_or_init(Cluster::start).url()),
    }
}

/// Whether the server's tests are to run on PostgreSQL.
#[must_use]
pub fn on_postgres() -> bool {
    match std::env::var(STORE_VARIABLE).as_deref() {
        Ok("postgres") => true,
        Ok("sqlite") | Err(_) => false,
        Ok(other) => panic!("{STORE_VARIABLE} is \"{other}\": write sqlite or postgres"),
    }
}

/// An empty store of the kind that tests run on now, in this folder or in a database of its own.
pub async fn open_store(folder: &Path) -> Arc<dyn Store> {
    let place = if on_postgres() {
        let address = Address::parse(&fresh_database(), None);
        StorePlace::Postgres {
            address: Box::new(address.expect("a URL")),
            connections: 4,
        }
    } else {
        StorePlace::Sqlite(folder.join("shop.sqlite"))
    };
    zkratka_store::open(&place).await.expect("a store")
}

/// The section of a shop's configuration that names the kind of store that the server's tests run on, with an empty
/// one: nothing for the file that a shop has without it.
#[must_use]
pub fn store_section() -> String {
    if on_postgres() {
        format!("[store]\npostgres = \"{}\"\n", fresh_database())
    } else {
        String::new()
    }
}

/// Makes an empty schema in this database; its URL leads into it.
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

/// Runs statements, as somebody with a shell would; panics when they are refused.
pub fn run(url: &str, sql: &str) {
    if let Err(error) = try_run(url, sql) {
        panic!("{sql}: {error}");
    }
}

/// Runs statements; the server's own words when they are refused.
pub fn try_run(url: &str, sql: &str) -> Result<(), String> {
    ask(url, async |client| client.batch_execute(sql).await)
}

/// The number that a query answers.
#[must_use]
pub fn number(url: &str, sql: &str) -> i64 {
    let answer = ask(url, async |client| {
        Ok(client.query_one(sql, &[]).await?.get(0))
    });
    answer.expect("the query answers one number")
}

/// Asks on a connection of its own, and on a thread of its own: the caller may be inside a runtime.
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
