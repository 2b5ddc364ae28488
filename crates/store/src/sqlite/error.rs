//! Converts errors of `SQLite` into errors of the store.

use crate::StoreError;
use rusqlite::ErrorCode;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            // Another process has held the file for longer than the busy timeout.
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            _ => Self::Database(error.to_string()),
        }
    }
}
