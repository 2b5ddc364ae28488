//! The emulated payment gateway for cards, or a client for one that runs elsewhere.

use super::{SandboxError, bound, prepared, reachable};
use crate::gateway::CardGateway;
use std::net::SocketAddr;
use std::sync::Arc;
use zkratka_commerce::order::Mode;
use zkratka_config::{Config, GooglePaySettings, SharedSecret, Tokenization};
use zkratka_ids::{Ids, secret_hex};
use zkratka_payments::CALL_DEADLINE;
use zkratka_payments::sandbox::{SandboxError as ClientError, SandboxGateway, SandboxSettings};
use zkratka_sandbox::gateway::{Gateway, GatewaySettings};
use zkratka_sandbox::{Bound, places};

/// Opens the configured gateway: inside this server, elsewhere, or none.
pub(super) async fn open(
    config: &Config,
    own: SocketAddr,
    ids: &Ids,
) -> Result<(Option<Bound<Gateway>>, Option<CardGateway>), SandboxError> {
    if !is_configured(config) {
        return Ok((None, None));
    }
    let sandbox = &config.payments.sandbox;
    let secret = match &sandbox.secret {
        Some(SharedSecret(secret)) => secret.clone(),
        // Shop and gateway share one process, so nobody else needs this secret.
        None => secret_hex(&ids.secret()) + &secret_hex(&ids.secret()),
    };
    if let Some(url) = &sandbox.url {
        return Ok((None, Some(client(url, secret, url.clone())?)));
    }
    let (inside, gateway) = inside(config, secret, own).await?;
    Ok((Some(inside), Some(gateway)))
}

/// Whether the shop needs a gateway. Whether cards are offered is not enough to decide: attempts that began while they
/// were offered must still be captured or voided. Without a URL the sandbox runs inside this server, if cards are
/// offered or if a ledger shows that they once were.
fn is_configured(config: &Config) -> bool {
    let sandbox = &config.payments.sandbox;
    // The configuration refuses cards in live mode.
    config.server.mode == Mode::Test
        && (sandbox.url.is_some() || config.rules.payments.takes_cards() || sandbox.ledger.exists())
}

/// Opens the sandbox on a port that only this machine can reach. This server serves its pages for browsers.
async fn inside(
    config: &Config,
    secret: String,
    own: SocketAddr,
) -> Result<(Bound<Gateway>, CardGateway), SandboxError> {
    let ledger = prepared(config.payments.sandbox.ledger.clone())?;
    let origin = config.server.public_origin.clone();
    let browser_url = format!("{origin}{}", places::GATEWAY);
    // Its checkout may be on another host.
    let wallet = config.shop_wallet.iter().map(|it| it.origin.clone());
    let mut settings = GatewaySettings::new(
        ledger,
        secret.clone(),
        format!("{}{}", reachable(own), places::GATEWAY_WEBHOOK),
        browser_url.clone(),
        std::iter::once(origin).chain(wallet).collect(),
    );
    settings.shop_name = Some(config.shop.name.clone());
    // This gateway belongs to the shop, so it uses the merchant id that the shop sends to Google.
    if let Some(GooglePaySettings {
        tokenization: Tokenization::Gateway { merchant, .. },
        ..
    }) = &config.wallets.google_pay
    {
        settings.google_pay_merchant.clone_from(merchant);
    }
    let gateway = bound(Gateway::open(settings)?).await?;
    let url = format!("http://{}", gateway.address());
    let client = client(&url, secret, browser_url)?;
    Ok((gateway, client))
}

fn client(url: &str, secret: String, browser_url: String) -> Result<CardGateway, ClientError> {
    let client = SandboxGateway::new(SandboxSettings {
        base_url: url.to_owned(),
        secret,
        deadline: CALL_DEADLINE,
    })?;
    Ok(CardGateway {
        gateway: Arc::new(client),
        browser_url: Some(browser_url),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn config(folder: &Path, payments: &str) -> Config {
        let text = format!(
            r#"
[shop]
name = "Krámek"
email = "kramek@example.com"
bank_account = "19-2000145399/0800"
[storefront]
access_token = "verejny-token"
[payments]
{payments}
"#
        );
        Config::parse(&text, folder).expect("a configuration")
    }

    /// Attempts that began while cards were offered must still be completed.
    #[test]
    fn the_gateway_stays_when_cards_are_no_longer_offered() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let without = config(folder.path(), "card = false");
        assert!(!is_configured(&without), "no card was ever taken");
        assert!(is_configured(&config(folder.path(), "card = true")));
        let ledger = &without.payments.sandbox.ledger;
        std::fs::create_dir_all(ledger.parent().expect("a folder")).expect("made");
        std::fs::write(ledger, "").expect("written");
        assert!(is_configured(&without));
    }
}
