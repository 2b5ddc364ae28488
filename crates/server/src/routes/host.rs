//! The Host header.

use axum::extract::Request;
use axum::http::Version;
use axum::http::header::HOST;

/// Whether the request says for whom it is as HTTP/1.1 demands (RFC 9112, 3.2): once. With two names, a proxy may follow
/// one and the shop the other.
pub(super) fn names_one_host(request: &Request) -> bool {
    let hosts = request.headers().get_all(HOST).iter().count();
    hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11)
}
