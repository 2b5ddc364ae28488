//! The command line of `zkratka token`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `zkratka token`
#[derive(Debug, Args)]
pub(in crate::cli) struct Token {
    #[command(subcommand)]
    pub(super) command: TokenCommand,
}

/// What can be done with tokens.
#[derive(Debug, Subcommand)]
pub(super) enum TokenCommand {
    /// Verify and decrypt a wallet's payment token, and say how every check ended
    Inspect(TokenInspect),
}

/// Whose token.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Wallet {
    /// Google Pay
    GooglePay,
}

/// `zkratka token inspect`
#[derive(Debug, Args)]
#[command(
    after_help = "Prints JSON: `verified`, every check with its outcome, and the decrypted payload. Nothing is sent anywhere.
Google's root keys change and are not built in; save them from
  https://payments.developers.google.com/paymentmethodtoken/keys.json        (production)
  https://payments.developers.google.com/paymentmethodtoken/test/keys.json   (TEST environment)

Examples:
  zkratka token inspect --wallet google-pay --token token.json --key merchant.pem --roots keys.json \\
      --recipient merchant:12345678901234567890
  zkratka token inspect --wallet google-pay --token token.json --key merchant.b64 --roots keys.json \\
      --at 2026-01-31T12:00:00Z | jq .checks

Exit codes: 0 verified; 1 refused, the failed check is named; 2 a file or the command line cannot be used."
)]
pub(super) struct TokenInspect {
    /// Whose token it is
    #[arg(long, value_enum)]
    pub(super) wallet: Wallet,
    /// The token as the wallet gave it (JSON)
    #[arg(long, value_name = "FILE")]
    pub(super) token: PathBuf,
    /// The private key to which it is encrypted: PEM, or base64 of DER (PKCS#8 or SEC1). None for `ECv2SigningOnly`
    #[arg(long, value_name = "FILE")]
    pub(super) key: Option<PathBuf>,
    /// The root keys that may sign, as Google publishes them (JSON)
    #[arg(long, value_name = "FILE")]
    pub(super) roots: Option<PathBuf>,
    /// For whom it must be meant, with the prefix `merchant:` or `gateway:`
    #[arg(
        long,
        value_name = "ID",
        default_value = "merchant:12345678901234567890"
    )]
    pub(super) recipient: String,
    /// As if it were this moment, such as 2026-01-31T12:00:00Z [default: now]
    #[arg(long, value_name = "RFC3339")]
    pub(super) at: Option<jiff::Timestamp>,
    /// Show the card's data in full
    #[arg(long)]
    pub(super) show_secrets: bool,
}
