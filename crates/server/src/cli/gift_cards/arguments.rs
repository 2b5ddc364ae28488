//! The command line of `zkratka gift-card`.

use crate::cli::arguments::{ConfigFile, Listing};
use clap::{Args, Subcommand};
use jiff::civil::Date;

/// `zkratka gift-card`
#[derive(Debug, Args)]
#[command(
    after_help = "A gift card's code is money for whoever knows it. It is shown once, when the card is issued, and kept nowhere:
the shop knows a digest. Only the codes of cards that an order has sold can be shown again. The server may be running.

Examples:
  zkratka gift-card issue 500
  zkratka gift-card issue 1000 --expires 2027-12-31 --note \"Reklamace 1042\"
  zkratka gift-card list
  zkratka gift-card sold 1042 --json
  zkratka gift-card disable 12

Exit codes: 0 done; 1 it could not be done; 2 the configuration or the command line is wrong."
)]
pub(in crate::cli) struct GiftCards {
    #[command(subcommand)]
    pub(super) command: GiftCardsCommand,
}

/// What can be done with gift cards.
#[derive(Debug, Subcommand)]
pub(super) enum GiftCardsCommand {
    /// Issue a gift card and show its code, this once
    Issue(GiftCardIssue),
    /// List gift cards, newest first: number, last characters, balance, state
    List(Listing),
    /// Show the gift cards that an order has sold, with their codes, so that they can be sent to the buyer
    Sold(GiftCardsSold),
    /// Make a gift card pay no more
    Disable(GiftCardDisable),
}

/// `zkratka gift-card issue`
#[derive(Debug, Args)]
pub(super) struct GiftCardIssue {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// What can be paid with it, e.g. 500 or 499.50
    #[arg(value_name = "AMOUNT")]
    pub(super) amount: String,
    /// The amount's currency [default: the shop's, the only one that gift cards pay in]
    #[arg(long, value_name = "CODE")]
    pub(super) currency: Option<String>,
    /// The last day on which it pays, in the shop's time zone
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(super) expires: Option<Date>,
    /// Whom it is for, for whoever looks after the cards; buyers never see it
    #[arg(long, value_name = "TEXT")]
    pub(super) note: Option<String>,
    /// As JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// `zkratka gift-card sold`
#[derive(Debug, Args)]
#[command(
    after_help = "For the merchant's own e-mails: the order's timeline says that cards were sold (gift_cards_sold), this says with which
codes and to which address. Whoever reads the answer can pay with the codes: keep it out of logs. Cards of an order
whose payment a person must look into have no codes here, and the buyer sees none either.

Example:
  zkratka gift-card sold 1042 --json"
)]
pub(super) struct GiftCardsSold {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The order's number, as `zkratka orders` shows it
    #[arg(value_name = "ORDER")]
    pub(super) order: u64,
    /// As JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}

/// `zkratka gift-card disable`
#[derive(Debug, Args)]
#[command(
    after_help = "Carts that it was put on pay without it. A payment that is under way keeps what it has taken from it. There is
no way back: issue another card over what was left.

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
