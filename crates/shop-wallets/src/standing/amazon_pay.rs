//! The state of Amazon Pay and Buy with Prime.

use super::WalletStatus;
use crate::AmazonPay;
use std::collections::BTreeSet;
use std::sync::Arc;
use zkratka_commerce::money::Currency;
use zkratka_config::{AmazonPayConfig, Config, ProviderAt};
use zkratka_store::clock::Clock;

/// What Amazon Pay lacks, as far as the configuration shows it.
pub(super) fn standing(
    config: &Config,
    settings: &AmazonPayConfig,
    clock: &Arc<dyn Clock>,
) -> WalletStatus {
    let mut standing = WalletStatus::default();
    if let Err(error) = AmazonPay::new(config, None, clock) {
        standing.faults.push(error.to_string());
    }
    let reasons: Vec<String> = currencies(config)
        .into_iter()
        .filter_map(|currency| settings.offered_in(currency).err())
        .map(|reason| reason.to_string())
        .collect();
    if reasons.len() == currencies(config).len() {
        let problem = format!(
            "no market of the shop has a currency that the account takes ({}): add one in [[markets]], or write enabled = false",
            reasons.join("; ")
        );
        standing.faults.push(problem);
    } else {
        standing.warnings.extend(reasons);
    }
    if settings.notifications.is_none() {
        let problem = "notification_topics is empty: the server refuses Amazon's notifications, and polls Amazon about payments that Amazon decides late";
        standing.warnings.push(problem.to_owned());
    }
    let origin = &config.server.public_origin;
    if settings.at != ProviderAt::Emulation && !origin.starts_with("https://") {
        let problem = "public_origin in [server] is not https://…: Amazon redirects buyers to HTTPS addresses only";
        standing.faults.push(problem.to_owned());
    }
    standing
}

/// The currencies of the shop and of its markets.
fn currencies(config: &Config) -> BTreeSet<Currency> {
    let markets = config.rules.markets.iter();
    let currencies = markets.map(|market| market.rules.currency);
    currencies.chain([config.rules.currency]).collect()
}
