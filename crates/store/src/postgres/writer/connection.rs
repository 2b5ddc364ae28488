//! The connection by which batches go.

use super::statement::send;
use super::{Answer, Job};
use crate::postgres::address::Address;
use crate::postgres::error::Failure;
use crate::postgres::session::Session;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, RwLock, RwLockWriteGuard};
use tokio::time::Instant;

/// Before a batch is sent again.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// The writer's own connection, made anew when it is lost. Batches may be on their way side by side; a batch that was not
/// written at once has the connection to itself until it is settled. None that comes later overtakes it: whether a batch
/// that was lost had been written can be seen only as long as nobody has changed its carts again.
pub(super) struct Connection {
    address: Address,
    /// Held only while it is looked at, or made: whoever finds none makes it for the others.
    session: Mutex<Option<Arc<Session>>>,
    /// How long a lost connection may take to be replaced.
    patience: Duration,
    /// Whose turn it is: everybody's side by side, or one's alone.
    turn: RwLock<()>,
}

impl Connection {
    /// Not made yet.
    pub(super) fn new(address: Address, patience: Duration) -> Self {
        Self {
            address,
            session: Mutex::default(),
            patience,
            turn: RwLock::default(),
        }
    }

    /// Writes a batch beside others.
    pub(super) async fn write(&self, batch: &[Job]) -> Result<Vec<Answer>, Failure> {
        let _side_by_side = self.turn.read().await;
        self.write_once(batch, Sent::Once).await
    }

    /// Waits until nothing else is on its way, and lets nothing go before the answer is dropped.
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

/// The connection, while nobody else writes.
pub(super) struct Alone<'c> {
    connection: &'c Connection,
    _turn: RwLockWriteGuard<'c, ()>,
}

impl Alone<'_> {
    /// Writes a batch, again if the connection is lost under way or others are in the way. With a failure comes whether it
    /// may have been written all the same.
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
                // Many at once are in each other's way, too: one by one they are sooner done.
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

/// Whether a batch may have been written already, by a connection that was lost before it could say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    Once,
    PerhapsBefore,
}
