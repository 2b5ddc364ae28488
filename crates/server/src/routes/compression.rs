//! Pages and the cart API's answers, made smaller on their way to a slow phone.

use axum::http::header::{CONTENT_TYPE, ETAG};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, Predicate, SizeAbove};

/// Bytes below which an answer fits one packet anyway.
const WORTH_IT: u16 = 1_200;

type IsText = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// Compresses pages and JSON for who accepts gzip, at the level that costs the least. Built files bring compressed copies
/// of their own, and a deferred answer goes out part by part: a compressor would hold its parts back.
pub(super) fn compression() -> CompressionLayer<And<SizeAbove, IsText>> {
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(WORTH_IT).and(is_text as IsText))
}

fn is_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    // A strong tag names the very bytes that are sent.
    let has_tag = headers.contains_key(ETAG);
    let kind = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    !has_tag
        && kind.is_some_and(|kind| {
            kind.starts_with(b"text/html") || kind.starts_with(b"application/json")
        })
}
