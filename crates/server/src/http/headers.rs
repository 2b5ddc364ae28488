//! Headers that keep browsers on the safe side.

use crate::assets::Manifest;
use crate::config::Config;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// For whatever is not a page.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// The headers of this shop's answers.
#[derive(Clone, Debug)]
pub struct SecurityHeaders {
    page_policy: HeaderValue,
    https_only: bool,
}

impl SecurityHeaders {
    /// The policy of this shop's pages. `gateway` is the origin whose fields the checkout frames.
    #[must_use]
    pub fn new(config: &Config, manifest: &Manifest, gateway: Option<&str>) -> Self {
        let policy = page_policy(config, manifest, gateway);
        Self {
            page_policy: HeaderValue::from_str(&policy).unwrap_or(NOTHING),
            https_only: config.server.public_origin.starts_with("https:"),
        }
    }

    /// Adds what the answer does not say itself. `framed` answers are the sandbox gateway's: shown in a frame, and
    /// loaded by a page without an origin.
    pub(super) fn apply(&self, headers: &mut HeaderMap, framed: bool) {
        let mut add = |name: HeaderName, value: HeaderValue| {
            headers.entry(name).or_insert(value);
        };
        add(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        let referrer = HeaderValue::from_static("strict-origin-when-cross-origin");
        add(REFERRER_POLICY, referrer);
        if self.https_only {
            let year = HeaderValue::from_static("max-age=31536000");
            add(STRICT_TRANSPORT_SECURITY, year);
        }
        if framed {
            return;
        }
        add(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
        // A wallet's window must be able to talk to the page that opened it.
        add(
            OPENER_POLICY,
            HeaderValue::from_static("same-origin-allow-popups"),
        );
        add(
            PERMISSIONS_POLICY,
            HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
        );
        let is_page = headers
            .get(CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
        let policy = if is_page {
            self.page_policy.clone()
        } else {
            NOTHING
        };
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(policy);
    }
}

fn page_policy(config: &Config, manifest: &Manifest, gateway: Option<&str>) -> String {
    let origin = &config.server.public_origin;
    let styles = match manifest.embed.styles.as_str() {
        "" => String::new(),
        styles => format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(styles))),
    };
    let gateway = gateway.and_then(|gateway| url::Url::parse(gateway).ok());
    let frames = gateway.map_or("'none'".to_owned(), |url| {
        format!("'self' {}", url.origin().ascii_serialization())
    });
    // The emulated Google Pay stands on this origin; the real one brings its sheet in a frame.
    let google_pay = config.wallets.google_pay.as_ref();
    let real = google_pay.is_some_and(|settings| settings.sdk_url.is_some());
    let (sdk, sdk_calls, sdk_images) = if real {
        (
            " https://pay.google.com",
            " https://pay.google.com https://google.com",
            " https://www.gstatic.com",
        )
    } else {
        ("", "", "")
    };
    let frames = match (real, frames.as_str()) {
        (true, "'none'") => "https://pay.google.com".to_owned(),
        (true, frames) => format!("{frames} https://pay.google.com"),
        (false, _) => frames,
    };
    // A form may lead on to the checkout, which stands under the public origin whatever address the shop was opened at.
    [
        "default-src 'none'".to_owned(),
        format!("script-src 'self'{sdk}"),
        format!("style-src 'self'{styles}"),
        format!("img-src 'self' data:{sdk_images}"),
        "font-src 'self'".to_owned(),
        format!("connect-src 'self' {origin}{sdk_calls}"),
        format!("form-action 'self' {origin}"),
        format!("frame-src {frames}"),
        "manifest-src 'self'".to_owned(),
        "object-src 'none'".to_owned(),
        "base-uri 'none'".to_owned(),
        "frame-ancestors 'none'".to_owned(),
        "require-trusted-types-for 'script'".to_owned(),
        // The embed's only policy: addresses of wallets' scripts.
        "trusted-types accelerated-checkout".to_owned(),
    ]
    .join("; ")
}
