//! On which origin the page stands that a wallet's button is for: a wallet is opened in the name of one origin, and
//! refuses its permission on any other.

use crate::app::{App, SharedApp};
use axum::extract::FromRequestParts;
use axum::http::header::{ORIGIN, REFERER};
use axum::http::request::Parts;
use std::convert::Infallible;
use url::Url;
use zkratka_listener::Client;

/// The origin of a page of this server's own. Where it is asked for under a name that it does not know (a proxy may
/// have changed it), it is taken for the public one.
pub struct OwnPage(pub String);

/// The origin of the page that a snippet is fetched for; none when that page is nobody's that we know.
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
    /// The headers that decide, for caches.
    pub const VARY: &str = "Origin, Referer, Sec-Fetch-Site";
}

/// The origin that a request was sent to, as the browser sees it.
fn asked_at(app: &App, parts: &Parts) -> Option<String> {
    let trusted = &app.config.server.trusted_proxies;
    Client::of_parts(&parts.extensions, &parts.headers, &parts.uri, trusted).own_origin()
}

fn own_page(app: &App, asked_at: Option<String>) -> String {
    let known = asked_at.filter(|origin| app.wallets.stand_at(origin));
    known.unwrap_or_else(|| app.config.server.public_origin.clone())
}

/// Browsers name the page themselves: by `Origin` when another origin's script asks, by `Sec-Fetch-Site` when it is our
/// own, else by `Referer`. A program that names none renders pages for us, and is given what our own pages get.
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
        (None, _, Some(referer)) => Url::parse(referer).ok()?.origin().ascii_serialization(),
        (None, Some(_), None) => return None,
    };
    if asked_at.as_ref() == Some(&named) {
        return Some(own_page(app, asked_at));
    }
    app.wallets.stand_at(&named).then_some(named)
}
