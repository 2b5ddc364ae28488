//! The connection by which batches go.

use super::statement::send;
use super::{Answer, Job};
use crate::postgres::address::Address;
use crate::postgres::error::Failure;
use crate::postgres::session::Session;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Before a batch is sent again after its connection was lost.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// The writer's own connection, made anew when it is lost. Batches may be on their way together; they are written in the
/// order in which they were sent.
pub(super) struct Connection {
    address: Address,
    /// Held only while it is looked at, or made: whoever finds none makes it for the others.
    session: Mutex<Option<Arc<Session>>>,
    /// How long a lost connection may take to be replaced.
    patience: Duration,
}

impl Connection {
    /// Not made yet.
    pub(super) fn new(address: Address, patience: Duration) -> Self {
        Self {
            address,
            session: Mutex::default(),
            patience,
        }
    }

    /// Writes a batch, again if the connection is lost under way.
    pub(super) async fn try_write(&self, batch: &[Job]) -> Result<Vec<Answer>, Failure> {
        let (mut sent, mut pause) = (Sent::Once, FIRST_PAUSE);
        let give_up = Instant::now() + self.patience;
        loop {
            let failure = match self.write_once(batch, sent).await {
                Ok(answers) => return Ok(answers),
                Err(failure) => failure,
            };
            if !matches!(failure, Failure::Lost(_)) || Instant::now() + pause >= give_up {
                return Err(failure);
            }
            sent = Sent::PerhapsBefore;
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
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

/// Whether a batch may have been written already, by a connection that was lost before it could say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    Once,
    PerhapsBefore,
}
