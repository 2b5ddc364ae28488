//! Stock: taken off by guarded decrements when an attempt begins; sold or given back exactly once. Rows of stock are
//! locked in the order of their numbers, by whoever: two attempts never wait for each other in a circle.

use super::error::Failure;
use super::session::{Parameters, Session};
use crate::StoreError;
use crate::steps::units_of;
use zkratka_commerce::order::OrderSnapshot;

/// The guard holds whatever the rules said, and on what is stored now, not when it was read.
const DECREMENT: &str = "
    WITH needed AS (
        SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS needed (id, units)
    ), locked AS (
        SELECT variants.id FROM variants JOIN needed ON needed.id = variants.id
        ORDER BY variants.id FOR UPDATE OF variants
    )
    UPDATE variants SET available = available - needed.units
    FROM needed JOIN locked ON locked.id = needed.id
    WHERE variants.id = needed.id AND feed_quantity IS NOT NULL
      AND (oversell OR available >= needed.units)";

const RECORD: &str = "INSERT INTO reservations (attempt_key, variant_id, quantity)
    SELECT $1, * FROM unnest($2::bigint[], $3::bigint[])";

pub(super) const SETTLE: &str = "DELETE FROM reservations WHERE attempt_key = $1";

pub(super) const GIVE_BACK: &str = "
    WITH held AS (
        SELECT variant_id, quantity FROM reservations WHERE attempt_key = $1
    ), locked AS (
        SELECT variants.id FROM variants JOIN held ON held.variant_id = variants.id
        ORDER BY variants.id FOR UPDATE OF variants
    )
    UPDATE variants SET available = available + held.quantity
    FROM held JOIN locked ON locked.id = held.variant_id
    WHERE variants.id = held.variant_id";

/// Takes the order's units off the stock, and records that this attempt holds them; without one they are sold at once.
/// Best done last: others who want the same goods wait until the transaction ends. The order was found deliverable just
/// now; somebody may have been faster, and what is left then is seen when the work is done again.
pub(super) async fn take(
    session: &Session,
    snapshot: &OrderSnapshot,
    holder: Option<i64>,
) -> Result<(), Failure> {
    let needed = units_of(snapshot);
    if needed.is_empty() {
        return Ok(());
    }
    let variants: Vec<i64> = needed.keys().map(|id| id.0.cast_signed()).collect();
    let units: Vec<i64> = needed.into_values().collect();
    let decrement: (&'static str, Parameters<'_>) = (DECREMENT, &[&variants, &units]);
    let changed = match &holder {
        Some(attempt) => {
            session
                .execute_all(&[decrement, (RECORD, &[attempt, &variants, &units])])
                .await?
        }
        None => session.execute_all(&[decrement]).await?,
    };
    if changed.first().copied() != u64::try_from(variants.len()).ok() {
        return Err(Failure::Again(StoreError::Inconsistent(
            "stock cannot be reserved although it was found sufficient",
        )));
    }
    Ok(())
}
