//! The place of a store, and how to open it.

use crate::postgres::{Address, PostgresOptions, PostgresStore};
use crate::sqlite::{SqliteOptions, SqliteStore};
use crate::{Store, StoreError};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zkratka_commerce::order::Mode;

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
    /// The store itself says why.
    #[error("the store {place} cannot be opened: {reason}")]
    Store {
        /// Where it is.
        place: String,
        /// Why.
        reason: StoreError,
    },
    /// The folder of the database file cannot be made.
    #[error("the folder {folder} cannot be created: {reason}")]
    Folder {
        folder: String,
        reason: std::io::Error,
    },
}

/// Opens the store and brings it to the newest schema. Makes the `SQLite` file and its folder if they do not exist. The first
/// opening records the mode; a store of the other mode is refused.
pub async fn open(place: &StorePlace, mode: Mode) -> Result<Arc<dyn Store>, OpenError> {
    if let StorePlace::Sqlite(file) = place {
        make_folder_of(file)?;
    }
    open_in_mode(place, mode)
        .await
        .map_err(|reason| OpenError::Store {
            place: place.to_string(),
            reason,
        })
}

async fn open_in_mode(place: &StorePlace, mode: Mode) -> Result<Arc<dyn Store>, StoreError> {
    let store = connect(place).await?;
    store.claim_mode(mode).await?;
    Ok(store)
}

async fn connect(place: &StorePlace) -> Result<Arc<dyn Store>, StoreError> {
    match place {
        StorePlace::Sqlite(file) => {
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
