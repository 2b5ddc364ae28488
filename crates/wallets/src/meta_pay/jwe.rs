//! Compact JWE (RFC 7516) with `ECDH-ES` on P-256 and `A256GCM`. No other form is read.

use super::members::Presence;
use super::refusal::Refusal;
use crate::DecryptionKey;
use aes_gcm::Aes256Gcm;
use aes_gcm::aead::{Aead as _, KeyInit as _, Nonce, Payload};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::PublicKey;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

const KEY_AGREEMENT: &str = "ECDH-ES";
const CIPHER: &str = "A256GCM";
const KEY_BITS: u32 = 256;
const NONCE_LENGTH: usize = 12;
const TAG_LENGTH: usize = 16;
/// Length of a coordinate of a point on P-256, in bytes.
const COORDINATE_LENGTH: usize = 32;
/// The first byte of an uncompressed point (SEC 1).
const UNCOMPRESSED: u8 = 4;

#[derive(Deserialize)]
struct Header {
    alg: String,
    enc: String,
    epk: Option<EphemeralKey>,
    #[serde(default)]
    apu: String,
    #[serde(default)]
    apv: String,
    #[serde(default)]
    crit: Presence,
    #[serde(default)]
    zip: Presence,
}

/// A public key as JWK.
#[derive(Deserialize)]
struct EphemeralKey {
    kty: String,
    crv: String,
    x: String,
    y: String,
}

/// The parts of a message that the decryption needs.
struct Sealed<'t> {
    point: PublicKey,
    /// What the derived key depends on beside the shared secret.
    information: Vec<u8>,
    nonce: [u8; NONCE_LENGTH],
    /// The ciphertext, then its tag.
    ciphertext: Vec<u8>,
    /// The encoded header, which the tag covers.
    header: &'t str,
}

/// Reads a message's header. Returns `Ok` only if it names the accepted algorithms and no extension.
fn header(text: &str) -> Result<Header, Refusal> {
    let bytes = decode(text).ok_or(Refusal::EncryptionMalformed)?;
    let header: Header =
        serde_json::from_slice(&bytes).map_err(|_| Refusal::EncryptionMalformed)?;
    if header.alg != KEY_AGREEMENT || header.enc != CIPHER {
        return Err(Refusal::EncryptionAlgorithm);
    }
    if header.crit.0 || header.zip.0 {
        return Err(Refusal::EncryptionExtension);
    }
    Ok(header)
}

/// A message whose header is accepted.
pub(super) struct Jwe<'t> {
    header: Header,
    /// Header, encrypted key, nonce, ciphertext, tag: each encoded.
    parts: [&'t str; 5],
}

impl<'t> Jwe<'t> {
    /// Parses a compact JWE and accepts or refuses its header.
    pub(super) fn read(text: &'t [u8]) -> Result<Self, Refusal> {
        let text = std::str::from_utf8(text).map_err(|_| Refusal::EncryptionMalformed)?;
        let parts: Vec<&str> = text.splitn(6, '.').collect();
        let parts = <[&str; 5]>::try_from(parts).map_err(|_| Refusal::EncryptionMalformed)?;
        Ok(Self {
            header: header(parts[0])?,
            parts,
        })
    }

    /// Decrypts the message with the key to which it is encrypted.
    pub(super) fn open(self, keys: &[DecryptionKey]) -> Result<Zeroizing<Vec<u8>>, Refusal> {
        let sealed = self.sealed().ok_or(Refusal::Decryption)?;
        let mut opened = keys.iter().filter_map(|key| sealed.open(key));
        opened.next().ok_or(Refusal::Decryption)
    }

    fn sealed(&self) -> Option<Sealed<'t>> {
        let [header, encrypted_key, nonce, ciphertext, tag] = self.parts;
        let tag = decode(tag).filter(|tag| tag.len() == TAG_LENGTH)?;
        // With direct key agreement there is no encrypted key.
        encrypted_key.is_empty().then_some(Sealed {
            point: self.header.epk.as_ref()?.point()?,
            information: self.header.information()?,
            nonce: decode(nonce)?.try_into().ok()?,
            ciphertext: [decode(ciphertext)?, tag].concat(),
            header,
        })
    }
}

impl Header {
    /// `OtherInfo` of the key derivation (RFC 7518, section 4.6.2), after the shared secret.
    fn information(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for part in [CIPHER.as_bytes(), &decode(&self.apu)?, &decode(&self.apv)?] {
            bytes.extend(u32::try_from(part.len()).ok()?.to_be_bytes());
            bytes.extend(part);
        }
        bytes.extend(KEY_BITS.to_be_bytes());
        Some(bytes)
    }
}

impl EphemeralKey {
    /// The point, which must be on the curve: with another one, the shared secret could reveal the private key.
    fn point(&self) -> Option<PublicKey> {
        let [x, y] = [decode(&self.x)?, decode(&self.y)?];
        let is_sound = self.kty == "EC"
            && self.crv == "P-256"
            && [&x, &y]
                .into_iter()
                .all(|one| one.len() == COORDINATE_LENGTH);
        let point = [&[UNCOMPRESSED], x.as_slice(), &y].concat();
        is_sound.then(|| PublicKey::from_sec1_bytes(&point).ok())?
    }
}

impl Sealed<'_> {
    fn open(&self, key: &DecryptionKey) -> Option<Zeroizing<Vec<u8>>> {
        let shared = key.secret().diffie_hellman(&self.point);
        let hash = Sha256::new()
            .chain_update([0, 0, 0, 1])
            .chain_update(shared.raw_secret_bytes())
            .chain_update(&self.information);
        let key = Zeroizing::new(hash.finalize().to_vec());
        let cipher = Aes256Gcm::new_from_slice(&key).ok()?;
        let payload = Payload {
            msg: &self.ciphertext,
            aad: self.header.as_bytes(),
        };
        let nonce = Nonce::<Aes256Gcm>::from(self.nonce);
        cipher.decrypt(&nonce, payload).ok().map(Zeroizing::new)
    }
}

fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}
