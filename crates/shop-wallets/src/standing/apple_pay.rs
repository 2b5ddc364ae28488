//! The state of Apple Pay.

use super::WalletStatus;
use crate::ApplePay;
use zkratka_commerce::time::Timestamp;
use zkratka_config::{AppleIssuer, ApplePaySettings, Config};
use zkratka_wallets::apple_pay::Certificate;

/// How long before a certificate expires to warn, in milliseconds: Apple takes days to issue another.
const SOON_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// What Apple Pay lacks, as far as the configuration shows it.
pub(super) fn standing(
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
