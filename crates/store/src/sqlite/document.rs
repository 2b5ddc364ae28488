//! Reads documents from columns.

use crate::StoreError;
use crate::document::{corrupt, decode};
use rusqlite::Row;
use serde::de::DeserializeOwned;

/// Decodes the document in column `index`, without copying it first.
pub(super) fn column<T: DeserializeOwned>(
    what: &'static str,
    row: &Row<'_>,
    index: usize,
) -> Result<T, StoreError> {
    let bytes = row
        .get_ref(index)?
        .as_blob()
        .map_err(|error| corrupt(what, &error))?;
    decode(what, bytes)
}
