//! The place of a store, and how to open it.

use crate::postgres::{Address, PostgresOptions, PostgresStore};
use crate::sqlite::{SqliteOptions, SqliteStore};
use crate::{Store, StoreError};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the store is.
#[derive(Clone, Debug)]
pub enum StorePlace {
    /// A file of this server alone.
    Sqlite(PathBuf),
    /// A database that several servers may share.
    Postgres {
        address: Box<Address>,
        /// The number of connections for transactions.
        connections: usize,
    },
}

impl fmt::Display for StorePlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => file.display().fmt(formatter),
            Self::Postgres { address, .. } => address.fmt(formatter),
        }
    }
}

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("the store cannot be opened: {0}")]
    Store(#[from] StoreError),
    /// The folder of the database file cannot be made.
    #[error("the folder {folder} cannot be created: {reason}")]
    Folder {
        folder: String,
        reason: std::io::Error,
    },
}

/// Opens the store and brings it to the newest schema. Makes the `SQLite` file and its folder if they do not exist.
pub async fn open(place: &StorePlace) -> Result<Arc<dyn Store>, OpenError> {
    match place {
        StorePlace::Sqlite(file) => {
            make_folder_of(file)?;
            let store = SqliteStore::open(file, SqliteOptions::default())?;
            Ok(Arc::new(store))
        }
        StorePlace::Postgres {
            address,
            connections,
        } => {
            let options = PostgresOptions {
                connections: *connections,
                ..PostgresOptions::default()
            };
            let store = PostgresStore::open(Address::clone(address), options).await?;
            Ok(Arc::new(store))
        }
    }
}

/// Whether a shop was ever stored at this place. Creates nothing.
pub async fn is_there(place: &StorePlace) -> Result<bool, StoreError> {
    match place {
        StorePlace::Sqlite(file) => Ok(file.exists()),
        StorePlace::Postgres { address, .. } => PostgresStore::is_there(address).await,
    }
}

/// Makes the folder that is to hold the file.
pub fn make_folder_of(file: &Path) -> Result<(), OpenError> {
    let Some(folder) = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    else {
        return Ok(());
    };
    std::fs::create_dir_all(folder).map_err(|reason| OpenError::Folder {
        folder: folder.display().to_string(),
        reason,
    })
}
