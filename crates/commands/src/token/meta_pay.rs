//! Inspects Meta Pay containers.

use super::arguments::{At, TokenInspect};
use super::files::{certificates, read, unusable};
use super::refused;
use crate::support::{CliError, now, output, pretty};
use serde_json::{Map, Value};
use std::path::Path;
use std::process::ExitCode;
use zeroize::Zeroizing;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::DecryptionKey;
use zkratka_wallets::meta_pay::Opener;
use zkratka_wallets::report;
use zkratka_wallets::x509::Certificate;

/// Opens a container and prints the outcome of every check. Amount and context are not checked, because only the shop's
/// server knows the cart.
pub(super) fn inspect(arguments: &TokenInspect) -> Result<ExitCode, CliError> {
    let container = container(&arguments.token)?;
    let opener = Opener {
        roots: roots(arguments.roots.as_deref())?,
        keys: vec![key(arguments.key.as_deref())?],
        mode: arguments.mode.into(),
        merchant_id: merchant_id(arguments)?.to_owned(),
    };
    let at = match arguments.at {
        None => now(),
        Some(At::Moment(at)) => Timestamp(at.as_millisecond()),
        Some(At::SigningTime) => {
            let problem = "--at signing-time: a Meta Pay container states its time inside the encryption. Give a time, or leave --at out";
            return Err(CliError::Input(problem.to_owned()));
        }
    };
    let inspection = opener.inspect(&container, at);
    output::line(&pretty(&report::meta_pay(
        &inspection,
        at,
        arguments.show_secrets,
    )));
    Ok(match &inspection.result {
        Ok(_) => ExitCode::SUCCESS,
        Err(refusal) => refused(*refusal),
    })
}

fn container(file: &Path) -> Result<String, CliError> {
    let text = read(file, "the container as the wallet gave it")?;
    let is_object = serde_json::from_str::<Map<String, Value>>(&text).is_ok();
    let why = "not a JSON object. Give the container itself, with mode, amount, container_id and container_data";
    is_object.then_some(text).ok_or_else(|| unusable(file, why))
}

fn missing(option: &str, what: &str) -> CliError {
    CliError::Input(format!("{option} is missing: give {what}"))
}

fn key(file: Option<&Path>) -> Result<DecryptionKey, CliError> {
    let what = "the partner's private key, to which Meta encrypts containers";
    let file = file.ok_or_else(|| missing("--key FILE", what))?;
    let text = Zeroizing::new(read(file, "the private key")?);
    DecryptionKey::from_text(&text).map_err(|error| unusable(file, &error.to_string()))
}

fn roots(file: Option<&Path>) -> Result<Vec<Certificate>, CliError> {
    let what = "the root certificate that Meta gives to its partners. It is not published, so it is not built in";
    certificates(file.ok_or_else(|| missing("--roots FILE", what))?)
}

fn merchant_id(arguments: &TokenInspect) -> Result<&str, CliError> {
    let id = arguments.merchant_id.as_deref();
    id.ok_or_else(|| {
        missing(
            "--merchant-id ID",
            "the merchant that the container must name",
        )
    })
}
