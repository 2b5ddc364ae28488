//! The command line of `zkratka attempts`.

use crate::support::{ConfigFile, Listing};
use clap::{Args, Subcommand};

/// `zkratka attempts`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Lists the payment attempts that need a person, oldest first. Of such an attempt the gateway has not said whether it
holds money, has contradicted itself, or has refused what it must do. `show` prints everything known about one. The
server may be running.

Examples:
  zkratka attempts
  zkratka attempts --json | jq '.[].gatewayKey'
  zkratka attempts show 1850123456789012345
  zkratka attempts release 1850123456789012345 --confirm-nothing-held

Exit codes: 0 done; 1 it could not be done; 2 the configuration or the command line is wrong."
)]
pub struct Attempts {
    #[command(subcommand)]
    pub(super) command: Option<AttemptsCommand>,
    #[command(flatten)]
    pub(super) list: Listing,
}

/// The commands for attempts.
#[derive(Debug, Subcommand)]
pub(super) enum AttemptsCommand {
    /// Show one attempt: state, amount, gateway reference and timeline
    Show(AttemptShow),
    /// Release the stock and the cart of an attempt in review for which the gateway holds no money
    Release(AttemptRelease),
}

/// `zkratka attempts show`
#[derive(Debug, Args)]
pub(super) struct AttemptShow {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The attempt's key, its public id, or its key at the gateway
    #[arg(value_name = "KEY")]
    pub(super) key: String,
    /// Print JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// `zkratka attempts release`
#[derive(Debug, Args)]
#[command(
    after_help = "First look up the payment at the gateway, under the gateway key that `zkratka attempts show` prints: held money must
have been voided, captured money refunded. Only an attempt in review that has made no order and still holds its stock
can be released. If the gateway reports money later, the shop voids it by itself.

Example:
  zkratka attempts release 1850123456789012345 --confirm-nothing-held

Exit codes: 0 released; 1 it cannot be released; 2 the configuration or the command line is wrong."
)]
pub(super) struct AttemptRelease {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The attempt's key, its public id, or its key at the gateway
    #[arg(value_name = "KEY")]
    pub(super) key: String,
    /// Confirms that you have checked: the gateway holds no money for this attempt
    #[arg(long)]
    pub(super) confirm_nothing_held: bool,
}
