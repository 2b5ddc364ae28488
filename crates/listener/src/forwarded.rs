//! Reads the headers in which a proxy describes its client. They are only as true as the proxy that sends them.

use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

const FOR: &str = "x-forwarded-for";
/// Whether the server has already logged that a proxy names no client, and that it names one unreadably.
static IS_MISSING_LOGGED: AtomicBool = AtomicBool::new(false);
static IS_UNREADABLE_LOGGED: AtomicBool = AtomicBool::new(false);

/// Reads `X-Forwarded-For` from the right and returns the first address that is not one of our proxies. A client can
/// forge everything to the left of it, so nothing there matters, not even whether it is text.
///
/// If that address is missing or unreadable, returns the nearest proxy that is known: the one that named no client. Its
/// clients then share the limits of one address. No limit at all would be a gift to a client that can spoil the header.
pub(crate) fn client_address(
    headers: &HeaderMap,
    peer: IpAddr,
    is_trusted: impl Fn(IpAddr) -> bool,
) -> IpAddr {
    let lines: Vec<&[u8]> = headers
        .get_all(FOR)
        .iter()
        .map(axum::http::HeaderValue::as_bytes)
        .collect();
    let hops = lines
        .iter()
        .rev()
        .flat_map(|line| line.rsplit(|&byte| byte == b','))
        .map(<[u8]>::trim_ascii)
        .filter(|hop| !hop.is_empty());
    let mut nearest = None;
    for hop in hops {
        let Some(address) = address_of(hop) else {
            log_once(&IS_UNREADABLE_LOGGED, "unreadable");
            return nearest.unwrap_or(peer);
        };
        if !is_trusted(address) {
            return address;
        }
        nearest = Some(address);
    }
    nearest.unwrap_or_else(|| {
        log_once(&IS_MISSING_LOGGED, "missing");
        peer
    })
}

/// Returns the last value of a header, which the nearest proxy wrote. A proxy may append to the client's line or add a
/// line of its own.
pub(crate) fn last_value<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let line = headers.get_all(name).iter().next_back()?;
    let value = line.to_str().ok()?.rsplit(',').next()?.trim();
    Some(value).filter(|value| !value.is_empty())
}

/// Reads an address, with or without a port: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or
/// `[2001:db8::1]:4711`. An IPv4 address written as IPv6 becomes IPv4.
fn address_of(hop: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(hop).ok()?;
    let bracketed = text.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let bare = bracketed.unwrap_or(text).parse::<IpAddr>().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|it| it.ip());
    bare.or_else(with_port).map(|it| it.to_canonical())
}

/// Tells the operator once: every request of a misconfigured proxy is the same. An address is personal data, so the log
/// has none.
fn log_once(is_logged: &AtomicBool, header: &'static str) {
    if !is_logged.swap(true, Ordering::Relaxed) {
        tracing::warn!(
            header,
            "a trusted proxy does not name its client in X-Forwarded-For: its clients share the limits of one address"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    const PEER: &str = "10.0.0.3";

    /// The client behind a proxy that sends these lines. Addresses in 10.0.0.0/8 are the shop's proxies.
    fn client(lines: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FOR, HeaderValue::from_bytes(line).expect("a value"));
        }
        let is_trusted = |address| matches!(address, IpAddr::V4(it) if it.octets()[0] == 10);
        let peer = PEER.parse().expect("an address");
        client_address(&headers, peer, is_trusted).to_string()
    }

    #[test]
    fn an_address_is_read_in_every_form_that_proxies_write() {
        for (line, expected) in [
            ("203.0.113.9", "203.0.113.9"),
            ("203.0.113.9:4711", "203.0.113.9"),
            ("::ffff:203.0.113.9", "203.0.113.9"),
            ("[::ffff:203.0.113.9]:4711", "203.0.113.9"),
            ("2001:db8::9", "2001:db8::9"),
            ("[2001:db8::9]", "2001:db8::9"),
            ("[2001:db8::9]:4711", "2001:db8::9"),
            ("203.0.113.9, ", "203.0.113.9"),
            ("203.0.113.9, 10.0.0.7:80, ::ffff:10.0.0.8", "203.0.113.9"),
        ] {
            assert_eq!(client(&[line.as_bytes()]), expected, "{line}");
        }
    }

    #[test]
    fn what_a_client_writes_to_the_left_does_not_matter() {
        assert_eq!(client(&[b"\xc5\xa1, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&[b"unknown, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&[b"198.51.100.4", b"203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&[b"\xff", b"203.0.113.9, 10.0.0.7"]), "203.0.113.9");
    }

    #[test]
    fn a_proxy_that_names_nobody_is_the_client() {
        assert_eq!(client(&[]), PEER);
        for line in [
            "unknown",
            "_hidden",
            "203.0.113.900",
            "fe80::1%eth0",
            "\u{161}",
        ] {
            assert_eq!(client(&[line.as_bytes()]), PEER, "{line}");
            let behind = format!("203.0.113.9, {line}, 10.0.0.7");
            assert_eq!(client(&[behind.as_bytes()]), "10.0.0.7", "{line}");
        }
    }

    #[test]
    fn the_last_line_is_the_proxys() {
        let mut headers = HeaderMap::new();
        assert_eq!(last_value(&headers, "x-forwarded-host"), None);
        for value in ["cizi.example", "cizi.example, obchod.example"] {
            let value = HeaderValue::from_str(value).expect("a value");
            headers.append("x-forwarded-host", value);
        }
        let host = last_value(&headers, "x-forwarded-host");
        assert_eq!(host, Some("obchod.example"));
    }
}
