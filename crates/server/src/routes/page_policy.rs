//! The Content-Security-Policy of the shop's pages.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use url::Url;
use zkratka_assets::Manifest;
use zkratka_config::{Config, PayPalAt};

/// The sources that a wallet's script needs besides the shop. Every source starts with a space. Wallets' scripts do not
/// use the embed's Trusted Types policy, so pages with such a script cannot require Trusted Types.
struct Vendor {
    scripts: &'static str,
    frames: &'static str,
    calls: &'static str,
    images: &'static str,
}

/// Google Pay's script, its sheet in a frame, the manifest of its payment method, to which Google redirects from one
/// URL to another, and the pictures of cards.
const GOOGLE_PAY: Vendor = Vendor {
    scripts: " https://pay.google.com",
    frames: " https://pay.google.com",
    calls: " https://pay.google.com https://google.com/pay https://www.google.com/pay",
    images: " https://www.gstatic.com",
};

/// PayPal's script and the scripts that it loads later, the frame that replaces the window if the browser blocks it,
/// and PayPal's pictures.
const PAYPAL: Vendor = Vendor {
    scripts: " https://www.paypal.com https://www.paypalobjects.com",
    frames: " https://www.paypal.com",
    calls: " https://www.paypal.com https://api-m.paypal.com",
    images: " https://www.paypal.com https://www.paypalobjects.com",
};

/// The same sources for PayPal's own sandbox.
const PAYPAL_SANDBOX: Vendor = Vendor {
    scripts: " https://www.paypal.com https://www.sandbox.paypal.com https://www.paypalobjects.com",
    frames: " https://www.paypal.com https://www.sandbox.paypal.com",
    calls: " https://www.paypal.com https://www.sandbox.paypal.com https://api-m.paypal.com https://api-m.sandbox.paypal.com",
    images: " https://www.paypal.com https://www.paypalobjects.com",
};

/// The vendors of the enabled wallets. An emulated wallet is served from this origin, so it needs no further source.
fn vendors(config: &Config) -> Vec<Vendor> {
    let google_pay = config.wallets.google_pay.as_ref();
    let google_pay = google_pay.and_then(|settings| settings.sdk_url.as_ref());
    let paypal = config.wallets.paypal.as_ref();
    let paypal = paypal.and_then(|settings| match settings.at {
        PayPalAt::Emulation => None,
        PayPalAt::Sandbox => Some(PAYPAL_SANDBOX),
        PayPalAt::Live => Some(PAYPAL),
    });
    let vendors = [google_pay.map(|_| GOOGLE_PAY), paypal];
    vendors.into_iter().flatten().collect()
}

/// The policy of this shop's pages. `gateway` is the URL of the card fields, which the checkout shows in a frame.
pub(super) fn page_policy(config: &Config, manifest: &Manifest, gateway: Option<&str>) -> String {
    let origin = &config.server.public_origin;
    let vendors = vendors(config);
    let all = |part: fn(&Vendor) -> &'static str| vendors.iter().map(part).collect::<String>();
    let mut rules = vec![
        "default-src 'none'".to_owned(),
        format!("script-src 'self'{}", all(|vendor| vendor.scripts)),
        format!("style-src 'self'{}", own_styles(manifest)),
        format!("img-src 'self' data:{}", all(|vendor| vendor.images)),
        "font-src 'self'".to_owned(),
        format!("connect-src 'self' {origin}{}", all(|vendor| vendor.calls)),
        // A form may redirect to the checkout, which is always on the public origin, whatever the host of the current
        // page.
        format!("form-action 'self' {origin}"),
        format!(
            "frame-src {}",
            frames(gateway, &all(|vendor| vendor.frames))
        ),
        "manifest-src 'self'".to_owned(),
        "object-src 'none'".to_owned(),
        "base-uri 'none'".to_owned(),
        "frame-ancestors 'none'".to_owned(),
    ];
    if vendors.is_empty() {
        rules.push("require-trusted-types-for 'script'".to_owned());
        // The embed's only Trusted Types policy, which creates the URLs of wallets' scripts.
        rules.push("trusted-types accelerated-checkout".to_owned());
    }
    rules.join("; ")
}

/// The hash of the style that snippets contain inline.
fn own_styles(manifest: &Manifest) -> String {
    match manifest.embed.styles.as_str() {
        "" => String::new(),
        styles => format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(styles))),
    }
}

fn frames(gateway: Option<&str>, vendors: &str) -> String {
    let gateway = gateway.and_then(|gateway| Url::parse(gateway).ok());
    match (gateway, vendors) {
        (Some(url), frames) => format!("'self' {}{frames}", url.origin().ascii_serialization()),
        (None, "") => "'none'".to_owned(),
        (None, frames) => frames.trim_start().to_owned(),
    }
}
