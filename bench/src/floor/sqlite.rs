//! The floor on SQLite, with `synchronous = FULL`.

use super::{Write, answer, batch};
use crate::Failure;
use std::path::Path;
use tokio::sync::mpsc;

/// Starts the writer thread.
pub(super) fn write(path: &Path, mut queue: mpsc::Receiver<Write>) -> Result<(), Failure> {
    let mut connection = rusqlite::Connection::open(path)?;
    connection.execute_batch(
        "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         PRAGMA wal_autocheckpoint = 2000;
         CREATE TABLE cart (key INTEGER PRIMARY KEY, doc BLOB NOT NULL) STRICT;",
    )?;
    std::thread::spawn(move || -> rusqlite::Result<()> {
        while let Some(first) = queue.blocking_recv() {
            let batch = batch(first, &mut queue);
            let transaction = connection.transaction()?;
            {
                let mut insert =
                    transaction.prepare_cached("INSERT INTO cart (key, doc) VALUES (?1, ?2)")?;
                for write in &batch {
                    insert.execute((write.key, &write.row))?;
                }
            }
            transaction.commit()?;
            answer(batch);
        }
        Ok(())
    });
    Ok(())
}
