//! The append-only timeline of an attempt and its order.

use tokio_postgres::Row;
use zkratka_commerce::order::TimelineEntry;
use zkratka_commerce::time::Timestamp;

/// Numbers the new entries after those stored. The attempt's row is locked, or new, so no other transaction appends to it
/// now.
pub(super) const APPEND: &str = "
    INSERT INTO timeline (attempt_key, sequence, at, event, detail)
    SELECT $1,
           (SELECT COALESCE(MAX(sequence), 0) FROM timeline WHERE attempt_key = $1) + entry.place,
           entry.at, entry.event, entry.detail
    FROM unnest($2::bigint[], $3::text[], $4::text[]) WITH ORDINALITY
        AS entry (at, event, detail, place)";

/// Oldest first.
pub(super) const READ: &str =
    "SELECT at, event, detail FROM timeline WHERE attempt_key = $1 ORDER BY sequence";

/// The entries to append, column by column.
pub(super) struct Entries<'e> {
    attempt: i64,
    at: Vec<i64>,
    events: Vec<&'e str>,
    details: Vec<&'e str>,
}

impl<'e> Entries<'e> {
    pub(super) fn new(attempt: i64, entries: &'e [TimelineEntry]) -> Self {
        Self {
            attempt,
            at: entries.iter().map(|entry| entry.at.0).collect(),
            events: entries.iter().map(|entry| entry.event.as_str()).collect(),
            details: entries.iter().map(|entry| entry.detail.as_str()).collect(),
        }
    }

    /// The parameters of [`APPEND`].
    pub(super) fn parameters(&self) -> [&(dyn tokio_postgres::types::ToSql + Sync); 4] {
        [&self.attempt, &self.at, &self.events, &self.details]
    }
}

pub(super) fn decode(rows: &[Row]) -> Vec<TimelineEntry> {
    let read = |row: &Row| TimelineEntry {
        at: Timestamp(row.get(0)),
        event: row.get(1),
        detail: row.get(2),
    };
    rows.iter().map(read).collect()
}

/// Reads the entries from the columns after the first. Each column is one aggregated list. Without entries the columns
/// are NULL.
pub(super) fn aggregated(row: &Row) -> Vec<TimelineEntry> {
    let at: Vec<i64> = row.get::<_, Option<_>>(1).unwrap_or_default();
    let events: Vec<String> = row.get::<_, Option<_>>(2).unwrap_or_default();
    let details: Vec<String> = row.get::<_, Option<_>>(3).unwrap_or_default();
    let entries = at.into_iter().zip(events).zip(details);
    let entry = |((at, event), detail)| TimelineEntry {
        at: Timestamp(at),
        event,
        detail,
    };
    entries.map(entry).collect()
}
