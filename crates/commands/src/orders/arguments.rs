//! The command line of `zkratka orders`.

use crate::personal_data::{OrderExport, OrderRedact};
use crate::support::ConfigFile;
use clap::{Args, Subcommand};
use zkratka_commerce::order_life::{Action, LineUnits};
use zkratka_order_commands::{RefundArguments, parse_line_units};

const EXAMPLES: &str = "Newest first. The server may be running; it makes the refunds.

Examples:
  zkratka orders --limit 5
  zkratka orders --json | jq '.[0].total'
  zkratka orders --needs-attention
  zkratka orders show 1001
  zkratka orders mark-paid 1001
  zkratka orders fulfil 1001 --carrier PPL --tracking 12345678901
  zkratka orders cancel 1001 --reason 'sold out' --dry-run
  zkratka orders refund 1001 --line 2:1 --reason 'came back damaged'
  zkratka orders redact 1001 --reason request
  zkratka orders export --email jana@example.cz

Repeating a command changes nothing and prints the stored result. To do it once more, give another --key.

Exit codes: 0 done; 1 it could not be done, or the gateway refused a refund; 2 the configuration or the command line is wrong; 3 a
refund without --key was made before, and nothing was changed.";

/// `zkratka orders`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Orders {
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
    /// Show at most this many
    #[arg(long, default_value_t = 20, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) limit: u32,
    /// Print JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
    /// Show only orders that wait for a person, and what to do about each; reads all orders
    #[arg(long)]
    pub(super) needs_attention: bool,
}

/// The commands for orders.
#[derive(Debug, Subcommand)]
pub(super) enum OrdersCommand {
    /// Show one order: lines, VAT, payment, balance, refunds, shipping and timeline
    Show(OrderShow),
    /// Record that a transfer, or cash on delivery, has arrived
    MarkPaid(OnOrder),
    /// Record that goods were sent: all that are left, or some lines
    Fulfil(OrderFulfil),
    /// Cancel an order of which nothing was sent: refund it and put its units back in stock
    Cancel(OrderCancel),
    /// Give money back: for lines, an amount, or everything
    Refund(OrderRefund),
    /// Erase a buyer's data from an order, or everything of one person
    Redact(OrderRedact),
    /// Print everything that the shop holds about one person
    Export(OrderExport),
}

/// `zkratka orders show`
#[derive(Debug, Args)]
pub(super) struct OrderShow {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The order's number
    #[arg(value_name = "NUMBER")]
    pub(super) number: u64,
    /// Print JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// The order, and who acts on it.
#[derive(Debug, Args)]
pub(super) struct OnOrder {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The order's number
    #[arg(value_name = "NUMBER")]
    pub(super) number: u64,
    /// Why, for the order's timeline (required for cancel and refund); write no personal data
    #[arg(long, value_name = "TEXT")]
    pub(super) reason: Option<String>,
    /// Who does it, for the timeline
    #[arg(long, value_name = "NAME", env = "USER", default_value = "operator")]
    pub(super) by: String,
    /// Idempotency key: a command with the same key runs once; give a new one to do the same again
    #[arg(long, value_name = "KEY")]
    pub(super) key: Option<String>,
    /// Say what the command would do, and change nothing
    #[arg(long)]
    pub(super) dry_run: bool,
}

/// `zkratka orders fulfil`
#[derive(Debug, Args)]
pub(super) struct OrderFulfil {
    #[command(flatten)]
    pub(super) on: OnOrder,
    /// Units of a line, e.g. 2:1 for one unit of line 2; everything that is left if no line is named
    #[arg(long = "line", value_name = "LINE:UNITS", value_parser = parse_line_units)]
    lines: Vec<LineUnits>,
    /// The carrier's name
    #[arg(long, value_name = "NAME")]
    carrier: Option<String>,
    /// The tracking number
    #[arg(long, value_name = "NUMBER")]
    tracking: Option<String>,
    /// Send the goods although the transfer has not arrived
    #[arg(long)]
    before_payment: bool,
    /// Send the goods although the payment is disputed, or the money was taken back
    #[arg(long)]
    despite_dispute: bool,
}

impl OrderFulfil {
    pub(super) fn action(&self) -> Action {
        Action::Fulfil {
            lines: self.lines.clone(),
            carrier: self.carrier.clone(),
            tracking_number: self.tracking.clone(),
            before_payment: self.before_payment,
            despite_dispute: self.despite_dispute,
        }
    }
}

/// `zkratka orders cancel`
#[derive(Debug, Args)]
pub(super) struct OrderCancel {
    #[command(flatten)]
    pub(super) on: OnOrder,
    /// Leave the stock as it is
    #[arg(long)]
    pub(super) no_restock: bool,
}

/// `zkratka orders refund`
#[derive(Debug, Args)]
pub(super) struct OrderRefund {
    #[command(flatten)]
    pub(super) on: OnOrder,
    /// Units of a line, e.g. 2:1 for one unit of line 2
    #[arg(long = "line", value_name = "LINE:UNITS", value_parser = parse_line_units, conflicts_with = "all")]
    lines: Vec<LineUnits>,
    /// The amount, e.g. 100.50; without it, what the buyer paid for the lines
    #[arg(
        long,
        value_name = "AMOUNT",
        conflicts_with = "all",
        allow_negative_numbers = true
    )]
    amount: Option<String>,
    /// Everything that is left
    #[arg(long)]
    all: bool,
    /// Put the refunded units back in stock
    #[arg(long)]
    restock: bool,
    /// Only record a refund that was made with the gateway's own tools, under its id there
    #[arg(long, value_name = "ID")]
    made_elsewhere: Option<String>,
    /// The number of the shop's own refund that this is, if the gateway refused it and made it nevertheless
    #[arg(long, value_name = "NUMBER", requires = "made_elsewhere")]
    refused: Option<u32>,
    /// Only record that the gateway or the bank took money back, under its id of the reversal or dispute
    #[arg(long, value_name = "ID", conflicts_with_all = ["made_elsewhere", "lines", "all", "restock"])]
    reversed_elsewhere: Option<String>,
}

impl OrderRefund {
    pub(super) fn arguments(&self) -> RefundArguments {
        RefundArguments {
            lines: self.lines.clone(),
            amount: self.amount.clone(),
            everything: self.all,
            restock: self.restock,
            made_elsewhere: self.made_elsewhere.clone(),
            refused: self.refused,
            reversed_elsewhere: self.reversed_elsewhere.clone(),
        }
    }
}
