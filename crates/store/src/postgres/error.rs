//! What went wrong with a piece of work, and whether doing it again may help.

use crate::StoreError;
use std::error::Error;
use tokio_postgres::error::SqlState;

/// Why a piece of work was not done; holds what the caller is told in the end.
#[derive(Debug)]
pub(super) enum Failure {
    /// It met another one's work and was undone as a whole: to be done again.
    Again(StoreError),
    /// Somebody holds what it wants for longer than a statement waits; it was undone as a whole: to be done again.
    Held(StoreError),
    /// The connection, or the server behind it, is gone; nothing was committed: to be done again on another one.
    Lost(StoreError),
    /// Doing it again would not help.
    Final(StoreError),
}

impl Failure {
    /// Nobody answered.
    pub(super) fn lost(reason: impl Into<String>) -> Self {
        Self::Lost(StoreError::Database(reason.into()))
    }

    /// What the caller is told when nothing more is tried.
    pub(super) fn give_up(self) -> StoreError {
        match self {
            Self::Again(error) | Self::Held(error) | Self::Lost(error) | Self::Final(error) => {
                error
            }
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Final(error)
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        let told = StoreError::Database(words(&error));
        let Some(code) = error.code() else {
            return if is_broken(&error) {
                Self::Lost(told)
            } else {
                Self::Final(told)
            };
        };
        if ABORTED.contains(code) {
            Self::Again(StoreError::Busy)
        } else if *code == SqlState::LOCK_NOT_AVAILABLE {
            Self::Held(StoreError::Busy)
        } else if CLASHED.contains(code) {
            Self::Again(told)
        } else if LEAVING.contains(code) || code.code().starts_with("08") {
            Self::Lost(told)
        } else if *code == SqlState::QUERY_CANCELED {
            Self::Final(StoreError::Database("no answer in time".into()))
        } else {
            Self::Final(told)
        }
    }
}

/// Another transaction was in the way.
const ABORTED: &[SqlState] = &[
    SqlState::T_R_SERIALIZATION_FAILURE,
    SqlState::T_R_DEADLOCK_DETECTED,
];

/// Two have done the same at one moment, or taken the same last units ([`super::stock::RESERVE`]): the second one, done again,
/// sees what the first one did.
const CLASHED: &[SqlState] = &[
    SqlState::UNIQUE_VIOLATION,
    SqlState::FOREIGN_KEY_VIOLATION,
    SqlState::NOT_NULL_VIOLATION,
];

/// The server stops, starts, is full, or has become one that only reads.
const LEAVING: &[SqlState] = &[
    SqlState::ADMIN_SHUTDOWN,
    SqlState::CRASH_SHUTDOWN,
    SqlState::CANNOT_CONNECT_NOW,
    SqlState::TOO_MANY_CONNECTIONS,
    SqlState::READ_ONLY_SQL_TRANSACTION,
    SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
];

/// Whether the way there is broken, rather than what was asked or answered.
fn is_broken(error: &tokio_postgres::Error) -> bool {
    let cause = error.source();
    error.is_closed() || cause.is_some_and(<dyn Error>::is::<std::io::Error>)
}

/// What happened, without values: the server's message and code, not its details, which repeat what is stored.
pub(super) fn words(error: &tokio_postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(told), _) => format!("{} ({})", told.message(), told.code().code()),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}
