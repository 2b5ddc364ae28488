//! Checks which wallets would work with a configuration, and what the others lack. Makes no network calls.

mod amazon_pay;

use super::support::output;
use std::sync::Arc;
use zkratka_commerce::payment::Wallet;
use zkratka_commerce::time::Timestamp;
use zkratka_config::{AppleIssuer, ApplePaySettings, Config, PayPalConfig, ProviderAt};
use zkratka_payments::paypal::takes;
use zkratka_shop_wallets::{ApplePay, GooglePay, PayPal, meta_pay};
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_wallets::apple_pay::Certificate;

/// How long before a certificate expires to warn, in milliseconds: Apple takes days to issue another.
const SOON_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// The state of a wallet.
#[derive(Default)]
struct WalletStatus {
    /// Reasons why the wallet could take no payment.
    faults: Vec<String>,
    /// Problems of a wallet that works.
    warnings: Vec<String>,
}

/// Prints the state of every wallet. Returns whether every enabled wallet would work.
pub(super) fn check_wallets(config: &Config) -> bool {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let mut all_work = true;
    for wallet in Wallet::ALL {
        let name = (wallet.title(), wallet.section());
        all_work &= tell(name, standing(config, wallet, &clock));
    }
    all_work
}

/// The state of a wallet; `None` if it is disabled.
fn standing(config: &Config, wallet: Wallet, clock: &Arc<dyn Clock>) -> Option<WalletStatus> {
    let wallets = &config.wallets;
    match wallet {
        Wallet::ApplePay => {
            let settings = wallets.apple_pay.as_ref()?;
            Some(apple_pay_standing(config, settings, clock.now()))
        }
        Wallet::GooglePay => {
            wallets.google_pay.as_ref()?;
            let fault = GooglePay::new(config, clock).err();
            Some(WalletStatus {
                faults: fault.map(|error| error.to_string()).into_iter().collect(),
                warnings: Vec::new(),
            })
        }
        Wallet::PayPal => {
            let settings = wallets.paypal.as_ref()?;
            Some(paypal_standing(config, settings))
        }
        Wallet::MetaPay => Some(WalletStatus {
            faults: meta_pay::faults(wallets.meta_pay.as_ref()?),
            warnings: Vec::new(),
        }),
        Wallet::AmazonPay => {
            let settings = wallets.amazon_pay.as_ref()?;
            Some(amazon_pay::standing(config, settings, clock))
        }
    }
}

/// `name` is the wallet's name for people, and its section.
fn tell((name, section): (&str, &str), standing: Option<WalletStatus>) -> bool {
    let Some(WalletStatus { faults, warnings }) = standing else {
        output::line(&format!(
            "wallet {name}: off (enabled = true in [wallets.{section}] switches it on)"
        ));
        return true;
    };
    for problem in faults.iter().chain(&warnings) {
        output::error(&format!("wallet {name}: {problem}"));
    }
    if faults.is_empty() {
        output::line(&format!("wallet {name}: works"));
    }
    faults.is_empty()
}

fn apple_pay_standing(
    config: &Config,
    settings: &ApplePaySettings,
    now: Timestamp,
) -> WalletStatus {
    let mut standing = WalletStatus::default();
    if let Err(error) = ApplePay::new(config, None) {
        standing.faults.push(error.to_string());
    }
    let identity = settings.identity.certificate();
    let identity = identity.map(|it| ("identity_certificate_file", it));
    let processing = settings.certificates.iter();
    let processing = processing.map(|it| ("processing_certificate_files", it));
    for (key, certificate) in identity.into_iter().chain(processing) {
        check_validity(key, certificate, now, &mut standing);
    }
    if settings.issuer == AppleIssuer::Apple {
        check_domain(config, settings, &mut standing);
    }
    standing
}

fn paypal_standing(config: &Config, settings: &PayPalConfig) -> WalletStatus {
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

fn check_validity(
    key: &str,
    certificate: &Certificate,
    now: Timestamp,
    standing: &mut WalletStatus,
) {
    let until = certificate.not_after();
    let day = until.rfc3339();
    if until < now {
        let problem = format!("a certificate in {key} expired at {day}: get a new one from Apple");
        standing.faults.push(problem);
    } else if certificate.not_before() > now {
        let day = certificate.not_before().rfc3339();
        let problem = format!("a certificate in {key} is not valid before {day}");
        standing.faults.push(problem);
    } else if until < now.plus(SOON_MS) {
        let problem = format!("a certificate in {key} expires at {day}: get a new one from Apple");
        standing.warnings.push(problem);
    }
}

/// Checks Apple's requirements for the domain, as far as the configuration shows them.
fn check_domain(config: &Config, settings: &ApplePaySettings, standing: &mut WalletStatus) {
    let origin = &config.server.public_origin;
    if !origin.starts_with("https://") {
        let problem =
            "public_origin in [server] is not https://…: Apple opens sheets on HTTPS pages only";
        standing.faults.push(problem.to_owned());
    }
    if settings.domain_association.is_none() {
        let problem = "domain_association_file is missing: unless another server serves that file, Apple cannot verify the domain";
        standing.warnings.push(problem.to_owned());
    }
}
