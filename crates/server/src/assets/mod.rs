//! Everything the browser loads besides pages: embedded in the binary, found by name.

mod content_type;
mod embedded;
mod manifest;

pub use content_type::content_type;
pub use embedded::{Asset, Source, titled};
pub use manifest::{Manifest, PageScripts, Placement, SandboxScripts};
