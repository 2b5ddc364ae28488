//! The command line of `zkratka token`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;
use zkratka_wallets::meta_pay::Mode;

/// `zkratka token`
#[derive(Debug, Args)]
pub struct Token {
    #[command(subcommand)]
    pub(super) command: TokenCommand,
}

/// The commands for tokens.
#[derive(Debug, Subcommand)]
pub(super) enum TokenCommand {
    /// Verify and decrypt a wallet's payment token, and print the result of every check
    Inspect(TokenInspect),
}

/// The wallet that made the token.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Wallet {
    /// Apple Pay
    #[value(name = "apple-pay")]
    Apple,
    /// Google Pay
    #[value(name = "google-pay")]
    Google,
    /// Meta Pay
    #[value(name = "meta-pay")]
    Meta,
}

/// The mode that a Meta Pay container must state.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ContainerMode {
    /// A container that moves no money
    Test,
    /// A container that moves money
    Live,
}

impl From<ContainerMode> for Mode {
    fn from(mode: ContainerMode) -> Self {
        match mode {
            ContainerMode::Test => Self::Test,
            ContainerMode::Live => Self::Live,
        }
    }
}

/// The time at which the token is checked.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    /// A given time.
    Moment(jiff::Timestamp),
    /// The signing time that the token states.
    SigningTime,
}

impl FromStr for At {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, jiff::Error> {
        match text {
            "signing-time" => Ok(Self::SigningTime),
            text => text.parse().map(Self::Moment),
        }
    }
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
  zkratka token inspect --wallet apple-pay --token token.json --key processing.pem \\
      --certificate apple_pay.cer --at signing-time
  zkratka token inspect --wallet meta-pay --token container.json --key partner.pem --roots meta.pem \\
      --merchant-id 104000000000001 --at 2026-01-31T12:00:00Z

Exit codes: 0 verified; 1 refused, and the failed check is named; 2 a file or the command line cannot be used."
)]
pub(super) struct TokenInspect {
    /// The wallet that made the token
    #[arg(long, value_enum)]
    pub(super) wallet: Wallet,
    /// The token as the wallet gave it (JSON)
    #[arg(long, value_name = "FILE")]
    pub(super) token: PathBuf,
    /// The private key that decrypts it: PEM, or base64 of DER (PKCS#8, SEC1 or PKCS#1). None for `ECv2SigningOnly`
    #[arg(long, value_name = "FILE")]
    pub(super) key: Option<PathBuf>,
    /// Google Pay: the root keys, as Google publishes them (JSON). Apple Pay: root certificates [default: Apple's]. Meta
    /// Pay: root certificates, as Meta gives them to partners
    #[arg(long, value_name = "FILE")]
    pub(super) roots: Option<PathBuf>,
    /// The recipient that the token must name, with the prefix `merchant:` or `gateway:`
    #[arg(
        long,
        value_name = "ID",
        default_value = "merchant:12345678901234567890"
    )]
    pub(super) recipient: String,
    /// Apple Pay: the Payment Processing certificate that belongs to the key (PEM, or Apple's .cer)
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: Option<PathBuf>,
    /// Apple Pay: the merchant identifier, where the certificate does not name it. Meta Pay: the merchant that the
    /// container must name
    #[arg(long, value_name = "ID")]
    pub(super) merchant_id: Option<String>,
    /// Meta Pay: the mode that the container must state
    #[arg(long, value_enum, default_value = "test")]
    pub(super) mode: ContainerMode,
    /// Check as of this time, such as 2026-01-31T12:00:00Z; for Apple Pay also `signing-time` [default: now]
    #[arg(long, value_name = "RFC3339|signing-time")]
    pub(super) at: Option<At>,
    /// Print card data in full
    #[arg(long)]
    pub(super) show_secrets: bool,
}
