//! The store for several servers at once: one `PostgreSQL` (15 or later).
//!
//! One connection writes carts in batches ([`writer`]). A few shared connections read ([`readers`]). Other writes are
//! transactions on connections of their own ([`work`], [`pool`]), which steps of attempts share ([`steps`]). Every commit is on disk before the call returns. A
//! server keeps nothing that another server would have to know. There is no leader, no advisory lock and no notification:
//! leases, row locks and constraints decide.

mod address;
mod advance;
mod attempts;
mod begin;
mod benefits;
mod carts;
mod catalogue;
mod downloads;
mod error;
mod gift_cards;
mod idempotency_keys;
mod import;
mod keys;
mod messages;
mod migrations;
mod missed_events;
mod mode;
mod movements;
mod order_events;
mod order_life;
mod orders;
mod outbox;
mod pool;
mod privacy;
mod queue;
mod readers;
mod session;
mod statements;
mod step_rows;
mod steps;
mod stock;
mod stock_alerts;
mod store;
mod timeline;
mod tls;
mod transfers;
mod unpaid_orders;
mod work;
mod writer;

pub use address::{Address, AddressError};

use crate::StoreError;
use migrations::{Migrate, STEPS};
use pool::Pool;
use readers::Readers;
use std::sync::Arc;
use std::time::Duration;
use steps::StepWriter;
use writer::CartWriter;

/// How to use the database. The defaults suit three servers on a small database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostgresOptions {
    /// Connections for transactions. The store uses three more: one writes carts and two read.
    pub connections: usize,
    /// How many requests may wait for a connection, and how many changes of carts may wait to be written. Further ones
    /// fail with [`StoreError::Busy`] at once.
    pub queue: usize,
    /// How long a write may take before the caller gives up, waiting and retries included.
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

/// The number of connections that read.
const READERS: usize = 2;

/// A store in a `PostgreSQL` database that any number of servers share.
pub struct PostgresStore {
    pool: Arc<Pool>,
    readers: Readers,
    carts: CartWriter,
    steps: StepWriter,
    options: PostgresOptions,
}

impl PostgresStore {
    /// Whether the database contains a shop. Changes nothing.
    pub async fn is_there(address: &Address) -> Result<bool, StoreError> {
        // Long enough to try a second host after one that does not answer.
        let deadline = Duration::from_secs(6);
        let pool = Pool::new(address.clone(), 1, 1);
        work::transact(&pool, deadline, migrations::SchemaExists).await
    }

    /// Connects, and brings the schema to the newest version.
    pub async fn open(address: Address, options: PostgresOptions) -> Result<Self, StoreError> {
        let pool = Pool::new(address.clone(), options.connections, options.queue);
        work::transact(&pool, options.long_deadline, Migrate(STEPS)).await?;
        Ok(Self {
            steps: StepWriter::start(Arc::clone(&pool), &options),
            pool,
            readers: Readers::new(address.clone(), READERS, options.read_deadline),
            carts: CartWriter::start(address, options.queue, options.write_deadline),
            options,
        })
    }
}
