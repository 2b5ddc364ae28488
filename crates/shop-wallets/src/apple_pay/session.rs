//! Merchant sessions, which Apple requires for opening a sheet.

use super::ApplePay;
use std::time::Duration;
use zkratka_wallets::apple_pay::merchant_validation::{SessionRequest, gateway_of};

/// The deadline of Apple's answer. Until then, the buyer sees a sheet that does nothing.
pub(super) const DEADLINE: Duration = Duration::from_secs(8);

/// Why there is no session. The details were logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSession {
    /// The validation URL is not Apple's.
    Address,
    /// Apple returned no session.
    Failed,
}

impl ApplePay {
    /// Requests a session for a page of `origin`, and returns it exactly as Apple sent it. Apple only gets domains of
    /// configured origins. For an unknown origin the server sends the domain of its public origin.
    pub async fn session(
        &self,
        validation_url: &str,
        origin: Option<&str>,
    ) -> Result<String, NoSession> {
        let Some(gateway) = gateway_of(validation_url, self.environment) else {
            tracing::warn!(
                "a browser asked for a merchant session at an address that is not Apple's"
            );
            return Err(NoSession::Address);
        };
        let request = SessionRequest {
            merchant_id: &self.settings.merchant_id,
            display_name: &self.settings.merchant_name,
            domain: self.domain_at(origin),
        };
        let session = self.validation.session(gateway, &request).await;
        session.map_err(|error| {
            tracing::warn!(%error, domain = request.domain, "Apple gave no merchant session");
            NoSession::Failed
        })
    }

    /// The host of a configured origin without its port; for an unknown origin, the host of the public one.
    fn domain_at(&self, origin: Option<&str>) -> &str {
        let asked = self
            .sites
            .iter()
            .find(|site| Some(site.origin.as_str()) == origin);
        let site = asked.or_else(|| self.sites.first());
        site.map(|site| host(&site.origin)).unwrap_or_default()
    }
}

fn host(origin: &str) -> &str {
    let authority = origin.split_once("://").map_or(origin, |(_, rest)| rest);
    match authority.rsplit_once(':') {
        // The colons of an IPv6 address are inside brackets.
        Some((host, port)) if !port.ends_with(']') => host,
        _ => authority,
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn a_domain_is_an_origin_without_scheme_and_port() {
        for (origin, domain) in [
            ("https://obchod.example", "obchod.example"),
            ("http://localhost:8080", "localhost"),
            ("http://[::1]:8080", "[::1]"),
            ("http://[::1]", "[::1]"),
        ] {
            assert_eq!(host(origin), domain);
        }
    }
}
