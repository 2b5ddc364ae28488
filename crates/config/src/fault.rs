//! What is wrong with a configuration, said so that it can be mended.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// One fault of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConfigFault {
    /// Line, from 1.
    pub line: usize,
    /// The key with its section, e.g. `server.listen`; empty when it concerns the whole file.
    pub key: String,
    /// What is wrong and what to write instead.
    pub message: String,
}

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: {}", file.display(), why_unreadable(reason))]
    Unreadable {
        file: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// The file is faulty: one line for each fault, as `file:line: key: message`.
    #[error("{}", lines(file, faults))]
    Faulty {
        file: PathBuf,
        /// Every fault found, by line.
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
