//! The command line of `zkratka mail`.

use crate::support::ConfigFile;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use zkratka_texts::LetterKind;

/// `zkratka mail`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Lists the e-mails to buyers that are pending, and those that were given up; oldest first. No address is shown.

Examples:
  zkratka mail
  zkratka mail --order 1042 --all
  zkratka mail send 1042
  zkratka mail preview 1042 --kind sent --out sent.eml

Exit codes: 0 done; 1 it could not be done; 2 the configuration or the command line is wrong."
)]
pub struct Mail {
    #[command(subcommand)]
    pub(super) command: Option<MailCommand>,
    #[command(flatten)]
    pub(super) list: MailList,
}

#[derive(Debug, Args)]
pub(crate) struct MailList {
    #[command(flatten)]
    pub(crate) file: ConfigFile,
    /// List this order's only
    #[arg(long, value_name = "NUMBER")]
    pub(crate) order: Option<u64>,
    /// List sent ones, too
    #[arg(long)]
    pub(crate) all: bool,
    /// Print JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum MailCommand {
    /// Resend the e-mails about an order
    Send(MailSend),
    /// Write an e-mail into a file, and send nothing
    Preview(MailPreview),
}

/// `zkratka mail send`
#[derive(Debug, Args)]
pub(crate) struct MailSend {
    #[command(flatten)]
    pub(crate) file: ConfigFile,
    /// The order's number
    #[arg(value_name = "ORDER")]
    pub(crate) order: u64,
}

/// `zkratka mail preview`
#[derive(Debug, Args)]
pub(super) struct MailPreview {
    #[command(flatten)]
    pub(super) file: ConfigFile,
    /// The order's number
    #[arg(value_name = "ORDER")]
    pub(super) order: u64,
    /// What the e-mail is about
    #[arg(long, value_enum, default_value_t = Kind::Confirmation)]
    pub(super) kind: Kind,
    /// The file to write; must not exist
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Kind {
    Confirmation,
    Paid,
    Reminder,
    GiftCard,
    Sent,
    Cancelled,
    Refunded,
    Consent,
}

impl From<Kind> for LetterKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Confirmation => Self::Confirmation,
            Kind::Paid => Self::Paid,
            Kind::Reminder => Self::Reminder,
            Kind::GiftCard => Self::GiftCard,
            Kind::Sent => Self::Sent,
            Kind::Cancelled => Self::Cancelled,
            Kind::Refunded => Self::Refunded,
            Kind::Consent => Self::Consent,
        }
    }
}
