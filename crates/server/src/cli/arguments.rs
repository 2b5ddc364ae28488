//! The command line.

use super::address::Address;
use super::attempts::Attempts;
use super::events::Events;
use super::gift_cards::GiftCards;
use super::token::Token;
use clap::{Args, Parser, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  zkratka check --config zkratka.toml           Is the configuration right, is the database there?
  zkratka import --config zkratka.toml feed.csv Put products into the shop
  zkratka serve --config zkratka.toml           Run the shop
  zkratka orders                                List the newest orders
  zkratka orders show 1001                      Show one order with its timeline
  zkratka attempts                              List the payments that need a person
  zkratka events                                List what the merchant's systems are still to be told
  zkratka gift-card issue 500                   Issue a gift card
  zkratka address check < addresses.jsonl       Say what is wrong with addresses

Exit codes: 0 done; 1 it could not be done, or not wholly; 2 the configuration or the command line is wrong.";

/// Zkratka: accelerated checkout for any storefront, with the server that makes it work.
#[derive(Debug, Parser)]
#[command(name = "zkratka", version, after_help = EXAMPLES, propagate_version = true)]
pub(super) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(super) command: Command,
}

/// What the command can do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run the shop: pages, cart API, checkout
    Serve(Serve),
    /// Put products from a feed (Shopify's product CSV) into the shop
    Import(Import),
    /// Check the configuration, the feeds named in it, the theme and the database
    Check(Check),
    /// List orders, or show one
    Orders(Orders),
    /// List attempts to pay that need a person, show one, or release it
    Attempts(Attempts),
    /// List what endpoints are still to be told of orders, or send it again
    Events(Events),
    /// Issue a gift card, list gift cards, or disable one
    GiftCard(GiftCards),
    /// Run the emulated payment gateway on its own (for tests)
    SandboxGateway(SandboxGateway),
    /// Show what the emulated payment gateway has done
    SandboxLedger(SandboxLedger),
    /// Look into a wallet's payment token
    Token(Token),
    /// Check addresses as the shop would
    Address(Address),
}

/// Where the configuration is.
#[derive(Debug, Args)]
pub(super) struct ConfigFile {
    /// The configuration file
    #[arg(
        long,
        short,
        value_name = "FILE",
        env = "ZKRATKA_CONFIG",
        default_value = "zkratka.toml"
    )]
    pub(super) config: PathBuf,
}

/// How to list what needs a person's eyes.
#[derive(Debug, Args)]
pub(super) struct Listing {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// At most this many
    #[arg(long, default_value_t = 100, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) limit: u32,
    /// As JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// `zkratka serve`
#[derive(Debug, Args)]
#[command(
    after_help = "Stops at Ctrl+C or SIGTERM, after answering what is being asked.

Examples:
  zkratka serve --config zkratka.toml
  zkratka serve --listen 127.0.0.1:9000         On another port than the file says
  ZKRATKA_LOG=debug zkratka serve               With a line for every request

Exit codes: 0 stopped as asked; 1 could not start; 2 the configuration is wrong."
)]
pub(super) struct Serve {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// Listen here instead of where the file says; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS")]
    pub(super) listen: Option<SocketAddr>,
}

/// `zkratka import`
#[derive(Debug, Args)]
#[command(
    after_help = "Products are recognised by their handle, variants by their option values. What a feed does not name stays
as it is; importing the same feed twice changes nothing. A row that cannot be used is reported with its
line, column and reason, and the rest is imported. The server may be running.

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
#[command(after_help = "Examples:
  zkratka check
  zkratka check --config /etc/zkratka/zkratka.toml

Exit codes: 0 the shop can start; 1 something it needs is not there; 2 the configuration is wrong.")]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) file: ConfigFile,
}

/// `zkratka orders`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Newest first. The server may be running.

Examples:
  zkratka orders --limit 5
  zkratka orders --json | jq '.[0].total'
  zkratka orders show 1001
  zkratka orders show 1001 --json

Exit codes: 0 done; 1 there is no such order, or the database does not answer; 2 the configuration is wrong."
)]
pub(super) struct Orders {
    #[command(subcommand)]
    pub(super) command: Option<OrdersCommand>,
    #[command(flatten)]
    pub(super) list: OrderList,
}

/// How to list orders.
#[derive(Debug, Args)]
pub(super) struct OrderList {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// At most this many
    #[arg(long, default_value_t = 20, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) limit: u32,
    /// As JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// What else can be done with orders.
#[derive(Debug, Subcommand)]
pub(super) enum OrdersCommand {
    /// Show one order: lines, VAT, payment and timeline
    Show(OrderShow),
}

/// `zkratka orders show`
#[derive(Debug, Args)]
pub(super) struct OrderShow {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The order's number
    #[arg(value_name = "NUMBER")]
    pub(super) number: u64,
    /// As JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// `zkratka sandbox-gateway`
#[derive(Debug, Args)]
#[command(
    after_help = "`zkratka serve` runs this gateway by itself unless [payments.sandbox] url names one that runs elsewhere.
Shop and gateway share a secret, which is never given on the command line.

Example:
  ZKRATKA_SANDBOX_SECRET=... zkratka sandbox-gateway --listen 127.0.0.1:8090 --ledger ledger.sqlite \\
      --notify-url http://127.0.0.1:8080/webhooks/sandbox --shop-origin http://localhost:8080"
)]
pub(super) struct SandboxGateway {
    /// Listen here
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8090")]
    pub(super) listen: SocketAddr,
    /// The ledger's file; made when it is not there
    #[arg(long, value_name = "FILE")]
    pub(super) ledger: PathBuf,
    /// Where the shop takes notifications
    #[arg(long, value_name = "URL")]
    pub(super) notify_url: String,
    /// Where browsers reach this gateway [default: the address listened on]
    #[arg(long, value_name = "URL")]
    pub(super) browser_url: Option<String>,
    /// The shop's origin, whose pages hold the card's fields
    #[arg(long, value_name = "ORIGIN", default_value = "http://localhost:8080")]
    pub(super) shop_origin: String,
    /// The environment variable with the shared secret
    #[arg(long, value_name = "NAME", default_value = "ZKRATKA_SANDBOX_SECRET")]
    pub(super) secret_env: String,
    /// The shop's name here, as its Google Pay tokens say it
    #[arg(long, value_name = "NAME", default_value = "zkratka-demo")]
    pub(super) google_pay_merchant: String,
}

/// `zkratka sandbox-ledger`
#[derive(Debug, Args)]
pub(super) struct SandboxLedger {
    /// The ledger's file
    #[arg(long, value_name = "FILE")]
    pub(super) ledger: PathBuf,
    /// As JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}
