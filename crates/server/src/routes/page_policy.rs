//! What the shop's pages may load and do (Content-Security-Policy).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use url::Url;
use zkratka_assets::Manifest;
use zkratka_config::{Config, PayPalAt};

/// What a wallet's script needs beyond the shop itself. Every source begins with a space.
/// Scripts of others do not use the embed's Trusted Types policy, so that asking for it would break them.
struct Vendor {
    scripts: &'static str,
    frames: &'static str,
    calls: &'static str,
    images: &'static str,
}

/// The script, its sheet in a frame, the payment method's manifest (which Google moves from address to address), and
/// the cards' pictures.
const GOOGLE_PAY: Vendor = Vendor {
    scripts: " https://pay.google.com",
    frames: " https://pay.google.com",
    calls: " https://pay.google.com https://google.com/pay https://www.google.com/pay",
    images: " https://www.gstatic.com",
};

/// The script and what it loads later, the frame that stands in where a window cannot be opened, and PayPal's pictures.
const PAYPAL: Vendor = Vendor {
    scripts: " https://www.paypal.com https://www.paypalobjects.com",
    frames: " https://www.paypal.com",
    calls: " https://www.paypal.com https://api-m.paypal.com",
    images: " https://www.paypal.com https://www.paypalobjects.com",
};

/// The same with PayPal's own sandbox.
const PAYPAL_SANDBOX: Vendor = Vendor {
    scripts: " https://www.paypal.com https://www.sandbox.paypal.com https://www.paypalobjects.com",
    frames: " https://www.paypal.com https://www.sandbox.paypal.com",
    calls: " https://www.paypal.com https://www.sandbox.paypal.com https://api-m.paypal.com https://api-m.sandbox.paypal.com",
    images: " https://www.paypal.com https://www.paypalobjects.com",
};

/// Those of the wallets that are switched on; the emulations stand on this origin and are none.
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

/// The policy of this shop's pages. `gateway` is where the checkout frames the card's fields from.
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
        // A form may lead on to the checkout, which stands under the public origin whatever address the shop was
        // opened at.
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
        // The embed's only policy: addresses of wallets' scripts.
        rules.push("trusted-types accelerated-checkout".to_owned());
    }
    rules.join("; ")
}

/// The style that snippets carry inline, by its digest.
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
