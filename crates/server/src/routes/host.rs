//! Checks the Host header.

use axum::extract::Request;
use axum::http::Version;
use axum::http::header::HOST;

/// Whether the request names exactly one host, as HTTP/1.1 requires (RFC 9112, 3.2). With two Host headers, a proxy
/// might use one and the shop the other. A request of an older HTTP version may have none.
pub(super) fn names_one_host(request: &Request) -> bool {
    let hosts = request.headers().get_all(HOST).iter().count();
    hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11)
}
