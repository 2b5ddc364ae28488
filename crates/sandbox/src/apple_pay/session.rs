//! Merchant sessions: the validation issues them, and the sheet demands one.

use super::authority::merchant_id_hash;
use super::keys::KeyUse;
use super::refusal::Refusal;
use crate::certificates::sign;
use crate::random::random;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;

/// In milliseconds, the same as Apple's.
const LIFETIME_MS: i64 = 5 * 60 * 1_000;

/// Issues a session for one sheet on the pages of a domain.
pub(super) fn issue(
    merchant_id: &str,
    domain: &str,
    display_name: &str,
    now: Timestamp,
) -> Result<Value, Refusal> {
    let (identifier, nonce) = (random::<24>()?, random::<24>()?);
    let mut session = json!({
        "epochTimestamp": now.0,
        "expiresAt": now.0 + LIFETIME_MS,
        "merchantSessionIdentifier": format!("SSH{}", URL_SAFE_NO_PAD.encode(identifier)),
        "nonce": URL_SAFE_NO_PAD.encode(nonce),
        "merchantIdentifier": merchant_id_hash(merchant_id),
        "domainName": domain,
        "displayName": display_name,
        "operationalAnalyticsIdentifier": format!("{display_name}:{domain}"),
        "retries": 0,
        "pspId": merchant_id_hash(merchant_id),
    });
    session["signature"] = json!(signature(&session));
    Ok(session)
}

/// Covers every member, so that any change invalidates the session.
fn signature(session: &Value) -> String {
    STANDARD.encode(sign(
        &KeyUse::Session.secret(),
        session.to_string().as_bytes(),
    ))
}

/// Checks a session against the merchant and the page that present it.
pub(super) fn check(
    session: &Value,
    merchant_id: &str,
    origin: Option<&str>,
    now: Timestamp,
) -> Result<(), Refusal> {
    let mut unsigned = session.clone();
    let given = unsigned
        .as_object_mut()
        .and_then(|it| it.remove("signature"));
    if given != Some(json!(signature(&unsigned))) {
        return Err(Refusal::Merchant(
            "the merchant session is not the validation's",
        ));
    }
    if session["merchantIdentifier"] != json!(merchant_id_hash(merchant_id)) {
        return Err(Refusal::Merchant(
            "the merchant session is another merchant's",
        ));
    }
    if session["expiresAt"].as_i64().is_none_or(|at| at <= now.0) {
        return Err(Refusal::Merchant("the merchant session has expired"));
    }
    let domain = session["domainName"].as_str().unwrap_or_default();
    if origin.is_some_and(|origin| host(origin) != domain) {
        return Err(Refusal::Merchant(
            "the merchant session is for another domain",
        ));
    }
    Ok(())
}

/// The host of an origin, without scheme and port.
fn host(origin: &str) -> &str {
    let authority = origin
        .split_once("://")
        .map_or(origin, |(_scheme, rest)| rest);
    match authority.rsplit_once(':') {
        // Colons inside brackets belong to an IPv6 address.
        Some((host, port)) if !port.ends_with(']') => host,
        _ => authority,
    }
}
