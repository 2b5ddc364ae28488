//! Unpaid orders by the buyer's contacts.

use crate::StoreError;
use rusqlite::{Connection, params};
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::time::Timestamp;
use zkratka_commerce::unpaid_orders::UnpaidPlace;

/// The places that these contacts took after `since`.
pub(super) fn taken(
    connection: &Connection,
    contacts: &[ContactKey],
    since: Timestamp,
) -> Result<Vec<(String, u32)>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT place FROM unpaid_orders WHERE contact = ?1 AND at > ?2")?;
    let mut taken = Vec::new();
    for contact in contacts {
        let mut rows = statement.query(params![contact.as_str(), since.0])?;
        while let Some(row) = rows.next()? {
            taken.push((contact.as_str().to_owned(), row.get(0)?));
        }
    }
    Ok(taken)
}

/// Takes places, and deletes a few that were taken before `since`.
pub(super) fn take(
    connection: &Connection,
    attempt: AttemptKey,
    places: &[UnpaidPlace],
    now: Timestamp,
    since: Timestamp,
) -> Result<(), StoreError> {
    if places.is_empty() {
        return Ok(());
    }
    connection
        .prepare_cached(
            "DELETE FROM unpaid_orders WHERE (contact, place) IN (
                 SELECT contact, place FROM unpaid_orders WHERE at <= ?1 ORDER BY at LIMIT 4)",
        )?
        .execute([since.0])?;
    let mut statement = connection.prepare_cached(
        "INSERT INTO unpaid_orders (contact, place, attempt_key, at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (contact, place) DO UPDATE SET attempt_key = excluded.attempt_key, at = excluded.at
         WHERE unpaid_orders.at <= ?5",
    )?;
    for UnpaidPlace { contact, place } in places {
        let attempt = attempt.0.cast_signed();
        let taken = statement.execute(params![contact.as_str(), place, attempt, now.0, since.0])?;
        if taken != 1 {
            return Err(StoreError::Inconsistent(
                "a place for an unpaid order cannot be taken although it was found free",
            ));
        }
    }
    Ok(())
}

/// The order of the attempt is no longer unpaid.
pub(super) fn release(connection: &Connection, attempt: AttemptKey) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM unpaid_orders WHERE attempt_key = ?1")?
        .execute([attempt.0.cast_signed()])?;
    Ok(())
}
