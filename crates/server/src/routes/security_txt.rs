//! Where people report vulnerabilities of the shop, as RFC 9116 wants it.

use crate::app::SharedApp;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};

pub(super) const SECURITY_TXT: &str = "/.well-known/security.txt";
/// How long a copy may be believed, in milliseconds: 90 days. The RFC wants less than a year.
const VALID: i64 = 90 * 24 * 60 * 60 * 1_000;

/// `GET /.well-known/security.txt`; 404 if no contact is configured.
pub(super) async fn security_txt(State(app): State<SharedApp>) -> Response {
    let server = &app.config.server;
    let Some(contact) = &server.security_contact else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let expires = app.clock.now().plus(VALID).rfc3339();
    let canonical = format!("{}{SECURITY_TXT}", server.public_origin);
    let text = format!(
        "Contact: {contact}\nExpires: {expires}\nPreferred-Languages: cs, en\nCanonical: {canonical}\n"
    );
    ([(CACHE_CONTROL, "public, max-age=86400")], text).into_response()
}
