//! What PayPal says when it does not do what it was asked.

use serde::Deserialize;
use std::fmt;

/// A call that did not lead to what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum PayPalError {
    /// PayPal has decided against it; nothing was done.
    #[error("PayPal refused: {0}")]
    Refused(Refusal),
    /// No usable answer: it may have been done.
    #[error("PayPal gave no usable answer: {0}")]
    NoAnswer(String),
}

/// A decided refusal, without anything of a person in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// The first detail's code (`INSTRUMENT_DECLINED`), or else the error's name.
    pub issue: String,
    /// What PayPal's support asks for; empty where there was none.
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

/// The same was asked before and is being done: not known yet, whatever the status.
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
    /// Reads an answer that is no success. Only what PayPal itself has decided is a refusal: who is busy, broken, or does
    /// not know us yet may be asked again.
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

/// Codes go into logs; whatever else stands in their place does not.
fn code(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The refusal's code, if it is one.
    fn issue(error: &PayPalError) -> Option<&str> {
        match error {
            PayPalError::Refused(refusal) => Some(&refusal.issue),
            PayPalError::NoAnswer(_) => None,
        }
    }

    #[test]
    fn a_decision_is_a_refusal_and_nothing_else_is() {
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
        // A proxy's page is not PayPal's word.
        assert_eq!(issue(&PayPalError::of_answer(404, b"<html>", "")), None);
    }

    #[test]
    fn nothing_but_codes_comes_through() {
        let body = r#"{"name":"jana@example.cz says: Dlouhá 1"}"#;
        let error = PayPalError::of_answer(422, body.as_bytes(), "a\nb");
        assert_eq!(issue(&error), Some("janaexampleczsaysDlouh1"));
        assert!(error.to_string().ends_with("debug id ab)"), "{error}");
    }
}
