//! The `zkratka` command.

mod address;
mod arguments;
mod attempts;
mod check;
mod events;
mod gift_cards;
mod import;
mod logging;
mod orders;
mod output;
#[cfg(feature = "sandbox")]
mod sandbox;
mod serve;
mod token;
mod wallet_check;

use crate::server::StartError;
use arguments::{Arguments, Command};
use clap::Parser;
use std::path::Path;
use std::process::ExitCode;
use zkratka_config::{Config, ConfigError};
use zkratka_store::OpenError;

/// How a command ends badly.
#[derive(Debug, thiserror::Error)]
enum CliError {
    /// The configuration, the command line or a named file is at fault: exit code 2.
    #[error("{0}")]
    Input(String),
    /// The work itself failed: exit code 1.
    #[error("{0}")]
    Work(String),
}

impl CliError {
    const fn exit_code(&self) -> u8 {
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

impl From<StartError> for CliError {
    fn from(error: StartError) -> Self {
        match error {
            // Nothing but another configuration helps, or another machine.
            StartError::GooglePay(error) => Self::Input(error.to_string()),
            StartError::ApplePay(error) => Self::Input(error.to_string()),
            error => Self::Work(error.to_string()),
        }
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

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        Self::Work(error.to_string())
    }
}

/// Runs the command given on the command line.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(execute(arguments.command)),
        Err(error) => Err(CliError::from(error)),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            output::error(&error.to_string());
            ExitCode::from(error.exit_code())
        }
    }
}

async fn execute(command: Command) -> Result<ExitCode, CliError> {
    match command {
        Command::Serve(arguments) => serve::run(arguments).await,
        Command::Import(arguments) => import::run(arguments).await,
        Command::Check(arguments) => check::run(arguments).await,
        Command::Orders(arguments) => orders::run(arguments).await,
        Command::Attempts(arguments) => attempts::run(arguments).await,
        Command::Events(arguments) => events::run(arguments).await,
        Command::GiftCard(arguments) => gift_cards::run(arguments).await,
        #[cfg(feature = "sandbox")]
        Command::Sandbox(arguments) => sandbox::run(arguments).await,
        Command::Token(arguments) => token::run(&arguments),
        Command::Address(arguments) => address::run(&arguments),
    }
}

/// Reads the configuration; a missing file is explained, as it is what a newcomer meets first.
fn load(file: &Path) -> Result<Config, CliError> {
    if !file.exists() {
        return Err(CliError::Input(format!(
            "{}: there is no such file. Write one (zkratka.example.toml shows every key) and name it with --config",
            file.display()
        )));
    }
    Ok(Config::load(file)?)
}
