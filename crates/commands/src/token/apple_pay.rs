//! Inspects Apple Pay tokens.

use super::arguments::{At, TokenInspect};
use super::files::{certificates, read, unusable};
use super::refused;
use crate::support::{CliError, now, output, pretty};
use serde_json::Value;
use std::path::Path;
use std::process::ExitCode;
use zeroize::Zeroizing;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::apple_pay::{Certificate, MerchantKey, Opener, PrivateKey, signing_time};
use zkratka_wallets::report;

/// Decrypts a token and prints the outcome of every check.
pub(super) fn inspect(arguments: &TokenInspect) -> Result<ExitCode, CliError> {
    let token = token(&arguments.token)?;
    let opener = Opener {
        roots: roots(arguments.roots.as_deref())?,
        keys: vec![key(arguments)?],
    };
    let at = match arguments.at {
        None => now(),
        Some(At::Moment(at)) => Timestamp(at.as_millisecond()),
        Some(At::SigningTime) => signing_time(&token).ok_or_else(|| {
            let why = "--at signing-time: the token states no signing time";
            unusable(&arguments.token, why)
        })?,
    };
    let inspection = opener.inspect(&token, at);
    output::line(&pretty(&report::apple_pay(
        &inspection,
        at,
        arguments.show_secrets,
    )));
    Ok(match &inspection.result {
        Ok(_) => ExitCode::SUCCESS,
        Err(refusal) => refused(*refusal),
    })
}

/// Reads the token from a file that holds the token alone or the whole payment of the sheet.
fn token(file: &Path) -> Result<String, CliError> {
    let text = read(file, "the token as the wallet gave it")?;
    let Ok(Value::Object(members)) = serde_json::from_str::<Value>(&text) else {
        let why = "not a JSON object. Give the token itself: payment.token.paymentData";
        return Err(unusable(file, why));
    };
    let inner = members.get("paymentData").filter(|it| it.is_object());
    Ok(inner.map_or(text, Value::to_string))
}

fn key(arguments: &TokenInspect) -> Result<MerchantKey, CliError> {
    let missing = |option: &str, what: &str| {
        CliError::Input(format!("{option} FILE is missing: give {what}"))
    };
    let file = arguments.key.as_deref();
    let file = file.ok_or_else(|| missing("--key", "the private key of the certificate"))?;
    let text = Zeroizing::new(read(file, "the private key")?);
    let key = PrivateKey::from_text(&text).map_err(|error| unusable(file, &error.to_string()))?;
    let file = arguments.certificate.as_deref();
    let file =
        file.ok_or_else(|| missing("--certificate", "the Payment Processing certificate"))?;
    let certificate = certificates(file)?.swap_remove(0);
    MerchantKey::new(key, &certificate, arguments.merchant_id.as_deref())
        .map_err(|error| unusable(file, &error.to_string()))
}

fn roots(file: Option<&Path>) -> Result<Vec<Certificate>, CliError> {
    match file {
        Some(file) => certificates(file),
        None => Certificate::apple_root()
            .map(|root| vec![root])
            .map_err(|error| CliError::Work(error.to_string())),
    }
}
