//! The command line.

use super::address::Address;
use clap::{Args, Parser, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;
use zkratka_commands::attempts::Attempts;
use zkratka_commands::events::Events;
use zkratka_commands::gift_cards::GiftCards;
use zkratka_commands::mail::Mail;
use zkratka_commands::orders::Orders;
use zkratka_commands::reconcile::Reconcile;
use zkratka_commands::support::ConfigFile;
use zkratka_commands::token::Token;

const EXAMPLES: &str = "Examples:
  zkratka check --config zkratka.toml           Check the configuration and the database
  zkratka import --config zkratka.toml feed.csv Put products into the shop
  zkratka serve --config zkratka.toml           Run the shop
  zkratka orders                                List the newest orders
  zkratka orders show 1001                      Show one order with its timeline
  zkratka orders refund 1001 --all --reason ... Refund an order
  zkratka attempts                              List the payments that need a person
  zkratka events                                List pending order webhook deliveries
  zkratka reconcile --since 14d                 Compare with the payment providers' ledgers
  zkratka gift-card issue 500                   Issue a gift card
  zkratka address check < addresses.jsonl       Check addresses

Exit codes: 0 done; 1 failed, wholly or in part; 2 the configuration or the command line is wrong.";

/// Zkratka: accelerated checkout for any storefront, with the server that makes it work.
#[derive(Debug, Parser)]
#[command(name = "zkratka", version, after_help = EXAMPLES, propagate_version = true)]
pub(super) struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run the shop: pages, cart API, checkout
    Serve(Serve),
    /// Put products from a feed (Shopify's product CSV) into the shop
    Import(Import),
    /// Check the configuration, the feeds named in it, the theme and the database
    Check(Check),
    /// List orders, show one, or record what happens to one: payment, shipping, cancellation, refund
    Orders(Orders),
    /// List payment attempts that need a person; show or release one
    Attempts(Attempts),
    /// List pending order webhook deliveries, or resend them
    Events(Events),
    /// List pending e-mails to buyers, resend or preview them
    Mail(Mail),
    /// Compare the payment providers' ledgers with the shop's records
    Reconcile(Reconcile),
    /// Issue a gift card, list gift cards, or disable one
    GiftCard(GiftCards),
    /// The commands of the emulated payment gateway.
    #[cfg(feature = "sandbox")]
    #[command(flatten)]
    Sandbox(super::sandbox::Sandbox),
    /// Verify and decrypt a wallet's payment token
    Token(Token),
    /// Check addresses as the shop would
    Address(Address),
}

/// `zkratka serve`
#[derive(Debug, Args)]
#[command(
    after_help = "Stops at Ctrl+C or SIGTERM, after it has answered the requests under way.

Examples:
  zkratka serve --config zkratka.toml
  zkratka serve --listen 127.0.0.1:9000         Listen on another port
  ZKRATKA_LOG=debug zkratka serve               Log every request

Exit codes: 0 stopped on request; 1 could not start; 2 the configuration is wrong."
)]
pub(super) struct Serve {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// Listen on this address instead of the file's; port 0 takes a free port
    #[arg(long, value_name = "ADDRESS")]
    pub(super) listen: Option<SocketAddr>,
}

/// `zkratka import`
#[derive(Debug, Args)]
#[command(
    after_help = "A product is identified by its handle, a variant by its option values. Products that the feed does not name stay
unchanged; importing the same feed twice changes nothing. An unusable row is reported with its line, column and
reason, and the other rows are imported. The server may be running.

Examples:
  zkratka import feed.csv
  zkratka import --config zkratka.toml spring.csv summer.csv

Exit codes: 0 everything imported; 1 some rows were left out; 2 a file or the configuration is wrong."
)]
pub(super) struct Import {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// Feeds to import
    #[arg(required = true, value_name = "FEED")]
    pub(super) feeds: Vec<PathBuf>,
}

/// `zkratka check`
#[derive(Debug, Args)]
#[command(
    after_help = "Also lists the scripts that may run on pages that take payment. Compare the list after each release.

Examples:
  zkratka check
  zkratka check --config /etc/zkratka/zkratka.toml
  zkratka check --json > scripts.json           Only the scripts

Exit codes: 0 the shop can start; 1 something that it needs is missing; 2 the configuration is wrong."
)]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// Check only the configuration, and print the scripts of pages that take payment as JSON
    #[arg(long)]
    pub(super) json: bool,
}
