use super::account::Account;
use super::card::CardDetails;
use super::jwt;
use super::keys::{KeyUse, public_key};
use super::message::message;
use super::refusal::Refusal;
use super::request::TokenRequest;
use super::seal::{KeyLength, SENDER, json_text, seal, sign};
use crate::random::{fresh_key, random};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::time::Timestamp;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Protocol {
    /// The root signs the message; 128-bit keys.
    #[serde(rename = "ECv1")]
    V1,
    /// The root signs an intermediate key, which signs the message; 256-bit keys.
    #[default]
    #[serde(rename = "ECv2")]
    V2,
}

impl Protocol {
    const fn name(self) -> &'static str {
        match self {
            Self::V1 => "ECv1",
            Self::V2 => "ECv2",
        }
    }
}

#[derive(Clone)]
pub struct Minter {
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    pub message_lifetime: Duration,
    /// Every token has its own intermediate key.
    pub intermediate_lifetime: Duration,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Token {
    protocol_version: Protocol,
    signature: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    intermediate_signing_key: Option<IntermediateSigningKey>,
    signed_message: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct IntermediateSigningKey {
    signed_key: String,
    signatures: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SignedKey {
    key_value: String,
    key_expiration: String,
}

impl Minter {
    /// Issues a token for a page of `origin` (scheme, host and port; `None` if unknown). Returns the text of
    /// `paymentMethodData.tokenizationData.token`.
    pub fn mint(&self, request: TokenRequest, origin: Option<&str>) -> Result<String, Refusal> {
        jwt::check(&request.merchant_info, origin, (self.clock)())?;
        let account = Account::of(request.tokenization_specification, &request.merchant_info)?;
        let card = request
            .card
            .details(|| Ok(STANDARD.encode(random::<20>()?)))?;
        let protocol = request.protocol.or(account.protocol).unwrap_or_default();
        self.token(&account, &card, protocol)
    }

    fn token(
        &self,
        account: &Account,
        card: &CardDetails,
        protocol: Protocol,
    ) -> Result<String, Refusal> {
        let expires = self.after(self.message_lifetime);
        let text = message(card, account.gateway_merchant_id.as_deref(), expires)?;
        let length = match protocol {
            Protocol::V1 => KeyLength::Sixteen,
            Protocol::V2 => KeyLength::ThirtyTwo,
        };
        let signed_message = seal(text.as_bytes(), &account.key, length)?;
        let (signer, intermediate_signing_key) = match protocol {
            Protocol::V1 => (KeyUse::RootV1.secret(), None),
            Protocol::V2 => {
                let key = fresh_key()?;
                let signed = self.intermediate(&public_key(&key))?;
                (key, Some(signed))
            }
        };
        let texts = [SENDER, &account.recipient, protocol.name(), &signed_message];
        json_text(&Token {
            protocol_version: protocol,
            signature: sign(&signer, &texts)?,
            intermediate_signing_key,
            signed_message,
        })
    }

    fn intermediate(&self, key_value: &str) -> Result<IntermediateSigningKey, Refusal> {
        let signed_key = json_text(&SignedKey {
            key_value: key_value.to_owned(),
            key_expiration: self.after(self.intermediate_lifetime).0.to_string(),
        })?;
        let texts = [SENDER, Protocol::V2.name(), &signed_key];
        let signature = sign(&KeyUse::RootV2.secret(), &texts)?;
        Ok(IntermediateSigningKey {
            signed_key,
            signatures: vec![signature],
        })
    }

    fn after(&self, lifetime: Duration) -> Timestamp {
        (self.clock)().plus(i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX))
    }
}
