//! Why a store could not answer.

/// Why a store could not answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Its queue is full; try again shortly.
    #[error("the store's queue is full")]
    Busy,
    /// What is stored was written by a newer version.
    #[error(
        "the database was written by a newer version (schema {found}, this program knows {known})"
    )]
    NewerSchema {
        /// Schema found.
        found: u32,
        /// Newest schema known here.
        known: u32,
    },
    /// A stored document cannot be read.
    #[error("a stored {what} cannot be read: {reason}")]
    Corrupt {
        /// Kind of document.
        what: &'static str,
        /// Why.
        reason: String,
    },
    /// The caller asked for what contradicts the stored state (a defect of the program, not of the input);
    /// nothing was changed.
    #[error("refused: the change contradicts the stored data: {0}")]
    Inconsistent(&'static str),
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(String),
}
