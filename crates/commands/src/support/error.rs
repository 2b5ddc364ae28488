//! Errors that end a command.

use zkratka_config::ConfigError;
use zkratka_order_commands::CommandError;
use zkratka_store::OpenError;

#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The configuration, the command line or a named file is at fault. Exit code 2.
    #[error("{0}")]
    Input(String),
    /// The work itself failed. Exit code 1.
    #[error("{0}")]
    Work(String),
}

impl CliError {
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Work(_) => 1,
            Self::Input(_) => 2,
        }
    }
}

impl From<ConfigError> for CliError {
    fn from(error: ConfigError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<OpenError> for CliError {
    fn from(error: OpenError) -> Self {
        Self::Work(error.to_string())
    }
}

impl From<zkratka_store::StoreError> for CliError {
    fn from(error: zkratka_store::StoreError) -> Self {
        Self::Work(format!("the store does not answer: {error}"))
    }
}

impl From<zkratka_gift_cards::KeyFault> for CliError {
    fn from(error: zkratka_gift_cards::KeyFault) -> Self {
        match error {
            zkratka_gift_cards::KeyFault::Store(error) => error.into(),
            error => Self::Input(error.to_string()),
        }
    }
}

impl From<zkratka_gift_cards::IssueError> for CliError {
    fn from(error: zkratka_gift_cards::IssueError) -> Self {
        match error {
            zkratka_gift_cards::IssueError::Store(error) => error.into(),
            error @ zkratka_gift_cards::IssueError::NoKey => Self::Input(error.to_string()),
        }
    }
}

impl From<CommandError> for CliError {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::NoReason => Self::Input(error.to_string()),
            _ => Self::Work(error.to_string()),
        }
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        Self::Work(error.to_string())
    }
}
