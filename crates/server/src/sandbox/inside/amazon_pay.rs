//! The emulated Amazon Pay.

use super::{SandboxError, bound, prepared, reachable};
use std::net::SocketAddr;
use std::sync::Arc;
use zkratka_config::{AmazonPayConfig, Config, ProviderAt};
use zkratka_sandbox::amazon_pay::{
    Account, AmazonPaySandbox, AmazonPaySandboxSettings, SignatureVersion, sandbox_key,
};
use zkratka_sandbox::{Bound, places};
use zkratka_store::clock::Clock;

/// Binds a port if the configuration enables the emulation. `own` is the address of this server.
pub(super) async fn bind(
    config: &Config,
    clock: &Arc<dyn Clock>,
    own: SocketAddr,
) -> Result<Option<Bound<AmazonPaySandbox>>, SandboxError> {
    let settings = config.wallets.amazon_pay.as_ref();
    let emulated = settings.filter(|settings| settings.at == ProviderAt::Emulation);
    let Some(emulated) = emulated else {
        return Ok(None);
    };
    let clock = Arc::clone(clock);
    let sandbox = AmazonPaySandbox::open(AmazonPaySandboxSettings {
        file: prepared(config.payments.sandbox.amazon_pay_file())?,
        account: account(emulated)?,
        notification_url: format!("{}/webhooks/amazon-pay", reachable(own)),
        signature_version: SignatureVersion::Two,
        pages_url: format!("{}{}", config.server.public_origin, places::AMAZON_PAY),
        clock: Arc::new(move || clock.now()),
    });
    bound(sandbox?).await.map(Some)
}

/// The merchant's account, in the currency that the shop configures.
fn account(settings: &AmazonPayConfig) -> Result<Account, SandboxError> {
    let key = sandbox_key().map_err(|error| SandboxError::AmazonPayAccount(error.to_string()))?;
    Account::new(settings.ledger, vec![key])
        .map_err(|error| SandboxError::AmazonPayAccount(error.to_string()))
}
