//! PayPal's error responses.

use serde::Deserialize;
use std::fmt;

#[derive(Debug, thiserror::Error)]
pub enum PayPalError {
    /// PayPal refused the call; nothing was done.
    #[error("PayPal refused: {0}")]
    Refused(Refusal),
    /// PayPal's orders do not pay the configured merchant.
    #[error(
        "its orders pay another merchant: compare merchant_id in [wallets.paypal] with the merchant id in PayPal's account settings"
    )]
    OtherPayee,
    /// No usable response: the call may have taken effect.
    #[error("PayPal gave no usable answer: {0}")]
    NoAnswer(String),
    /// An object that cannot be read: the call may have taken effect, and asking again would change nothing.
    #[error("PayPal's answer cannot be read: {0}")]
    Unreadable(String),
}

/// A final refusal, without personal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// The code of the first detail (`INSTRUMENT_DECLINED`). Without details, the error's name.
    pub issue: String,
    /// The id that PayPal's support asks for; may be empty.
    pub debug_id: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            status,
            issue,
            debug_id,
        } = self;
        write!(formatter, "{issue} (status {status}, debug id {debug_id})")
    }
}

/// The same request is still running, so its outcome is unknown, whatever the status.
const IN_PROGRESS: &str = "PREVIOUS_REQUEST_IN_PROGRESS";

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    name: String,
    #[serde(default)]
    debug_id: String,
    #[serde(default)]
    details: Vec<Detail>,
}

#[derive(Deserialize)]
struct Detail {
    #[serde(default)]
    issue: String,
}

impl PayPalError {
    /// Reads an unsuccessful response. Only PayPal's own decisions are refusals; rate limits, server errors and
    /// authentication failures are `NoAnswer`, so that the caller repeats the call.
    pub(super) fn of_answer(status: u16, body: &[u8], debug_id: &str) -> Self {
        let read: Option<Body> = serde_json::from_slice(body).ok();
        let named = read.as_ref().map(|body| {
            let first = body.details.first().map(|detail| detail.issue.clone());
            first.unwrap_or_else(|| body.name.clone())
        });
        let said = read.map(|body| body.debug_id).unwrap_or_default();
        let debug_id = if debug_id.is_empty() {
            said
        } else {
            debug_id.to_owned()
        };
        let issue: String = named
            .unwrap_or_default()
            .chars()
            .filter(|it| code(*it))
            .take(80)
            .collect();
        let debug_id: String = debug_id.chars().filter(|it| code(*it)).take(80).collect();
        match (status, issue.as_str()) {
            (400 | 404 | 422, issue) if !matches!(issue, "" | IN_PROGRESS) => {
                Self::Refused(Refusal {
                    status,
                    issue: issue.to_owned(),
                    debug_id,
                })
            }
            _ => Self::NoAnswer(format!("status {status} {issue} (debug id {debug_id})")),
        }
    }
}

/// Whether PayPal refuses because the application lacks a permission. A rejected token and a proxy's refusal are other errors.
pub(super) fn is_not_permitted(status: u16, body: &[u8]) -> bool {
    let read: Option<Body> = serde_json::from_slice(body).ok();
    status == 403 && read.is_some_and(|body| body.name == "NOT_AUTHORIZED")
}

/// Characters of an error code. Logs show the code, so anything else is dropped.
fn code(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.12] Nothing but PayPal's own refusal says that the application lacks a permission.
    #[test]
    fn only_a_refused_permission_is_one() {
        let refused = br#"{"name":"NOT_AUTHORIZED","details":[{"issue":"PERMISSION_DENIED"}]}"#;
        assert!(is_not_permitted(403, refused));
        assert!(!is_not_permitted(401, refused));
        assert!(!is_not_permitted(500, refused));
        assert!(!is_not_permitted(403, br#"{"name":"RATE_LIMIT_REACHED"}"#));
        assert!(!is_not_permitted(403, b"<html>"));
    }

    fn issue(error: &PayPalError) -> Option<&str> {
        match error {
            PayPalError::Refused(refusal) => Some(&refusal.issue),
            PayPalError::OtherPayee | PayPalError::NoAnswer(_) | PayPalError::Unreadable(_) => None,
        }
    }

    #[test]
    fn only_paypals_decisions_are_refusals() {
        let body = br#"{"name":"UNPROCESSABLE_ENTITY","debug_id":"d1","details":[{"issue":"INSTRUMENT_DECLINED"}]}"#;
        let error = PayPalError::of_answer(422, body, "");
        assert_eq!(issue(&error), Some("INSTRUMENT_DECLINED"));
        assert!(error.to_string().contains("debug id d1"), "{error}");
        let unknown = PayPalError::of_answer(404, br#"{"name":"RESOURCE_NOT_FOUND"}"#, "d2");
        assert_eq!(issue(&unknown), Some("RESOURCE_NOT_FOUND"));
        for status in [401, 403, 409, 429, 500, 502, 503] {
            assert_eq!(
                issue(&PayPalError::of_answer(status, body, "d")),
                None,
                "{status}"
            );
        }
        let going_on = br#"{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"PREVIOUS_REQUEST_IN_PROGRESS"}]}"#;
        assert_eq!(issue(&PayPalError::of_answer(422, going_on, "d")), None);
        // A proxy's error page is not PayPal's decision.
        assert_eq!(issue(&PayPalError::of_answer(404, b"<html>", "")), None);
    }

    #[test]
    fn only_codes_are_kept_of_an_error() {
        let body = r#"{"name":"jana@example.cz says: Dlouhá 1"}"#;
        let error = PayPalError::of_answer(422, body.as_bytes(), "a\nb");
        assert_eq!(issue(&error), Some("janaexampleczsaysDlouh1"));
        assert!(error.to_string().ends_with("debug id ab)"), "{error}");
    }
}
