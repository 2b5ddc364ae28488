//! Errors of a store.

use zkratka_commerce::order::Mode;

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
    /// The database belongs to the other mode.
    #[error("{}", other_mode(*found))]
    OtherMode {
        /// The database's mode.
        found: Mode,
    },
    /// The database was made before databases had a mode, and orders of both modes are in it.
    #[error(
        "the database holds test orders and live orders, so nothing says which of its gift cards are real money; \
         start with an empty database (a new file, or a new schema in PostgreSQL), import the catalogue again, and issue \
         again the gift cards that customers paid for"
    )]
    MixedModes,
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

fn other_mode(found: Mode) -> String {
    let (found, configured) = match found {
        Mode::Test => ("test", "live"),
        Mode::Live => ("live", "test"),
    };
    format!(
        "the database belongs to {found} mode, and [server] mode is \"{configured}\"; for {configured} mode give it another \
         database ([store] sqlite: a new file; postgres: a new schema) and import the catalogue again, or set mode = \
         \"{found}\" again"
    )
}
