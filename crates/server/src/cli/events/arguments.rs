//! The command line of `zkratka events`.

use super::since::Since;
use crate::cli::arguments::ConfigFile;
use clap::{Args, Subcommand};

/// `zkratka events`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Lists what the endpoints of [[order_webhooks]] are still to be told of orders, and what was given up because nobody
took it for three days; oldest first. The server may be running.

Examples:
  zkratka events
  zkratka events --order 1042 --all
  zkratka events --json | jq '.[] | select(.state == \"given_up\")'
  zkratka events send --given-up
  zkratka events send --order 1042 --endpoint erp

Exit codes: 0 done; 1 it could not be done; 2 the configuration or the command line is wrong."
)]
pub(in crate::cli) struct Events {
    #[command(subcommand)]
    pub(super) command: Option<EventsCommand>,
    #[command(flatten)]
    pub(super) list: EventList,
}

/// Which to list.
#[derive(Debug, Args)]
pub(super) struct EventList {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// Of this order only
    #[arg(long, value_name = "NUMBER")]
    pub(super) order: Option<u64>,
    /// To this endpoint only
    #[arg(long, value_name = "NAME")]
    pub(super) endpoint: Option<String>,
    /// Those that were delivered too
    #[arg(long)]
    pub(super) all: bool,
    /// At most this many
    #[arg(long, default_value_t = 100, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) limit: u32,
    /// As JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// What else can be done with events.
#[derive(Debug, Subcommand)]
pub(super) enum EventsCommand {
    /// Send events again, whatever became of them
    Send(EventSend),
}

/// `zkratka events send`
#[derive(Debug, Args)]
#[command(
    after_help = "They are sent under the names that they have, by the running server, within seconds (what is on its way just now, when
that has ended, within a minute): an endpoint that has one already knows it again. One that was added later, or was out of
the configuration for a while, is sent with --since what it missed: what it was never told, or what was given up, of all
orders, of each in the order in which it happened; what it took before is not repeated without --all. What waits already goes
on waiting.

Examples:
  zkratka events send evt_0123456789abcdef0123456789abcdef
  zkratka events send --given-up
  zkratka events send --order 1042 --endpoint erp
  zkratka events send --since \"2026-11-20 08:30\" --endpoint erp

Exit codes: 0 they will be sent; 1 there is nothing to send; 2 the configuration or the command line is wrong."
)]
pub(super) struct EventSend {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    #[command(flatten)]
    pub(super) which: Which,
    /// To this endpoint only
    #[arg(long, value_name = "NAME")]
    pub(super) endpoint: Option<String>,
    /// With --since: what was delivered too, to an endpoint that has lost it
    #[arg(long, requires = "since")]
    pub(super) all: bool,
}

/// What is sent again.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Which {
    /// The event of this id
    #[arg(value_name = "EVENT")]
    pub(super) event: Option<String>,
    /// Every event of this order
    #[arg(long, value_name = "NUMBER")]
    pub(super) order: Option<u64>,
    /// Whatever was given up
    #[arg(long)]
    pub(super) given_up: bool,
    /// What the endpoint missed since a day or a moment, by this machine's clock unless it has an offset
    #[arg(long, value_name = "TIME", requires = "endpoint")]
    pub(super) since: Option<Since>,
}
