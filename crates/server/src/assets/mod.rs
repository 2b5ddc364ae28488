//! Everything the browser loads besides pages: embedded in the binary, found by name.

mod content_type;
mod embedded;
mod manifest;
#[cfg(feature = "sandbox")]
mod sandbox;

pub use content_type::content_type;
pub use embedded::{Asset, Source, titled};
pub use manifest::{Manifest, PageScripts, Placement};
#[cfg(feature = "sandbox")]
pub(crate) use sandbox::SandboxScripts;
