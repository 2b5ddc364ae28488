//! Checks the Host header.

use axum::extract::Request;
use axum::http::Version;
use axum::http::header::HOST;

/// Whether the request has exactly one Host header, as HTTP/1.1 requires (RFC 9112, 3.2). With two headers, a proxy
/// might use one and the shop the other.
pub(super) fn names_one_host(request: &Request) -> bool {
    let hosts = request.headers().get_all(HOST).iter().count();
    hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11)
}
