//! The headers that tell browsers what the shop's pages may load, and where to report what they refused.

use crate::reports::REPORTS_PATH;
use crate::vendors::{Vendor, emulated_wallets, vendors};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use url::Url;
use zkratka_assets::Manifest;
use zkratka_config::Config;

/// The name under which the headers refer to the intake of reports.
const ENDPOINT: &str = "pages";

/// The headers of the shop's pages.
#[derive(Clone, Debug)]
pub struct PagePolicy {
    /// `Content-Security-Policy`
    pub content_security: String,
    /// The same of the account's pages, which run one script of their own: neither the theme's nor a vendor's.
    pub account_security: String,
    /// `Reporting-Endpoints`
    pub reporting_endpoints: String,
    /// `None` if pages load a wallet's script, which cannot have a hash.
    pub integrity: Option<IntegrityPolicy>,
}

/// Whether browsers refuse scripts without a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntegrityPolicy {
    /// `Integrity-Policy`: they do.
    Enforce(String),
    /// `Integrity-Policy-Report-Only`: they only report them. A merchant's own theme may load scripts without a hash.
    Report(String),
}

impl PagePolicy {
    /// Builds the headers. `gateway` is the URL of the card fields, which the checkout shows in a frame.
    #[must_use]
    pub fn new(config: &Config, manifest: &Manifest, gateway: Option<&str>) -> Self {
        let vendors = vendors(config);
        let has_foreign_scripts = !vendors.is_empty() || !emulated_wallets(config).is_empty();
        Self {
            content_security: content_security(config, manifest, gateway, &vendors),
            account_security: account_security(config, manifest),
            reporting_endpoints: format!("{ENDPOINT}=\"{REPORTS_PATH}\""),
            integrity: (!has_foreign_scripts).then(|| integrity(config)),
        }
    }
}

fn integrity(config: &Config) -> IntegrityPolicy {
    let text = format!("blocked-destinations=(script), endpoints=({ENDPOINT})");
    if config.storefront.theme.is_some() {
        IntegrityPolicy::Report(text)
    } else {
        IntegrityPolicy::Enforce(text)
    }
}

fn content_security(
    config: &Config,
    manifest: &Manifest,
    gateway: Option<&str>,
    vendors: &[Vendor],
) -> String {
    let origin = &config.server.public_origin;
    let all = |part: fn(&Vendor) -> &'static str| vendors.iter().map(part).collect::<String>();
    let scripts = manifest
        .page_integrity
        .inline_scripts()
        .map(|(_, text)| hash_source(text));
    let mut rules = vec![
        "default-src 'none'".to_owned(),
        format!(
            "script-src 'self'{}{}",
            scripts.collect::<String>(),
            all(|vendor| vendor.scripts)
        ),
        format!("style-src 'self'{}", hash_source(&manifest.embed.styles)),
        format!("img-src 'self' data:{}", all(|vendor| vendor.images)),
        "font-src 'self'".to_owned(),
        format!("connect-src 'self' {origin}{}", all(|vendor| vendor.calls)),
        // A form may redirect to the checkout, which is always on the public origin, whatever the host of the current
        // page.
        format!(
            "form-action 'self' {origin}{}{}",
            all(|vendor| vendor.forms),
            wallet_host(config)
        ),
        format!(
            "frame-src {}",
            frames(
                gateway,
                &(all(|vendor| vendor.frames) + &wallet_host(config))
            )
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
    // Browsers that know `report-to` ignore `report-uri`.
    rules.push(format!("report-uri {REPORTS_PATH}"));
    rules.push(format!("report-to {ENDPOINT}"));
    rules.join("; ")
}

/// The one script of the account's pages, on each host of theirs; `'none'` without a web build.
#[must_use]
pub fn account_script_sources(config: &Config, manifest: &Manifest) -> String {
    let Some(path) = &manifest.account else {
        return "'none'".to_owned();
    };
    let public = &config.server.public_origin;
    let wallet = config.shop_wallet.as_ref();
    let wallet = wallet.filter(|wallet| wallet.origin != *public);
    let wallet = wallet.map_or_else(String::new, |wallet| format!(" {}{path}", wallet.origin));
    format!("{public}{path}{wallet}")
}

fn account_security(config: &Config, manifest: &Manifest) -> String {
    let origin = &config.server.public_origin;
    [
        "default-src 'none'",
        &format!("script-src {}", account_script_sources(config, manifest)),
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        &format!("form-action 'self' {origin}{}", wallet_host(config)),
        "manifest-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        &format!("report-uri {REPORTS_PATH}"),
        &format!("report-to {ENDPOINT}"),
    ]
    .join("; ")
}

/// The source that allows one inline text; empty for an empty text. It starts with a space.
fn hash_source(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!(" '{}'", inline_hash(text)),
    }
}

/// The hash of an inline text, as a policy names it.
pub(crate) fn inline_hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// Where the shop's own wallet has the face of its button, and its checkout. It starts with a space.
fn wallet_host(config: &Config) -> String {
    let wallet = config.shop_wallet.as_ref();
    wallet.map_or_else(String::new, |wallet| format!(" {}", wallet.origin))
}

fn frames(gateway: Option<&str>, vendors: &str) -> String {
    let gateway = gateway.and_then(|gateway| Url::parse(gateway).ok());
    match (gateway, vendors) {
        (Some(url), frames) => format!("'self' {}{frames}", url.origin().ascii_serialization()),
        (None, "") => "'none'".to_owned(),
        (None, frames) => frames.trim_start().to_owned(),
    }
}
