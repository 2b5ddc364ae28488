//! Orders that wait for their transfer.

use crate::StoreError;
use rusqlite::{Connection, params};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::Order;
use zkratka_commerce::order_life::TransferWait;
use zkratka_commerce::time::Timestamp;

/// A new order begins to wait, if it has a due day.
pub(super) fn begin(connection: &Connection, order: &Order) -> Result<(), StoreError> {
    let Some(due) = order.transfer_due else {
        return Ok(());
    };
    connection
        .prepare_cached("INSERT INTO pending_transfers (order_number, due_at) VALUES (?1, ?2)")?
        .execute([order.number.0.cast_signed(), due.first_look().0])?;
    Ok(())
}

pub(super) fn update(
    connection: &Connection,
    order: OrderNumber,
    wait: TransferWait,
) -> Result<(), StoreError> {
    let order = order.0.cast_signed();
    match wait {
        TransferWait::Until(at) => connection
            .prepare_cached("UPDATE pending_transfers SET due_at = ?2 WHERE order_number = ?1")?
            .execute([order, at.0])?,
        TransferWait::Over => connection
            .prepare_cached("DELETE FROM pending_transfers WHERE order_number = ?1")?
            .execute([order])?,
    };
    Ok(())
}

pub(super) fn claim(
    connection: &Connection,
    now: Timestamp,
    lease_until: Timestamp,
    limit: u32,
) -> Result<Vec<OrderNumber>, StoreError> {
    let claimed = connection
        .prepare_cached(
            "UPDATE pending_transfers SET due_at = ?2 WHERE order_number IN (
                 SELECT order_number FROM pending_transfers WHERE due_at <= ?1
                 ORDER BY due_at, order_number LIMIT ?3)
             RETURNING order_number",
        )?
        .query_map(params![now.0, lease_until.0, limit], |row| {
            Ok(OrderNumber(row.get::<_, i64>(0)?.cast_unsigned()))
        })?
        .collect::<Result<_, _>>()?;
    Ok(claimed)
}
