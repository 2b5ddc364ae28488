//! Public keys of passkeys: read as browsers write them (`getPublicKey()`, a DER `SubjectPublicKeyInfo`). `p256` and `rsa` parse;
//! `ring` verifies.

use crate::Refusal;
use p256::elliptic_curve::sec1::ToSec1Point as _;
use ring::signature::{self, RsaPublicKeyComponents, UnparsedPublicKey};
use rsa::RsaPublicKey;
use rsa::pkcs8::{DecodePublicKey as _, EncodePublicKey as _};
use rsa::traits::PublicKeyParts as _;

/// `SubjectPublicKeyInfo` of an Ed25519 key, before its 32 bytes (RFC 8410).
const ED25519_INFO: [u8; 12] = [
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
];
/// What `ring` verifies with.
const RSA_MODULUS_BYTES: std::ops::RangeInclusive<usize> = 256..=1024;

/// The algorithms that the shop offers, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Es256,
    Ed25519,
    Rs256,
}

/// A parsed public key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The uncompressed point.
    P256(Vec<u8>),
    Ed25519([u8; 32]),
    /// Modulus and exponent, big-endian.
    Rsa(Vec<u8>, Vec<u8>),
}

impl Algorithm {
    pub const ALL: [Self; 3] = [Self::Es256, Self::Ed25519, Self::Rs256];

    /// The algorithm with this number in COSE's registry.
    pub fn from_cose(number: i64) -> Result<Self, Refusal> {
        let found = Self::ALL.into_iter().find(|it| it.cose() == number);
        found.ok_or(Refusal::Algorithm)
    }

    /// The algorithm's number in COSE's registry.
    #[must_use]
    pub const fn cose(self) -> i64 {
        match self {
            Self::Es256 => -7,
            Self::Ed25519 => -8,
            Self::Rs256 => -257,
        }
    }
}

impl PublicKey {
    /// Parses a `SubjectPublicKeyInfo` that must be a key of this algorithm, in its only DER form.
    pub fn read(info: &[u8], algorithm: Algorithm) -> Result<Self, Refusal> {
        let kind = match algorithm {
            Algorithm::Es256 => read_p256(info),
            Algorithm::Ed25519 => read_ed25519(info),
            Algorithm::Rs256 => read_rsa(info),
        };
        kind.map(Self).ok_or(Refusal::PublicKey)
    }

    /// Whether this key made the signature of `text`.
    #[must_use]
    pub fn verifies(&self, text: &[u8], signature: &[u8]) -> bool {
        let verified = match &self.0 {
            Kind::P256(point) => UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_ASN1, point)
                .verify(text, signature),
            Kind::Ed25519(key) => {
                UnparsedPublicKey::new(&signature::ED25519, key).verify(text, signature)
            }
            Kind::Rsa(n, e) => RsaPublicKeyComponents { n, e }.verify(
                &signature::RSA_PKCS1_2048_8192_SHA256,
                text,
                signature,
            ),
        };
        verified.is_ok()
    }

    /// The key as authenticators write it (COSE). They must use CTAP2's canonical CBOR, so there is one form of each key.
    pub(crate) fn cose(&self) -> Vec<u8> {
        match &self.0 {
            Kind::P256(point) => {
                // Map of 5: key type 2, algorithm -7, curve 1, then the coordinates behind the point's first byte.
                let (x, y) = point[1..].split_at(32);
                let head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
                [&head[..], x, &[0x22, 0x58, 0x20], y].concat()
            }
            Kind::Ed25519(key) => {
                // Map of 4: key type 1, algorithm -8, curve 6, the point.
                let head = [0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20];
                [&head[..], key].concat()
            }
            Kind::Rsa(n, e) => {
                // Map of 4: key type 3, algorithm -257, modulus, exponent.
                let head = [0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20];
                [&head[..], &bytes(n), &[0x21], &bytes(e)].concat()
            }
        }
    }
}

fn read_p256(info: &[u8]) -> Option<Kind> {
    let key = p256::PublicKey::from_public_key_der(info).ok()?;
    let same = key.to_public_key_der().ok()?.as_bytes() == info;
    same.then(|| Kind::P256(key.to_sec1_point(false).as_bytes().to_vec()))
}

fn read_ed25519(info: &[u8]) -> Option<Kind> {
    let key = info.strip_prefix(&ED25519_INFO)?;
    key.try_into().ok().map(Kind::Ed25519)
}

fn read_rsa(info: &[u8]) -> Option<Kind> {
    let key = RsaPublicKey::from_public_key_der(info).ok()?;
    let same = key.to_public_key_der().ok()?.as_bytes() == info;
    let (n, e) = (key.n_bytes().into_vec(), key.e_bytes().into_vec());
    (same && RSA_MODULUS_BYTES.contains(&n.len())).then_some(Kind::Rsa(n, e))
}

/// A CBOR byte string.
fn bytes(content: &[u8]) -> Vec<u8> {
    let [high, low] = u16::try_from(content.len())
        .unwrap_or(u16::MAX)
        .to_be_bytes();
    let head: &[u8] = match content.len() {
        ..24 => &[0x40 | low],
        24..256 => &[0x58, low],
        _ => &[0x59, high, low],
    };
    [head, content].concat()
}
