//! Webhooks: notifications from PayPal.
//!
//! The server verifies the signature itself instead of calling PayPal's `verify-webhook-signature`. So a forged webhook
//! causes no call, except that it may name a certificate (see `certificates`), and genuine ones are understood while
//! PayPal's API is slow, which is when they matter.

use super::certificates::{CertificatePath, Certificates};
use super::note::Note;
use super::order::summary;
use super::wire::{AmountWire, AuthorizationWire, CaptureWire, RefundWire};
use crate::{InvalidNotification, NoAnswer, Notification, NotificationContent};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;
use webpki::EndEntityCert;
use webpki::ring::RSA_PKCS1_2048_8192_SHA256;
use zkratka_commerce::time::Timestamp;

/// The only signature algorithm that PayPal uses, by its name for it.
const ALGORITHM: &str = "SHA256withRSA";
/// In characters of base64: of a key with 8,192 bits.
const LONGEST_SIGNATURE: usize = 1_368;
/// RFC 3339, with nanoseconds and an offset.
const LONGEST_TIME: usize = 40;
const MINUTE_MS: i64 = 60 * 1_000;
/// PayPal repeats a webhook for three days. It does not say whether a repetition has a new time.
const MAX_AGE_MS: i64 = (3 * 24 + 1) * 60 * MINUTE_MS;
/// The difference between PayPal's clock and this machine's.
const MAX_AHEAD_MS: i64 = 10 * MINUTE_MS;

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

/// The headers of a webhook that are right as far as they show it. Nobody has looked at the body or verified the
/// signature yet.
pub struct UnverifiedWebhook {
    certificate: CertificatePath,
    /// What is signed before the body's CRC.
    signed: String,
    signature: Vec<u8>,
}

impl UnverifiedWebhook {
    /// Checks what can be checked without a call, without cryptography and without the body.
    pub(super) fn open(
        certificates: &Certificates,
        webhook_id: &str,
        headers: &WebhookHeaders,
        now: Timestamp,
    ) -> Result<Self, InvalidNotification> {
        let is_plausible = headers.algorithm == ALGORITHM
            && is_id(&headers.transmission_id)
            && is_recent(&headers.transmission_time, now)
            && headers.signature.len() <= LONGEST_SIGNATURE;
        if !is_plausible {
            return Err(InvalidNotification::Signature);
        }
        let certificate = certificates.path(&headers.certificate_url);
        let certificate = certificate.ok_or(InvalidNotification::Signature)?;
        let signature = STANDARD.decode(&headers.signature);
        let signature = signature.map_err(|_| InvalidNotification::Signature)?;
        let (id, time) = (&headers.transmission_id, &headers.transmission_time);
        Ok(Self {
            certificate,
            signed: format!("{id}|{time}|{webhook_id}|"),
            signature,
        })
    }

    /// Whether PayPal has signed it. An error if its certificate could not be fetched.
    pub(super) async fn is_genuine(
        &self,
        certificates: &Certificates,
        body: &[u8],
        now: Timestamp,
    ) -> Result<bool, NoAnswer> {
        let Some(signer) = certificates.get(&self.certificate, now).await? else {
            return Ok(false);
        };
        let Ok(certificate) = EndEntityCert::try_from(&signer.certificate) else {
            return Ok(false);
        };
        let message = format!("{}{}", self.signed, crc32(body));
        let verified = certificate.verify_signature(
            RSA_PKCS1_2048_8192_SHA256,
            message.as_bytes(),
            &self.signature,
        );
        Ok(verified.is_ok())
    }
}

/// Letters, digits and hyphens: a separator would make the signed text ambiguous.
fn is_id(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(fits)
}

/// Whether a webhook of this transmission time is accepted now.
fn is_recent(time: &str, now: Timestamp) -> bool {
    let Ok(sent) = time.parse::<jiff::Timestamp>() else {
        return false;
    };
    let sent = Timestamp(sent.as_millisecond());
    time.len() <= LONGEST_TIME && (now.plus(-MAX_AGE_MS)..=now.plus(MAX_AHEAD_MS)).contains(&sent)
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

/// The content of a webhook.
pub(super) enum Report {
    Outcome(ReportedOutcome),
    AfterSale {
        /// The notification's id.
        id: String,
        subject: Subject,
    },
}

/// The outcome of an authorisation or a capture.
pub(super) struct ReportedOutcome {
    pub(super) notification: Notification,
    /// The order of the payment, if the webhook names it.
    pub(super) order: Option<String>,
}

/// What to look at. All ids are PayPal's.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A capture that may have failed.
    Capture(String),
    Refund(String),
    Reversal {
        reference: String,
        amount: AmountWire,
        capture: String,
    },
    Dispute(String),
}

#[derive(Deserialize)]
struct Named {
    #[serde(alias = "dispute_id")]
    id: String,
}

/// Parses a webhook; none if it concerns no payment.
pub(super) fn read(body: &[u8]) -> Result<Option<Report>, InvalidNotification> {
    let Event { id, kind, resource } = serde_json::from_slice(body).map_err(malformed)?;
    let id = format!("paypal:{id}");
    let named = |resource| serde_json::from_value::<Named>(resource).map_err(malformed);
    let subject = match kind.as_str() {
        "PAYMENT.AUTHORIZATION.CREATED" | "PAYMENT.AUTHORIZATION.VOIDED" => {
            return Ok(authorisation(resource)?.map(|it| it.report(id)));
        }
        "PAYMENT.CAPTURE.COMPLETED" => return Ok(capture(resource)?.map(|it| it.report(id))),
        "PAYMENT.CAPTURE.DENIED" | "PAYMENT.CAPTURE.DECLINED" => {
            Subject::Capture(named(resource)?.id)
        }
        "PAYMENT.CAPTURE.REFUNDED" | "PAYMENT.REFUND.PENDING" | "PAYMENT.REFUND.FAILED" => {
            Subject::Refund(named(resource)?.id)
        }
        "PAYMENT.CAPTURE.REVERSED" => reversal(resource)?,
        "CUSTOMER.DISPUTE.CREATED" | "CUSTOMER.DISPUTE.UPDATED" | "CUSTOMER.DISPUTE.RESOLVED" => {
            Subject::Dispute(named(resource)?.id)
        }
        // The shop needs no other events of the subscription.
        _ => return Ok(None),
    };
    Ok(Some(Report::AfterSale { id, subject }))
}

fn malformed(_: serde_json::Error) -> InvalidNotification {
    InvalidNotification::Malformed
}

/// A reversal has the form of a refund. If it names no capture, it is the capture itself.
fn reversal(resource: Value) -> Result<Subject, InvalidNotification> {
    let wire: RefundWire = serde_json::from_value(resource).map_err(malformed)?;
    let capture = wire.capture().unwrap_or(&wire.id).to_owned();
    Ok(Subject::Reversal {
        capture,
        reference: wire.id,
        amount: wire.amount,
    })
}

impl ReportedPayment {
    fn report(self, id: String) -> Report {
        let Self {
            key,
            outcome,
            order,
        } = self;
        let content = NotificationContent::Authorisation { key, outcome };
        Report::Outcome(ReportedOutcome {
            notification: Notification { id, content },
            order,
        })
    }
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

    /// [7.09] A webhook is accepted for as long as PayPal repeats it.
    #[test]
    fn a_transmission_time_is_accepted_for_three_days() {
        let now: jiff::Timestamp = "2026-11-25T12:00:00Z".parse().expect("a moment");
        let now = Timestamp(now.as_millisecond());
        for (time, is_accepted) in [
            ("2026-11-25T12:00:00Z", true),
            ("2026-11-25T12:00:00.123Z", true),
            ("2026-11-25T13:00:00+01:00", true),
            ("2026-11-25T12:10:00Z", true),
            ("2026-11-25T12:10:01Z", false),
            ("2026-11-22T11:00:00Z", true),
            ("2026-11-22T10:59:59Z", false),
            ("2016-02-18T20:01:35Z", false),
            ("9999-12-31T23:59:59Z", false),
            ("2026-11-25 12:00", false),
            ("1764072000", false),
            ("2026-11-25T12:00:00Z|X", false),
            ("", false),
        ] {
            assert_eq!(is_recent(time, now), is_accepted, "{time}");
        }
        let long = format!("2026-11-25T12:00:00.{}Z", "0".repeat(50));
        assert!(!is_recent(&long, now));
    }

    #[test]
    fn an_id_contains_no_separator() {
        assert!(is_id("69cd13f0-d67a-11e5-baa3-778b53f4ae55"));
        for bad in ["", "a|b", "a b", "é", &"a".repeat(65)] {
            assert!(!is_id(bad), "{bad}");
        }
    }

    #[test]
    fn reports_are_parsed() {
        let body = br#"{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{
            "id":"C1","status":"COMPLETED","custom_id":"K p1","amount":{"currency_code":"CZK","value":"518.00"},
            "supplementary_data":{"related_ids":{"authorization_id":"A1"}}}}"#;
        let Some(Report::Outcome(read)) = read(body).expect("readable") else {
            panic!("about a payment");
        };
        let read = read.notification;
        assert_eq!(read.id, "paypal:WH-1");
        let NotificationContent::Authorisation {
            key,
            outcome:
                PaymentOutcome::Captured {
                    reference,
                    amount,
                    card,
                },
        } = read.content
        else {
            panic!("captured");
        };
        assert_eq!(key, "K");
        assert_eq!(card.mandate.as_deref(), Some("p1"));
        assert_eq!(reference, "paypal:A1");
        assert_eq!(amount, Money::new(MinorUnits::new(51_800), Currency::CZK));
    }

    fn subject(kind: &str, resource: &str) -> Subject {
        let body = format!(r#"{{"id":"WH-1","event_type":"{kind}","resource":{resource}}}"#);
        match read(body.as_bytes()).expect("readable") {
            Some(Report::AfterSale { id, subject }) => {
                assert_eq!(id, "paypal:WH-1");
                subject
            }
            _ => panic!("{kind}"),
        }
    }

    #[test]
    fn events_after_the_sale_name_what_to_look_at() {
        let refund = |id: &str, links: &str| {
            let amount = r#"{"currency_code":"CZK","value":"1.00"}"#;
            format!(r#"{{"id":"{id}","status":"COMPLETED","amount":{amount},"links":[{links}]}}"#)
        };
        let up = r#"{"rel":"self","href":"https://api-m.paypal.com/v2/payments/refunds/X1"},
            {"rel":"up","href":"https://api-m.paypal.com/v2/payments/captures/C1","method":"GET"}"#;
        for kind in [
            "PAYMENT.CAPTURE.REFUNDED",
            "PAYMENT.REFUND.PENDING",
            "PAYMENT.REFUND.FAILED",
        ] {
            let expected = Subject::Refund("X1".to_owned());
            assert_eq!(subject(kind, &refund("X1", up)), expected, "{kind}");
        }
        for (resource, capture) in [(refund("X1", up), "C1"), (refund("X1", ""), "X1")] {
            let expected = Subject::Reversal {
                reference: "X1".to_owned(),
                amount: AmountWire {
                    currency_code: "CZK".to_owned(),
                    value: "1.00".to_owned(),
                },
                capture: capture.to_owned(),
            };
            assert_eq!(subject("PAYMENT.CAPTURE.REVERSED", &resource), expected);
        }
        for kind in [
            "CUSTOMER.DISPUTE.CREATED",
            "CUSTOMER.DISPUTE.UPDATED",
            "CUSTOMER.DISPUTE.RESOLVED",
        ] {
            let expected = Subject::Dispute("PP-D-1".to_owned());
            assert_eq!(subject(kind, r#"{"dispute_id":"PP-D-1"}"#), expected);
        }
        for kind in ["PAYMENT.CAPTURE.DENIED", "PAYMENT.CAPTURE.DECLINED"] {
            let expected = Subject::Capture("C1".to_owned());
            assert_eq!(subject(kind, r#"{"id":"C1"}"#), expected);
        }
    }

    #[test]
    fn webhooks_without_an_attempt_are_ignored() {
        for body in [
            r#"{"id":"1","event_type":"CHECKOUT.ORDER.APPROVED","resource":{}}"#,
            r#"{"id":"1","event_type":"PAYMENT.AUTHORIZATION.CREATED","resource":{"id":"A1","status":"CREATED","amount":{"currency_code":"CZK","value":"1.00"}}}"#,
        ] {
            let read = read(body.as_bytes()).expect("readable");
            assert!(read.is_none(), "{body}");
        }
        for body in [
            "",
            "{}",
            r#"{"id":"1","event_type":"PAYMENT.CAPTURE.COMPLETED"}"#,
            r#"{"id":"1","event_type":"PAYMENT.CAPTURE.REFUNDED"}"#,
            r#"{"id":"1","event_type":"PAYMENT.CAPTURE.REVERSED","resource":{"id":"X1"}}"#,
            r#"{"id":"1","event_type":"CUSTOMER.DISPUTE.CREATED","resource":{}}"#,
        ] {
            let read = read(body.as_bytes()).map(|_report| ());
            assert_eq!(read, Err(InvalidNotification::Malformed), "{body}");
        }
    }
}
