//! Apple Pay tokens minted by Node's `WebCrypto` (`mint-apple.mjs`). The server's tests include this file by its path.

#![allow(dead_code, reason = "every test file uses its part")]

use super::run_node;
use serde::Deserialize;
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::apple_pay::{Certificate, MerchantKey, Opener, PrivateKey, Version};

/// The time at which tokens are signed and opened: 2026-01-01.
pub(crate) const NOW: Timestamp = Timestamp(1_767_225_600_000);
pub(crate) const MERCHANT_ID: &str = "merchant.cz.zkratka.test";

/// A token, and what is needed to open it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Minted {
    pub(crate) token: String,
    /// Base64 of DER, like all certificates and keys here.
    pub(crate) root: String,
    pub(crate) key: String,
    pub(crate) certificate: String,
    pub(crate) other_key: String,
    pub(crate) other_certificate: String,
    pub(crate) transaction_id: String,
}

/// Mints a token in Node for each of these requests.
pub(crate) fn mint(wishes: &[Value]) -> Vec<Minted> {
    run_node("mint-apple.mjs", wishes)
}

/// A card payment of 1 290 Kč as Apple writes it.
pub(crate) fn payment() -> Value {
    json!({
        "applicationPrimaryAccountNumber": "4111111111111111",
        "applicationExpirationDate": "311231",
        "currencyCode": "203",
        "transactionAmount": 129_000,
        "deviceManufacturerIdentifier": "050110030273",
        "paymentDataType": "3DSecure",
        "paymentData": { "onlinePaymentCryptogram": "AAAAAA==", "eciIndicator": "5" },
    })
}

/// The mint request for a valid token, changed by the members of `changes`.
pub(crate) fn wish(version: Version, changes: &Value) -> Value {
    let mut wish = json!({
        "version": version.name(),
        "merchantId": MERCHANT_ID,
        "message": payment().to_string(),
        "at": NOW.0,
    });
    for (name, value) in changes.as_object().expect("an object") {
        wish[name] = value.clone();
    }
    wish
}

impl Minted {
    /// An opener with the token's keys.
    pub(crate) fn opener(&self) -> Opener {
        Opener {
            roots: vec![certificate(&self.root)],
            keys: vec![
                merchant_key(&self.other_key, &self.other_certificate),
                merchant_key(&self.key, &self.certificate),
            ],
        }
    }
}

pub(crate) fn certificate(text: &str) -> Certificate {
    Certificate::from_bytes(text.as_bytes()).expect("a certificate")
}

pub(crate) fn merchant_key(key: &str, of: &str) -> MerchantKey {
    let key = PrivateKey::from_text(key).expect("a key");
    MerchantKey::new(key, &certificate(of), Some(MERCHANT_ID)).expect("fits")
}
