//! The command line of `zkratka gift-card`.

use crate::support::{ConfigFile, Listing};
use clap::{Args, Subcommand};
use jiff::civil::Date;

/// `zkratka gift-card`
#[derive(Debug, Args)]
#[command(
    after_help = "A gift card's code is worth money to anyone who knows it. It is shown once, when the card is issued; the shop stores a
digest only. Codes of cards that an order has sold can be shown again. The server may be running.

Examples:
  zkratka gift-card issue 500
  zkratka gift-card issue 1000 --expires 2027-12-31 --note \"Reklamace 1042\"
  zkratka gift-card list
  zkratka gift-card sold 1042 --json
  zkratka gift-card keys
  zkratka gift-card disable 12

Exit codes: 0 done; 1 it could not be done; 2 the configuration or the command line is wrong."
)]
pub struct GiftCards {
    #[command(subcommand)]
    pub(super) command: GiftCardsCommand,
}

/// The commands for gift cards.
#[derive(Debug, Subcommand)]
pub(super) enum GiftCardsCommand {
    /// Issue a gift card and show its code once
    Issue(GiftCardIssue),
    /// List gift cards, newest first: number, last characters, balance, state
    List(Listing),
    /// Show the gift cards that an order has sold, with their codes
    Sold(GiftCardsSold),
    /// List the keys that gift cards need, and how many cards depend on each
    Keys(GiftCardKeys),
    /// Disable a gift card
    Disable(GiftCardDisable),
    /// Let gift cards from before modes were recorded pay in live mode
    Confirm(GiftCardConfirm),
}

/// `zkratka gift-card issue`
#[derive(Debug, Args)]
pub(super) struct GiftCardIssue {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The card's worth, e.g. 500 or 499.50
    #[arg(value_name = "AMOUNT")]
    pub(super) amount: String,
    /// The amount's currency [default: the shop's, the only one that gift cards support]
    #[arg(long, value_name = "CODE")]
    pub(super) currency: Option<String>,
    /// The last day on which it pays, in the shop's time zone
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(super) expires: Option<Date>,
    /// A note for the operators, such as the recipient; buyers never see it
    #[arg(long, value_name = "TEXT")]
    pub(super) note: Option<String>,
    /// Print JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// `zkratka gift-card sold`
#[derive(Debug, Args)]
#[command(
    after_help = "For the merchant's own e-mails: the order's timeline says that cards were sold (gift_cards_sold), this command prints
their codes and the buyer's address. Keep the output out of logs: the codes pay. A card is \"unpaid\" until the order's money is
captured, and \"withheld\" while somebody contests its payment or a refund at the provider names no lines; it pays nothing
meanwhile. While an order's payment is in review, neither this command nor the buyer's page shows the codes.

Example:
  zkratka gift-card sold 1042 --json"
)]
pub(super) struct GiftCardsSold {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The order's number, as `zkratka orders` shows it
    #[arg(value_name = "ORDER")]
    pub(super) order: u64,
    /// Print JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// `zkratka gift-card keys`
#[derive(Debug, Args)]
#[command(
    after_help = "A key can go when no card with a balance depends on it, and when the orders that such cards have paid are too old for a
refund. \"current\" makes the codes of new cards, \"old\" is configured, \"missing\" is not: nobody can pay with cards of a missing
key. Cards from before there were keys need none.

Example:
  zkratka gift-card keys"
)]
pub(super) struct GiftCardKeys {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// Print JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// `zkratka gift-card disable`
#[derive(Debug, Args)]
#[command(
    after_help = "Carts that carry the card are then paid without it. A payment under way keeps the amount that it has taken from the
card. This cannot be undone: issue another card with the remaining balance.

Example:
  zkratka gift-card disable 12"
)]
pub(super) struct GiftCardDisable {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The card's number, as `zkratka gift-card list` shows it
    #[arg(value_name = "NUMBER")]
    pub(super) number: u64,
}

/// `zkratka gift-card confirm`
#[derive(Debug, Args)]
#[command(
    after_help = "A card is \"unconfirmed\" if an older version issued it by hand or from the configuration, before databases had a
mode: nothing tells whether it is worth real money or was a test. It pays nothing until you confirm it. Disable those of tests.

Example:
  zkratka gift-card confirm 12 13"
)]
pub(super) struct GiftCardConfirm {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The cards' numbers, as `zkratka gift-card list` shows them
    #[arg(value_name = "NUMBER", required = true)]
    pub(super) numbers: Vec<u64>,
}
