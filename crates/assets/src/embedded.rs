//! Reads files that are embedded in the binary, and those of a merchant's own theme.

use crate::asset::Asset;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The output of the web build: hashed files with their compressed copies, and the manifest.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
pub(super) struct Built;

/// The `assets` folder of the built-in theme.
#[derive(RustEmbed)]
#[folder = "../../themes/demo/assets"]
struct ThemeAssets;

/// The templates of the built-in theme.
#[derive(RustEmbed)]
#[folder = "../../themes/demo/templates"]
struct Templates;

/// The policies of the built-in theme.
#[derive(RustEmbed)]
#[folder = "../../themes/demo/policies"]
struct Policies;

/// Splits a policy's file, which begins with `<!-- title: ... -->`, into title and body.
#[must_use]
pub fn titled(file: &str) -> (&str, &str) {
    file.strip_prefix("<!-- title:")
        .and_then(|rest| rest.split_once("-->"))
        .map_or(("", file), |(title, body)| {
            (title.trim(), body.trim_start())
        })
}

/// Finds files.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The folder of a merchant's own theme. The built-in theme supplies the files that it lacks.
    theme: Option<PathBuf>,
}

impl Source {
    /// Creates a source that looks in the merchant's theme first, if there is one.
    #[must_use]
    pub fn new(theme: Option<PathBuf>) -> Self {
        Self { theme }
    }

    /// Returns a file of the web build, e.g. `assets/theme-1a2b3c.css`.
    #[must_use]
    pub fn built(&self, name: &str) -> Option<Asset> {
        Built::get(name)
            .map(Asset::from)
            .or_else(|| built_for_test_mode(name))
    }

    /// Whether the merchant's own theme has this file.
    #[must_use]
    pub fn is_own(&self, name: &str) -> bool {
        self.own_path("assets", name)
            .is_some_and(|path| path.is_file())
    }

    /// Whether the theme has this file in its `assets` folder.
    #[must_use]
    pub fn has_theme_asset(&self, name: &str) -> bool {
        self.is_own(name) || ThemeAssets::iter().any(|known| known == name)
    }

    /// Returns a file of the theme's `assets` folder.
    #[must_use]
    pub fn theme_asset(&self, name: &str) -> Option<Asset> {
        self.own("assets", name)
            .or_else(|| ThemeAssets::get(name).map(Asset::from))
    }

    /// The names of the files at the top of the merchant's own `assets` folder.
    #[must_use]
    pub fn own_asset_names(&self) -> Vec<String> {
        let folder = self.theme.as_ref().map(|theme| theme.join("assets"));
        let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok());
        let names = entries.into_iter().flatten().flatten();
        names
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect()
    }

    /// Returns a template, e.g. `product.html`.
    #[must_use]
    pub fn template(&self, name: &str) -> Option<String> {
        self.text("templates", name, Templates::get)
    }

    /// Returns a policy, e.g. `obchodni-podminky.html`.
    #[must_use]
    pub fn policy(&self, name: &str) -> Option<String> {
        self.text("policies", name, Policies::get)
    }

    /// The names of all policies in order, without `.html`: the merchant's and those of the built-in theme.
    #[must_use]
    pub fn policy_names(&self) -> BTreeSet<String> {
        let folder = self.theme.as_ref().map(|theme| theme.join("policies"));
        let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok());
        let own = entries.into_iter().flatten().flatten();
        let own = own.filter_map(|entry| entry.file_name().into_string().ok());
        own.chain(Policies::iter().map(Cow::into_owned))
            .filter_map(|name| name.strip_suffix(".html").map(str::to_owned))
            .collect()
    }

    fn text(
        &self,
        folder: &str,
        name: &str,
        embedded: fn(&str) -> Option<rust_embed::EmbeddedFile>,
    ) -> Option<String> {
        let asset = self
            .own(folder, name)
            .or_else(|| embedded(name).map(Asset::from))?;
        String::from_utf8(asset.bytes.into_owned()).ok()
    }

    fn own(&self, folder: &str, name: &str) -> Option<Asset> {
        let bytes = std::fs::read(self.own_path(folder, name)?).ok()?;
        Some(Asset {
            hash: sha256(&bytes),
            bytes: Cow::Owned(bytes),
        })
    }

    /// Returns the path of a file in the merchant's theme; `None` if the name leads out of its folder.
    fn own_path(&self, folder: &str, name: &str) -> Option<PathBuf> {
        let inside = Path::new(name)
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        let theme = self.theme.as_ref().filter(|_| inside && !name.is_empty())?;
        Some(theme.join(folder).join(name))
    }
}

#[cfg(feature = "sandbox")]
fn built_for_test_mode(name: &str) -> Option<Asset> {
    crate::sandbox::built(name)
}

#[cfg(not(feature = "sandbox"))]
fn built_for_test_mode(_name: &str) -> Option<Asset> {
    None
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).into()
}
