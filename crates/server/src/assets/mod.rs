//! Everything the browser loads besides pages: embedded in the binary, found by name, served with the right caching.

mod content_type;
mod embedded;
mod manifest;
mod serve;

pub use content_type::content_type;
pub use embedded::{Asset, Source, titled};
pub use manifest::{Manifest, PageScripts, Placement, SandboxScripts};
pub use serve::{built_asset, theme_asset};
