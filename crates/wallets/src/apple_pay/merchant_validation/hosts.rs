//! The list of Apple's hosts that may be called. Hosts with similar names are refused.

/// An environment of Apple Pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// Apple's production environment, where payments move money.
    Production,
    /// Apple's sandbox, or the emulation in its place.
    Sandbox,
}

const PRODUCTION: &str = "apple-pay-gateway.apple.com";
const PRODUCTION_CHINA: &str = "cn-apple-pay-gateway.apple.com";
const SANDBOX: &str = "apple-pay-gateway-cert.apple.com";
const SANDBOX_CHINA: &str = "cn-apple-pay-gateway-cert.apple.com";

/// The middle parts of the names of former hosts, each followed by a pod number and optionally `-dr`. China has pods 1 to
/// 3, the rest of the world 1 to 5.
const FORMER: [(&str, &str); 2] = [("nc-pod", "pr-pod"), ("sh-pod", "tj-pod")];

/// The path that Apple's payment sheet names, and the path that the server calls.
const PATHS: [&str; 2] = [
    "/paymentservices/startSession",
    "/paymentservices/paymentSession",
];

/// Returns the gateway to call for a payment sheet that named this URL; `None` if the URL is not one of Apple's in this
/// environment. The URL only selects a gateway; no other part of it is used.
#[must_use]
pub fn gateway_of(validation_url: &str, environment: Environment) -> Option<&'static str> {
    let rest = validation_url.strip_prefix("https://")?;
    let (authority, path) = rest.split_at(rest.find('/')?);
    if !PATHS.contains(&path) {
        return None;
    }
    let host = authority.strip_suffix(":443").unwrap_or(authority);
    match environment {
        Environment::Production if host == PRODUCTION || is_former(host, false) => Some(PRODUCTION),
        Environment::Production if host == PRODUCTION_CHINA || is_former(host, true) => {
            Some(PRODUCTION_CHINA)
        }
        Environment::Sandbox if host == SANDBOX => Some(SANDBOX),
        Environment::Sandbox if host == SANDBOX_CHINA => Some(SANDBOX_CHINA),
        _ => None,
    }
}

/// Whether the host is a former name of Apple's gateway. The present gateway is called in its place.
fn is_former(host: &str, china: bool) -> bool {
    let (prefix, middles, pods) = if china {
        ("cn-apple-pay-gateway-", FORMER[1], '1'..='3')
    } else {
        ("apple-pay-gateway-", FORMER[0], '1'..='5')
    };
    let read = || {
        let pod = host.strip_prefix(prefix)?.strip_suffix(".apple.com")?;
        let pod = pod.strip_suffix("-dr").unwrap_or(pod);
        let number = pod
            .strip_prefix(middles.0)
            .or_else(|| pod.strip_prefix(middles.1))?;
        let mut digits = number.chars();
        Some(pods.contains(&digits.next()?) && digits.next().is_none())
    };
    read().unwrap_or(false)
}
