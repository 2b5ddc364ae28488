//! The files that browsers load besides pages, embedded in the binary, and the theme's templates.

mod asset;
mod content_type;
mod embedded;
mod integrity;
mod manifest;
#[cfg(feature = "sandbox")]
mod sandbox;
pub mod theme;

pub use asset::Asset;
pub use content_type::content_type;
pub use embedded::{Source, titled};
pub use integrity::{PageIntegrity, integrity_of};
pub use manifest::{Manifest, PageScripts, Placement};
#[cfg(feature = "sandbox")]
pub use sandbox::SandboxScripts;
