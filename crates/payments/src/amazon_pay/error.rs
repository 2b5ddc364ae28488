//! Amazon's errors.

use serde::Deserialize;
use std::fmt;

#[derive(Debug, thiserror::Error)]
pub enum AmazonPayError {
    /// Amazon refused the call; nothing was done.
    #[error("Amazon Pay refused: {0}")]
    Refused(Refusal),
    /// Amazon does not accept the shop's key or account; nothing was done.
    #[error(
        "Amazon Pay does not accept the shop: {0}. Compare the public key id, its private key, the region and the mode with Seller Central"
    )]
    Account(Refusal),
    /// No usable response: the call may have taken effect.
    #[error("Amazon Pay gave no usable answer: {0}")]
    NoAnswer(String),
    /// An object that cannot be read: the call may have taken effect, and asking again would change nothing.
    #[error("Amazon Pay's answer cannot be read: {0}")]
    Unreadable(String),
}

/// A final refusal, without personal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// `reasonCode`
    pub code: String,
    pub class: ErrorClass,
    /// The id that Amazon's support asks for; may be empty.
    pub request_id: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            status,
            code,
            request_id,
            ..
        } = self;
        write!(
            formatter,
            "{code} (status {status}, request id {request_id})"
        )
    }
}

/// What a refusal means for a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// The buyer's payment method is declined. Another payment method may work.
    Declined,
    /// The buyer has not confirmed yet.
    NotConfirmed,
    /// The object's state does not permit the call: an earlier call may have taken effect.
    State,
    /// Amazon has no such object.
    Unknown,
    /// More than Amazon permits.
    TooMuch,
    /// The shop's request is malformed, or contradicts an earlier one.
    Request,
}

/// Amazon's documented codes. The classes of the codes that this shop cannot cause are those of their statuses.
fn class(code: &str) -> Option<ErrorClass> {
    Some(match code {
        "SoftDeclined" | "HardDeclined" | "PaymentMethodNotAllowed" | "AmazonRejected" => {
            ErrorClass::Declined
        }
        "MFANotCompleted" => ErrorClass::NotConfirmed,
        "InvalidCheckoutSessionStatus"
        | "InvalidChargeStatus"
        | "InvalidChargePermissionStatus"
        | "ChargePermissionNotModifiable" => ErrorClass::State,
        "ResourceNotFound" => ErrorClass::Unknown,
        "TransactionAmountExceeded" | "TransactionCountExceeded" => ErrorClass::TooMuch,
        "InvalidHeaderValue"
        | "InvalidRequest"
        | "InvalidParameterValue"
        | "InvalidRequestFormat"
        | "MissingHeader"
        | "MissingHeaderValue"
        | "MissingParameterValue"
        | "UnrecognizedField"
        | "InvalidSandboxSimulationSpecified"
        | "DuplicateIdempotencyKey"
        | "InvalidParameterCombination"
        | "CurrencyMismatch"
        | "RequestNotSupported"
        | "UnsupportedOperation" => ErrorClass::Request,
        _ => return None,
    })
}

/// Amazon refuses the shop, not the request.
const ACCOUNT: [&str; 3] = [
    "UnauthorizedAccess",
    "InvalidAccountStatus",
    "InvalidRequestSignature",
];

/// Whatever the status, these decide nothing.
const TRANSIENT: [&str; 5] = [
    "TooManyRequests",
    "RequestThrottled",
    "ProcessingFailure",
    "ServiceUnavailable",
    "InternalServerError",
];

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    #[serde(default)]
    reason_code: Option<String>,
}

impl AmazonPayError {
    /// Reads an unsuccessful response. The code decides, as statuses are documented for few codes. Only Amazon's own
    /// decisions are refusals; throttling and server errors are `NoAnswer`, so that the caller repeats the call.
    pub(super) fn of_answer(status: u16, body: &[u8], request_id: &str) -> Self {
        let body: Body = serde_json::from_slice(body).unwrap_or_default();
        let code = plain(&body.reason_code.unwrap_or_default());
        let request_id = plain(request_id);
        let is_decision = !code.is_empty() && !TRANSIENT.contains(&code.as_str());
        let refusal = |class| Refusal {
            status,
            code: code.clone(),
            class,
            request_id: request_id.clone(),
        };
        if is_decision && status < 500 && status != 429 {
            if ACCOUNT.contains(&code.as_str()) {
                return Self::Account(refusal(ErrorClass::Request));
            }
            let by_status = match status {
                404 => Some(ErrorClass::Unknown),
                422 => Some(ErrorClass::State),
                400 | 405 => Some(ErrorClass::Request),
                _ => None,
            };
            if let Some(class) = class(&code).or(by_status) {
                return Self::Refused(refusal(class));
            }
        }
        Self::NoAnswer(format!("status {status} {code} (request id {request_id})"))
    }

    pub(super) const fn class(&self) -> Option<ErrorClass> {
        match self {
            Self::Refused(refusal) => Some(refusal.class),
            Self::Account(_) | Self::NoAnswer(_) | Self::Unreadable(_) => None,
        }
    }
}

/// Logs show codes and ids, so anything else is dropped.
fn plain(text: &str) -> String {
    let fits = |character: &char| character.is_ascii_alphanumeric() || *character == '-';
    text.chars().filter(fits).take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(status: u16, code: &str) -> AmazonPayError {
        let body = format!(r#"{{"reasonCode":"{code}","message":"Jana, Dlouhá 1"}}"#);
        AmazonPayError::of_answer(status, body.as_bytes(), "r-1")
    }

    /// [B.02] Each documented code has its meaning.
    #[test]
    fn codes_have_their_meanings() {
        for (status, code, expected) in [
            (422, "SoftDeclined", Some(ErrorClass::Declined)),
            (422, "HardDeclined", Some(ErrorClass::Declined)),
            (422, "PaymentMethodNotAllowed", Some(ErrorClass::Declined)),
            (422, "AmazonRejected", Some(ErrorClass::Declined)),
            (422, "MFANotCompleted", Some(ErrorClass::NotConfirmed)),
            (422, "InvalidCheckoutSessionStatus", Some(ErrorClass::State)),
            (422, "InvalidChargeStatus", Some(ErrorClass::State)),
            (
                422,
                "InvalidChargePermissionStatus",
                Some(ErrorClass::State),
            ),
            (
                422,
                "ChargePermissionNotModifiable",
                Some(ErrorClass::State),
            ),
            // The code counts, whatever its status.
            (400, "InvalidChargeStatus", Some(ErrorClass::State)),
            (422, "CurrencyMismatch", Some(ErrorClass::Request)),
            (400, "ResourceNotFound", Some(ErrorClass::Unknown)),
            (404, "ResourceNotFound", Some(ErrorClass::Unknown)),
            (422, "TransactionAmountExceeded", Some(ErrorClass::TooMuch)),
            (422, "TransactionCountExceeded", Some(ErrorClass::TooMuch)),
            (400, "UnrecognizedField", Some(ErrorClass::Request)),
            (400, "DuplicateIdempotencyKey", Some(ErrorClass::Request)),
            (400, "CurrencyMismatch", Some(ErrorClass::Request)),
            (405, "UnsupportedOperation", Some(ErrorClass::Request)),
            // Statuses are documented for few codes: another one changes nothing.
            (400, "HardDeclined", Some(ErrorClass::Declined)),
            (400, "NewCode", Some(ErrorClass::Request)),
            (405, "NewCode", Some(ErrorClass::Request)),
            (422, "NewCode", Some(ErrorClass::State)),
            (404, "NewCode", Some(ErrorClass::Unknown)),
            (409, "NewCode", None),
            (429, "TooManyRequests", None),
            (429, "InvalidRequest", None),
            (500, "ProcessingFailure", None),
            (422, "ProcessingFailure", None),
            (503, "ServiceUnavailable", None),
            (500, "HardDeclined", None),
        ] {
            assert_eq!(error(status, code).class(), expected, "{status} {code}");
        }
        for code in ACCOUNT {
            assert!(matches!(error(403, code), AmazonPayError::Account(_)));
            assert!(matches!(error(500, code), AmazonPayError::NoAnswer(_)));
        }
        // A proxy's error page is not Amazon's decision.
        for body in [&b"<html>"[..], b"{}", b"[]", br#"{"reasonCode":null}"#] {
            let error = AmazonPayError::of_answer(404, body, "");
            assert!(matches!(error, AmazonPayError::NoAnswer(_)));
        }
    }

    #[test]
    fn errors_contain_no_personal_data() {
        for error in [
            error(422, "HardDeclined: Jana"),
            error(403, "InvalidAccountStatus"),
        ] {
            assert!(!error.to_string().contains("Dlouh"), "{error}");
            assert!(error.to_string().contains("request id r-1"), "{error}");
        }
    }
}
