//! Reads a secret text that two keys can name: one the environment variable, one the file with it.

use crate::environment::{unreadable, variable};
use crate::reader::{Reader, Reported};
use std::path::Path;
use zeroize::Zeroizing;

/// The keys that name the place of a secret.
pub(super) struct PlaceKeys {
    pub(super) env: &'static str,
    pub(super) file: &'static str,
}

pub(super) const SECRET: PlaceKeys = PlaceKeys {
    env: "secret_env",
    file: "secret_file",
};
pub(super) const PRIVATE_KEY: PlaceKeys = PlaceKeys {
    env: "private_key_env",
    file: "private_key_file",
};
pub(super) const PASSWORD: PlaceKeys = PlaceKeys {
    env: "password_env",
    file: "password_file",
};

/// A secret text, and the configuration's key that names its place.
pub(super) struct NamedSecret {
    pub(super) key: &'static str,
    pub(super) text: Zeroizing<String>,
}

impl PlaceKeys {
    /// Reads the text from the place that one of the keys names; `Ok(None)` if neither is filled.
    pub(super) fn read(
        &self,
        reader: &Reader<'_>,
        folder: &Path,
    ) -> Result<Option<NamedSecret>, Reported> {
        let name = reader.text(self.env).ok_or(Reported)?;
        let file = reader.text(self.file).ok_or(Reported)?;
        let (key, read) = match (name.as_str(), file.as_str()) {
            ("", "") => return Ok(None),
            (name, "") => (self.env, variable(name)),
            ("", file) => {
                let read = std::fs::read_to_string(folder.join(file));
                let read = read.map_err(|error| unreadable(folder, file, &error));
                (self.file, read)
            }
            _ => (
                self.file,
                Err(format!(
                    "name either {} or {}, not both",
                    self.env, self.file
                )),
            ),
        };
        match read {
            Ok(text) => Ok(Some(NamedSecret {
                key,
                text: Zeroizing::new(text),
            })),
            Err(problem) => {
                reader.fault(key, problem);
                Err(Reported)
            }
        }
    }
}
