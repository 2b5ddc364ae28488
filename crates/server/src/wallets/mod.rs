//! The wallets' server half: what browsers are told about a wallet, and what comes back from it.

pub mod google_pay;

pub use google_pay::GooglePay;

/// The wallets that are switched on.
#[derive(Default)]
pub struct Wallets {
    /// Google Pay.
    pub google_pay: Option<GooglePay>,
}
