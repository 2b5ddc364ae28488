//! Which wallets would work with a configuration, and what the others lack. Makes no network calls.

mod amazon_pay;
mod apple_pay;
mod paypal;

use crate::{GooglePay, meta_pay};
use std::sync::Arc;
use zkratka_commerce::payment::Wallet;
use zkratka_config::Config;
use zkratka_store::clock::Clock;

/// The state of a wallet.
#[derive(Default)]
pub struct WalletStatus {
    /// Reasons why the wallet could take no payment.
    pub faults: Vec<String>,
    /// Problems of a wallet that works.
    pub warnings: Vec<String>,
}

/// The state of a wallet; `None` if it is disabled.
#[must_use]
pub fn standing(config: &Config, wallet: Wallet, clock: &Arc<dyn Clock>) -> Option<WalletStatus> {
    let wallets = &config.wallets;
    match wallet {
        Wallet::ApplePay => {
            let settings = wallets.apple_pay.as_ref()?;
            Some(apple_pay::standing(config, settings, clock.now()))
        }
        Wallet::GooglePay => {
            wallets.google_pay.as_ref()?;
            let fault = GooglePay::new(config, clock).err();
            Some(WalletStatus {
                faults: fault.map(|error| error.to_string()).into_iter().collect(),
                warnings: Vec::new(),
            })
        }
        Wallet::PayPal => {
            let settings = wallets.paypal.as_ref()?;
            Some(paypal::standing(config, settings))
        }
        Wallet::MetaPay => Some(WalletStatus {
            faults: meta_pay::faults(wallets.meta_pay.as_ref()?),
            warnings: Vec::new(),
        }),
        Wallet::AmazonPay => {
            let settings = wallets.amazon_pay.as_ref()?;
            Some(amazon_pay::standing(config, settings, clock))
        }
    }
}
