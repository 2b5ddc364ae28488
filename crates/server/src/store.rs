//! Opening the configured store.

use crate::config::{StorePlace, StoreSettings};
use std::path::Path;
use std::sync::Arc;
use zkratka_store::postgres::{Address, PostgresOptions, PostgresStore};
use zkratka_store::sqlite::{SqliteOptions, SqliteStore};
use zkratka_store::{Store, StoreError};

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The store itself says why.
    #[error("the store cannot be opened: {0}")]
    Store(#[from] StoreError),
    /// A folder cannot be made.
    #[error("the folder {folder} cannot be made: {reason}")]
    Folder {
        /// The folder.
        folder: String,
        /// Why.
        reason: std::io::Error,
    },
}

/// Opens the configured store and brings it to the newest schema; a file is made, with its folder.
pub async fn open_store(settings: &StoreSettings) -> Result<Arc<dyn Store>, OpenError> {
    match &settings.place {
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
pub(crate) async fn is_there(settings: &StoreSettings) -> Result<bool, StoreError> {
    match &settings.place {
        StorePlace::Sqlite(file) => Ok(file.exists()),
        StorePlace::Postgres { address, .. } => PostgresStore::is_there(address).await,
    }
}

/// Where it is, for people.
pub(crate) fn name(settings: &StoreSettings) -> String {
    match &settings.place {
        StorePlace::Sqlite(file) => file.display().to_string(),
        StorePlace::Postgres { address, .. } => address.to_string(),
    }
}

/// Makes the folder that a file is to stand in.
pub(crate) fn make_folder_of(file: &Path) -> Result<(), OpenError> {
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

/// An empty store of the kind that tests run on now, in this folder or in a database of its own.
#[cfg(test)]
pub(crate) async fn open_test_store(folder: &Path) -> Arc<dyn Store> {
    let place = if zkratka_testing::on_postgres() {
        let address = Address::parse(&zkratka_testing::fresh_database(), None);
        StorePlace::Postgres {
            address: Box::new(address.expect("a URL")),
            connections: 4,
        }
    } else {
        StorePlace::Sqlite(folder.join("shop.sqlite"))
    };
    let settings = StoreSettings {
        place,
        cart_days: 30,
        event_days: 30,
    };
    open_store(&settings).await.expect("a store")
}
