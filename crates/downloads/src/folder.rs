//! The folder of the files. A file is served only if it is in the folder itself: no path and no link leads out of it.

use std::fmt;
use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use zkratka_commerce::download::is_file_name;

/// The configured folder.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// Why a file cannot be downloaded.
#[derive(Debug)]
pub enum FileFault {
    /// The name is a path, or cannot be a file's name.
    NotAName,
    Missing,
    /// It is a folder, a link or a device.
    NotAFile,
    Unreadable(io::Error),
}

/// What is wrong, and what to do about it.
impl fmt::Display for FileFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::NotAName => {
                "is not the name of a file: write the name alone, without a folder and without a dot at its beginning"
            }
            Self::Missing => {
                "is not in the folder of [catalogue] downloads: put the file there, or correct its name"
            }
            Self::NotAFile => {
                "is a folder, a link or a device: put the file itself into the folder of [catalogue] downloads"
            }
            Self::Unreadable(error) => {
                return write!(
                    formatter,
                    "cannot be read ({error}): let the server read it"
                );
            }
        };
        formatter.write_str(text)
    }
}

impl std::error::Error for FileFault {}

/// An open file, and how many bytes it had when it was opened.
#[derive(Debug)]
pub struct OpenFile {
    pub(crate) file: File,
    pub(crate) size: u64,
}

impl Folder {
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// Opens a file.
    pub fn open(&self, name: &str) -> Result<OpenFile, FileFault> {
        if !is_file_name(name) {
            return Err(FileFault::NotAName);
        }
        let path = self.0.join(name);
        let found = path.symlink_metadata().map_err(fault)?;
        // Checked before it is opened: opening a pipe would wait.
        if !found.is_file() {
            return Err(FileFault::NotAFile);
        }
        let file = File::open(&path).map_err(fault)?;
        let opened = file.metadata().map_err(FileFault::Unreadable)?;
        // Somebody may have replaced the file by a link since.
        if !is_same(&found, &opened) {
            return Err(FileFault::NotAFile);
        }
        Ok(OpenFile {
            file,
            size: opened.len(),
        })
    }

    /// Opens a file, on a thread that may wait for the disk.
    pub async fn open_later(&self, name: &str) -> Result<OpenFile, FileFault> {
        let (folder, name) = (self.clone(), name.to_owned());
        tokio::task::spawn_blocking(move || folder.open(&name))
            .await
            .unwrap_or_else(|error| Err(FileFault::Unreadable(io::Error::other(error))))
    }
}

fn fault(error: io::Error) -> FileFault {
    match error.kind() {
        io::ErrorKind::NotFound => FileFault::Missing,
        _ => FileFault::Unreadable(error),
    }
}

fn is_same(found: &Metadata, opened: &Metadata) -> bool {
    (found.dev(), found.ino()) == (opened.dev(), opened.ino())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// [B.12] Neither a path nor a link leads out of the folder.
    #[test]
    fn only_files_of_the_folder_are_opened() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("downloads");
        std::fs::create_dir_all(folder.join("inner")).unwrap();
        std::fs::write(outer.path().join("secret"), "s").unwrap();
        std::fs::write(folder.join("kniha.epub"), "obsah").unwrap();
        std::fs::write(folder.join("inner/kniha.epub"), "obsah").unwrap();
        symlink(outer.path().join("secret"), folder.join("link")).unwrap();
        symlink(folder.join("kniha.epub"), folder.join("inside")).unwrap();
        let folder = Folder::new(folder);
        assert_eq!(folder.open("kniha.epub").unwrap().size, 5);
        for (name, expected) in [
            ("../secret", "is not the name"),
            ("inner/kniha.epub", "is not the name"),
            ("..", "is not the name"),
            ("inner", "is a folder"),
            ("link", "is a folder, a link"),
            ("inside", "is a folder, a link"),
            ("jina.epub", "is not in the folder"),
        ] {
            let fault = folder.open(name).unwrap_err().to_string();
            assert!(fault.starts_with(expected), "{name}: {fault}");
        }
    }
}
