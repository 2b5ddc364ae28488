//! The message inside a token.

use super::card::PaymentMethodDetails;
use super::check::{Check, Progress};
use super::refusal::Refusal;
use super::root_keys::parse_milliseconds;
use crate::CardDetails;
use serde_json::{Map, Value};
use zkratka_commerce::time::Timestamp;

/// The members of a message. All are `None` if the message is not a JSON object.
#[derive(Default)]
pub(super) struct Message {
    pub(super) id: Option<String>,
    pub(super) expires_at: Option<Timestamp>,
    pub(super) card: Option<CardDetails>,
    pub(super) gateway_merchant_id: Option<String>,
}

impl Message {
    /// Parses a message, and refuses one that has expired. The signature covers any content, so a message that is not a
    /// JSON object is no error here: it only is no payment.
    pub(super) fn read(
        text: &str,
        now: Timestamp,
        progress: &mut Progress,
    ) -> Result<Self, Refusal> {
        let Ok(Value::Object(members)) = serde_json::from_str(text) else {
            return Ok(Self::default());
        };
        let expires_at = expiration(&members)?;
        if expires_at.is_some_and(|at| at <= now) {
            return Err(Refusal::MessageExpired);
        }
        if expires_at.is_some() {
            progress.passed(Check::MessageExpiration);
        }
        Ok(Self {
            id: name(&members, "messageId")?,
            gateway_merchant_id: name(&members, "gatewayMerchantId")?,
            expires_at,
            card: card(members)?,
        })
    }
}

fn expiration(members: &Map<String, Value>) -> Result<Option<Timestamp>, Refusal> {
    match members.get("messageExpiration") {
        None => Ok(None),
        Some(Value::String(text)) => parse_milliseconds(text)
            .map(Some)
            .ok_or(Refusal::MessageExpirationMalformed),
        Some(_) => Err(Refusal::MessageExpirationMalformed),
    }
}

fn name(members: &Map<String, Value>, member: &str) -> Result<Option<String>, Refusal> {
    match members.get(member) {
        None => Ok(None),
        Some(Value::String(text)) if !text.is_empty() => Ok(Some(text.clone())),
        Some(_) => Err(Refusal::PaymentMalformed),
    }
}

fn card(mut members: Map<String, Value>) -> Result<Option<CardDetails>, Refusal> {
    let details = members.remove("paymentMethodDetails");
    match (members.get("paymentMethod"), details) {
        (None, None) => Ok(None),
        (Some(Value::String(method)), Some(details)) if method == "CARD" => {
            let details: Option<PaymentMethodDetails> = serde_json::from_value(details).ok();
            let card = details.and_then(PaymentMethodDetails::into_card);
            card.map(Some).ok_or(Refusal::PaymentMalformed)
        }
        _ => Err(Refusal::PaymentMalformed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// [B.02] An id that is there has a text: an empty one would be the same for every message.
    #[test]
    fn an_id_is_absent_or_has_a_text() {
        for (members, read) in [
            (json!({ "messageId": "m1" }), Ok(Some("m1".to_owned()))),
            (json!({}), Ok(None)),
            (json!({ "messageId": "" }), Err(Refusal::PaymentMalformed)),
            (json!({ "messageId": 1 }), Err(Refusal::PaymentMalformed)),
            (json!({ "messageId": null }), Err(Refusal::PaymentMalformed)),
        ] {
            let members = members.as_object().cloned().unwrap_or_default();
            assert_eq!(name(&members, "messageId"), read, "{members:?}");
        }
    }
}
