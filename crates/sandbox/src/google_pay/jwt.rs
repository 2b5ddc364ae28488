//! `merchantInfo.authJwt`: a platform authorises its merchant.

use super::keys::KeyUse;
use super::refusal::Refusal;
use super::request::MerchantInfo;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, SigningKey, VerifyingKey};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use zkratka_commerce::time::Timestamp;

/// How far the platform's clock may be ahead, in seconds.
const LEEWAY_SECONDS: i64 = 60;

#[derive(Deserialize)]
struct Header {
    alg: String,
    #[serde(default)]
    typ: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Claims {
    merchant_origin: String,
    merchant_id: String,
    iat: i64,
    exp: i64,
}

/// Checks a request's `authJwt`, if it has one, against the merchant and the page that present it.
pub(super) fn check(
    merchant: &MerchantInfo,
    origin: Option<&str>,
    now: Timestamp,
) -> Result<(), Refusal> {
    let Some(jwt) = merchant.auth_jwt.as_deref() else {
        return Ok(());
    };
    let claims = verify(jwt).ok_or(Refusal::Merchant("authJwt is not the platform's"))?;
    let now = now.0.div_euclid(1_000);
    if claims.exp <= now || claims.iat > now + LEEWAY_SECONDS {
        return Err(Refusal::Merchant("authJwt has expired or is not valid yet"));
    }
    if merchant.merchant_id.as_ref() != Some(&claims.merchant_id) {
        return Err(Refusal::Merchant("authJwt is for another merchantId"));
    }
    let named = merchant.merchant_origin.as_ref();
    if named.is_some_and(|named| *named != claims.merchant_origin)
        || origin.is_some_and(|origin| !is_at(origin, &claims.merchant_origin))
    {
        return Err(Refusal::Merchant("authJwt is for another merchantOrigin"));
    }
    Ok(())
}

/// The claims, if the platform signed them with ES256.
fn verify(jwt: &str) -> Option<Claims> {
    let (signed, signature) = jwt.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    let header: Header = part(header)?;
    if header.alg != "ES256" || header.typ.is_some_and(|typ| typ != "JWT") {
        return None;
    }
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    let signature = Signature::from_slice(&signature).ok()?;
    let platform = VerifyingKey::from(&SigningKey::from(&KeyUse::Platform.secret()));
    platform.verify(signed.as_bytes(), &signature).ok()?;
    part(claims)
}

fn part<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

/// Whether a page of this origin is the merchant's: the same host, with or without the port.
fn is_at(origin: &str, merchant_origin: &str) -> bool {
    let authority = origin
        .split_once("://")
        .map_or(origin, |(_scheme, rest)| rest);
    let host = match authority.rsplit_once(':') {
        // Colons inside brackets belong to an IPv6 address.
        Some((host, port)) if !port.ends_with(']') => host,
        _ => authority,
    };
    merchant_origin == authority || merchant_origin == host
}
