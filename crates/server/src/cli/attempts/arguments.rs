//! The command line of `zkratka attempts`.

use crate::cli::arguments::{ConfigFile, Listing};
use clap::{Args, Subcommand};

/// `zkratka attempts`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Lists the attempts to pay that need a person, oldest first: the gateway never said whether it holds money,
contradicts itself, or does not do what it is asked to. `show` says what is known of one. The server may be
running.

Examples:
  zkratka attempts
  zkratka attempts --json | jq '.[].gatewayKey'
  zkratka attempts show 1850123456789012345
  zkratka attempts release 1850123456789012345 --confirm-nothing-held

Exit codes: 0 done; 1 it could not be done; 2 the configuration or the command line is wrong."
)]
pub(in crate::cli) struct Attempts {
    #[command(subcommand)]
    pub(super) command: Option<AttemptsCommand>,
    #[command(flatten)]
    pub(super) list: Listing,
}

/// What else can be done with attempts.
#[derive(Debug, Subcommand)]
pub(super) enum AttemptsCommand {
    /// Show one attempt: state, amount, gateway reference and timeline
    Show(AttemptShow),
    /// Give back stock and cart of an attempt in review for which the gateway holds no money
    Release(AttemptRelease),
}

/// `zkratka attempts show`
#[derive(Debug, Args)]
pub(super) struct AttemptShow {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The attempt's key, its public id, or the key that the gateway knows it by
    #[arg(value_name = "KEY")]
    pub(super) key: String,
    /// As JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// `zkratka attempts release`
#[derive(Debug, Args)]
#[command(
    after_help = "Look the payment up at the gateway first, under the gateway key that `zkratka attempts show` names: whatever is
held there must have been let go, whatever was taken must have been paid back. Only an attempt in review that
has made no order and still holds its stock can be released. Should money be reported later all the same, the
shop lets it go by itself.

Example:
  zkratka attempts release 1850123456789012345 --confirm-nothing-held

Exit codes: 0 released; 1 it cannot be released; 2 the configuration or the command line is wrong."
)]
pub(super) struct AttemptRelease {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The attempt's key, its public id, or the key that the gateway knows it by
    #[arg(value_name = "KEY")]
    pub(super) key: String,
    /// You have looked at the gateway: it holds no money for this attempt
    #[arg(long)]
    pub(super) confirm_nothing_held: bool,
}
