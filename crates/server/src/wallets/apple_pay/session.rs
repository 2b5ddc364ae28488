//! Merchant sessions, without which Apple opens no sheet.

use super::ApplePay;
use std::time::Duration;
use zkratka_wallets::apple_pay::merchant_validation::{SessionRequest, gateway_of};

/// How long Apple is waited for; the buyer looks at a sheet that does nothing meanwhile.
pub(super) const DEADLINE: Duration = Duration::from_secs(8);

/// Why there is no session; why exactly was logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSession {
    /// The address is none of Apple's.
    Address,
    /// Apple gave none.
    Failed,
}

impl ApplePay {
    /// A session, as Apple wrote it, for a page of `origin`: of ours, whatever the page says. Only a configured origin's
    /// domain is ever named to Apple.
    pub(crate) async fn session(
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

    /// The bare host of a configured origin; of the public one where the page is nobody's that we know.
    fn domain_at(&self, origin: Option<&str>) -> &str {
        let asked = self
            .sites
            .iter()
            .find(|site| Some(site.origin.as_str()) == origin);
        let site = asked.or_else(|| self.sites.first());
        site.map(|site| host(&site.origin)).unwrap_or_default()
    }
}

/// The host of an origin, without scheme and port.
fn host(origin: &str) -> &str {
    let authority = origin.split_once("://").map_or(origin, |(_, rest)| rest);
    match authority.rsplit_once(':') {
        // The colons of an IPv6 address stand within brackets.
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
