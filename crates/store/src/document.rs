//! Stored documents: one byte for the format, then the document. So a new format needs no migration.

use crate::StoreError;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The format byte of JSON.
const JSON: u8 = 1;

/// Encodes a document in the newest format.
pub(crate) fn encode<T: Serialize>(what: &'static str, value: &T) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::with_capacity(2048);
    bytes.push(JSON);
    serde_json::to_writer(&mut bytes, value).map_err(|error| corrupt(what, &error))?;
    Ok(bytes)
}

/// Decodes a document of any format.
pub(crate) fn decode<T: DeserializeOwned>(
    what: &'static str,
    bytes: &[u8],
) -> Result<T, StoreError> {
    match bytes.split_first() {
        Some((&JSON, json)) => serde_json::from_slice(json).map_err(|error| corrupt(what, &error)),
        Some((format, _)) => Err(corrupt(what, &format!("unknown format {format}"))),
        None => Err(corrupt(what, &"it is empty")),
    }
}

/// The error for a document that cannot be read or written.
pub(crate) fn corrupt(what: &'static str, reason: &dyn std::fmt::Display) -> StoreError {
    StoreError::Corrupt {
        what,
        reason: reason.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};
    use crate::StoreError;

    #[test]
    fn a_document_comes_back_as_it_was() {
        let bytes = encode("list", &vec![1, 2, 3]).unwrap();
        assert_eq!(decode::<Vec<i32>>("list", &bytes).unwrap(), [1, 2, 3]);
    }

    #[test]
    fn unknown_formats_and_broken_documents_are_named() {
        for bytes in [&b""[..], b"\x07{}", b"\x01{", b"\x01\"text\""] {
            let answer = decode::<Vec<i32>>("list", bytes);
            assert!(
                matches!(answer, Err(StoreError::Corrupt { what: "list", .. })),
                "{bytes:?} gave {answer:?}"
            );
        }
    }
}
