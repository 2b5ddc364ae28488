//! A file that browsers load.

use std::borrow::Cow;

/// A file's content.
#[derive(Clone, Debug)]
pub struct Asset {
    pub bytes: Cow<'static, [u8]>,
    /// The SHA-256 of the content.
    pub hash: [u8; 32],
}

impl From<rust_embed::EmbeddedFile> for Asset {
    fn from(file: rust_embed::EmbeddedFile) -> Self {
        Self {
            hash: file.metadata.sha256_hash(),
            bytes: file.data,
        }
    }
}
