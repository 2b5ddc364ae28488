//! Reads a private key from the environment or a file.

use crate::environment::{unreadable, variable};
use crate::reader::{Reader, Reported};
use std::path::Path;
use zeroize::Zeroizing;

/// The text of a key, and the configuration's key that names its place.
pub(super) struct KeyText {
    pub(super) key: &'static str,
    pub(super) text: Zeroizing<String>,
}

/// Reads the text that `private_key_env` or `private_key_file` names; `Ok(None)` if neither is filled.
pub(super) fn key_text(reader: &Reader<'_>, folder: &Path) -> Result<Option<KeyText>, Reported> {
    const VARIABLE: &str = "private_key_env";
    const FILE: &str = "private_key_file";
    let name = reader.text(VARIABLE).ok_or(Reported)?;
    let file = reader.text(FILE).ok_or(Reported)?;
    let (key, read) = match (name.as_str(), file.as_str()) {
        ("", "") => return Ok(None),
        (name, "") => (VARIABLE, variable(name)),
        ("", file) => {
            let read = std::fs::read_to_string(folder.join(file));
            (FILE, read.map_err(|error| unreadable(folder, file, &error)))
        }
        _ => (
            FILE,
            Err("name either private_key_env or private_key_file, not both".to_owned()),
        ),
    };
    match read {
        Ok(text) => Ok(Some(KeyText {
            key,
            text: Zeroizing::new(text),
        })),
        Err(problem) => {
            reader.fault(key, problem);
            Err(Reported)
        }
    }
}
