//! The vendors whose scripts the configured wallets load.

use zkratka_commerce::payment::Wallet;
use zkratka_config::{AppleIssuer, Config, ProviderAt};

/// A wallet's script on the shop's pages, and what it needs besides the shop. Every source starts with a space. Wallets'
/// scripts do not use the embed's Trusted Types policy, so pages with such a script cannot require Trusted Types.
#[derive(Clone, Debug)]
pub(crate) struct Vendor {
    pub(crate) wallet: Wallet,
    /// Why the page needs the script.
    pub(crate) purpose: &'static str,
    /// The script that the page loads. It may load others from `scripts`.
    pub(crate) script: String,
    pub(crate) scripts: &'static str,
    pub(crate) frames: &'static str,
    pub(crate) calls: &'static str,
    pub(crate) images: &'static str,
    /// Where its script may send the buyer by a form.
    pub(crate) forms: &'static str,
}

const SHEET: &str = "opens the wallet's payment sheet and returns the buyer's token";
const WINDOW: &str = "opens the vendor's window, in which the buyer approves the payment";
const PAGES: &str =
    "leads the buyer to the vendor's pages, on which the buyer chooses an address and a card";
const PAYPAL_SCRIPT: &str = "https://www.paypal.com/web-sdk/v6/core";
const PAYPAL_SANDBOX_SCRIPT: &str = "https://www.sandbox.paypal.com/web-sdk/v6/core";

/// Google Pay's script, its sheet in a frame, the manifest of its payment method, to which Google redirects from one
/// URL to another, and the pictures of cards.
fn google_pay(script: String) -> Vendor {
    Vendor {
        wallet: Wallet::GooglePay,
        purpose: SHEET,
        script,
        scripts: " https://pay.google.com",
        frames: " https://pay.google.com",
        calls: " https://pay.google.com https://google.com/pay https://www.google.com/pay",
        images: " https://www.gstatic.com",
        forms: "",
    }
}

/// PayPal's script and the scripts that it loads later, the frame that replaces the window if the browser blocks it,
/// and PayPal's pictures.
fn live_paypal() -> Vendor {
    Vendor {
        wallet: Wallet::PayPal,
        purpose: WINDOW,
        script: PAYPAL_SCRIPT.to_owned(),
        scripts: " https://www.paypal.com https://www.paypalobjects.com",
        frames: " https://www.paypal.com",
        calls: " https://www.paypal.com https://api-m.paypal.com",
        images: " https://www.paypal.com https://www.paypalobjects.com",
        forms: "",
    }
}

/// The same for PayPal's own sandbox.
fn paypal_sandbox() -> Vendor {
    Vendor {
        script: PAYPAL_SANDBOX_SCRIPT.to_owned(),
        scripts: " https://www.paypal.com https://www.sandbox.paypal.com https://www.paypalobjects.com",
        frames: " https://www.paypal.com https://www.sandbox.paypal.com",
        calls: " https://www.paypal.com https://www.sandbox.paypal.com https://api-m.paypal.com https://api-m.sandbox.paypal.com",
        ..live_paypal()
    }
}

/// Amazon's script, the frames, calls and forms of its pages in the account's region, and its pictures.
fn amazon_pay(script_host: &str, pages: &'static str) -> Vendor {
    Vendor {
        wallet: Wallet::AmazonPay,
        purpose: PAGES,
        script: format!("{script_host}/checkout.js"),
        scripts: " https://*.payments-amazon.com",
        frames: pages,
        calls: pages,
        images: " https://*.media-amazon.com https://*.ssl-images-amazon.com",
        forms: pages,
    }
}

/// The vendors of the enabled wallets.
pub(crate) fn vendors(config: &Config) -> Vec<Vendor> {
    let wallets = Wallet::ALL.into_iter();
    wallets
        .filter_map(|wallet| vendor(config, wallet))
        .collect()
}

/// The vendor of a wallet. An emulated wallet is served from this origin, Apple Pay is part of Apple's browsers, and
/// there is no Meta Pay but the emulated one, so they need no further source.
fn vendor(config: &Config, wallet: Wallet) -> Option<Vendor> {
    match wallet {
        Wallet::ApplePay | Wallet::MetaPay => None,
        Wallet::GooglePay => {
            let settings = config.wallets.google_pay.as_ref()?;
            let script = settings.sdk_url.as_ref()?;
            Some(google_pay(script.to_string()))
        }
        Wallet::PayPal => match config.wallets.paypal.as_ref()?.at {
            ProviderAt::Emulation => None,
            ProviderAt::Sandbox => Some(paypal_sandbox()),
            ProviderAt::Live => Some(live_paypal()),
        },
        Wallet::AmazonPay => {
            let settings = config.wallets.amazon_pay.as_ref()?;
            let host = settings.script_host()?;
            Some(amazon_pay(host, settings.page_sources()))
        }
    }
}

/// The wallets whose scripts this server emulates, in test mode only.
pub(crate) fn emulated_wallets(config: &Config) -> Vec<&'static str> {
    let wallets = Wallet::ALL.into_iter();
    let emulated = wallets.filter(|wallet| is_emulated(config, *wallet));
    emulated.map(Wallet::title).collect()
}

fn is_emulated(config: &Config, wallet: Wallet) -> bool {
    let wallets = &config.wallets;
    match wallet {
        Wallet::ApplePay => {
            let settings = wallets.apple_pay.as_ref();
            settings.is_some_and(|it| it.issuer == AppleIssuer::Emulation)
        }
        Wallet::GooglePay => {
            let settings = wallets.google_pay.as_ref();
            settings.is_some_and(|it| it.sdk_url.is_none())
        }
        Wallet::PayPal => {
            let settings = wallets.paypal.as_ref();
            settings.is_some_and(|it| it.at == ProviderAt::Emulation)
        }
        Wallet::MetaPay => wallets.meta_pay.is_some(),
        Wallet::AmazonPay => {
            let settings = wallets.amazon_pay.as_ref();
            settings.is_some_and(|it| it.at == ProviderAt::Emulation)
        }
    }
}
