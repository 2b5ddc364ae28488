//! The connection that writes batches.

use super::statement::send;
use super::{Answer, Job};
use crate::postgres::address::Address;
use crate::postgres::error::Failure;
use crate::postgres::session::Session;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, RwLock, RwLockWriteGuard};
use tokio::time::Instant;

/// The pause before a batch is first sent again.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// The writer's own connection. It is replaced when it is lost. Several batches may be sent at once. A batch whose first
/// write failed then has the connection to itself until it is settled, and no batch that starts later overtakes it. This
/// matters because after a lost connection only the stored carts show whether the batch was written, and only while
/// nobody has changed them again.
pub(super) struct Connection {
    address: Address,
    /// Locked only while a task takes or makes the connection. A task that finds none makes one, and the others wait for
    /// it.
    session: Mutex<Option<Arc<Session>>>,
    /// How long it may take to replace a lost connection.
    patience: Duration,
    /// Read-locked by batches that are sent side by side. Write-locked by a batch that needs the connection to itself.
    turn: RwLock<()>,
}

impl Connection {
    /// Connects at the first write.
    pub(super) fn new(address: Address, patience: Duration) -> Self {
        Self {
            address,
            session: Mutex::default(),
            patience,
            turn: RwLock::default(),
        }
    }

    /// Writes a batch, side by side with others.
    pub(super) async fn write(&self, batch: &[Job]) -> Result<Vec<Answer>, Failure> {
        let _side_by_side = self.turn.read().await;
        self.write_once(batch, Sent::Once).await
    }

    /// Waits until no other batch is being written. No other batch starts before the result is dropped.
    pub(super) async fn alone(&self) -> Alone<'_> {
        Alone {
            connection: self,
            _turn: self.turn.write().await,
        }
    }

    async fn write_once(&self, batch: &[Job], sent: Sent) -> Result<Vec<Answer>, Failure> {
        let session = self.connected().await?;
        let answers = send(&session, batch, sent).await;
        if let Err(Failure::Lost(_)) = &answers {
            session.server_left();
        }
        answers
    }

    async fn connected(&self) -> Result<Arc<Session>, Failure> {
        let mut kept = self.session.lock().await;
        if let Some(session) = kept.as_ref().filter(|session| session.is_clean()) {
            return Ok(Arc::clone(session));
        }
        *kept = None;
        let session = Arc::new(Session::connect(&self.address).await?);
        Ok(Arc::clone(kept.insert(session)))
    }
}

/// The connection, while no other batch is being written.
pub(super) struct Alone<'c> {
    connection: &'c Connection,
    _turn: RwLockWriteGuard<'c, ()>,
}

impl Alone<'_> {
    /// Writes a batch. Repeats it if the connection is lost, or if it is a single change and another transaction
    /// interferes. The error comes with whether the batch may have been written all the same.
    pub(super) async fn write(
        &self,
        batch: &[Job],
        mut sent: Sent,
    ) -> Result<Vec<Answer>, (Failure, Sent)> {
        let mut pause = FIRST_PAUSE;
        let give_up = Instant::now() + self.connection.patience;
        loop {
            let failure = match self.connection.write_once(batch, sent).await {
                Ok(answers) => return Ok(answers),
                Err(failure) => failure,
            };
            match failure {
                Failure::Lost(_) => sent = Sent::PerhapsBefore,
                // A larger batch is not repeated here. Its changes get in the way of other transactions, and are done
                // sooner one by one.
                Failure::Again(_) if batch.len() == 1 => {}
                _ => return Err((failure, sent)),
            }
            if Instant::now() + pause >= give_up {
                return Err((failure, sent));
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}

/// Whether a connection that was lost may have written the batch before it could report the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    Once,
    PerhapsBefore,
}
