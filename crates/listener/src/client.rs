//! Finds the client of a request and the name under which it addressed the server, from the connection or from a trusted
//! proxy's headers.

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
        let host = text(headers, HOST.as_str())
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
            address: forwarded_for(headers, is_trusted)
                .unwrap_or(peer)
                .to_canonical(),
            scheme: match text(headers, "x-forwarded-proto").map(last) {
                Some("https") => "https",
                _ => "http",
            },
            host: text(headers, "x-forwarded-host")
                .map(|hosts| last(hosts).to_owned())
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

/// Reads `X-Forwarded-For` from the right and returns the first address that is not one of our proxies. A client can forge
/// everything to the left of it. Without such an address, returns the last one read.
fn forwarded_for(headers: &HeaderMap, is_trusted: impl Fn(IpAddr) -> bool) -> Option<IpAddr> {
    let values: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    let mut nearest = None;
    for value in values.into_iter().rev() {
        let Ok(address) = value.trim().parse::<IpAddr>() else {
            return nearest;
        };
        nearest = Some(address);
        if !is_trusted(address) {
            return nearest;
        }
    }
    nearest
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// Returns the last value of a list, which the nearest proxy added.
fn last(values: &str) -> &str {
    values.rsplit(',').next().unwrap_or(values).trim()
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
