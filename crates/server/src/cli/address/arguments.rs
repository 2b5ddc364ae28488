//! The command line of `zkratka address`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `zkratka address`
#[derive(Debug, Args)]
pub(in crate::cli) struct Address {
    #[command(subcommand)]
    pub(super) command: AddressCommand,
}

/// What can be done with addresses.
#[derive(Debug, Subcommand)]
pub(super) enum AddressCommand {
    /// Say of each address what the cart API would find wrong with it
    Check(AddressCheck),
}

/// `zkratka address check`
#[derive(Debug, Args)]
#[command(
    after_help = "Reads one JSON object a line and prints one a line: {\"line\":1,\"errors\":[{\"code\",\"field\",\"message\"}]}, without
errors where all is well. Members of an address, each a text: firstName, lastName, company, address1, address2, city,
zip, province, country, phone. Country and province are codes or names; provinceCode and countryCode are understood too.
A line that is no address gets an error of its own, and the others go on; empty lines are left out. At most 64 KB a
line. Nothing is stored, and no configuration is needed.

Examples:
  echo '{\"country\":\"CZ\",\"zip\":\"81101\"}' | zkratka address check
  zkratka address check --file customers.jsonl | jq -c 'select(.errors != [])'
  zkratka address check --billing < companies.jsonl     A company stands in for a person's name
  zkratka address check --country-only < wallets.jsonl  As a wallet's sheet before the buyer has agreed

Exit codes: 0 every address is right; 1 at least one is not; 2 the input or the command line cannot be used."
)]
pub(super) struct AddressCheck {
    /// Read this file instead of the standard input
    #[arg(long, short, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// Check billing addresses instead of delivery addresses
    #[arg(long, conflicts_with = "country_only")]
    pub(super) billing: bool,
    /// Check the country only, as long as a wallet hides the rest
    #[arg(long)]
    pub(super) country_only: bool,
}
