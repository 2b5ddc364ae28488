//! Stock. Guarded decrements take units when an attempt begins. The units are sold, or given back, exactly once. Every
//! transaction locks rows of stock in the order of the variants' ids, so two attempts never deadlock.

use super::error::Failure;
use super::session::Session;
use crate::StoreError;
use crate::steps::units_of;
use std::collections::BTreeMap;
use tokio_postgres::types::ToSql;
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::order::OrderSnapshot;

/// Takes the units that are in stock. The guard checks the present stock, not the stock that was read earlier, and it
/// holds whatever the rules decided.
macro_rules! taken {
    ($rest:literal) => {
        concat!(
            "WITH needed AS (
                SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS needed (id, units)
            ), locked AS (
                SELECT variants.id FROM variants JOIN needed ON needed.id = variants.id
                ORDER BY variants.id FOR UPDATE OF variants
            ), taken AS (
                UPDATE variants SET available = available - needed.units
                FROM needed JOIN locked ON locked.id = needed.id
                WHERE variants.id = needed.id AND feed_quantity IS NOT NULL
                  AND (oversell OR available >= needed.units)
                RETURNING variants.id
            ) ",
            $rest
        )
    };
}

/// Takes units and records that an attempt holds them. For units that cannot be taken, the recorded variant would be
/// NULL. The schema refuses that, and with it the whole transaction. So the transaction can commit without waiting for
/// the statement's result.
pub(super) const RESERVE: &str = taken!(
    "INSERT INTO reservations (attempt_key, variant_id, quantity)
     SELECT $3, taken.id, needed.units FROM needed LEFT JOIN taken ON taken.id = needed.id"
);

/// Takes units and returns for how many variants they were taken.
const SELL: &str = taken!("SELECT count(*) FROM taken");

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

/// Puts units that were sold back into stock. If the stock of a variant is no longer tracked, nothing changes.
pub(super) const PUT_BACK: &str = "
    WITH returned AS (
        SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS returned (id, units)
    ), locked AS (
        SELECT variants.id FROM variants JOIN returned ON returned.id = variants.id
        ORDER BY variants.id FOR UPDATE OF variants
    )
    UPDATE variants SET available = available + returned.units
    FROM returned JOIN locked ON locked.id = returned.id
    WHERE variants.id = returned.id AND feed_quantity IS NOT NULL";

/// Units by variant, column by column.
pub(super) fn columns(units: &BTreeMap<VariantId, i64>) -> (Vec<i64>, Vec<i64>) {
    let columns = units.iter();
    columns
        .map(|(variant, units)| (variant.0.cast_signed(), *units))
        .unzip()
}

/// The tracked units that an order needs, as parameters of the statements.
pub(super) struct Needed {
    variants: Vec<i64>,
    units: Vec<i64>,
}

impl Needed {
    pub(super) fn new(snapshot: &OrderSnapshot) -> Self {
        let (variants, units) = columns(&units_of(snapshot));
        Self { variants, units }
    }

    /// Whether the order needs no tracked units.
    pub(super) const fn is_empty(&self) -> bool {
        self.variants.is_empty()
    }

    /// The parameters of [`RESERVE`].
    pub(super) fn held_by<'p>(&'p self, attempt: &'p i64) -> [&'p (dyn ToSql + Sync); 3] {
        [&self.variants, &self.units, attempt]
    }
}

/// Takes the order's units from the stock for good. Call it late: other attempts on the same goods wait until the
/// transaction ends. The transaction has just found the order deliverable, but another attempt may have taken the units
/// since. Then the work is repeated and reads what is left.
pub(super) async fn sell(session: &Session, snapshot: &OrderSnapshot) -> Result<(), Failure> {
    let needed = Needed::new(snapshot);
    if needed.is_empty() {
        return Ok(());
    }
    let row = session
        .row(SELL, &[&needed.variants, &needed.units])
        .await?;
    let taken: i64 = row.map_or(0, |row| row.get(0));
    if usize::try_from(taken).ok() != Some(needed.variants.len()) {
        return Err(Failure::Again(StoreError::Inconsistent(
            "stock cannot be taken although it was found sufficient",
        )));
    }
    Ok(())
}
