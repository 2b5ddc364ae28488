//! The state of PayPal and Venmo.

use super::WalletStatus;
use crate::PayPal;
use zkratka_config::{Config, PayPalConfig, ProviderAt};
use zkratka_payments::paypal::takes;

/// What PayPal lacks, as far as the configuration shows it.
pub(super) fn standing(config: &Config, settings: &PayPalConfig) -> WalletStatus {
    let mut standing = WalletStatus::default();
    if let Err(error) = PayPal::new(config, None) {
        standing.faults.push(error.to_string());
    }
    if settings.webhook_id.is_none() {
        let problem = "webhook_id is missing: the server refuses PayPal's webhooks, and polls PayPal about payments that PayPal decides late";
        standing.warnings.push(problem.to_owned());
    }
    let currencies = [config.rules.currency].into_iter();
    let markets = config
        .rules
        .markets
        .iter()
        .map(|market| market.rules.currency);
    for currency in currencies.chain(markets).filter(|it| !takes(*it)) {
        let problem =
            format!("PayPal does not support {currency}: carts in it need another payment method");
        standing.warnings.push(problem);
    }
    let origin = &config.server.public_origin;
    if settings.at != ProviderAt::Emulation && !origin.starts_with("https://") {
        let problem = "public_origin in [server] is not https://…: PayPal sends webhooks to HTTPS addresses only";
        standing.warnings.push(problem.to_owned());
    }
    standing
}
