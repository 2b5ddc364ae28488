//! The security headers of responses.

use super::policy::HeaderPolicy;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use zkratka_assets::Manifest;
use zkratka_config::Config;
use zkratka_page_policy::{IntegrityPolicy, PagePolicy};

pub(super) const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const REPORTING_ENDPOINTS: HeaderName = HeaderName::from_static("reporting-endpoints");
const INTEGRITY_POLICY: HeaderName = HeaderName::from_static("integrity-policy");
const INTEGRITY_REPORTS: HeaderName = HeaderName::from_static("integrity-policy-report-only");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// The content security policy of everything that is not a page.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

#[derive(Clone, Debug)]
pub(crate) struct SecurityHeaders {
    page_headers: Vec<(HeaderName, HeaderValue)>,
    account_policy: HeaderValue,
    https_only: bool,
}

impl SecurityHeaders {
    /// Builds the content security policy of the shop's pages. `gateway` is the origin of the card fields, which the
    /// checkout shows in a frame.
    #[must_use]
    pub(crate) fn new(config: &Config, manifest: &Manifest, gateway: Option<&str>) -> Self {
        let policy = PagePolicy::new(config, manifest, gateway);
        let integrity = policy.integrity.map(|integrity| match integrity {
            IntegrityPolicy::Enforce(text) => (INTEGRITY_POLICY, text),
            IntegrityPolicy::Report(text) => (INTEGRITY_REPORTS, text),
        });
        let mut headers = vec![
            (CONTENT_SECURITY_POLICY, policy.content_security),
            (REPORTING_ENDPOINTS, policy.reporting_endpoints),
        ];
        headers.extend(integrity);
        let value = |text: String| HeaderValue::from_str(&text).unwrap_or(NOTHING);
        Self {
            account_policy: value(policy.account_security),
            page_headers: headers
                .into_iter()
                .map(|(name, text)| (name, value(text)))
                .collect(),
            https_only: config.server.public_origin.starts_with("https:"),
        }
    }

    /// Adds each security header that the response does not set itself.
    pub(super) fn apply(&self, headers: &mut HeaderMap, policy: HeaderPolicy) {
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
        match policy {
            HeaderPolicy::Framed => return,
            HeaderPolicy::Account | HeaderPolicy::Shop => {}
        }
        add(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
        // A wallet's window must be able to send messages to the page that opened it.
        add(
            OPENER_POLICY,
            HeaderValue::from_static("same-origin-allow-popups"),
        );
        add(
            PERMISSIONS_POLICY,
            HeaderValue::from_static("camera=(), geolocation=(self), microphone=()"),
        );
        let is_page = headers
            .get(CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
        // A page with a policy of its own has all of its headers.
        if is_page && !headers.contains_key(CONTENT_SECURITY_POLICY) {
            headers.extend(self.page_headers.iter().cloned());
            if policy == HeaderPolicy::Account {
                headers.insert(CONTENT_SECURITY_POLICY, self.account_policy.clone());
            }
        }
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(NOTHING);
    }
}
