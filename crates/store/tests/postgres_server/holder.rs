//! A connection beside the server's that holds locks for which the server waits.

use tokio_postgres::types::FromSql;
use tokio_postgres::{Client, NoTls};

/// Whether somebody waits for a lock of this connection.
const IS_AWAITED: &str = "SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))";

/// Holds locks until its end.
pub(super) struct Holder(Client);

impl Holder {
    /// Locks all rows that the table has now.
    pub(super) async fn of(table: &str, url: &str) -> Self {
        Self::after(&format!("SELECT FROM {table} FOR UPDATE"), url).await
    }

    /// Runs the statement in a transaction that stays open.
    pub(super) async fn after(sql: &str, url: &str) -> Self {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
        tokio::spawn(connection);
        client
            .batch_execute(&format!("BEGIN; {sql}"))
            .await
            .unwrap();
        Self(client)
    }

    pub(super) async fn until_awaited(&self) {
        while !self.ask::<bool>(IS_AWAITED).await {
            tokio::task::yield_now().await;
        }
    }

    pub(super) async fn ask<T: for<'a> FromSql<'a>>(&self, sql: &str) -> T {
        self.0.query_one(sql, &[]).await.unwrap().get(0)
    }

    pub(super) async fn commit(&self) {
        self.0.batch_execute("COMMIT").await.unwrap();
    }

    pub(super) async fn let_go(&self) {
        self.0.batch_execute("ROLLBACK").await.unwrap();
    }
}
