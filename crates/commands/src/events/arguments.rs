//! The command line of `zkratka events`.

use super::since::Since;
use crate::support::ConfigFile;
use clap::{Args, Subcommand};

/// `zkratka events`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Lists the deliveries to the endpoints of [[order_webhooks]] that are pending, and those that were given up after three
days without success; oldest first. The server may be running.

Examples:
  zkratka events
  zkratka events --order 1042 --all
  zkratka events --json | jq '.[] | select(.state == \"given_up\")'
  zkratka events send --given-up
  zkratka events send --order 1042 --endpoint erp

Exit codes: 0 done; 1 it could not be done; 2 the configuration or the command line is wrong."
)]
pub struct Events {
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
    /// List this order's only
    #[arg(long, value_name = "NUMBER")]
    pub(super) order: Option<u64>,
    /// List this endpoint's only
    #[arg(long, value_name = "NAME")]
    pub(super) endpoint: Option<String>,
    /// List delivered ones, too
    #[arg(long)]
    pub(super) all: bool,
    /// Show at most this many
    #[arg(long, default_value_t = 100, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) limit: u32,
    /// Print JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// The commands for events.
#[derive(Debug, Subcommand)]
pub(super) enum EventsCommand {
    /// Resend events, delivered or not
    Send(EventSend),
}

/// `zkratka events send`
#[derive(Debug, Args)]
#[command(
    after_help = "The running server sends the events within seconds, under their old ids, so that an endpoint recognises one that it has
received before. An event whose delivery is under way is sent again when that delivery has ended, within a minute.

--since is for an endpoint that was added later or was missing from the configuration for a while. It sends the events
that the endpoint never received and those that were given up, of all orders, and of each order in sequence. Delivered
events are repeated only with --all. Pending deliveries stay as they are.

Examples:
  zkratka events send evt_0123456789abcdef0123456789abcdef
  zkratka events send --given-up
  zkratka events send --order 1042 --endpoint erp
  zkratka events send --since \"2026-11-20 08:30\" --endpoint erp

Exit codes: 0 the server will send them; 1 there is nothing to send; 2 the configuration or the command line is wrong."
)]
pub(super) struct EventSend {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    #[command(flatten)]
    pub(super) which: Which,
    /// Send to this endpoint only
    #[arg(long, value_name = "NAME")]
    pub(super) endpoint: Option<String>,
    /// With --since: also resend delivered events, to an endpoint that has lost them
    #[arg(long, requires = "since")]
    pub(super) all: bool,
}

/// Which events to resend.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Which {
    /// The event with this id
    #[arg(value_name = "EVENT")]
    pub(super) event: Option<String>,
    /// Every event of this order
    #[arg(long, value_name = "NUMBER")]
    pub(super) order: Option<u64>,
    /// Every event that was given up
    #[arg(long)]
    pub(super) given_up: bool,
    /// The events that the endpoint missed since this day or moment; in this machine's time zone unless an offset is given
    #[arg(long, value_name = "TIME", requires = "endpoint")]
    pub(super) since: Option<Since>,
}
