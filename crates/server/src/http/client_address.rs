//! Finds the address of the client that sent a request.

use crate::app::SharedApp;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::convert::Infallible;
use std::net::IpAddr;
use zkratka_listener::Client;

/// The client's address. Personal data: for limits, never for logs.
pub struct ClientAddress(pub IpAddr);

impl FromRequestParts<SharedApp> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &SharedApp) -> Result<Self, Infallible> {
        let trusted = &app.config.server.trusted_proxies;
        let client = Client::of_parts(&parts.extensions, &parts.headers, &parts.uri, trusted);
        Ok(Self(client.address))
    }
}
