//! The hosts that may be asked: a list, and nothing that looks alike.

/// Whose hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// Apple's own, where money is taken.
    Production,
    /// Apple's sandbox, and the emulation that plays its part.
    Sandbox,
}

const PRODUCTION: &str = "apple-pay-gateway.apple.com";
const PRODUCTION_CHINA: &str = "cn-apple-pay-gateway.apple.com";
const SANDBOX: &str = "apple-pay-gateway-cert.apple.com";
const SANDBOX_CHINA: &str = "cn-apple-pay-gateway-cert.apple.com";

/// The former hosts by their middles, each also with `-dr` behind it. Those for China have pods 1 to 3, the others 1 to 5.
const FORMER: [(&str, &str); 2] = [("nc-pod", "pr-pod"), ("sh-pod", "tj-pod")];

/// What Apple's sheets name, and what is asked instead.
const PATHS: [&str; 2] = [
    "/paymentservices/startSession",
    "/paymentservices/paymentSession",
];

/// The gateway to ask for a sheet that named this address; none where the address is not one of Apple's in this
/// environment. Nothing of the address is used but which host it chooses.
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

/// Whether Apple once had a host of this name; today's answers in its place.
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
