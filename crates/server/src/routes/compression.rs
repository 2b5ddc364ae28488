//! Compresses pages and the cart API's responses, for phones on slow connections.

use crate::http::FixedLength;
use axum::http::header::{CONTENT_TYPE, ETAG};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, Predicate, SizeAbove};

/// Minimum size in bytes. A smaller response fits into one packet anyway.
const WORTH_IT: u16 = 1_200;

type IsText = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// Compresses pages and JSON for clients that accept gzip, at the fastest level. Built files have compressed copies of
/// their own. A deferred response is sent part by part, and a compressor would delay its parts.
pub(super) fn compression() -> CompressionLayer<And<SizeAbove, IsText>> {
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(WORTH_IT).and(is_text as IsText))
}

fn is_text(_: StatusCode, _: Version, headers: &HeaderMap, marks: &Extensions) -> bool {
    // A strong ETag identifies the exact bytes of the response.
    let has_tag = headers.contains_key(ETAG);
    let kind = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    !has_tag
        && marks.get::<FixedLength>().is_none()
        && kind.is_some_and(|kind| {
            kind.starts_with(b"text/html") || kind.starts_with(b"application/json")
        })
}
