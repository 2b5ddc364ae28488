//! Opens the database file: sets who may read it, and how `SQLite` uses it.

use super::SqliteOptions;
use crate::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Marks the file as ours (`ZKRT`), so that another program's database is not migrated by mistake.
pub(super) const APPLICATION_ID: i32 = 0x5A4B_5254;

/// How many prepared statements each connection caches. There are fewer statements than this.
const PREPARED_STATEMENTS: usize = 96;

/// Opens the file for writing. Makes the file and its folder if they do not exist. Changes nothing in an existing file.
pub(super) fn open_or_create(
    path: &Path,
    options: &SqliteOptions,
) -> Result<Connection, StoreError> {
    create_private(path)?;
    open(path, options)
}

pub(super) fn prepare_writer(
    connection: &Connection,
    options: &SqliteOptions,
) -> Result<(), StoreError> {
    // The page size can be set only in an empty database, and only before the journal mode.
    connection.pragma_update(None, "page_size", 8192)?;
    use_write_ahead_log(connection, options.busy_timeout)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", options.checkpoint_pages)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // A negative number is in KiB.
    connection.pragma_update(None, "cache_size", -8192)?;
    // The jobs of a second run have savepoints; the pages that these save need no file.
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(())
}

pub(super) fn open_reader(path: &Path, options: &SqliteOptions) -> Result<Connection, StoreError> {
    let connection = open(path, options)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "cache_size", -1024)?;
    Ok(connection)
}

fn open(path: &Path, options: &SqliteOptions) -> Result<Connection, StoreError> {
    // The program uses every connection under its own lock, so SQLite needs none.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(options.busy_timeout)?;
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    connection.pragma_update(None, "trusted_schema", false)?;
    // Otherwise SQLite compiles a prepared statement again whenever other values are bound to it.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(connection)
}

/// Switches the file to the write-ahead log. On a new file this needs exclusive access, and `SQLite` does not wait for
/// that by itself. Two processes may start on the same new file at once, so this function retries.
fn use_write_ahead_log(connection: &Connection, patience: Duration) -> Result<(), StoreError> {
    let give_up = Instant::now() + patience;
    loop {
        let mode = connection
            .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match mode.map_err(StoreError::from) {
            Ok(mode) if mode.eq_ignore_ascii_case("wal") => return Ok(()),
            Ok(mode) => {
                return Err(StoreError::Database(format!(
                    "the file cannot use a write-ahead log (its journal mode stays '{mode}')"
                )));
            }
            Err(StoreError::Busy) if Instant::now() < give_up => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(error) => return Err(error),
        }
    }
}

/// Makes a new file readable only by its owner. `SQLite` gives the files beside it the same permissions. An existing file
/// keeps the permissions that its owner chose.
fn create_private(path: &Path) -> Result<(), StoreError> {
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .create(folder)
            .map_err(|error| cannot_create(folder, &error))?;
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(cannot_create(path, &error)),
    }
}

fn cannot_create(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Database(format!("cannot create {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{open_or_create, open_reader, prepare_writer};
    use crate::sqlite::SqliteOptions;

    /// Every result of the store relies on this: a commit is on disk.
    #[test]
    fn the_writer_syncs_every_commit_and_readers_only_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shop.sqlite");
        let options = SqliteOptions::default();
        let writer = open_or_create(&path, &options).unwrap();
        prepare_writer(&writer, &options).unwrap();
        let pragma = |name| -> i64 {
            writer
                .pragma_query_value(None, name, |row| row.get(0))
                .unwrap()
        };
        assert_eq!(pragma("synchronous"), 2);
        assert_eq!(pragma("foreign_keys"), 1);
        assert_eq!(pragma("wal_autocheckpoint"), 3000);
        let reader = open_reader(&path, &options).unwrap();
        assert!(reader.execute_batch("CREATE TABLE mine (a)").is_err());
    }
}
