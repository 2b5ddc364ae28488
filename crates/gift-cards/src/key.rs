//! One key.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;
use zeroize::{Zeroize, Zeroizing};
use zkratka_commerce::gift_card::{CodeDigest, CodeKeyId, GiftCardCode, LinkTo, SealedToken};
use zkratka_commerce::hex;
use zkratka_commerce::ids::{AttemptKey, LineId, Secret};

/// Valid lengths of a secret, in bytes. HMAC would shorten longer ones.
const LENGTHS: std::ops::RangeInclusive<usize> = 32..=BLOCK;
/// The block of SHA-256, in bytes.
const BLOCK: usize = 64;

/// The purpose of a message authentication code. Codes of different purposes are independent.
#[derive(Clone, Copy)]
enum Purpose {
    SoldCode,
    Digest,
    Proof,
    AttemptToken,
    AttemptLink,
    OrderPageLink,
}

impl Purpose {
    const fn name(self) -> &'static str {
        match self {
            Self::SoldCode => "zkratka gift card: sold code",
            Self::Digest => "zkratka gift card: digest",
            Self::Proof => "zkratka gift card: proof",
            Self::AttemptToken => "zkratka gift card: attempt token",
            Self::AttemptLink => "zkratka gift card: link to an attempt",
            Self::OrderPageLink => "zkratka gift card: link to an order's page",
        }
    }
}

/// A key for codes of gift cards. `Debug` prints its id only.
#[derive(Clone)]
pub struct CodeKey {
    id: CodeKeyId,
    /// The secret, padded with zeros to a whole block as HMAC does, so that no use of it can fail.
    block: Zeroizing<[u8; BLOCK]>,
}

/// The text is not a valid secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write the base64 of 32 to 64 random bytes, as `openssl rand -base64 32` prints it")]
pub struct NotAKey;

impl fmt::Debug for CodeKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "CodeKey({})", self.id)
    }
}

impl CodeKey {
    pub fn new(id: CodeKeyId, secret: &[u8]) -> Result<Self, NotAKey> {
        if !LENGTHS.contains(&secret.len()) {
            return Err(NotAKey);
        }
        let mut block = Zeroizing::new([0; BLOCK]);
        block[..secret.len()].copy_from_slice(secret);
        Ok(Self { id, block })
    }

    /// Reads a secret that is written as base64.
    pub fn from_base64(id: CodeKeyId, text: &str) -> Result<Self, NotAKey> {
        let secret = STANDARD.decode(text.trim()).map(Zeroizing::new);
        Self::new(id, &secret.map_err(|_| NotAKey)?)
    }

    #[must_use]
    pub const fn id(&self) -> &CodeKeyId {
        &self.id
    }

    /// Whether both have the same secret.
    #[must_use]
    pub fn has_secret_of(&self, other: &Self) -> bool {
        self.proof() == other.proof()
    }

    /// The code of one unit of a gift card line, for the attempt with this secret. Every call returns the same code.
    pub(crate) fn sold_code(&self, secret: &Secret, line: LineId, unit: u32) -> GiftCardCode {
        let parts: [&[u8]; 3] = [&secret.0, &line.0.to_be_bytes(), &unit.to_be_bytes()];
        GiftCardCode::of(&self.secret(Purpose::SoldCode, &parts))
    }

    /// The secret of a link to the attempt with this key and secret.
    pub(crate) fn link_secret(&self, to: LinkTo, attempt: AttemptKey, secret: &Secret) -> Secret {
        let purpose = match to {
            LinkTo::Attempt => Purpose::AttemptLink,
            LinkTo::OrderPage => Purpose::OrderPageLink,
        };
        self.secret(purpose, &[&secret.0, &attempt.0.to_be_bytes()])
    }

    /// A client's attempt token as the store keeps it.
    pub(crate) fn seal(&self, token: &str) -> SealedToken {
        let code = hex::encode(&self.mac(Purpose::AttemptToken, &[token.as_bytes()]));
        SealedToken::new(&self.id, &code)
    }

    fn secret(&self, purpose: Purpose, parts: &[&[u8]]) -> Secret {
        let mut mac = self.mac(purpose, parts);
        let mut secret = Secret([0; 16]);
        secret.0.copy_from_slice(&mac[..16]);
        mac.zeroize();
        secret
    }

    /// The digest of a code that the store keeps.
    pub(crate) fn digest(&self, code: &GiftCardCode) -> CodeDigest {
        CodeDigest {
            key: Some(self.id.clone()),
            digest: hex::encode(&self.mac(Purpose::Digest, &[code.reveal().as_bytes()])),
        }
    }

    /// Shows that the key is this one, and reveals nothing of it.
    pub(crate) fn proof(&self) -> String {
        hex::encode(&self.mac(Purpose::Proof, &[]))
    }

    /// The parts have fixed lengths, except for a single one at the end, so that no two lists of parts look the same.
    fn mac(&self, purpose: Purpose, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new(&(*self.block).into());
        mac.update(purpose.name().as_bytes());
        mac.update(&[0]);
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> CodeKeyId {
        CodeKeyId::parse(text).unwrap()
    }

    fn key(byte: u8) -> CodeKey {
        CodeKey::new(id("2026"), &[byte; 32]).unwrap()
    }

    /// [B.12] Every unit has a code of its own, which depends on the key.
    #[test]
    fn a_sold_code_depends_on_key_secret_line_and_unit() {
        let secret = Secret([1; 16]);
        let of =
            |key: &CodeKey, secret: &Secret, line, unit| key.sold_code(secret, LineId(line), unit);
        let one = of(&key(1), &secret, 1, 0);
        assert_eq!(one, of(&key(1), &secret, 1, 0));
        assert_eq!(one.in_groups().len(), 19);
        for other in [
            of(&key(2), &secret, 1, 0),
            of(&key(1), &Secret([2; 16]), 1, 0),
            of(&key(1), &secret, 2, 0),
            of(&key(1), &secret, 1, 1),
            of(&key(1), &secret, 0, 1),
            GiftCardCode::sold_unkeyed(&secret, LineId(1), 0),
        ] {
            assert_ne!(one, other);
        }
    }

    /// [B.12] A link's secret depends on the key, what it leads to, and the attempt.
    #[test]
    fn a_link_depends_on_key_purpose_and_attempt() {
        let one = Secret([1; 16]);
        let (to, page) = (LinkTo::Attempt, LinkTo::OrderPage);
        let link = key(1).link_secret(to, AttemptKey(7), &one);
        assert_eq!(link, key(1).link_secret(to, AttemptKey(7), &one));
        for other in [
            key(2).link_secret(to, AttemptKey(7), &one),
            key(1).link_secret(page, AttemptKey(7), &one),
            key(1).link_secret(to, AttemptKey(8), &one),
            key(1).link_secret(to, AttemptKey(7), &Secret([2; 16])),
        ] {
            assert_ne!(link, other);
        }
    }

    /// [B.12] A sealed token names its key, and does not contain the token.
    #[test]
    fn a_sealed_token_depends_on_key_and_token() {
        let sealed = key(1).seal("token-1");
        assert_eq!(SealedToken::key_of(sealed.as_str()), Some(id("2026")));
        assert!(!sealed.as_str().contains("token-1"));
        assert_eq!(sealed, key(1).seal("token-1"));
        assert_ne!(sealed, key(2).seal("token-1"));
        assert_ne!(sealed, key(1).seal("token-2"));
    }

    /// Computed with `printf '%s\0%s' 'zkratka gift card: digest' DAREKSOJKA2026 | openssl dgst -sha256 -mac HMAC
    /// -macopt hexkey:0101…01`. A stored digest must never change.
    #[test]
    fn a_digest_is_an_hmac_of_the_code() {
        let code = GiftCardCode::parse("darek-sojka-2026").unwrap();
        let digest = key(1).digest(&code);
        assert_eq!(digest.key, Some(id("2026")));
        assert_eq!(
            digest.digest,
            "3591399d2f2922f471c37cced215d67b0d56297222d5fe5116cf72ff46c58a3e"
        );
        assert_ne!(digest.digest, key(2).digest(&code).digest);
        assert_ne!(digest.digest, code.unkeyed_digest());
    }

    #[test]
    fn a_secret_is_base64_of_enough_bytes() {
        let of = |length: usize| STANDARD.encode(vec![7; length]);
        for length in [32, 64] {
            let text = format!(" {}\n", of(length));
            let key = CodeKey::from_base64(id("2026"), &text).unwrap();
            assert_eq!(format!("{key:?}"), "CodeKey(2026)");
        }
        for text in [String::new(), of(31), of(65), "není base64".to_owned()] {
            let refused = CodeKey::from_base64(id("2026"), &text).map(|_| ());
            assert_eq!(refused, Err(NotAKey), "{text}");
        }
        assert!(key(1).has_secret_of(&CodeKey::new(id("other"), &[1; 32]).unwrap()));
        assert!(!key(1).has_secret_of(&key(2)));
    }
}
