//! The command line of `zkratka sandbox-gateway` and `zkratka sandbox-ledger`.

use clap::{Args, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;

/// The commands of the emulated payment gateway.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Sandbox {
    /// Run the emulated payment gateway on its own (for tests)
    SandboxGateway(SandboxGateway),
    /// Show the emulated payment gateway's ledger
    SandboxLedger(SandboxLedger),
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
pub(in crate::cli) struct SandboxGateway {
    /// Listen on this address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8090")]
    pub(super) listen: SocketAddr,
    /// The ledger's file; created if it is missing
    #[arg(long, value_name = "FILE")]
    pub(super) ledger: PathBuf,
    /// The shop's URL for notifications
    #[arg(long, value_name = "URL")]
    pub(super) notify_url: String,
    /// The URL at which browsers reach this gateway [default: the address it listens on]
    #[arg(long, value_name = "URL")]
    pub(super) browser_url: Option<String>,
    /// The shop's origin: its pages frame the card fields. Once more for its wallet's, if that is another one
    #[arg(long, value_name = "ORIGIN", default_value = "http://localhost:8080")]
    pub(super) shop_origin: Vec<String>,
    /// The shop's name on the bank's page [default: the host that the page returns to]
    #[arg(long, value_name = "NAME")]
    pub(super) shop_name: Option<String>,
    /// The environment variable that holds the shared secret
    #[arg(long, value_name = "NAME", default_value = "ZKRATKA_SANDBOX_SECRET")]
    pub(super) secret_env: String,
    /// The shop's merchant id at this gateway, as in its Google Pay tokens
    #[arg(long, value_name = "NAME", default_value = "zkratka-demo")]
    pub(super) google_pay_merchant: String,
}

/// `zkratka sandbox-ledger`
#[derive(Debug, Args)]
pub(in crate::cli) struct SandboxLedger {
    /// The ledger's file
    #[arg(long, value_name = "FILE")]
    pub(super) ledger: PathBuf,
    /// Print JSON, for programs
    #[arg(long)]
    pub(super) json: bool,
}
