//! Unpaid orders by the buyer's contacts.

use super::error::Failure;
use super::keys::shard_prefixed;
use super::session::{Parameters, Session};
use crate::StoreError;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::time::Timestamp;
use zkratka_commerce::unpaid_orders::UnpaidPlace;

const TAKEN: &str = "SELECT contact, place FROM unpaid_orders WHERE contact = ANY ($1) AND at > $2";
/// Another transaction that takes the same place is waited for, and then has it.
const TAKE: &str = "INSERT INTO unpaid_orders (contact, place, attempt_key, at)
    VALUES ($1, $2, $3, $4)
    ON CONFLICT (contact, place) DO UPDATE SET attempt_key = EXCLUDED.attempt_key, at = EXCLUDED.at
    WHERE unpaid_orders.at <= $5";
const FORGET: &str = "DELETE FROM unpaid_orders WHERE (contact, place) IN (
    SELECT contact, place FROM unpaid_orders WHERE at <= $1 ORDER BY at LIMIT 4
    FOR UPDATE SKIP LOCKED)";
/// The orders of these attempts are no longer unpaid. Locks the places in the order in which [`take`] takes them.
pub(super) const RELEASE: &str = "DELETE FROM unpaid_orders WHERE (contact, place) IN (
    SELECT contact, place FROM unpaid_orders WHERE attempt_key = ANY ($1)
    ORDER BY contact COLLATE \"C\", place FOR UPDATE)";

/// The places that these contacts took after `since`.
pub(super) async fn taken(
    session: &Session,
    contacts: &[ContactKey],
    since: Timestamp,
) -> Result<Vec<(String, u32)>, Failure> {
    if contacts.is_empty() {
        return Ok(Vec::new());
    }
    let contacts: Vec<&str> = contacts.iter().map(ContactKey::as_str).collect();
    let rows = session.rows(TAKEN, &[&contacts, &since.0]).await?;
    let place = |row: &tokio_postgres::Row| (row.get(0), row.get::<_, i32>(1).cast_unsigned());
    Ok(rows.iter().map(place).collect())
}

/// Takes places in the order of contacts, then deletes a few from before `since`; after that it waits for no place. If another
/// transaction was faster, the retry sees which places are free.
pub(super) async fn take(
    session: &Session,
    attempt: AttemptKey,
    places: &[UnpaidPlace],
    now: Timestamp,
    since: Timestamp,
) -> Result<(), Failure> {
    if places.is_empty() {
        return Ok(());
    }
    let attempt = shard_prefixed(attempt.0);
    for UnpaidPlace { contact, place } in places {
        let (contact, place) = (contact.as_str(), place.cast_signed());
        let row: Parameters<'_> = &[&contact, &place, &attempt, &now.0, &since.0];
        if session.execute(TAKE, row).await? != 1 {
            return Err(Failure::Again(StoreError::Inconsistent(
                "a place for an unpaid order cannot be taken although it was found free",
            )));
        }
    }
    session.execute(FORGET, &[&since.0]).await?;
    Ok(())
}
