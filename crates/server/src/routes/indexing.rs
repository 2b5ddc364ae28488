//! What search engines may visit, and which pages they may show.

use crate::app::SharedApp;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use zkratka_storefront::robots_txt;

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Whether search engines may show a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Indexing {
    Allowed,
    Refused,
}

/// The paths that are private to one buyer or answer programs only: search engines should leave them alone.
pub(super) const PRIVATE_PATHS: &[&str] = &[
    "/account",
    "/amazon-pay/",
    "/api/",
    "/attempts/",
    "/cart",
    "/checkout/",
    "/localization",
    "/services/",
    "/snippet/",
    "/stock-alerts",
    "/wallets/",
    "/webhooks/",
];

/// Adds the header that keeps a page out of search engines.
pub(super) fn limit_indexing(indexing: Indexing, headers: &mut HeaderMap) {
    match indexing {
        Indexing::Allowed => {}
        Indexing::Refused => {
            headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
        }
    }
}

/// `GET /robots.txt`
pub(super) async fn robots(State(app): State<SharedApp>) -> String {
    robots_txt(&app.config.server.public_origin, PRIVATE_PATHS)
}
