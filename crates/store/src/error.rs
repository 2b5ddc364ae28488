//! Errors of a store.

/// Why a store call failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The store's queue is full. Try again shortly.
    #[error("the store's queue is full")]
    Busy,
    /// A newer version of the program wrote the database.
    #[error(
        "the database was written by a newer version (schema {found}, this program knows {known})"
    )]
    NewerSchema {
        /// The schema of the database.
        found: u32,
        /// The newest schema that this program knows.
        known: u32,
    },
    /// A stored document cannot be read.
    #[error("a stored {what} cannot be read: {reason}")]
    Corrupt {
        /// The kind of document.
        what: &'static str,
        reason: String,
    },
    /// The call contradicts the stored state: a defect of the program, not of the input. Nothing was changed.
    #[error("refused: the change contradicts the stored data: {0}")]
    Inconsistent(&'static str),
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(String),
}
