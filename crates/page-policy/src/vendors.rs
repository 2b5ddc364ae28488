//! The vendors whose scripts the configured wallets load.

use zkratka_config::{AppleIssuer, Config, PayPalAt};

/// A wallet's script on the shop's pages, and what it needs besides the shop. Every source starts with a space. Wallets'
/// scripts do not use the embed's Trusted Types policy, so pages with such a script cannot require Trusted Types.
#[derive(Clone, Debug)]
pub(crate) struct Vendor {
    pub(crate) wallet: &'static str,
    /// Why the page needs the script.
    pub(crate) purpose: &'static str,
    /// The script that the page loads. It may load others from `scripts`.
    pub(crate) script: String,
    pub(crate) scripts: &'static str,
    pub(crate) frames: &'static str,
    pub(crate) calls: &'static str,
    pub(crate) images: &'static str,
}

const SHEET: &str = "opens the wallet's payment sheet and returns the buyer's token";
const WINDOW: &str = "opens the vendor's window, in which the buyer approves the payment";
const PAYPAL_SCRIPT: &str = "https://www.paypal.com/web-sdk/v6/core";
const PAYPAL_SANDBOX_SCRIPT: &str = "https://www.sandbox.paypal.com/web-sdk/v6/core";

/// Google Pay's script, its sheet in a frame, the manifest of its payment method, to which Google redirects from one
/// URL to another, and the pictures of cards.
fn google_pay(script: String) -> Vendor {
    Vendor {
        wallet: "Google Pay",
        purpose: SHEET,
        script,
        scripts: " https://pay.google.com",
        frames: " https://pay.google.com",
        calls: " https://pay.google.com https://google.com/pay https://www.google.com/pay",
        images: " https://www.gstatic.com",
    }
}

/// PayPal's script and the scripts that it loads later, the frame that replaces the window if the browser blocks it,
/// and PayPal's pictures.
fn live_paypal() -> Vendor {
    Vendor {
        wallet: "PayPal",
        purpose: WINDOW,
        script: PAYPAL_SCRIPT.to_owned(),
        scripts: " https://www.paypal.com https://www.paypalobjects.com",
        frames: " https://www.paypal.com",
        calls: " https://www.paypal.com https://api-m.paypal.com",
        images: " https://www.paypal.com https://www.paypalobjects.com",
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

/// The vendors of the enabled wallets. An emulated wallet is served from this origin, and Apple Pay is part of Apple's
/// browsers, so they need no further source.
pub(crate) fn vendors(config: &Config) -> Vec<Vendor> {
    let google = config.wallets.google_pay.as_ref();
    let google = google.and_then(|settings| settings.sdk_url.as_ref());
    let paypal = config.wallets.paypal.as_ref();
    let paypal = paypal.and_then(|settings| match settings.at {
        PayPalAt::Emulation => None,
        PayPalAt::Sandbox => Some(paypal_sandbox()),
        PayPalAt::Live => Some(live_paypal()),
    });
    let google = google.map(|script| google_pay(script.to_string()));
    [google, paypal].into_iter().flatten().collect()
}

/// The wallets whose scripts this server emulates, in test mode only.
pub(crate) fn emulated_wallets(config: &Config) -> Vec<&'static str> {
    let apple_pay = config.wallets.apple_pay.as_ref();
    let google_pay = config.wallets.google_pay.as_ref();
    let paypal = config.wallets.paypal.as_ref();
    let wallets = [
        (
            "Apple Pay",
            apple_pay.is_some_and(|it| it.issuer == AppleIssuer::Emulation),
        ),
        (
            "Google Pay",
            google_pay.is_some_and(|it| it.sdk_url.is_none()),
        ),
        (
            "PayPal",
            paypal.is_some_and(|it| it.at == PayPalAt::Emulation),
        ),
    ];
    let emulated = wallets.into_iter().filter(|(_, emulated)| *emulated);
    emulated.map(|(name, _)| name).collect()
}
