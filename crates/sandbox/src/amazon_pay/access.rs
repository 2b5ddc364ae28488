//! Who may call the REST API: a merchant whose registered key signed the request, shortly before.

use super::canonical;
use super::refusal::{Reason, Refusal};
use super::signature::Algorithm;
use super::{AmazonPaySandbox, MAX_BODY_BYTES};
use axum::body::{Body, to_bytes};
use axum::extract::{OriginalUri, Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use zkratka_commerce::time::Timestamp;

/// How far a request's time may be from now, in milliseconds.
const TOLERANCE_MS: i64 = 5 * 60 * 1_000;
const REGIONS: [&str; 3] = ["na", "eu", "jp"];

/// The parts of the authorisation header.
struct Authorization<'h> {
    algorithm: Algorithm,
    key_id: &'h str,
    signed_headers: &'h str,
    signature: &'h str,
}

impl<'h> Authorization<'h> {
    /// `AMZN-PAY-RSASSA-PSS-V2 PublicKeyId=…, SignedHeaders=…, Signature=…`
    fn parse(text: &'h str) -> Option<Self> {
        let (algorithm, rest) = text.split_once(' ')?;
        let mut parts = rest.split(',').map(str::trim);
        let mut part = |name: &str| parts.next()?.strip_prefix(name)?.strip_prefix('=');
        let authorization = Self {
            algorithm: Algorithm::named(algorithm)?,
            key_id: part("PublicKeyId")?,
            signed_headers: part("SignedHeaders")?,
            signature: part("Signature")?,
        };
        parts.next().is_none().then_some(authorization)
    }
}

/// Refuses requests that no registered key has signed.
pub(super) async fn require_signature(
    State(amazon): State<AmazonPaySandbox>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY_BYTES).await else {
        return Refusal::new(Reason::InvalidRequest, "The body is too large.").into_response();
    };
    let headers = &parts.headers;
    let checked = header(headers, AUTHORIZATION.as_str()).and_then(|text| {
        let authorization = Authorization::parse(text).ok_or_else(|| invalid("authorization"))?;
        check_time(header(headers, "x-amz-pay-date")?, amazon.now())?;
        let region = header(headers, "x-amz-pay-region")?.to_ascii_lowercase();
        if !REGIONS.contains(&region.as_str()) {
            return Err(invalid("x-amz-pay-region"));
        }
        check_environment(uri.path(), authorization.key_id)?;
        let signed = authorization.signed_headers;
        check_coverage(headers, signed)?;
        let text = canonical::request(&parts.method, &uri, headers, signed, &body)?;
        amazon.check_signature(&authorization, &text)
    });
    match checked {
        Ok(()) => next.run(Request::from_parts(parts, Body::from(body))).await,
        Err(refusal) => refusal.into_response(),
    }
}

impl AmazonPaySandbox {
    fn check_signature(&self, given: &Authorization<'_>, text: &str) -> Result<(), Refusal> {
        let key = self.key(given.key_id)?;
        if key.has_signed(given.algorithm, text, given.signature) {
            return Ok(());
        }
        let message = "Unable to verify the signature.";
        Err(Refusal::new(Reason::InvalidRequestSignature, message))
    }
}

/// A header that must be there, and not empty.
pub(super) fn header<'h>(headers: &'h HeaderMap, name: &str) -> Result<&'h str, Refusal> {
    let missing = || Refusal::new(Reason::MissingHeader, format!("'{name}' is missing."));
    let value = headers.get(name).ok_or_else(missing)?;
    let value = value.to_str().map_err(|_| invalid(name))?.trim();
    if value.is_empty() {
        let message = format!("'{name}' is empty.");
        return Err(Refusal::new(Reason::MissingHeaderValue, message));
    }
    Ok(value)
}

fn invalid(name: &str) -> Refusal {
    Refusal::new(Reason::InvalidHeaderValue, format!("'{name}' is invalid."))
}

/// `2026-11-20T09:48:18Z`, as some clients write it, or `20261120T094818Z`.
fn check_time(text: &str, now: Timestamp) -> Result<(), Refusal> {
    let format = if text.contains('-') {
        "%Y-%m-%dT%H:%M:%SZ"
    } else {
        "%Y%m%dT%H%M%SZ"
    };
    let moment = DateTime::strptime(format, text)
        .and_then(|moment| moment.to_zoned(TimeZone::UTC))
        .map_err(|_| invalid("x-amz-pay-date"))?;
    let away = moment.timestamp().as_millisecond().abs_diff(now.0);
    if away > TOLERANCE_MS.unsigned_abs() {
        let message = "'x-amz-pay-date' is too far from the present time.";
        return Err(Refusal::new(Reason::InvalidHeaderValue, message));
    }
    Ok(())
}

/// A key of the sandbox alone needs no environment in the path.
fn check_environment(path: &str, key_id: &str) -> Result<(), Refusal> {
    if path.starts_with("/sandbox/") || key_id.starts_with("SANDBOX-") {
        return Ok(());
    }
    let message = "The path names no environment, and neither does the key.";
    Err(Refusal::new(Reason::InvalidRequest, message))
}

/// The idempotency key must be covered, too, or a recorded request could be repeated under another one.
fn check_coverage(headers: &HeaderMap, signed: &str) -> Result<(), Refusal> {
    let name = "x-amz-pay-idempotency-key";
    if headers.contains_key(name) && !signed.split(';').any(|covered| covered == name) {
        let message = format!("The signature does not cover '{name}'.");
        return Err(Refusal::new(Reason::InvalidRequestSignature, message));
    }
    Ok(())
}
