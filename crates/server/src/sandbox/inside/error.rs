//! The errors of opening the sandbox.

use std::io;
use zkratka_payments::sandbox::SandboxError as ClientError;
use zkratka_sandbox::apple_pay::ValidationError;
use zkratka_sandbox::gateway::LedgerError;
use zkratka_store::OpenError;

#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A ledger or another file cannot be opened.
    #[error("an emulated service's file: {0}")]
    File(#[from] LedgerError),
    /// The folder of such a file cannot be made.
    #[error(transparent)]
    Folder(#[from] OpenError),
    /// A service gets no port.
    #[error("the emulated {service} gets no port on this machine: {reason}")]
    Port {
        service: &'static str,
        reason: io::Error,
    },
    /// The gateway's client cannot be set up.
    #[error("the payment gateway cannot be set up: {0}")]
    GatewayClient(#[from] ClientError),
    /// Apple Pay's merchant validation cannot be set up.
    #[error(transparent)]
    ApplePay(#[from] ValidationError),
    /// The merchant's account or its key is invalid.
    #[error("the emulated Amazon Pay: {0}")]
    AmazonPayAccount(String),
    /// A service has no usable URL.
    #[error("the emulated {0} cannot be asked: it has no address")]
    Address(&'static str),
}
