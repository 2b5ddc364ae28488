//! Opens the shop on which a command works.

use super::CliError;
use std::path::Path;
use std::sync::Arc;
use zkratka_config::Config;
use zkratka_store::{Store, is_there};

/// Reads the configuration. The error for a missing file explains what to do, because it is the first that a newcomer
/// meets.
pub fn load(file: &Path) -> Result<Config, CliError> {
    if !file.exists() {
        return Err(CliError::Input(format!(
            "{}: there is no such file. Write one (zkratka.example.toml shows every key) and name it with --config",
            file.display()
        )));
    }
    Ok(Config::load(file)?)
}

/// Opens the store, which must already exist: a command that only reads it must not create a database.
pub async fn existing_store(file: &Path) -> Result<Arc<dyn Store>, CliError> {
    Ok(existing_shop(file).await?.1)
}

/// Opens the store, and returns it with the configuration.
pub async fn existing_shop(file: &Path) -> Result<(Config, Arc<dyn Store>), CliError> {
    let config = load(file)?;
    if !is_there(&config.store.place).await? {
        let database = &config.store.place;
        let message = format!(
            "there is no database {database} yet: the first start of the server creates it"
        );
        return Err(CliError::Work(message));
    }
    let store = zkratka_store::open(&config.store.place, config.server.mode).await?;
    Ok((config, store))
}
