//! What the shop's pages may load and do (Content-Security-Policy).

use crate::assets::Manifest;
use crate::config::Config;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use url::Url;

/// What a wallet's script needs beyond the shop itself. Every source begins with a space.
struct Vendor {
    scripts: &'static str,
    frames: &'static str,
    calls: &'static str,
    images: &'static str,
    /// Scripts of others do not use the embed's Trusted Types policy, so that asking for it would break them.
    trusted_types: bool,
}

/// The emulation stands on this origin.
const NOBODY: Vendor = Vendor {
    scripts: "",
    frames: "",
    calls: "",
    images: "",
    trusted_types: true,
};

/// The script, its sheet in a frame, the payment method's manifest (which Google moves from address to address), and
/// the cards' pictures.
const GOOGLE_PAY: Vendor = Vendor {
    scripts: " https://pay.google.com",
    frames: " https://pay.google.com",
    calls: " https://pay.google.com https://google.com/pay https://www.google.com/pay",
    images: " https://www.gstatic.com",
    trusted_types: false,
};

/// The policy of this shop's pages. `gateway` is where the checkout frames the card's fields from.
pub(super) fn page_policy(config: &Config, manifest: &Manifest, gateway: Option<&str>) -> String {
    let origin = &config.server.public_origin;
    let google_pay = config.wallets.google_pay.as_ref();
    let vendor = match google_pay.and_then(|settings| settings.sdk_url.as_ref()) {
        Some(_google) => GOOGLE_PAY,
        None => NOBODY,
    };
    let mut rules = vec![
        "default-src 'none'".to_owned(),
        format!("script-src 'self'{}", vendor.scripts),
        format!("style-src 'self'{}", own_styles(manifest)),
        format!("img-src 'self' data:{}", vendor.images),
        "font-src 'self'".to_owned(),
        format!("connect-src 'self' {origin}{}", vendor.calls),
        // A form may lead on to the checkout, which stands under the public origin whatever address the shop was
        // opened at.
        format!("form-action 'self' {origin}"),
        format!("frame-src {}", frames(gateway, &vendor)),
        "manifest-src 'self'".to_owned(),
        "object-src 'none'".to_owned(),
        "base-uri 'none'".to_owned(),
        "frame-ancestors 'none'".to_owned(),
    ];
    if vendor.trusted_types {
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

fn frames(gateway: Option<&str>, vendor: &Vendor) -> String {
    let gateway = gateway.and_then(|gateway| Url::parse(gateway).ok());
    match (gateway, vendor.frames) {
        (Some(url), frames) => format!("'self' {}{frames}", url.origin().ascii_serialization()),
        (None, "") => "'none'".to_owned(),
        (None, frames) => frames.trim_start().to_owned(),
    }
}
