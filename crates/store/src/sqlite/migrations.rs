//! The schema, in numbered steps. `PRAGMA user_version` says how many have been taken.

use super::connection::APPLICATION_ID;
use crate::StoreError;
use rusqlite::{Connection, TransactionBehavior};

/// Every step, in order; a published one is never edited.
const STEPS: &[&str] = &[include_str!("../../migrations/sqlite/0001_first_sale.sql")];

/// Brings the database to the newest schema, in one transaction.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    if found(connection)? == known() {
        return check_owner(connection);
    }
    // Looked at again under the write lock: another process may be migrating at this moment.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = found(&transaction)?;
    if found > known() {
        return Err(StoreError::NewerSchema {
            found,
            known: known(),
        });
    }
    if found == 0 {
        check_empty(&transaction)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    } else {
        check_owner(&transaction)?;
    }
    for step in STEPS.iter().skip(found as usize) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", known())?;
    transaction.commit()?;
    if found < known() {
        tracing::info!(from = found, to = known(), "schema migrated");
    }
    Ok(())
}

fn known() -> u32 {
    u32::try_from(STEPS.len()).unwrap_or(u32::MAX)
}

fn found(connection: &Connection) -> Result<u32, StoreError> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

fn check_owner(connection: &Connection) -> Result<(), StoreError> {
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if id == APPLICATION_ID {
        Ok(())
    } else {
        Err(not_ours())
    }
}

fn check_empty(connection: &Connection) -> Result<(), StoreError> {
    let objects: i64 =
        connection.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if objects == 0 {
        Ok(())
    } else {
        Err(not_ours())
    }
}

fn not_ours() -> StoreError {
    StoreError::Database("the file is a database of another program; choose another path".into())
}
