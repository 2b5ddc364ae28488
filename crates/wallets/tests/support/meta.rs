//! Meta Pay containers minted by Node's `WebCrypto` (`mint-meta.mjs`). The server's tests include this file by its path.

#![allow(dead_code, reason = "every test file uses its part")]

use super::run_node;
use serde::Deserialize;
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::DecryptionKey;
use zkratka_wallets::meta_pay::{Mode, Opener};
use zkratka_wallets::x509::Certificate;

/// The time at which containers are created and opened: 2026-01-01.
pub(crate) const NOW: Timestamp = Timestamp(1_767_225_600_000);
pub(crate) const MERCHANT_ID: &str = "104000000000001";

/// A container, and what is needed to open it.
#[derive(Deserialize)]
pub(crate) struct Minted {
    pub(crate) container: String,
    /// Base64 of DER, like the key.
    pub(crate) root: String,
    pub(crate) key: String,
}

/// Mints a container in Node for each of these requests.
pub(crate) fn mint(wishes: &[Value]) -> Vec<Minted> {
    run_node("mint-meta.mjs", wishes)
}

/// A message with a card, as Meta documents it.
pub(crate) fn basic_card() -> Value {
    json!({
        "container_type": "basic-card-v1",
        "container_context": "a-context",
        "merchant_id": MERCHANT_ID,
        "created_time": NOW.0,
        "card_data": {
            "account_holder_name": "Jana Nováková",
            "card_number": "4111111111111111",
            "expiry_month": "12",
            "expiry_year": "2031",
            "billing_address": {
                "street1": "Dlouhá 1",
                "city": "Praha",
                "postal_code": "11000",
                "country": "CZ",
            },
        },
    })
}

/// A message with a network token, as Meta documents it.
pub(crate) fn ecom_token() -> Value {
    json!({
        "container_type": "ecom-token-v1",
        "container_context": "a-context",
        "merchant_id": MERCHANT_ID,
        "created_time": NOW.0,
        "token_data": {
            "account_holder_name": "Jana Nováková",
            "brand": "VISA",
            "number": "4895370012003478",
            "expiry_month": "01",
            "expiry_year": "2030",
            "cryptogram": "AAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "eci": "05",
        },
    })
}

/// The mint request for a valid container with this message, of 1 290 Kč, changed by the members of `changes`.
pub(crate) fn wish(message: &Value, changes: &Value) -> Value {
    let mut wish = json!({
        "message": message.to_string(),
        "at": NOW.0,
        "envelope": {
            "mode": "TEST",
            "amount": { "currency": "CZK", "value": 129_000 },
            "container_id": "c-1",
        },
    });
    for (name, value) in changes.as_object().expect("an object") {
        wish[name] = value.clone();
    }
    wish
}

impl Minted {
    /// An opener with the container's root and key.
    pub(crate) fn opener(&self) -> Opener {
        Opener {
            roots: vec![certificate(&self.root)],
            keys: vec![
                DecryptionKey::from_bytes(&[7; 32]).expect("a key"),
                self.key(),
            ],
            mode: Mode::Test,
            merchant_id: MERCHANT_ID.to_owned(),
        }
    }

    pub(crate) fn key(&self) -> DecryptionKey {
        DecryptionKey::from_text(&self.key).expect("a key")
    }
}

pub(crate) fn certificate(text: &str) -> Certificate {
    Certificate::from_bytes(text.as_bytes()).expect("a certificate")
}
