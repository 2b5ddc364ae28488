//! Checks that a form was posted by one of this shop's own pages. Cookies alone do not prove that.

use crate::app::App;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::ORIGIN;
use zkratka_listener::Client;

/// Whether a request may change something.
///
/// Browsers state where a request comes from, and pages cannot forge that. `Sec-Fetch-Site` is checked first, because
/// it is right even if a page's referrer policy makes the origin `null`; otherwise `Origin` is checked. A program that
/// sends neither holds no cookie of a buyer, so there is nobody to protect.
pub(crate) fn is_allowed(app: &App, request: &Request) -> bool {
    let headers = request.headers();
    let header = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let origin = header(ORIGIN.as_str());
    match header("sec-fetch-site") {
        Some("same-origin") => return true,
        Some("cross-site" | "same-site") => {
            return origin.is_some_and(|origin| is_known(app, request, origin));
        }
        _ => {}
    }
    origin.is_none_or(|origin| is_known(app, request, origin))
}

/// Whether a page of this very origin sent the request, and no page of another storefront.
pub(crate) fn is_from(own: &str, headers: &HeaderMap) -> bool {
    let header = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    match header("sec-fetch-site") {
        Some(site) => site == "same-origin",
        None => header(ORIGIN.as_str()) == Some(own),
    }
}

fn is_known(app: &App, request: &Request, origin: &str) -> bool {
    let config = &app.config;
    let own = || Client::of(request, &config.server.trusted_proxies).own_origin();
    origin == config.server.public_origin
        || config
            .storefront
            .allowed_origins
            .iter()
            .any(|allowed| allowed == origin)
        || own().is_some_and(|own| own == origin)
}
