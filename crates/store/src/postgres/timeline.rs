//! The append-only timeline of an attempt and its order.

use tokio_postgres::Row;
use zkratka_commerce::order::TimelineEntry;
use zkratka_commerce::time::Timestamp;

/// Numbers the new entries of each attempt after those stored. The attempts' rows are locked, or new, so no other
/// transaction appends to them now.
pub(super) const APPEND: &str = "
    INSERT INTO timeline (attempt_key, sequence, at, event, detail)
    SELECT entry.attempt,
           (SELECT COALESCE(MAX(sequence), 0) FROM timeline WHERE attempt_key = entry.attempt)
               + entry.place,
           entry.at, entry.event, entry.detail
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
        AS entry (attempt, place, at, event, detail)";

/// Oldest first.
pub(super) const READ: &str =
    "SELECT at, event, detail FROM timeline WHERE attempt_key = $1 ORDER BY sequence";

/// The entries to append, column by column.
#[derive(Default)]
pub(super) struct Entries<'e> {
    attempts: Vec<i64>,
    /// Counts the new entries of an attempt from 1.
    places: Vec<i64>,
    at: Vec<i64>,
    events: Vec<&'e str>,
    details: Vec<&'e str>,
}

impl<'e> Entries<'e> {
    pub(super) fn new(attempt: i64, entries: &'e [TimelineEntry]) -> Self {
        let mut columns = Self::default();
        columns.add(attempt, entries);
        columns
    }

    /// Adds all new entries of one attempt.
    pub(super) fn add(&mut self, attempt: i64, entries: &'e [TimelineEntry]) {
        for (place, entry) in (1..).zip(entries) {
            self.attempts.push(attempt);
            self.places.push(place);
            self.at.push(entry.at.0);
            self.events.push(&entry.event);
            self.details.push(&entry.detail);
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.attempts.is_empty()
    }

    /// The parameters of [`APPEND`].
    pub(super) fn parameters(&self) -> [&(dyn tokio_postgres::types::ToSql + Sync); 5] {
        [
            &self.attempts,
            &self.places,
            &self.at,
            &self.events,
            &self.details,
        ]
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
