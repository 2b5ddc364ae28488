//! The emulated PayPal.

use super::{SandboxError, bound, prepared, reachable};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use zkratka_config::{Config, ProviderAt};
use zkratka_sandbox::Bound;
use zkratka_sandbox::paypal::{PayPalSandbox, PayPalSandboxSettings};
use zkratka_store::clock::Clock;

/// Binds a port if the configuration enables the emulation. `own` is the address of this server.
pub(super) async fn bind(
    config: &Config,
    clock: &Arc<dyn Clock>,
    own: SocketAddr,
) -> Result<Option<Bound<PayPalSandbox>>, SandboxError> {
    let settings = config.wallets.paypal.as_ref();
    if settings.is_none_or(|settings| settings.at != ProviderAt::Emulation) {
        return Ok(None);
    }
    let clock = Arc::clone(clock);
    let sandbox = PayPalSandbox::open(PayPalSandboxSettings {
        file: prepared(config.payments.sandbox.paypal_file())?,
        webhook_url: format!("{}/webhooks/paypal", reachable(own)),
        token_life: Duration::from_hours(9),
        search_lag: Duration::ZERO,
        may_read_disputes: true,
        clock: Arc::new(move || clock.now()),
    });
    bound(sandbox?).await.map(Some)
}
