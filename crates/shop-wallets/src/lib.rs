//! The wallets of this shop, on the server's side: parameters for browsers, and verification of what wallets return.

pub mod amazon_pay;
pub mod apple_pay;
mod cleared;
mod emulation;
pub mod google_pay;
pub mod meta_pay;
mod page;
pub mod paypal;
mod shop_pay;
mod site;
pub mod standing;

pub use amazon_pay::{AmazonPay, AmazonPayError};
pub use apple_pay::{ApplePay, ApplePayError};
pub use cleared::{ClearedToken, Refused};
pub use google_pay::{GooglePay, GooglePayError};
pub use meta_pay::MetaPay;
pub use page::WalletPage;
pub use paypal::{PayPal, PayPalError};
pub use shop_pay::ShopPay;

use std::sync::Arc;
use zkratka_commerce::payment::Wallet;
use zkratka_payments::{GatewayName, NamedGateway, PaymentGateway};

/// The enabled wallets.
#[derive(Default)]
pub struct Wallets {
    pub apple_pay: Option<ApplePay>,
    pub google_pay: Option<GooglePay>,
    /// PayPal, which includes Venmo.
    pub paypal: Option<PayPal>,
    pub meta_pay: Option<MetaPay>,
    /// Amazon Pay, which includes Buy with Prime.
    pub amazon_pay: Option<AmazonPay>,
    /// The shop's own wallet.
    pub shop_pay: Option<ShopPay>,
}

impl Wallets {
    /// Whether a wallet is enabled.
    #[must_use]
    pub const fn has(&self, wallet: Wallet) -> bool {
        match wallet {
            Wallet::ApplePay => self.apple_pay.is_some(),
            Wallet::GooglePay => self.google_pay.is_some(),
            Wallet::PayPal => self.paypal.is_some(),
            Wallet::MetaPay => self.meta_pay.is_some(),
            Wallet::AmazonPay => self.amazon_pay.is_some(),
        }
    }

    /// The gateways of the wallets that do not charge through the card gateway.
    #[must_use]
    pub fn gateways(&self) -> Vec<NamedGateway> {
        let wallets = Wallet::ALL.into_iter();
        wallets.filter_map(|wallet| self.gateway(wallet)).collect()
    }

    fn gateway(&self, wallet: Wallet) -> Option<NamedGateway> {
        match wallet {
            Wallet::ApplePay | Wallet::GooglePay | Wallet::MetaPay => None,
            Wallet::PayPal => {
                let gateway: Arc<dyn PaymentGateway> = self.paypal.as_ref()?.gateway();
                Some((GatewayName::PayPal, gateway))
            }
            Wallet::AmazonPay => {
                let gateway: Arc<dyn PaymentGateway> = self.amazon_pay.as_ref()?.gateway();
                Some((GatewayName::AmazonPay, gateway))
            }
        }
    }

    /// Whether any wallet can be opened on pages of an origin.
    #[must_use]
    pub fn stand_at(&self, origin: &str) -> bool {
        let mut wallets = Wallet::ALL.into_iter();
        let own = self.shop_pay.as_ref();
        own.is_some_and(|own| own.allows_origin(origin))
            || wallets.any(|wallet| self.allows_origin(wallet, origin))
    }

    fn allows_origin(&self, wallet: Wallet, origin: &str) -> bool {
        match wallet {
            Wallet::ApplePay => {
                let apple_pay = self.apple_pay.as_ref();
                apple_pay.is_some_and(|it| it.allows_origin(origin))
            }
            Wallet::GooglePay => {
                let google_pay = self.google_pay.as_ref();
                google_pay.is_some_and(|it| it.allows_origin(origin))
            }
            Wallet::PayPal => {
                let paypal = self.paypal.as_ref();
                paypal.is_some_and(|it| it.allows_origin(origin))
            }
            Wallet::MetaPay => {
                let meta_pay = self.meta_pay.as_ref();
                meta_pay.is_some_and(|it| it.allows_origin(origin))
            }
            Wallet::AmazonPay => {
                let amazon_pay = self.amazon_pay.as_ref();
                amazon_pay.is_some_and(|it| it.allows_origin(origin))
            }
        }
    }
}
