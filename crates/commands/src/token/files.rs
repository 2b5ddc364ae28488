//! Reads the files for an inspection. An error names the unusable file and what to give instead, never the file's
//! contents.

use super::arguments::TokenInspect;
use crate::support::CliError;
use serde_json::Value;
use std::path::Path;
use zeroize::Zeroizing;
use zkratka_wallets::google_pay::{DecryptionKey, Protocol, RootKeyStore, RootKeys};
use zkratka_wallets::x509::Certificate;

/// A token's text, and the protocol version that it claims, if known.
pub(super) struct TokenFile {
    pub(super) text: String,
    protocol: Option<Protocol>,
}

pub(super) fn token(file: &Path) -> Result<TokenFile, CliError> {
    let text = read(file, "the token as the wallet gave it")?;
    let Ok(Value::Object(members)) = serde_json::from_str(&text) else {
        return Err(unusable(
            file,
            "not a JSON object. Give the token itself: the text in paymentMethodData.tokenizationData.token",
        ));
    };
    let protocol = members.get("protocolVersion").and_then(Value::as_str);
    let protocol = protocol.and_then(Protocol::named);
    Ok(TokenFile { text, protocol })
}

/// Reads the private key if the token is encrypted. A token that is not encrypted must be given none.
pub(super) fn keys(
    token: &TokenFile,
    arguments: &TokenInspect,
) -> Result<Vec<DecryptionKey>, CliError> {
    let encrypted = token.protocol.is_none_or(Protocol::is_encrypted);
    match &arguments.key {
        Some(file) if encrypted => Ok(vec![key(file)?]),
        None if !encrypted => Ok(Vec::new()),
        Some(_) => Err(unusable(
            &arguments.token,
            "the token is not encrypted (ECv2SigningOnly). Leave out --key",
        )),
        None => Err(unusable(
            &arguments.token,
            "the token is encrypted. Give the private key with --key FILE",
        )),
    }
}

fn key(file: &Path) -> Result<DecryptionKey, CliError> {
    let text = Zeroizing::new(read(file, "the private key")?);
    DecryptionKey::from_text(&text).map_err(|error| {
        unusable(
            file,
            &format!(
                "{error}. Give the private key that belongs to the public key in Google's console"
            ),
        )
    })
}

pub(super) fn roots(file: Option<&Path>) -> Result<RootKeys, CliError> {
    let Some(file) = file else {
        return Err(CliError::Input(format!(
            "--roots FILE is missing: Google's root keys change and are not built in. Save {} (for the TEST environment {}) \
             and name the file",
            RootKeyStore::PRODUCTION_URL,
            RootKeyStore::TEST_URL
        )));
    };
    let text = read(file, "the root keys as Google publishes them")?;
    RootKeys::from_json(&text).map_err(|error| {
        let give = format!("{error}. Save it from {}", RootKeyStore::PRODUCTION_URL);
        unusable(file, &give)
    })
}

/// Reads the certificates of a file, which must hold at least one.
pub(super) fn certificates(file: &Path) -> Result<Vec<Certificate>, CliError> {
    let bytes = std::fs::read(file).map_err(|error| {
        unusable(
            file,
            &format!("cannot be read: {error}. Give a certificate"),
        )
    })?;
    Certificate::all_from_bytes(&bytes).map_err(|error| unusable(file, &error.to_string()))
}

pub(super) fn read(file: &Path, what: &str) -> Result<String, CliError> {
    std::fs::read_to_string(file).map_err(|error| {
        unusable(
            file,
            &format!("cannot be read as text: {error}. Give {what}"),
        )
    })
}

pub(super) fn unusable(file: &Path, why: &str) -> CliError {
    CliError::Input(format!("{}: {why}", file.display()))
}
