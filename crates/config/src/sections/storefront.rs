//! Reads `[storefront]` and `[catalogue]`.

use super::origin::origin;
use crate::model::{CatalogueSettings, Storefront};
use crate::reader::Reader;
use std::path::{Path, PathBuf};
use zkratka_commerce::order::Mode;

const UNENCRYPTED: &str =
    "is not encrypted: mode = \"live\" accepts only storefronts whose address begins with https://";

pub(crate) fn storefront(
    reader: &Reader<'_>,
    folder: &Path,
    mode: Option<Mode>,
) -> Option<Storefront> {
    let access_token = reader.parsed("access_token", |text| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        match text {
            text if (4..=128).contains(&text.len()) && text.bytes().all(allowed) => {
                Ok(text.to_owned())
            }
            _ => Err(()),
        }
    });
    let allowed_origins = reader.addresses("allowed_origins", |text| match origin(text)? {
        origin if mode == Some(Mode::Live) && !origin.starts_with("https:") => Err(UNENCRYPTED),
        origin => Ok(origin),
    });
    let theme = reader.text("theme").and_then(|path| match path.as_str() {
        "" => Some(None),
        path => existing_folder(reader, "theme", folder.join(path)).map(Some),
    });
    Some(Storefront {
        access_token: access_token?,
        allowed_origins: allowed_origins?,
        theme: theme?,
    })
}

fn existing_folder(reader: &Reader<'_>, key: &str, path: PathBuf) -> Option<PathBuf> {
    if path.is_dir() {
        return Some(path);
    }
    let message = format!("there is no folder {}", path.display());
    reader.fault(key, message);
    None
}

pub(crate) fn catalogue(reader: &Reader<'_>, folder: &Path) -> Option<CatalogueSettings> {
    let mut import = Vec::new();
    let mut all_there = true;
    for placed in reader.texts("import")? {
        let path = folder.join(&placed.text);
        if !path.is_file() {
            all_there = false;
            let message = format!(
                "there is no file {}: put the feed there, or correct its name",
                path.display()
            );
            reader.fault_at(placed.position, "import", message);
        }
        import.push(path);
    }
    let downloads = match reader.text("downloads")?.as_str() {
        "" => None,
        name => Some(existing_folder(reader, "downloads", folder.join(name))?),
    };
    all_there.then_some(CatalogueSettings { import, downloads })
}
