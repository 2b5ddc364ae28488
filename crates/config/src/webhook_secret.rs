//! Signs messages as Standard Webhooks specify, version 1, symmetric.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;

const PREFIX: &str = "whsec_";
/// Valid lengths of a key, in bytes. Shorter keys can be guessed; the specification allows no longer ones.
const LENGTHS: std::ops::RangeInclusive<usize> = 24..=64;

/// A secret that an endpoint shares with the shop, written as `whsec_` and base64. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret(Vec<u8>);

/// The text is not a valid secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write whsec_ and the base64 of 24 to 64 random bytes")]
pub struct InvalidSecret;

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("WebhookSecret(..)")
    }
}

impl WebhookSecret {
    pub fn parse(text: &str) -> Result<Self, InvalidSecret> {
        let encoded = text.strip_prefix(PREFIX).ok_or(InvalidSecret)?;
        let key = STANDARD.decode(encoded).map_err(|_| InvalidSecret)?;
        LENGTHS
            .contains(&key.len())
            .then_some(Self(key))
            .ok_or(InvalidSecret)
    }

    /// Signs a message sent at this time, in Unix seconds. Returns `v1,` and base64.
    fn sign(&self, id: &str, seconds: i64, body: &[u8]) -> String {
        // HMAC pads a shorter key with zeros. Padding it here to the full block makes the constructor infallible.
        let mut block = [0; 64];
        let length = self.0.len().min(block.len());
        block[..length].copy_from_slice(&self.0[..length]);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(format!("{id}.{seconds}.").as_bytes());
        mac.update(body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// Returns the signature by each secret, so that a receiver can verify with the old or the new secret during a rotation.
#[must_use]
pub fn signatures(secrets: &[WebhookSecret], id: &str, seconds: i64, body: &[u8]) -> String {
    let all = secrets.iter().map(|secret| secret.sign(id, seconds, body));
    all.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example with which the libraries of Standard Webhooks are tested.
    const PUBLISHED: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    #[test]
    fn a_message_is_signed_as_the_scheme_says() {
        let secret = WebhookSecret::parse(PUBLISHED).unwrap();
        let (id, seconds) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330);
        let signed = secret.sign(id, seconds, br#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn every_secret_signs() {
        let old = WebhookSecret::parse(PUBLISHED).unwrap();
        let new = WebhookSecret::parse(&format!("whsec_{}", STANDARD.encode([7; 64]))).unwrap();
        let both = signatures(&[new.clone(), old.clone()], "evt_1", 1, b"{}");
        let (one, other) = (new.sign("evt_1", 1, b"{}"), old.sign("evt_1", 1, b"{}"));
        assert_eq!(both, format!("{one} {other}"));
    }

    #[test]
    fn what_is_no_secret_is_refused() {
        let of = |length: usize| format!("whsec_{}", STANDARD.encode(vec![7; length]));
        for text in [
            String::new(),
            "whsec_".to_owned(),
            "tajemstvi-o-mnoha-znacich".to_owned(),
            "whsec_není base64".to_owned(),
            PUBLISHED.replace("whsec_", ""),
            of(23),
            of(65),
        ] {
            assert_eq!(WebhookSecret::parse(&text), Err(InvalidSecret), "{text}");
        }
        for length in [24, 64] {
            let secret = WebhookSecret::parse(&of(length)).unwrap();
            assert_eq!(format!("{secret:?}"), "WebhookSecret(..)");
        }
    }
}
