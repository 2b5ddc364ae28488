//! The sandbox's permanent keys. Each is the SHA-256 of a text, so there is no key file, and keys survive a restart.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::pkcs8::EncodePublicKey;
use serde_json::json;

/// The unregistered merchant: Google's test environment gives this id to all without one.
pub const MERCHANT_ID: &str = "12345678901234567890";

/// The sandbox's only payment gateway, for `PAYMENT_GATEWAY` tokens.
pub const GATEWAY: &str = "zkratkasandbox";

/// The demo shop's name at that gateway.
pub const GATEWAY_MERCHANT_ID: &str = "zkratka-demo";

/// The end of the year 2099, in milliseconds, so that no key needs to be replaced.
const ROOT_EXPIRATION_MS: i64 = 4_102_444_799_000;

/// The purpose of a permanent key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyUse {
    /// Signs intermediate keys of `ECv2`.
    RootV2,
    /// Signs messages of `ECv1`.
    RootV1,
    /// Decrypts `DIRECT` tokens.
    Merchant,
    /// Decrypts `PAYMENT_GATEWAY` tokens.
    Gateway,
    /// Signs the platform's `authJwt`.
    Platform,
}

impl KeyUse {
    const ALL: [Self; 5] = [
        Self::RootV2,
        Self::RootV1,
        Self::Merchant,
        Self::Gateway,
        Self::Platform,
    ];

    const fn text(self) -> &'static str {
        match self {
            Self::RootV2 => "Zkratka sandbox: Google Pay root key ECv2",
            Self::RootV1 => "Zkratka sandbox: Google Pay root key ECv1",
            Self::Merchant => "Zkratka sandbox: Google Pay merchant key",
            Self::Gateway => "Zkratka sandbox: Google Pay gateway key",
            Self::Platform => "Zkratka sandbox: Google Pay platform key",
        }
    }

    pub(super) fn secret(self) -> SecretKey {
        crate::keys::of_text(self.text())
    }
}

/// The texts that the keys follow from.
pub(crate) fn key_texts() -> impl Iterator<Item = &'static str> {
    KeyUse::ALL.into_iter().map(KeyUse::text)
}

/// The private key that opens `DIRECT` tokens: base64 of its PKCS #8 DER.
#[must_use]
pub fn merchant_private_key() -> String {
    private_key(KeyUse::Merchant)
}

/// The public half of [`merchant_private_key`] for `tokenizationSpecification.parameters.publicKey`: base64 of the
/// uncompressed point.
#[must_use]
pub fn merchant_public_key() -> String {
    let point = KeyUse::Merchant.secret().public_key().to_sec1_point(false);
    STANDARD.encode(point.as_bytes())
}

/// The private key with which [`GATEWAY`] decrypts its tokens: base64 of its PKCS #8 DER.
#[must_use]
pub fn gateway_private_key() -> String {
    private_key(KeyUse::Gateway)
}

/// The platform's key for `authJwt` (ES256): base64 of its PKCS #8 DER.
#[must_use]
pub fn auth_jwt_private_key() -> String {
    private_key(KeyUse::Platform)
}

/// The root keys, in the format of Google's `keys.json`.
#[must_use]
pub fn root_keys_json() -> String {
    let key = |usage: KeyUse, protocol: &str| {
        json!({
            "keyValue": public_key(&usage.secret()),
            "protocolVersion": protocol,
            "keyExpiration": ROOT_EXPIRATION_MS.to_string(),
        })
    };
    json!({ "keys": [key(KeyUse::RootV1, "ECv1"), key(KeyUse::RootV2, "ECv2")] }).to_string()
}

/// The public half of a key in Google's format: base64 of its `SubjectPublicKeyInfo`.
pub(super) fn public_key(key: &SecretKey) -> String {
    let der = key.public_key().to_public_key_der();
    der.map_or_else(
        |_unencodable| String::new(),
        |der| STANDARD.encode(der.as_bytes()),
    )
}

fn private_key(usage: KeyUse) -> String {
    crate::keys::pkcs8_base64(&usage.secret())
}

#[cfg(test)]
mod tests {
    use super::*;
    use p256::pkcs8::DecodePrivateKey;
    use sha2::{Digest, Sha256};

    /// Shops configure these keys, so they must stay the same in every version.
    #[test]
    fn keys_never_change() {
        let prints = KeyUse::ALL.map(|usage| usage.secret().to_bytes());
        for (index, print) in prints.iter().enumerate() {
            assert!(!prints[..index].contains(print), "key {index} is another's");
        }
        let expected = Sha256::digest("Zkratka sandbox: Google Pay merchant key");
        assert_eq!(prints[2].as_slice(), expected.as_slice());
    }

    #[test]
    fn exported_keys_can_be_read() {
        for (text, usage) in [
            (merchant_private_key(), KeyUse::Merchant),
            (gateway_private_key(), KeyUse::Gateway),
            (auth_jwt_private_key(), KeyUse::Platform),
        ] {
            let der = STANDARD.decode(text).expect("base64");
            let read = SecretKey::from_pkcs8_der(&der).expect("PKCS #8");
            assert_eq!(read, usage.secret());
        }
        let point = STANDARD.decode(merchant_public_key()).expect("base64");
        assert_eq!((point.len(), point[0]), (65, 4));
    }
}
