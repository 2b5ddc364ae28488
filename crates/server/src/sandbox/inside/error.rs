//! The errors of opening the sandbox.

use std::io;
use zkratka_payments::sandbox::SandboxError as ClientError;
use zkratka_sandbox::apple_pay::ValidationError;
use zkratka_sandbox::gateway::LedgerError;

#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The gateway's ledger cannot be opened.
    #[error("the payment gateway cannot be set up: the sandbox's ledger: {0}")]
    GatewayLedger(LedgerError),
    /// The gateway's folder or port cannot be used.
    #[error("the payment gateway cannot be set up: the sandbox: {0}")]
    GatewayPort(io::Error),
    /// The gateway's client cannot be set up.
    #[error("the payment gateway cannot be set up: {0}")]
    GatewayClient(#[from] ClientError),
    /// Apple Pay's merchant validation cannot be set up.
    #[error(transparent)]
    ApplePay(#[from] ValidationError),
    #[error("the emulated Apple Pay: {0}")]
    ApplePayPort(io::Error),
    /// PayPal's file cannot be opened.
    #[error("the emulated PayPal: {0}")]
    PayPalFile(LedgerError),
    /// PayPal's folder or port cannot be used.
    #[error("the emulated PayPal: {0}")]
    PayPalPort(io::Error),
    /// Amazon Pay's file cannot be opened.
    #[error("the emulated Amazon Pay: {0}")]
    AmazonPayFile(LedgerError),
    /// Amazon Pay's folder or port cannot be used.
    #[error("the emulated Amazon Pay: {0}")]
    AmazonPayPort(io::Error),
    /// The merchant's account or its key is invalid.
    #[error("the emulated Amazon Pay: {0}")]
    AmazonPayAccount(String),
    /// The carrier's port cannot be used.
    #[error("the carrier cannot be asked: the emulated carrier: {0}")]
    CarrierPort(io::Error),
    /// The carrier has no usable URL.
    #[error("the carrier cannot be asked: the emulated carrier has no address")]
    CarrierAddress,
}
