//! Stock. Guarded decrements take units when an attempt begins. The units are sold, or given back, exactly once. Every
//! transaction locks rows of stock in the order of the variants' ids, so two attempts never deadlock.

use super::error::Failure;
use super::keys::shard_prefixed;
use crate::StoreError;
use crate::steps::units_of;
use std::collections::BTreeMap;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::attempt::Attempt;
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

/// Takes the units that attempts need together and records how many each of them holds. For units that cannot be taken,
/// the recorded variant would be NULL. The schema refuses that, and with it the whole transaction. So the transaction can
/// commit without waiting for the statement's result.
pub(super) const RESERVE: &str = taken!(
    "INSERT INTO reservations (attempt_key, variant_id, quantity)
     SELECT held.attempt, taken.id, held.units
     FROM unnest($3::bigint[], $4::bigint[], $5::bigint[]) AS held (attempt, variant, units)
     LEFT JOIN taken ON taken.id = held.variant"
);

/// Takes units and returns for how many variants they were taken.
pub(super) const SELL: &str = taken!("SELECT count(*) FROM taken");

/// The attempts hold no units any more.
pub(super) const SETTLE: &str = "DELETE FROM reservations WHERE attempt_key = ANY ($1)";

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

/// The tracked units that new attempts reserve, as parameters of [`RESERVE`].
#[derive(Default)]
pub(super) struct Reservations {
    /// What all attempts need together, by variant.
    variants: Vec<i64>,
    units: Vec<i64>,
    /// What each attempt needs.
    attempts: Vec<i64>,
    held_variants: Vec<i64>,
    held_units: Vec<i64>,
}

impl Reservations {
    pub(super) fn of<'a>(attempts: impl IntoIterator<Item = &'a Attempt>) -> Self {
        let mut reservations = Self::default();
        let mut together = BTreeMap::new();
        for attempt in attempts {
            for (variant, units) in units_of(&attempt.snapshot) {
                *together.entry(variant).or_insert(0) += units;
                reservations.attempts.push(shard_prefixed(attempt.key.0));
                reservations.held_variants.push(variant.0.cast_signed());
                reservations.held_units.push(units);
            }
        }
        (reservations.variants, reservations.units) = columns(&together);
        reservations
    }

    /// Whether no attempt needs tracked units.
    pub(super) const fn is_empty(&self) -> bool {
        self.attempts.is_empty()
    }

    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 5] {
        [
            &self.variants,
            &self.units,
            &self.attempts,
            &self.held_variants,
            &self.held_units,
        ]
    }
}

/// The tracked units that an order made at once takes from the stock for good, as parameters of [`SELL`].
pub(super) struct Sale {
    variants: Vec<i64>,
    units: Vec<i64>,
}

impl Sale {
    pub(super) fn of(snapshot: &OrderSnapshot) -> Self {
        let (variants, units) = columns(&units_of(snapshot));
        Self { variants, units }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.variants.is_empty()
    }

    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 2] {
        [&self.variants, &self.units]
    }

    /// Checks the answer of [`SELL`]. The transaction has just found the order deliverable, but another attempt may have taken
    /// the units since. Then the work is repeated and reads what is left.
    pub(super) fn check(&self, answer: Option<&Row>) -> Result<(), Failure> {
        let taken: i64 = answer.map_or(0, |row| row.get(0));
        if usize::try_from(taken).ok() != Some(self.variants.len()) {
            return Err(Failure::Again(StoreError::Inconsistent(
                "stock cannot be taken although it was found sufficient",
            )));
        }
        Ok(())
    }
}
