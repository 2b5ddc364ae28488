//! Gateway notifications already seen.

use crate::StoreError;
use rusqlite::{Connection, params};
use zkratka_commerce::time::Timestamp;

/// False when it was already known.
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
