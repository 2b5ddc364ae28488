use super::card::CardInput;
use super::cms::signed;
use super::keys::hash;
use super::refusal::Refusal;
use super::seal::seal;
use super::session;
use crate::random::random;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;

/// Age of a token with the flaw `stale`, in milliseconds.
const STALE_MS: i64 = 60 * 60 * 1_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Version {
    /// Elliptic curves.
    #[default]
    #[serde(rename = "EC_v1")]
    EcV1,
    /// RSA.
    #[serde(rename = "RSA_v1")]
    RsaV1,
}

/// A flaw to put into a token, to test how a shop handles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flaw {
    /// Signed an hour ago.
    Stale,
    /// Changed after signing.
    Tampered,
    /// Signed with a chain to an untrusted root.
    ForeignRoot,
    /// Encrypted to another merchant.
    OtherMerchant,
}

/// The recipient of tokens.
#[derive(Clone, Debug)]
pub struct Merchant {
    /// Such as `merchant.cz.obchod`.
    pub id: String,
    /// `SubjectPublicKeyInfo` (DER) of the Payment Processing certificate.
    pub public_key_info: Vec<u8>,
}

/// The body of `POST tokens`. It has no `Debug`, because it contains a card number.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenRequest {
    /// The session from the merchant validation, unchanged.
    merchant_session: Value,
    /// In minor units.
    transaction_amount: u64,
    /// The ISO 4217 number.
    currency_code: String,
    /// Base64, as in the payment request.
    #[serde(default)]
    application_data: Option<String>,
    #[serde(default)]
    version: Version,
    #[serde(default)]
    flaw: Option<Flaw>,
    card: CardInput,
}

#[derive(Clone)]
pub struct Minter {
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    pub merchant: Merchant,
}

impl Minter {
    /// Issues a token for a page of `origin` (scheme, host and port; `None` if unknown). Returns the members of
    /// `payment.token`.
    pub fn mint(&self, request: &TokenRequest, origin: Option<&str>) -> Result<Value, Refusal> {
        let now = (self.clock)();
        session::check(&request.merchant_session, &self.merchant.id, origin, now)?;
        let cryptogram = STANDARD.encode(random::<20>()?);
        let currency = &request.currency_code;
        let message = request
            .card
            .message(request.transaction_amount, currency, &cryptogram)?;
        self.token(request, &message.to_string(), now)
    }

    fn token(
        &self,
        request: &TokenRequest,
        message: &str,
        now: Timestamp,
    ) -> Result<Value, Refusal> {
        let mut merchant = self.merchant.clone();
        if request.flaw == Some(Flaw::OtherMerchant) {
            merchant.id.push_str(".another");
        }
        let mut sealed = seal(message.as_bytes(), &merchant, request.version)?;
        let transaction = random::<32>()?;
        let application = application_hash(request.application_data.as_deref())?;
        let at = match request.flaw {
            Some(Flaw::Stale) => now.plus(-STALE_MS),
            _ => now,
        };
        let text = [
            &sealed.key,
            &sealed.data,
            transaction.as_slice(),
            &application,
        ]
        .concat();
        let signature = signed(&text, at, request.flaw != Some(Flaw::ForeignRoot));
        if request.flaw == Some(Flaw::Tampered)
            && let Some(byte) = sealed.data.first_mut()
        {
            *byte ^= 1;
        }
        let id = hex::encode(&transaction);
        let mut header = json!({
            "publicKeyHash": hash(&merchant.public_key_info),
            "transactionId": id,
        });
        let member = match request.version {
            Version::EcV1 => "ephemeralPublicKey",
            Version::RsaV1 => "wrappedKey",
        };
        header[member] = json!(STANDARD.encode(&sealed.key));
        if !application.is_empty() {
            header["applicationData"] = json!(hex::encode(&application));
        }
        Ok(json!({
            "transactionIdentifier": id.to_uppercase(),
            "paymentData": {
                "version": request.version,
                "data": STANDARD.encode(&sealed.data),
                "signature": STANDARD.encode(signature),
                "header": header,
            },
        }))
    }
}

/// The hash of the application's data, if there is any.
fn application_hash(data: Option<&str>) -> Result<Vec<u8>, Refusal> {
    use sha2::{Digest, Sha256};
    let Some(data) = data.filter(|data| !data.is_empty()) else {
        return Ok(Vec::new());
    };
    let data = STANDARD.decode(data);
    let data = data.map_err(|_| Refusal::Developer("applicationData is no base64"))?;
    Ok(Sha256::digest(data).to_vec())
}
