//! Gateway notifications that were received before.

use crate::StoreError;
use rusqlite::{Connection, params};
use zkratka_commerce::time::Timestamp;

/// Returns false if the id was stored before.
pub(super) fn remember(
    connection: &Connection,
    id: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let added = connection
        .prepare_cached("INSERT OR IGNORE INTO notifications (id, received_at) VALUES (?1, ?2)")?
        .execute(params![id, now.0])?;
    Ok(added == 1)
}
