//! The files that buyers download: the folder in which they are, signed links to them, and the answers that send them.

mod answer;
mod folder;
mod link;

pub use answer::file_answer;
pub use folder::{FileFault, Folder, OpenFile};
pub use link::{DownloadKey, LinkCheck, SignedLink};
