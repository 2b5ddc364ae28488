//! Short reads on a few shared connections. Each connection sends requests without waiting for earlier responses
//! (pipelining), so two connections serve many callers.

use super::address::Address;
use super::error::Failure;
use super::session::{Parameters, Session};
use crate::StoreError;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::RwLock;
use tokio_postgres::Row;

pub(super) struct Readers {
    address: Address,
    sessions: Vec<RwLock<Option<Arc<Session>>>>,
    next: AtomicUsize,
    deadline: Duration,
}

impl Readers {
    /// Connects when a caller first needs a connection.
    pub(super) fn new(address: Address, count: usize, deadline: Duration) -> Self {
        Self {
            address,
            sessions: (0..count.max(1)).map(|_| RwLock::default()).collect(),
            next: AtomicUsize::new(0),
            deadline,
        }
    }

    /// The rows of a read-only statement.
    pub(super) async fn rows(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        tokio::time::timeout(self.deadline, self.rows_or_again(sql, parameters))
            .await
            .unwrap_or_else(|_| Err(StoreError::Database("no answer in time".into())))
    }

    /// The only row of a read-only statement, if there is one.
    pub(super) async fn row(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, parameters).await?.pop())
    }

    /// A read can always be repeated. The first retry is immediate, on a new connection. Others follow after pauses while
    /// there is time.
    async fn rows_or_again(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let mut pause = Duration::ZERO;
        let give_up = tokio::time::Instant::now() + self.deadline.mul_f32(0.8);
        loop {
            let failure = match self.rows_once(sql, parameters).await {
                Ok(rows) => return Ok(rows),
                Err(Failure::Final(error) | Failure::Unknown(error)) => return Err(error),
                Err(failure) => failure,
            };
            if tokio::time::Instant::now() >= give_up {
                return Err(failure.give_up());
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).clamp(Duration::from_millis(20), Duration::from_millis(500));
        }
    }

    async fn rows_once(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, Failure> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % self.sessions.len();
        let session = self.session(turn).await?;
        let answer = session.rows(sql, parameters).await;
        if let Err(Failure::Lost(_)) = &answer {
            session.server_left();
        }
        answer
    }

    async fn session(&self, turn: usize) -> Result<Arc<Session>, Failure> {
        let place = &self.sessions[turn];
        if let Some(session) = place.read().await.as_ref().filter(|one| one.is_clean()) {
            return Ok(Arc::clone(session));
        }
        let mut place = place.write().await;
        // Another task may have connected while this one waited for the lock.
        if let Some(session) = place.as_ref().filter(|one| one.is_clean()) {
            return Ok(Arc::clone(session));
        }
        let session = Arc::new(Session::connect(&self.address).await?);
        *place = Some(Arc::clone(&session));
        Ok(session)
    }
}
