//! The append-only timeline of an attempt and its order.

use crate::StoreError;
use rusqlite::{Connection, params};
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::order::TimelineEntry;
use zkratka_commerce::time::Timestamp;

pub(super) fn append(
    connection: &Connection,
    attempt: AttemptKey,
    entries: &[TimelineEntry],
) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO timeline (attempt_key, sequence, at, event, detail)
         SELECT ?1, COALESCE(MAX(sequence), 0) + 1, ?2, ?3, ?4 FROM timeline WHERE attempt_key = ?1",
    )?;
    for entry in entries {
        statement.execute(params![
            attempt.0.cast_signed(),
            entry.at.0,
            entry.event,
            entry.detail
        ])?;
    }
    Ok(())
}

/// Oldest first.
pub(super) fn read(
    connection: &Connection,
    attempt: AttemptKey,
) -> Result<Vec<TimelineEntry>, StoreError> {
    let entries = connection
        .prepare_cached(
            "SELECT at, event, detail FROM timeline WHERE attempt_key = ?1 ORDER BY sequence",
        )?
        .query_map([attempt.0.cast_signed()], |row| {
            Ok(TimelineEntry {
                at: Timestamp(row.get(0)?),
                event: row.get(1)?,
                detail: row.get(2)?,
            })
        })?
        .collect::<Result<_, _>>()?;
    Ok(entries)
}
