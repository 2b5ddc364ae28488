//! Opening the file: who may read it, and how `SQLite` treats it.

use super::SqliteOptions;
use crate::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Marks the file as ours (`ZKRT`), so that another program's database is not migrated by mistake.
pub(super) const APPLICATION_ID: i32 = 0x5A4B_5254;

/// Statements kept prepared on each connection; more than there are.
const PREPARED_STATEMENTS: usize = 96;

/// Opens the file that is to be written; makes it and its folder when they are not there. Changes nothing in it.
pub(super) fn open_or_create(
    path: &Path,
    options: &SqliteOptions,
) -> Result<Connection, StoreError> {
    create_private(path)?;
    open(path, options)
}

/// Sets a connection up for writing.
pub(super) fn prepare_writer(
    connection: &Connection,
    options: &SqliteOptions,
) -> Result<(), StoreError> {
    // Only an empty database takes a page size; it must be set before the journal mode.
    connection.pragma_update(None, "page_size", 8192)?;
    use_write_ahead_log(connection, options.busy_timeout)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", options.checkpoint_pages)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Negative: KiB.
    connection.pragma_update(None, "cache_size", -8192)?;
    // Each job has a savepoint; the pages that it saves need no file.
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(())
}

/// Opens a connection that only reads.
pub(super) fn open_reader(path: &Path, options: &SqliteOptions) -> Result<Connection, StoreError> {
    let connection = open(path, options)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "cache_size", -1024)?;
    Ok(connection)
}

fn open(path: &Path, options: &SqliteOptions) -> Result<Connection, StoreError> {
    // Every connection is used under a lock of ours, so SQLite needs none of its own.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(options.busy_timeout)?;
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    connection.pragma_update(None, "trusted_schema", false)?;
    // Otherwise SQLite compiles a prepared statement again whenever other values are bound to it.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(connection)
}

/// Switching a new file to the write-ahead log needs it alone, and `SQLite` does not wait for that by itself:
/// two processes may be starting on the same new file.
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

/// Makes the file readable by its owner only; `SQLite` gives its companions the same permissions.
/// A file that is there already keeps what its owner chose.
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

    /// What every answer relies on: a commit is on the disk.
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
