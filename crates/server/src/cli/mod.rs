//! The `zkratka` command.

mod address;
mod arguments;
mod check;
mod import;
#[cfg(feature = "sandbox")]
mod sandbox;
mod serve;
mod wallet_check;

use arguments::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;
use zkratka_commands::support::{CliError, output};
use zkratka_commands::{attempts, events, gift_cards, mail, orders, reconcile, token};

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
        Command::Mail(arguments) => mail::run(arguments).await,
        Command::Reconcile(arguments) => reconcile::run(arguments).await,
        Command::GiftCard(arguments) => gift_cards::run(arguments).await,
        #[cfg(feature = "sandbox")]
        Command::Sandbox(arguments) => sandbox::run(arguments).await,
        Command::Token(arguments) => token::run(&arguments),
        Command::Address(arguments) => address::run(&arguments),
    }
}
