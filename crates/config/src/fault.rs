//! Faults of a configuration, with advice on how to fix them.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// One fault of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConfigFault {
    /// Line number, from 1.
    pub line: usize,
    /// The section and key, e.g. `server.listen`; empty if the fault concerns the whole file.
    pub key: String,
    /// The fault, and what to write instead.
    pub message: String,
}

/// Why the configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: {}", file.display(), why_unreadable(reason))]
    Unreadable {
        file: PathBuf,
        reason: std::io::Error,
    },
    /// The file has faults. The text has one line for each, as `file:line: key: message`.
    #[error("{}", lines(file, faults))]
    Faulty {
        file: PathBuf,
        /// Every fault, ordered by line.
        faults: Vec<ConfigFault>,
    },
}

fn why_unreadable(reason: &std::io::Error) -> String {
    match reason.kind() {
        ErrorKind::IsADirectory => "is a folder: name the file in it, e.g. zkratka.toml".to_owned(),
        ErrorKind::PermissionDenied => "cannot be read: this user has no permission".to_owned(),
        _ => format!("cannot be read: {reason}"),
    }
}

fn lines(file: &Path, faults: &[ConfigFault]) -> String {
    let line = |fault: &ConfigFault| {
        let place = format!("{}:{}: ", file.display(), fault.line);
        let key = match fault.key.as_str() {
            "" => String::new(),
            key => format!("{key}: "),
        };
        place + &key + &fault.message
    };
    faults.iter().map(line).collect::<Vec<_>>().join("\n")
}
