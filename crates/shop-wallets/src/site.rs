//! The origins whose pages may show wallets.

use url::Url;
use zkratka_config::Config;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// The origin as browsers write it.
    pub(crate) origin: String,
    /// Whether this server itself serves the origin. Otherwise it is a storefront that uses this server.
    pub(crate) own: bool,
}

impl Site {
    /// All origins: first the public origin, then this server's other loopback names, and `allowed_origins`.
    pub(crate) fn all(config: &Config) -> Vec<Self> {
        let public = &config.server.public_origin;
        let own = [vec![public.clone()], loopback_names(public)].concat();
        let mut sites: Vec<Self> = own
            .into_iter()
            .map(|origin| Self { origin, own: true })
            .collect();
        for origin in &config.storefront.allowed_origins {
            if !sites.iter().any(|site| site.origin == *origin) {
                sites.push(Self {
                    origin: origin.clone(),
                    own: false,
                });
            }
        }
        sites
    }
}

/// The other loopback names, if the public origin is one. Only this machine can use them, so no other server can pose
/// as the shop.
fn loopback_names(public: &str) -> Vec<String> {
    const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
    let Ok(url) = Url::parse(public) else {
        return Vec::new();
    };
    let Some(host) = url.host_str().filter(|host| NAMES.contains(host)) else {
        return Vec::new();
    };
    let mut url = url.clone();
    let others = NAMES.into_iter().filter(|name| *name != host);
    others
        .filter_map(|name| {
            url.set_host(Some(name)).ok()?;
            Some(url.origin().ascii_serialization())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machines_own_visitor_may_use_its_other_names() {
        assert_eq!(
            loopback_names("http://localhost:8080"),
            ["http://127.0.0.1:8080", "http://[::1]:8080"]
        );
        assert_eq!(
            loopback_names("http://127.0.0.1"),
            ["http://localhost", "http://[::1]"]
        );
        for public in ["https://obchod.example", "http://10.0.0.1:8080", ""] {
            assert!(loopback_names(public).is_empty(), "{public}");
        }
    }
}
