//! Finds the origin of the page on which a wallet's button is shown. A wallet's permission is issued for one origin and
//! is invalid on any other.

use crate::app::{App, SharedApp};
use axum::extract::FromRequestParts;
use axum::http::header::{ORIGIN, REFERER};
use axum::http::request::Parts;
use std::convert::Infallible;
use url::Url;
use zkratka_config::http_origin;
use zkratka_listener::Client;

/// The origin of a page of this server. If the request names an unknown host, which a proxy may have changed, this is
/// the public origin.
pub struct OwnPage(pub String);

/// The origin of the page for which a snippet is fetched; `None` if the origin is unknown to the server.
pub struct AskingPage(pub Option<String>);

impl FromRequestParts<SharedApp> for OwnPage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &SharedApp) -> Result<Self, Infallible> {
        Ok(Self(own_page(app, asked_at(app, parts))))
    }
}

impl FromRequestParts<SharedApp> for AskingPage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &SharedApp) -> Result<Self, Infallible> {
        Ok(Self(asking_page(app, parts)))
    }
}

impl AskingPage {
    /// The request headers that determine the answer, for caches.
    pub const VARY: &str = "Origin, Referer, Sec-Fetch-Site";
}

/// The origin to which the browser sent a request.
fn asked_at(app: &App, parts: &Parts) -> Option<String> {
    let trusted = &app.config.server.trusted_proxies;
    Client::of_parts(&parts.extensions, &parts.headers, &parts.uri, trusted).own_origin()
}

fn own_page(app: &App, asked_at: Option<String>) -> String {
    let known = asked_at.filter(|origin| app.wallets.stand_at(origin));
    known.unwrap_or_else(|| app.config.server.public_origin.clone())
}

/// Finds the origin of the calling page. Browsers send it: in `Origin` for a script of another origin, by
/// `Sec-Fetch-Site` for a page of this server, and otherwise in `Referer`. A program that sends none of these headers
/// renders this server's pages, and gets what they get.
fn asking_page(app: &App, parts: &Parts) -> Option<String> {
    let header = |name: &str| {
        let value = parts.headers.get(name);
        value.map(|value| value.to_str().unwrap_or("?"))
    };
    let asked_at = asked_at(app, parts);
    let site = header("sec-fetch-site");
    let named = match (header(ORIGIN.as_str()), site, header(REFERER.as_str())) {
        (Some(origin), ..) => origin.to_owned(),
        (None, Some("same-origin" | "none"), _) | (None, None, None) => {
            return Some(own_page(app, asked_at));
        }
        (None, _, Some(referer)) => http_origin(&Url::parse(referer).ok()?)?,
        (None, Some(_), None) => return None,
    };
    if asked_at.as_ref() == Some(&named) {
        return Some(own_page(app, asked_at));
    }
    app.wallets.stand_at(&named).then_some(named)
}
