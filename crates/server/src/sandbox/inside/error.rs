//! Why the sandbox cannot be opened.

use std::io;
use zkratka_payments::sandbox::SandboxError as ClientError;
use zkratka_sandbox::apple_pay::ValidationError;
use zkratka_sandbox::gateway::LedgerError;

/// Why the sandbox cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The gateway's ledger.
    #[error("the payment gateway cannot be set up: the sandbox's ledger: {0}")]
    GatewayLedger(LedgerError),
    /// The gateway's folder or port.
    #[error("the payment gateway cannot be set up: the sandbox: {0}")]
    GatewayPort(io::Error),
    /// The gateway's client.
    #[error("the payment gateway cannot be set up: {0}")]
    GatewayClient(#[from] ClientError),
    /// Apple Pay's merchant validation.
    #[error(transparent)]
    ApplePay(#[from] ValidationError),
    #[error("the emulated Apple Pay: {0}")]
    ApplePayPort(io::Error),
    /// PayPal's file.
    #[error("the emulated PayPal: {0}")]
    PayPalFile(LedgerError),
    /// Its folder or port.
    #[error("the emulated PayPal: {0}")]
    PayPalPort(io::Error),
    /// The carrier's port.
    #[error("the carrier cannot be asked: the emulated carrier: {0}")]
    CarrierPort(io::Error),
    /// The carrier's address.
    #[error("the carrier cannot be asked: the emulated carrier has no address")]
    CarrierAddress,
}
