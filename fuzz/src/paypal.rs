//! What PayPal says: documents with all of their parts, and webhooks that are signed rightly, as random bytes never are.

use arbitrary::Arbitrary;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value, json};
use std::sync::OnceLock;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::paypal::{WebhookHeaders, crc32};
use zkratka_sandbox::paypal::{OWNER, STRANGER, WEBHOOK_ID};

/// The key of the attempt that everything is about.
pub const KEY: &str = "key";

/// The certificate that [`signed`] is checked with.
pub const CERTIFICATE: &str =
    include_str!("../../crates/sandbox/src/paypal/webhook_certificate.pem");

const CERTIFICATE_PATH: &str = "/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77";

/// When everything happens.
pub const NOW: Timestamp = Timestamp(1_767_225_600_000);

const STATUSES: &[&str] = &[
    "CREATED",
    "APPROVED",
    "COMPLETED",
    "PAYER_ACTION_REQUIRED",
    "PENDING",
    "CAPTURED",
    "DENIED",
    "DECLINED",
    "VOIDED",
    "REFUNDED",
    "",
];

const KINDS: &[&str] = &[
    "PAYMENT.AUTHORIZATION.CREATED",
    "PAYMENT.AUTHORIZATION.VOIDED",
    "PAYMENT.CAPTURE.COMPLETED",
    "PAYMENT.CAPTURE.DENIED",
    "PAYMENT.CAPTURE.REFUNDED",
];

/// A body.
#[derive(Arbitrary, Debug)]
pub enum Body<'b> {
    /// Any bytes.
    Bytes(&'b [u8]),
    /// A document.
    Document(Document<'b>),
    /// A webhook about one; its kind is counted around those that there are.
    Webhook(u8, Document<'b>),
}

/// An order, an authorisation, a capture, an agreement and an error in one: whoever reads it takes what is asked for.
#[derive(Arbitrary, Debug)]
pub struct Document<'d> {
    id: Option<&'d str>,
    note: Option<&'d str>,
    status: u8,
    currency: Option<&'d str>,
    value: Option<&'d str>,
    /// The statuses of what is held.
    held: Vec<u8>,
    venmo: bool,
    /// Whether the money goes to another merchant.
    diverted: bool,
    person: Option<&'d str>,
    mandate: Option<&'d str>,
    issue: &'d str,
}

impl Body<'_> {
    /// The body's bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes.to_vec(),
            Self::Document(document) => document.json().to_string().into_bytes(),
            Self::Webhook(kind, document) => {
                let kind = KINDS[usize::from(*kind) % KINDS.len()];
                let webhook =
                    json!({ "id": "WH-1", "event_type": kind, "resource": document.json() });
                webhook.to_string().into_bytes()
            }
        }
    }
}

impl Document<'_> {
    fn json(&self) -> Value {
        let account = json!({
            "email_address": self.person, "account_id": self.person, "name": { "full_name": self.person },
            "phone_number": { "national_number": self.person },
            "address": { "address_line_1": self.person, "country_code": self.person },
            "attributes": { "vault": { "id": self.mandate } },
        });
        let held: Vec<_> = self.held.iter().map(|status| self.part(*status)).collect();
        let mut unit = self.part(self.status);
        unit["reference_id"] = json!("r");
        let payee = if self.diverted { STRANGER } else { OWNER };
        unit["payee"] = json!({ "merchant_id": payee.id });
        unit["shipping"] = account.clone();
        unit["payments"] = json!({ "authorizations": held });
        let mut whole = self.part(self.status);
        whole["intent"] = json!("AUTHORIZE");
        whole["purchase_units"] = json!([unit]);
        whole["payer"] = account.clone();
        let funding = if self.venmo { "venmo" } else { "paypal" };
        whole["payment_source"] = json!({ funding: account });
        whole["name"] = json!(self.issue);
        whole["details"] = json!([{ "issue": self.issue }]);
        whole
    }

    /// What every one of them has.
    fn part(&self, status: u8) -> Value {
        let id = self.id.unwrap_or("O1");
        json!({
            "id": id,
            "status": STATUSES[usize::from(status) % STATUSES.len()],
            "custom_id": self.note.unwrap_or(KEY),
            "amount": {
                "currency_code": self.currency.unwrap_or("CZK"),
                "value": self.value.unwrap_or("518.00"),
            },
            "supplementary_data": { "related_ids": { "authorization_id": id, "order_id": id } },
        })
    }
}

/// The headers of a webhook of a PayPal at `origin`, for the emulation's webhook.
#[must_use]
pub fn signed(origin: &str, body: &[u8]) -> WebhookHeaders {
    static SIGNER: OnceLock<RsaKeyPair> = OnceLock::new();
    let signer = SIGNER.get_or_init(|| {
        let key = include_bytes!("../../crates/sandbox/src/paypal/webhook_key.pk8");
        RsaKeyPair::from_pkcs8(key).unwrap()
    });
    let (id, time) = ("T1", "2026-01-01T00:00:00Z");
    let text = format!("{id}|{time}|{WEBHOOK_ID}|{}", crc32(body));
    let mut signature = vec![0; signer.public().modulus_len()];
    let random = SystemRandom::new();
    let made = signer.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature);
    made.unwrap();
    WebhookHeaders {
        transmission_id: id.to_owned(),
        transmission_time: time.to_owned(),
        signature: STANDARD.encode(signature),
        certificate_url: format!("{origin}{CERTIFICATE_PATH}"),
        algorithm: "SHA256withRSA".to_owned(),
    }
}

/// The certificate with bytes changed, cut off.
#[must_use]
pub fn bent_certificate(changes: &[(u16, u8)], cut: Option<u16>) -> String {
    let lines = CERTIFICATE.lines().filter(|line| !line.starts_with('-'));
    let mut der = STANDARD.decode(lines.collect::<String>()).unwrap();
    for (place, value) in changes {
        let place = usize::from(*place) % der.len();
        der[place] = *value;
    }
    der.truncate(cut.map_or(usize::MAX, usize::from));
    let der = STANDARD.encode(der);
    format!("-----BEGIN CERTIFICATE-----\n{der}\n-----END CERTIFICATE-----\n")
}
