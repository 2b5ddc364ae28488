//! The command line of `zkratka address`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `zkratka address`
#[derive(Debug, Args)]
pub(in crate::cli) struct Address {
    #[command(subcommand)]
    pub(super) command: AddressCommand,
}

/// The commands for addresses.
#[derive(Debug, Subcommand)]
pub(super) enum AddressCommand {
    /// Report the errors that the cart API would report for each address
    Check(AddressCheck),
}

/// `zkratka address check`
#[derive(Debug, Args)]
#[command(
    after_help = "Reads one JSON object per line and prints one per line: {\"line\":1,\"errors\":[{\"code\",\"field\",\"message\"}]}. A valid
address has an empty list of errors. The members of an address are strings: firstName, lastName, company, address1,
address2, city, zip, province, country, phone. Country and province are codes or names; provinceCode and countryCode are
accepted, too. A line that is not an address gets an error of its own, and the next line is read; empty lines are
skipped. A line has at most 64 KB. Nothing is stored, and no configuration is needed.

Examples:
  echo '{\"country\":\"CZ\",\"zip\":\"81101\"}' | zkratka address check
  zkratka address check --file customers.jsonl | jq -c 'select(.errors != [])'
  zkratka address check --billing < companies.jsonl     A company may replace the person's name
  zkratka address check --country-only < wallets.jsonl  As in a wallet's sheet before the buyer has agreed

Exit codes: 0 every address is valid; 1 at least one is not; 2 the input or the command line cannot be used."
)]
pub(super) struct AddressCheck {
    /// Read this file instead of the standard input
    #[arg(long, short, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// Check billing addresses instead of delivery addresses
    #[arg(long, conflicts_with = "country_only")]
    pub(super) billing: bool,
    /// Check the country only, as for a wallet that still hides the rest
    #[arg(long)]
    pub(super) country_only: bool,
}
