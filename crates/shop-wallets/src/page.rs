//! The parameters with which a page opens a wallet.

use crate::Wallets;
use serde_json::Value;
use zkratka_commerce::catalogue::Product;
use zkratka_commerce::money::Currency;
use zkratka_commerce::payment::Brand;
use zkratka_commerce::time::Timestamp;

/// The page that contains the elements.
#[derive(Clone, Copy)]
pub struct WalletPage<'a> {
    /// The page's origin; `None` if it is unknown. A wallet would refuse to open there.
    pub origin: Option<&'a str>,
    /// The country whose prices the page shows.
    pub country: &'a str,
    /// The currency of those prices.
    pub currency: Currency,
    /// The product of a product's page; `None` on other pages.
    pub product: Option<&'a Product>,
}

impl Wallets {
    /// The parameters for a brand's script (`wallet_params`). `None` if its wallet is disabled or cannot open on the page, or
    /// if the brand is not for the page's buyers. Google Pay's contain permissions that expire, so every page needs its own.
    #[must_use]
    pub fn params(&self, brand: Brand, page: WalletPage<'_>, now: Timestamp) -> Option<Value> {
        let WalletPage {
            country, currency, ..
        } = page;
        let origin = page.origin?;
        match brand {
            Brand::ApplePay => self.apple_pay.as_ref()?.wallet_params(origin),
            Brand::GooglePay => self.google_pay.as_ref()?.wallet_params(origin, now),
            Brand::ShopPay => self.shop_pay.as_ref()?.wallet_params(origin),
            Brand::PayPal => {
                let paypal = self.paypal.as_ref()?;
                paypal.wallet_params(origin, country, currency)
            }
            Brand::Venmo => {
                let paypal = self.paypal.as_ref()?;
                paypal.venmo_params(origin, country, currency)
            }
            Brand::MetaPay => self.meta_pay.as_ref()?.wallet_params(origin),
            Brand::BuyWithPrime => self.amazon_pay.as_ref()?.prime_params(origin, page),
            Brand::AmazonPay => {
                let amazon_pay = self.amazon_pay.as_ref()?;
                amazon_pay.wallet_params(origin, currency)
            }
        }
    }
}
