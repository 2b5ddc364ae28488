use super::card::CardDetails;
use super::refusal::Refusal;
use super::seal::json_text;
use crate::random::random;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use zkratka_commerce::time::Timestamp;

/// The message inside a token. It has no `Debug`, because it contains a card number.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Contents<'a> {
    #[serde(rename = "messageExpiration")]
    expiration: String,
    #[serde(rename = "messageId")]
    id: String,
    payment_method: &'static str,
    payment_method_details: &'a CardDetails,
    #[serde(skip_serializing_if = "Option::is_none")]
    gateway_merchant_id: Option<&'a str>,
}

/// The message as text, valid until `expires`.
pub(super) fn message(
    card: &CardDetails,
    gateway_merchant_id: Option<&str>,
    expires: Timestamp,
) -> Result<String, Refusal> {
    json_text(&Contents {
        expiration: expires.0.to_string(),
        id: URL_SAFE_NO_PAD.encode(random::<24>()?),
        payment_method: "CARD",
        payment_method_details: card,
        gateway_merchant_id,
    })
}
