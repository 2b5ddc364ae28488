//! Where a store is, and how it is opened there.

use crate::postgres::{Address, PostgresOptions, PostgresStore};
use crate::sqlite::{SqliteOptions, SqliteStore};
use crate::{Store, StoreError};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where everything is kept.
#[derive(Clone, Debug)]
pub enum StorePlace {
    /// In a file of this server's own.
    Sqlite(PathBuf),
    /// In a database that several servers may share.
    Postgres {
        /// Where it is.
        address: Box<Address>,
        /// Connections for transactions.
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
    /// The store itself says why.
    #[error("the store cannot be opened: {0}")]
    Store(#[from] StoreError),
    /// A folder cannot be made.
    #[error("the folder {folder} cannot be created: {reason}")]
    Folder {
        folder: String,
        /// Why.
        reason: std::io::Error,
    },
}

/// Opens the store and brings it to the newest schema; a file is made, with its folder.
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

/// Whether a shop was ever kept there: looking makes nothing.
pub async fn is_there(place: &StorePlace) -> Result<bool, StoreError> {
    match place {
        StorePlace::Sqlite(file) => Ok(file.exists()),
        StorePlace::Postgres { address, .. } => PostgresStore::is_there(address).await,
    }
}

/// Makes the folder that a file is to stand in.
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
