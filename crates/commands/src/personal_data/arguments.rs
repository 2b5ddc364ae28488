//! The arguments of the commands.

use crate::support::ConfigFile;
use clap::{ArgGroup, Args};

/// `zkratka orders redact`
#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("whose").required(true).args(["number", "email"])),
    after_help = "Erases name, e-mail address, telephone number, street, city, postal code, company, note and attributes, in the order,
its cart and its payment attempts. The order itself stays, with its number, country, goods, sums and taxes. With
--email also payment attempts and carts that became no order. Repeating it changes nothing. The order webhooks get
order.redacted. The server may be running.

Examples:
  zkratka orders redact 1001 --reason \"request of 3 March\"
  zkratka orders redact --email jana@example.cz --reason \"request\" --dry-run

Exit codes: 0 done; 1 there is no such order, something keeps its data, or the database does not answer; 2 the
configuration or the command line is wrong."
)]
pub(crate) struct OrderRedact {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The order's number
    #[arg(value_name = "NUMBER")]
    pub(super) number: Option<u64>,
    /// Everything of the person with this e-mail address
    #[arg(long, value_name = "ADDRESS")]
    pub(super) email: Option<String>,
    /// Why, for the timeline; write no personal data
    #[arg(long, value_name = "TEXT")]
    pub(super) reason: String,
    /// Who does it, for the timeline; the default is the user of this machine
    #[arg(long, value_name = "NAME")]
    pub(super) by: Option<String>,
    /// Also orders that are still to be paid, by transfer or on delivery
    #[arg(long)]
    pub(super) unpaid: bool,
    /// Only print what would be erased
    #[arg(long)]
    pub(super) dry_run: bool,
}

/// `zkratka orders export`
#[derive(Debug, Args)]
#[command(
    after_help = "Prints everything that the shop holds about one person, as JSON: orders, payment attempts and carts that became no
order, uses of discounts, and digests that count unpaid orders. It reads the whole database. The server may be
running.

Examples:
  zkratka orders export --email jana@example.cz > jana.json

Exit codes: 0 done; 1 the database does not answer; 2 the configuration or the command line is wrong."
)]
pub(crate) struct OrderExport {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The person's e-mail address
    #[arg(long, value_name = "ADDRESS")]
    pub(super) email: String,
}
