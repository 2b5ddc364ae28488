//! Google Pay tokens that are signed rightly, whatever they say: signatures are what random bytes never get past.

use arbitrary::Arbitrary;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{DerSignature, SigningKey};
use p256::pkcs8::EncodePublicKey as _;
use serde_json::json;

/// For whom the tokens are.
pub const RECIPIENT: &str = "merchant:fuzz";

/// A time at which the roots are valid, in milliseconds.
pub const NOW: i64 = 1_700_000_000_000;

const YEAR_MS: i64 = 31_536_000_000;

/// What a token says.
#[derive(Arbitrary, Debug)]
pub struct Said<'s> {
    /// Whether it claims to be encrypted.
    pub encrypted: bool,
    /// In the place of a right intermediate key.
    pub signed_key: Option<&'s str>,
    /// The message.
    pub message: Message<'s>,
}

/// A message.
#[derive(Arbitrary, Debug)]
pub enum Message<'s> {
    /// Any text.
    Text(&'s str),
    /// A payment, wrong in places.
    Payment {
        /// The card's number.
        pan: &'s str,
        /// Its month.
        month: u16,
        /// Its year.
        year: u32,
        /// How it was authenticated.
        method: Option<&'s str>,
        /// Its cryptogram.
        cryptogram: Option<&'s str>,
        /// When the message expires.
        expires: &'s str,
        /// The message's name.
        id: &'s str,
    },
    /// Something encrypted, wrong in places.
    Sealed {
        /// The ciphertext.
        text: &'s [u8],
        /// The point; none: one on the curve.
        point: Option<&'s [u8]>,
        /// The tag.
        tag: &'s [u8],
    },
}

impl Message<'_> {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => (*text).to_owned(),
            Self::Payment {
                pan,
                month,
                year,
                method,
                cryptogram,
                expires,
                id,
            } => json!({
                "paymentMethod": "CARD",
                "paymentMethodDetails": {
                    "pan": if pan.is_empty() { "4111111111111111" } else { *pan },
                    "expirationMonth": month,
                    "expirationYear": year,
                    "authMethod": method.unwrap_or("PAN_ONLY"),
                    "cryptogram": cryptogram,
                },
                "messageExpiration": if expires.is_empty() { "1800000000000" } else { *expires },
                "messageId": if id.is_empty() { "id" } else { *id },
            })
            .to_string(),
            Self::Sealed { text, point, tag } => {
                let whole = signer(3).verifying_key().to_sec1_point(false);
                json!({
                    "encryptedMessage": STANDARD.encode(text),
                    "ephemeralPublicKey": STANDARD.encode(point.unwrap_or(whole.as_bytes())),
                    "tag": STANDARD.encode(tag),
                })
                .to_string()
            }
        }
    }
}

/// A key of ours; the same for the same number.
#[must_use]
pub fn signer(number: u8) -> SigningKey {
    SigningKey::from_slice(&[number; 32]).unwrap()
}

/// Root keys of which [`Said::token`] is signed by the one it needs.
#[must_use]
pub fn roots() -> String {
    let key = |protocol: &str| {
        json!({ "keyValue": public(&signer(1)), "protocolVersion": protocol,
            "keyExpiration": (NOW + YEAR_MS).to_string() })
    };
    json!({ "keys": [key("ECv1"), key("ECv2"), key("ECv2SigningOnly")] }).to_string()
}

impl Said<'_> {
    /// The token: every signature is right.
    #[must_use]
    pub fn token(&self) -> String {
        let protocol = if self.encrypted {
            "ECv2"
        } else {
            "ECv2SigningOnly"
        };
        let right = || {
            json!({ "keyValue": public(&signer(2)), "keyExpiration": (NOW + YEAR_MS).to_string() })
                .to_string()
        };
        let signed_key = self.signed_key.map_or_else(right, str::to_owned);
        let message = self.message.text();
        json!({
            "protocolVersion": protocol,
            "signature": sign(&signer(2), &["Google", RECIPIENT, protocol, &message]),
            "intermediateSigningKey": {
                "signedKey": signed_key,
                "signatures": [sign(&signer(1), &["Google", protocol, &signed_key])],
            },
            "signedMessage": message,
        })
        .to_string()
    }
}

fn public(key: &SigningKey) -> String {
    let der = key.verifying_key().to_public_key_der().unwrap();
    STANDARD.encode(der.as_bytes())
}

fn sign(key: &SigningKey, texts: &[&str]) -> String {
    let mut signed = Vec::new();
    for text in texts {
        signed.extend_from_slice(&u32::try_from(text.len()).unwrap().to_le_bytes());
        signed.extend_from_slice(text.as_bytes());
    }
    let signature: DerSignature = key.sign(&signed);
    STANDARD.encode(signature.as_bytes())
}
