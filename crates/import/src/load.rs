//! Imports a feed file into the store.

use super::feed::{Problem, read};
use super::known::AllowedNames;
use std::io::{self, ErrorKind};
use std::path::Path;
use zkratka_store::{ImportCounts, Store, StoreError};

/// The result of an import.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The changes in the store.
    pub counts: ImportCounts,
    /// The number of rows without a problem.
    pub rows_taken: u64,
    /// The rows and products that were left out, and why.
    pub problems: Vec<Problem>,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("{}", why_unreadable(.0))]
    Unreadable(#[from] std::io::Error),
    /// The file is not a feed.
    #[error("{0}")]
    NotAFeed(String),
    /// The store refused the products.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a feed cannot be read, and what to do about it.
#[must_use]
pub fn why_unreadable(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => {
            "cannot be read: there is no such file: put the feed there, or name another one"
                .to_owned()
        }
        ErrorKind::IsADirectory => "is a folder: name the feed in it".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

/// Imports a feed. Products that it does not name stay as they are.
pub async fn import_file(
    store: &dyn Store,
    file: &Path,
    known: AllowedNames,
) -> Result<Imported, ImportError> {
    let path = file.to_owned();
    let reading = tokio::task::spawn_blocking(move || {
        let bytes = std::fs::read(path)?;
        read(&bytes, &known).map_err(ImportError::NotAFeed)
    });
    let feed = reading
        .await
        .map_err(|error| ImportError::NotAFeed(error.to_string()))??;
    let counts = store.import(feed.products).await?;
    Ok(Imported {
        counts,
        rows_taken: feed.rows_taken,
        problems: feed.problems,
    })
}
