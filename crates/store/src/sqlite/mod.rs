//! The embedded store: one `SQLite` file.
//!
//! One thread writes and commits in groups ([`writer`]). A few connections read beside it ([`readers`]). Every commit is
//! synced to disk. Other processes may open the same file: `SQLite` locks between them, and the writer of each process
//! takes the write lock before it reads the rows on which it decides.

mod advance;
mod attempts;
mod begin;
mod benefits;
mod carts;
mod catalogue;
mod connection;
mod document;
mod downloads;
mod error;
mod gift_cards;
mod idempotency_keys;
mod import;
mod migrations;
mod missed_events;
mod mode;
mod movements;
mod notifications;
mod order_events;
mod order_life;
mod orders;
mod outbox;
mod privacy;
mod readers;
mod statements;
mod stock;
mod stock_alerts;
mod store;
mod timeline;
mod transfers;
mod unpaid_orders;
mod wallet_messages;
mod writer;

use crate::StoreError;
use readers::Readers;
use std::path::Path;
use std::time::Duration;
use writer::Writer;

/// How to use the file. The defaults suit one shop on one machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqliteOptions {
    /// How many writes may wait. Further writes fail with [`StoreError::Busy`] at once.
    pub queue: usize,
    /// The number of connections for short reads.
    pub readers: usize,
    /// How long to wait for another process that holds the file.
    pub busy_timeout: Duration,
    /// The size of the write-ahead log, in pages of 8 KiB, at which `SQLite` writes it back to the database.
    pub checkpoint_pages: u32,
    /// How long a write may take before the caller gives up, waiting included. An import gets ten times as long.
    pub write_deadline: Duration,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self {
            queue: 1024,
            readers: 3,
            busy_timeout: Duration::from_secs(5),
            checkpoint_pages: 3000,
            write_deadline: Duration::from_secs(30),
        }
    }
}

/// A store in one `SQLite` file. Dropping it finishes the queued writes and closes the file.
pub struct SqliteStore {
    writer: Writer,
    readers: Readers,
    write_deadline: Duration,
}

impl SqliteStore {
    /// Opens the file and brings it to the newest schema. A file that does not exist is made, readable only by its owner.
    pub fn open(path: impl AsRef<Path>, options: SqliteOptions) -> Result<Self, StoreError> {
        let path = path.as_ref();
        let mut connection = connection::open_or_create(path, &options)?;
        migrations::check(&connection)?;
        connection::prepare_writer(&connection, &options)?;
        migrations::migrate(&mut connection)?;
        let readers = Readers::open(path, &options)?;
        Ok(Self {
            writer: Writer::start(connection, options.queue)?,
            readers,
            write_deadline: options.write_deadline,
        })
    }
}
