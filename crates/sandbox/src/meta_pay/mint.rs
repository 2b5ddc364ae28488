use super::authority::{MERCHANT_ID, chain};
use super::card::{CardInput, ContainerType};
use super::keys::KeyUse;
use super::refusal::Refusal;
use super::seal::{seal, sign};
use crate::certificates::public_key_info;
use crate::random::random;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::time::Timestamp;

/// Age of a container with the flaw `stale`, in milliseconds.
const STALE_MS: i64 = 60 * 60 * 1_000;
/// Longest context, in bytes.
const LONGEST_CONTEXT: usize = 1_024;

/// A flaw to put into a container, to test how a shop handles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flaw {
    /// Created an hour ago.
    Stale,
    /// Changed after signing.
    Tampered,
    /// Signed with a chain to an untrusted root.
    ForeignRoot,
    /// Names another merchant.
    OtherMerchant,
}

/// The recipient of containers.
#[derive(Clone, Debug)]
pub struct Partner {
    /// The merchant whom containers name.
    pub merchant_id: String,
    /// `SubjectPublicKeyInfo` (DER) of the key to which containers are encrypted. It must be on P-256.
    pub public_key_info: Vec<u8>,
}

/// The total of the sheet.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Amount {
    pub currency: Currency,
    /// In the currency's minor units.
    pub value: MinorUnits,
}

/// What the buyer agreed to in the sheet. It has no `Debug`, because it contains a card number.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContainerRequest {
    amount: Amount,
    /// The shop's opaque text for this payment.
    container_context: String,
    #[serde(default)]
    container_type: ContainerType,
    card: CardInput,
    #[serde(default)]
    flaw: Option<Flaw>,
}

/// Issues containers of the mode `TEST`.
#[derive(Clone)]
pub struct Minter {
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    pub partner: Partner,
}

impl Partner {
    /// The sandbox's own partner.
    #[must_use]
    pub fn sandbox() -> Self {
        Self {
            merchant_id: MERCHANT_ID.to_owned(),
            public_key_info: public_key_info(&KeyUse::Partner.secret()),
        }
    }
}

impl Minter {
    /// Issues a container. Returns the members `mode`, `amount`, `container_id` and `container_data`.
    pub fn mint(&self, request: &ContainerRequest) -> Result<Value, Refusal> {
        if !(1..=LONGEST_CONTEXT).contains(&request.container_context.len()) {
            return Err(Refusal::Developer("containerContext is empty or too long"));
        }
        if request.amount.value.is_negative() {
            return Err(Refusal::Developer("amount.value is negative"));
        }
        let message = self.message(request)?;
        let sealed = seal(
            message.to_string().as_bytes(),
            &self.partner.public_key_info,
        )?;
        let is_trusted = request.flaw != Some(Flaw::ForeignRoot);
        let mut data = sign(&sealed, &chain(is_trusted))?;
        if request.flaw == Some(Flaw::Tampered) {
            data = tampered(&data);
        }
        Ok(json!({
            "mode": "TEST",
            "amount": request.amount,
            "container_id": URL_SAFE_NO_PAD.encode(random::<16>()?),
            "container_data": data,
        }))
    }

    fn message(&self, request: &ContainerRequest) -> Result<Value, Refusal> {
        let now = (self.clock)();
        let (created_at, merchant_id) = match request.flaw {
            Some(Flaw::Stale) => (now.plus(-STALE_MS), self.partner.merchant_id.clone()),
            Some(Flaw::OtherMerchant) => (now, format!("{}-other", self.partner.merchant_id)),
            _ => (now, self.partner.merchant_id.clone()),
        };
        let kind = request.container_type;
        let cryptogram = || Ok(STANDARD.encode(random::<20>()?));
        let (member, credential) = request.card.credential(kind, cryptogram)?;
        let mut message = json!({
            "container_type": kind.name(),
            "container_context": request.container_context,
            "merchant_id": merchant_id,
            "created_time": created_at.0,
        });
        message[member] = credential;
        Ok(message)
    }
}

/// The JWS with another first character of its signature.
fn tampered(data: &str) -> String {
    let (signed, signature) = data.rsplit_once('.').unwrap_or((data, ""));
    let first = if signature.starts_with('A') { "B" } else { "A" };
    format!("{signed}.{first}{}", signature.get(1..).unwrap_or_default())
}
