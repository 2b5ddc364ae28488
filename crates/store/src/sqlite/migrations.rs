//! The schema, in numbered steps. `PRAGMA user_version` holds the number of steps that the file has.

use super::connection::APPLICATION_ID;
use crate::StoreError;
use rusqlite::{Connection, TransactionBehavior};

/// Every step, in order. Never edit a published step.
const STEPS: &[&str] = &[
    include_str!("../../migrations/sqlite/0001_first_sale.sql"),
    include_str!("../../migrations/sqlite/0002_attempts_in_review.sql"),
    include_str!("../../migrations/sqlite/0003_wallet_messages.sql"),
    include_str!("../../migrations/sqlite/0004_names_of_attempts.sql"),
    include_str!("../../migrations/sqlite/0005_discounts_and_gift_cards.sql"),
    include_str!("../../migrations/sqlite/0006_managed_gift_cards.sql"),
    include_str!("../../migrations/sqlite/0007_delivery_groups.sql"),
    include_str!("../../migrations/sqlite/0008_order_events.sql"),
    include_str!("../../migrations/sqlite/0009_mode.sql"),
    include_str!("../../migrations/sqlite/0010_unpaid_orders.sql"),
    include_str!("../../migrations/sqlite/0011_idempotency_keys.sql"),
    include_str!("../../migrations/sqlite/0012_personal_data.sql"),
    include_str!("../../migrations/sqlite/0013_order_life.sql"),
    include_str!("../../migrations/sqlite/0014_unpaid_gift_cards.sql"),
    include_str!("../../migrations/sqlite/0015_keyed_gift_cards.sql"),
    include_str!("../../migrations/sqlite/0016_pending_transfers.sql"),
    include_str!("../../migrations/sqlite/0017_reconciliation.sql"),
    include_str!("../../migrations/sqlite/0018_times_of_captures.sql"),
    include_str!("../../migrations/sqlite/0019_refunds_without_lines.sql"),
    include_str!("../../migrations/sqlite/0020_stock_alerts.sql"),
    include_str!("../../migrations/sqlite/0021_downloads.sql"),
    include_str!("../../migrations/sqlite/0022_accounts.sql"),
    include_str!("../../migrations/sqlite/0023_ends_of_stock_alerts.sql"),
    include_str!("../../migrations/sqlite/0024_card_payments.sql"),
    include_str!("../../migrations/sqlite/0025_account_letters.sql"),
    include_str!("../../migrations/sqlite/0026_due_saves.sql"),
    include_str!("../../migrations/sqlite/0027_account_orders.sql"),
];

/// Refuses a file of another program or of a newer version of this one. Changes nothing. Returns the number of steps that
/// the file has.
pub(super) fn check(connection: &Connection) -> Result<u32, StoreError> {
    // Read everything at one moment, because another process may be migrating.
    connection.execute_batch("SAVEPOINT look")?;
    let seen = Seen::look(connection);
    connection.execute_batch("RELEASE look")?;
    seen?.judge()
}

/// The values that show which program made the file.
struct Seen {
    steps: u32,
    owner: i32,
    objects: i64,
}

impl Seen {
    fn look(connection: &Connection) -> Result<Self, StoreError> {
        Ok(Self {
            objects: connection
                .query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get(0))?,
            steps: connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
            owner: connection.pragma_query_value(None, "application_id", |row| row.get(0))?,
        })
    }

    fn judge(&self) -> Result<u32, StoreError> {
        let empty = (self.owner, self.steps, self.objects) == (0, 0, 0);
        if !empty && self.owner != APPLICATION_ID {
            return Err(StoreError::Database(
                "the file is a database of another program; choose another path".into(),
            ));
        }
        if self.steps > known() {
            return Err(StoreError::NewerSchema {
                found: self.steps,
                known: known(),
            });
        }
        Ok(self.steps)
    }
}

/// Brings the database to the newest schema, in one transaction.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    if check(connection)? == known() {
        return Ok(());
    }
    // Check again under the write lock: another process may have migrated the file in the meantime.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = check(&transaction)?;
    for step in STEPS.iter().skip(found as usize) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", known())?;
    transaction.commit()?;
    tracing::info!(from = found, to = known(), "the schema is up to date");
    Ok(())
}

fn known() -> u32 {
    u32::try_from(STEPS.len()).unwrap_or(u32::MAX)
}
