//! The store of several servers at once: one `PostgreSQL` (15 or later).
//!
//! Carts are written in batches by one connection ([`writer`]), read by a few shared ones ([`readers`]), and attempts
//! are transactions on connections of their own ([`work`], [`pool`]). Every commit is on disk before it is answered.
//! Nothing is kept in a server that another one would have to know: there is no leader, no advisory lock, no
//! notification; a lease, a row lock or a constraint decides.

mod address;
mod advance;
mod attempts;
mod begin;
mod benefits;
mod carts;
mod catalogue;
mod error;
mod gift_cards;
mod import;
mod keys;
mod messages;
mod migrations;
mod missed_events;
mod order_events;
mod orders;
mod outbox;
mod pool;
mod readers;
mod session;
mod stock;
mod store;
mod timeline;
mod tls;
mod work;
mod writer;

pub use address::{Address, AddressError};

use crate::StoreError;
use migrations::{Migrate, STEPS};
use pool::Pool;
use readers::Readers;
use std::sync::Arc;
use std::time::Duration;
use writer::CartWriter;

/// How the database is used. The defaults suit three servers on a small database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostgresOptions {
    /// Connections for transactions. Three more are used: one that writes carts, two that read.
    pub connections: usize,
    /// Requests that may wait for a connection, and changes of carts that may wait to be written; more are answered
    /// [`StoreError::Busy`] at once.
    pub queue: usize,
    /// How long a write may take, waiting and repeating included, before it is given up on.
    pub write_deadline: Duration,
    /// How long a short read may take.
    pub read_deadline: Duration,
    /// How long an import, a migration or a whole catalogue may take.
    pub long_deadline: Duration,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        Self {
            connections: 16,
            queue: 1024,
            write_deadline: Duration::from_secs(9),
            read_deadline: Duration::from_secs(5),
            long_deadline: Duration::from_mins(5),
        }
    }
}

/// Connections that read.
const READERS: usize = 2;

/// A store in a `PostgreSQL` database, shared with any number of other servers.
pub struct PostgresStore {
    pool: Arc<Pool>,
    readers: Readers,
    carts: CartWriter,
    options: PostgresOptions,
}

impl PostgresStore {
    /// Whether there is a shop in this database. Changes nothing.
    pub async fn is_there(address: &Address) -> Result<bool, StoreError> {
        // Enough for a second host after one that does not answer.
        let deadline = Duration::from_secs(6);
        let pool = Pool::new(address.clone(), 1, 1);
        work::transact(&pool, deadline, migrations::IsThere).await
    }

    /// Connects, and brings the schema to the newest version.
    pub async fn open(address: Address, options: PostgresOptions) -> Result<Self, StoreError> {
        let pool = Pool::new(address.clone(), options.connections, options.queue);
        work::transact(&pool, options.long_deadline, Migrate(STEPS)).await?;
        Ok(Self {
            pool,
            readers: Readers::new(address.clone(), READERS, options.read_deadline),
            carts: CartWriter::start(address, options.queue, options.write_deadline),
            options,
        })
    }
}
