//! Errors of a unit of work, and whether it may help to repeat the work.

use crate::StoreError;
use std::error::Error;
use tokio_postgres::error::SqlState;

/// Why a unit of work failed. Holds the error that the caller gets if the work is not repeated.
#[derive(Debug)]
pub(super) enum Failure {
    /// Another transaction interfered, and the database undid all of this work. Repeat it.
    Again(StoreError),
    /// Another transaction holds a lock for longer than a statement waits, and the database undid all of this work.
    /// Repeat it.
    Held(StoreError),
    /// The connection, or the server behind it, is gone. Nothing was committed. Repeat the work on another connection.
    Lost(StoreError),
    /// Repeating the work would not help.
    Final(StoreError),
    /// The connection broke during the commit, so it is not known whether the work was done. Repeating it might do it twice.
    Unknown(StoreError),
}

impl Failure {
    /// No server answered.
    pub(super) fn lost(reason: impl Into<String>) -> Self {
        Self::Lost(StoreError::Database(reason.into()))
    }

    /// The error for the caller when the work is not repeated any more.
    pub(super) fn give_up(self) -> StoreError {
        match self {
            Self::Again(error)
            | Self::Held(error)
            | Self::Lost(error)
            | Self::Final(error)
            | Self::Unknown(error) => error,
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

/// Another transaction interfered.
const ABORTED: &[SqlState] = &[
    SqlState::T_R_SERIALIZATION_FAILURE,
    SqlState::T_R_DEADLOCK_DETECTED,
];

/// Two transactions did the same at one moment, or took the same last units ([`super::stock::RESERVE`]). When the second
/// one is repeated, it reads what the first one wrote.
const CLASHED: &[SqlState] = &[
    SqlState::UNIQUE_VIOLATION,
    SqlState::FOREIGN_KEY_VIOLATION,
    SqlState::NOT_NULL_VIOLATION,
];

/// The server stops, starts, has too many connections, or has become read-only.
const LEAVING: &[SqlState] = &[
    SqlState::ADMIN_SHUTDOWN,
    SqlState::CRASH_SHUTDOWN,
    SqlState::CANNOT_CONNECT_NOW,
    SqlState::TOO_MANY_CONNECTIONS,
    SqlState::READ_ONLY_SQL_TRANSACTION,
    SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
];

/// Whether the connection is broken. Otherwise the request or the response is wrong.
fn is_broken(error: &tokio_postgres::Error) -> bool {
    let cause = error.source();
    error.is_closed() || cause.is_some_and(<dyn Error>::is::<std::io::Error>)
}

/// Describes the error without values: the server's message and code, but not its details, because they repeat stored
/// data.
pub(super) fn words(error: &tokio_postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(told), _) => format!("{} ({})", told.message(), told.code().code()),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}
