//! Orders that wait for their transfer.

use super::error::Failure;
use super::session::{Parameters, Session};
use super::work::Work;
use async_trait::async_trait;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::time::Timestamp;

/// A new order begins to wait.
pub(super) const BEGIN: &str =
    "INSERT INTO pending_transfers (order_number, due_at) VALUES ($1, $2)";
pub(super) const WAIT_UNTIL: &str =
    "UPDATE pending_transfers SET due_at = $2 WHERE order_number = $1";
pub(super) const END: &str = "DELETE FROM pending_transfers WHERE order_number = $1";
/// Skips orders that another server is claiming at this moment.
const CLAIM: &str = "
    UPDATE pending_transfers AS claimed SET due_at = $2
    FROM (SELECT order_number FROM pending_transfers WHERE due_at <= $1
          ORDER BY due_at, order_number LIMIT $3 FOR UPDATE SKIP LOCKED) AS due
    WHERE claimed.order_number = due.order_number
    RETURNING claimed.order_number";

pub(super) struct Claim {
    pub(super) now: Timestamp,
    pub(super) lease_until: Timestamp,
    pub(super) limit: i64,
}

#[async_trait]
impl Work for Claim {
    type Answer = Vec<OrderNumber>;

    async fn run(&self, session: &Session) -> Result<Vec<OrderNumber>, Failure> {
        session.begin("BEGIN").await?;
        let parameters: Parameters<'_> = &[&self.now.0, &self.lease_until.0, &self.limit];
        let rows = session.rows(CLAIM, parameters).await?;
        let number = |row: &tokio_postgres::Row| OrderNumber(row.get::<_, i64>(0).cast_unsigned());
        Ok(rows.iter().map(number).collect())
    }
}
