//! One connection. It connects within a deadline, applies the settings on which the store relies, and prepares each
//! statement once.

use super::address::{Address, Server};
use super::error::{Failure, words};
use crate::StoreError;
use futures_util::future::{join, join_all, try_join_all};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

pub(super) type Parameters<'p> = &'p [&'p (dyn ToSql + Sync)];

/// How long it may take until a new connection can be used.
const CONNECT_DEADLINE: Duration = Duration::from_secs(5);

/// The settings of every connection. The server aborts work on which this program has given up: waiting for a lock, a
/// statement that does not end, a transaction whose program has died. A commit is on disk before the server confirms it,
/// whatever the database's default is. A stronger default (a synchronous standby) is kept.
///
/// Each connection plans a statement once, because every statement finds rows by keys whatever its parameters are. The
/// plans must not depend on how many rows there were at that moment: in an empty table reading all rows looks cheapest, and
/// the plan would still read them all when there are many. Documents are compressed with the faster method if the server has
/// it.
const SET_UP: &str = "
    SET lock_timeout = '2s';
    SET statement_timeout = '15s';
    SET idle_in_transaction_session_timeout = '10s';
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';
    SELECT set_config(name, 'off', false) FROM pg_settings
    WHERE name IN ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit');
    SELECT set_config(name, choice, false)
    FROM pg_settings JOIN (VALUES
        ('plan_cache_mode', 'force_generic_plan'),
        ('default_toast_compression', 'lz4')) AS wanted (name, choice) USING (name)
    WHERE choice = ANY (enumvals)";

/// Begins a transaction that waits for locks as long as [`SET_UP`] allows.
pub(super) const PATIENT: &str = "BEGIN";
/// Begins a transaction that gives up early if somebody holds a lock: others wait for its connection and its locks.
pub(super) const PROMPT: &str = "BEGIN; SET LOCAL lock_timeout = '500ms'";
/// Begins a transaction in which all reads see the same moment.
pub(super) const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

pub(super) struct Session {
    client: Client,
    prepared: Mutex<HashMap<&'static str, Statement>>,
    /// A transaction has begun and has been neither committed nor undone, so no other caller may use the connection.
    open_transaction: AtomicBool,
    /// The address's counter of servers, and the number of the server to which this connection goes.
    server: (Server, u64),
}

impl Session {
    pub(super) async fn connect(address: &Address) -> Result<Self, Failure> {
        tokio::time::timeout(CONNECT_DEADLINE, Self::connect_now(address))
            .await
            .unwrap_or_else(|_| Err(Failure::lost("the database cannot be reached in time")))
    }

    async fn connect_now(address: &Address) -> Result<Self, Failure> {
        let server = address.server.present();
        let connected = address.config.connect(address.tls.clone()).await;
        let (client, connection) = connected.map_err(unreachable)?;
        // This task ends when the client is dropped or the server is gone. From then on every call returns an error.
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(error = %words(&error), "a database connection has ended");
            }
        });
        client.batch_execute(SET_UP).await?;
        Ok(Self {
            client,
            prepared: Mutex::default(),
            open_transaction: AtomicBool::new(false),
            server: (address.server.clone(), server),
        })
    }

    /// Whether another caller can use the connection.
    pub(super) fn is_clean(&self) -> bool {
        let (server, ours) = &self.server;
        !self.client.is_closed()
            && !self.open_transaction.load(Ordering::Relaxed)
            && server.present() == *ours
    }

    /// Records that the server is gone, so that no connection to it is used again.
    pub(super) fn server_left(&self) {
        let (server, ours) = &self.server;
        server.left(*ours);
    }

    /// Runs statements that are not prepared: those without results, or those that run once.
    pub(super) async fn batch(&self, sql: &str) -> Result<(), Failure> {
        Ok(self.client.batch_execute(sql).await?)
    }

    /// The rows of a statement.
    pub(super) async fn rows(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, Failure> {
        let statement = self.statement(sql).await?;
        Ok(self.client.query(&statement, parameters).await?)
    }

    /// The only row of a statement, if there is one.
    pub(super) async fn row(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Option<Row>, Failure> {
        let statement = self.statement(sql).await?;
        Ok(self.client.query_opt(&statement, parameters).await?)
    }

    /// Returns how many rows the statement changed.
    pub(super) async fn execute(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<u64, Failure> {
        let statement = self.statement(sql).await?;
        Ok(self.client.execute(&statement, parameters).await?)
    }

    /// Runs statements in sequence without waiting for each response. Returns how many rows each changed.
    pub(super) async fn execute_all(
        &self,
        work: &[(&'static str, Parameters<'_>)],
    ) -> Result<Vec<u64>, Failure> {
        let statements = self.statements(work).await?;
        let calls = self.calls(&statements, work);
        Ok(try_join_all(calls).await?)
    }

    /// Runs the last statements of the transaction and commits, in one round trip. So the locks for which others wait are
    /// held no longer than these writes take. If a statement fails, all of the transaction is undone.
    pub(super) async fn execute_and_commit(
        &self,
        work: &[(&'static str, Parameters<'_>)],
    ) -> Result<(), Failure> {
        let statements = self.statements(work).await?;
        let calls = self.calls(&statements, work);
        // The statements and the COMMIT are sent in order, without waiting. A COMMIT after a failed statement undoes
        // everything.
        let (done, ended) = join(join_all(calls), self.commit()).await;
        match done.into_iter().collect::<Result<Vec<u64>, _>>() {
            Ok(_) => ended,
            // The server refused the statement, and with it the transaction.
            Err(error) if error.code().is_some() => Err(error.into()),
            // The connection broke, so it is not known whether the COMMIT took effect.
            Err(error) => Err(Failure::Unknown(StoreError::Database(words(&error)))),
        }
    }

    /// Begins a transaction and runs its first statements, in one round trip. `how` is the SQL that begins it. Returns the rows
    /// of each statement.
    pub(super) async fn begin_and_ask(
        &self,
        how: &'static str,
        work: &[(&'static str, Parameters<'_>)],
    ) -> Result<Vec<Vec<Row>>, Failure> {
        let statements = self.statements(work).await?;
        self.open_transaction.store(true, Ordering::Relaxed);
        let beginning = self.client.batch_execute(how);
        let (begun, answers) = join(beginning, join_all(self.queries(&statements, work))).await;
        begun?;
        let answers: Result<_, _> = answers.into_iter().collect();
        Ok(answers?)
    }

    /// Runs statements in one round trip. Returns the rows of each.
    pub(super) async fn ask(
        &self,
        work: &[(&'static str, Parameters<'_>)],
    ) -> Result<Vec<Vec<Row>>, Failure> {
        let statements = self.statements(work).await?;
        let answers = join_all(self.queries(&statements, work)).await;
        // The first error is the reason of all that follow.
        let answers: Result<_, _> = answers.into_iter().collect();
        Ok(answers?)
    }

    /// Begins a transaction. `how` is the SQL that begins it.
    pub(super) async fn begin(&self, how: &'static str) -> Result<(), Failure> {
        self.open_transaction.store(true, Ordering::Relaxed);
        self.batch(how).await
    }

    /// Commits the transaction, unless it has ended already. If the response does not arrive, it is not known whether the
    /// commit took effect.
    pub(super) async fn commit(&self) -> Result<(), Failure> {
        if !self.open_transaction.load(Ordering::Relaxed) {
            return Ok(());
        }
        match self.batch("COMMIT").await {
            Ok(()) => {
                self.open_transaction.store(false, Ordering::Relaxed);
                Ok(())
            }
            Err(Failure::Lost(error)) => Err(Failure::Unknown(error)),
            Err(error) => Err(error),
        }
    }

    /// Rolls the transaction back. A connection that cannot roll back is not used again.
    pub(super) async fn undo(&self) {
        if self.open_transaction.load(Ordering::Relaxed) && self.batch("ROLLBACK").await.is_ok() {
            self.open_transaction.store(false, Ordering::Relaxed);
        }
    }

    /// Each call is sent when it is first polled, so polling in order sends them in order.
    fn calls<'c>(
        &'c self,
        statements: &'c [Statement],
        work: &'c [(&'static str, Parameters<'c>)],
    ) -> impl Iterator<Item = impl Future<Output = Result<u64, tokio_postgres::Error>> + 'c> {
        let calls = statements.iter().zip(work);
        calls.map(|(statement, (_, parameters))| self.client.execute(statement, parameters))
    }

    /// Like [`Self::calls`], for the rows of each statement.
    fn queries<'c>(
        &'c self,
        statements: &'c [Statement],
        work: &'c [(&'static str, Parameters<'c>)],
    ) -> impl Iterator<Item = impl Future<Output = Result<Vec<Row>, tokio_postgres::Error>> + 'c>
    {
        let queries = statements.iter().zip(work);
        queries.map(|(statement, (_, parameters))| self.client.query(statement, parameters))
    }

    async fn statements(
        &self,
        work: &[(&'static str, Parameters<'_>)],
    ) -> Result<Vec<Statement>, Failure> {
        let mut statements = Vec::with_capacity(work.len());
        for (sql, _) in work {
            statements.push(self.statement(sql).await?);
        }
        Ok(statements)
    }

    async fn statement(&self, sql: &'static str) -> Result<Statement, Failure> {
        if let Some(statement) = self.known().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.known().insert(sql, statement.clone());
        Ok(statement)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<&'static str, Statement>> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Classifies a failure to connect. Nothing was done, and another host or a later try may succeed, unless the server
/// refuses access.
fn unreachable(error: tokio_postgres::Error) -> Failure {
    match error.code() {
        Some(_) => error.into(),
        None => Failure::lost(words(&error)),
    }
}
