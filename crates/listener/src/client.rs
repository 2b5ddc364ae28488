//! Finds the client of a request and the name under which it addressed the server, from the connection or from a trusted
//! proxy's headers.

use crate::forwarded::{client_address, last_value};
use axum::extract::Request;
use axum::http::header::HOST;
use axum::http::{Extensions, HeaderMap, Uri};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use zkratka_config::Network;

/// The other end of the connection. The listener adds it to every request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// The client of a request, and how it addressed the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// The client's address. Personal data: for limits, never for logs.
    pub address: IpAddr,
    /// `https` or `http`, as the browser sees it.
    pub scheme: &'static str,
    /// Host and port as the browser sees them.
    pub host: Option<String>,
}

impl Client {
    /// Reads the connection and the headers. `X-Forwarded-*` counts only from `trusted` proxies.
    #[must_use]
    pub fn of(request: &Request, trusted: &[Network]) -> Self {
        Self::of_parts(
            request.extensions(),
            request.headers(),
            request.uri(),
            trusted,
        )
    }

    /// Does the same as [`Self::of`] from a request's parts.
    #[must_use]
    pub fn of_parts(
        extensions: &Extensions,
        headers: &HeaderMap,
        uri: &Uri,
        trusted: &[Network],
    ) -> Self {
        let peer = extensions.get::<Peer>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
        let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
        let host = headers
            .get(HOST)
            .and_then(|host| host.to_str().ok())
            .map(str::to_owned)
            .or_else(|| uri.authority().map(ToString::to_string));
        if !is_trusted(peer) {
            return Self {
                address: peer.to_canonical(),
                scheme: "http",
                host,
            };
        }
        Self {
            address: client_address(headers, peer, is_trusted).to_canonical(),
            scheme: match last_value(headers, "x-forwarded-proto") {
                Some("https") => "https",
                _ => "http",
            },
            host: last_value(headers, "x-forwarded-host")
                .map(str::to_owned)
                .or(host),
        }
    }

    /// Returns the origin under which the browser sees this server.
    #[must_use]
    pub fn own_origin(&self) -> Option<String> {
        let host = self.host.as_deref()?;
        Some(format!("{}://{host}", self.scheme))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn client(peer: &str, trusted: &[&str], headers: &[(&str, &str)]) -> Client {
        let mut request = Request::builder().uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(Body::empty()).expect("a request");
        let peer: SocketAddr = peer.parse().expect("an address");
        request.extensions_mut().insert(Peer(peer));
        let trusted: Vec<Network> = trusted
            .iter()
            .map(|text| text.parse().expect("a network"))
            .collect();
        Client::of(&request, &trusted)
    }

    const FORWARDED: &[(&str, &str)] = &[
        ("host", "10.0.0.2:8080"),
        ("x-forwarded-for", "6.6.6.6, 203.0.113.9, 10.0.0.1"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "obchod.example"),
    ];

    #[test]
    fn a_stranger_is_not_believed() {
        let client = client("198.51.100.4:5000", &["10.0.0.0/8"], FORWARDED);
        assert_eq!(client.address.to_string(), "198.51.100.4");
        assert_eq!(client.own_origin().as_deref(), Some("http://10.0.0.2:8080"));
    }

    #[test]
    fn a_trusted_proxy_is_believed_up_to_the_first_stranger() {
        let client = client("10.0.0.3:5000", &["10.0.0.0/8"], FORWARDED);
        assert_eq!(client.address.to_string(), "203.0.113.9");
        assert_eq!(
            client.own_origin().as_deref(),
            Some("https://obchod.example")
        );
    }

    #[test]
    fn without_forwarding_the_proxy_itself_is_the_client() {
        let client = client("10.0.0.3:5000", &["10.0.0.0/8"], &[("host", "a.example")]);
        assert_eq!(client.address.to_string(), "10.0.0.3");
        assert_eq!(client.scheme, "http");
    }
}
