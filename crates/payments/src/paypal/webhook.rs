//! Webhooks: notifications from PayPal.
//!
//! The server verifies the signature itself instead of calling PayPal's `verify-webhook-signature`. So a forged webhook
//! causes no call, and genuine ones are understood while PayPal's API is slow, which is when they matter.

use super::certificates::Certificates;
use super::note::Note;
use super::order::summary;
use super::wire::{AuthorizationWire, CaptureWire};
use crate::{InvalidNotification, NoAnswer, Notification};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;
use webpki::EndEntityCert;
use webpki::ring::RSA_PKCS1_2048_8192_SHA256;

/// The only signature algorithm that PayPal uses, by its name for it.
const ALGORITHM: &str = "SHA256withRSA";

/// The headers of a webhook, unverified.
#[derive(Clone, Debug, Default)]
pub struct WebhookHeaders {
    /// `PayPal-Transmission-Id`
    pub transmission_id: String,
    /// `PayPal-Transmission-Time`
    pub transmission_time: String,
    /// `PayPal-Transmission-Sig`, in base64.
    pub signature: String,
    /// `PayPal-Cert-Url`
    pub certificate_url: String,
    /// `PayPal-Auth-Algo`
    pub algorithm: String,
}

/// Whether PayPal has signed exactly this body for this webhook. An error if its certificate could not be fetched.
pub(super) async fn is_genuine(
    certificates: &Certificates,
    webhook_id: &str,
    headers: &WebhookHeaders,
    body: &[u8],
) -> Result<bool, NoAnswer> {
    let Ok(signature) = STANDARD.decode(&headers.signature) else {
        return Ok(false);
    };
    // A separator inside a part would make the signed text ambiguous.
    let parts = [&headers.transmission_id, &headers.transmission_time];
    let unclear = |part: &&String| part.is_empty() || part.contains('|');
    if headers.algorithm != ALGORITHM || parts.iter().any(unclear) {
        return Ok(false);
    }
    let Some(certificate) = certificates.get(&headers.certificate_url).await? else {
        return Ok(false);
    };
    let Ok(certificate) = EndEntityCert::try_from(&*certificate) else {
        return Ok(false);
    };
    let signed = format!(
        "{}|{}|{webhook_id}|{}",
        headers.transmission_id,
        headers.transmission_time,
        crc32(body)
    );
    let verified =
        certificate.verify_signature(RSA_PKCS1_2048_8192_SHA256, signed.as_bytes(), &signature);
    Ok(verified.is_ok())
}

/// CRC-32 of IEEE 802.3. PayPal signs it in place of the body.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _bit in 0..8 {
            let low = crc & 1;
            crc = (crc >> 1) ^ (0xEDB8_8320 * low);
        }
    }
    !crc
}

#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "event_type")]
    kind: String,
    #[serde(default)]
    resource: Value,
}

/// The content of a genuine webhook.
pub(super) struct Report {
    pub(super) notification: Notification,
    /// The order of the payment, if the webhook names it.
    pub(super) order: Option<String>,
}

/// Parses a genuine webhook; none if it concerns no attempt.
pub(super) fn read(body: &[u8]) -> Result<Option<Report>, InvalidNotification> {
    let event: Event = serde_json::from_slice(body).map_err(|_| InvalidNotification::Malformed)?;
    let read = match event.kind.as_str() {
        "PAYMENT.AUTHORIZATION.CREATED" | "PAYMENT.AUTHORIZATION.VOIDED" => {
            authorisation(event.resource)?
        }
        "PAYMENT.CAPTURE.COMPLETED" | "PAYMENT.CAPTURE.DENIED" | "PAYMENT.CAPTURE.DECLINED" => {
            capture(event.resource)?
        }
        // No attempt needs the other events of the subscription. Merchants make refunds themselves, at PayPal.
        _ => None,
    };
    Ok(read.map(
        |ReportedPayment {
             key,
             outcome,
             order,
         }| Report {
            notification: Notification {
                id: format!("paypal:{}", event.id),
                key,
                outcome,
            },
            order,
        },
    ))
}

struct ReportedPayment {
    key: String,
    outcome: crate::PaymentOutcome,
    order: Option<String>,
}

/// None for an authorisation without one of our keys.
fn authorisation(resource: Value) -> Result<Option<ReportedPayment>, InvalidNotification> {
    let wire: AuthorizationWire =
        serde_json::from_value(resource).map_err(|_| InvalidNotification::Malformed)?;
    let note = wire.custom_id.as_deref().map(Note::read);
    let mandate = note.as_ref().and_then(|note| note.mandate.clone());
    let outcome = wire.outcome(&summary("paypal", mandate));
    let order = wire.supplementary_data.related_ids.order_id;
    let said = note.zip(outcome);
    Ok(said.map(|(note, outcome)| ReportedPayment {
        key: note.key,
        outcome,
        order,
    }))
}

fn capture(resource: Value) -> Result<Option<ReportedPayment>, InvalidNotification> {
    let wire: CaptureWire =
        serde_json::from_value(resource).map_err(|_| InvalidNotification::Malformed)?;
    let note = wire.custom_id.as_deref().map(Note::read);
    let mandate = note.as_ref().and_then(|note| note.mandate.clone());
    let related = &wire.supplementary_data.related_ids;
    let authorization = related.authorization_id.as_deref();
    let outcome = authorization.and_then(|id| wire.outcome(id, summary("paypal", mandate)));
    let order = related.order_id.clone();
    let said = note.zip(outcome);
    Ok(said.map(|(note, outcome)| ReportedPayment {
        key: note.key,
        outcome,
        order,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PaymentOutcome;
    use zkratka_commerce::money::{Currency, MinorUnits, Money};

    #[test]
    fn the_check_value_is_the_published_one() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn reports_are_parsed() {
        let body = br#"{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{
            "id":"C1","status":"COMPLETED","custom_id":"K p1","amount":{"currency_code":"CZK","value":"518.00"},
            "supplementary_data":{"related_ids":{"authorization_id":"A1"}}}}"#;
        let read = read(body).expect("readable").expect("about a payment");
        let read = read.notification;
        assert_eq!((read.id.as_str(), read.key.as_str()), ("paypal:WH-1", "K"));
        let PaymentOutcome::Captured {
            reference,
            amount,
            card,
        } = read.outcome
        else {
            panic!("captured");
        };
        assert_eq!(card.mandate.as_deref(), Some("p1"));
        assert_eq!(reference, "paypal:A1");
        assert_eq!(amount, Money::new(MinorUnits::new(51_800), Currency::CZK));
    }

    #[test]
    fn webhooks_without_an_attempt_are_ignored() {
        for body in [
            r#"{"id":"1","event_type":"CHECKOUT.ORDER.APPROVED","resource":{}}"#,
            r#"{"id":"1","event_type":"PAYMENT.CAPTURE.REFUNDED","resource":{"id":"R1","status":"COMPLETED","custom_id":"K"}}"#,
            r#"{"id":"1","event_type":"PAYMENT.AUTHORIZATION.CREATED","resource":{"id":"A1","status":"CREATED","amount":{"currency_code":"CZK","value":"1.00"}}}"#,
        ] {
            let read = read(body.as_bytes()).expect("readable");
            assert!(read.is_none(), "{body}");
        }
        for body in [
            "",
            "{}",
            r#"{"id":"1","event_type":"PAYMENT.CAPTURE.COMPLETED"}"#,
        ] {
            let read = read(body.as_bytes()).map(|_report| ());
            assert_eq!(read, Err(InvalidNotification::Malformed), "{body}");
        }
    }
}
