//! Encrypts a token, step by step as Apple specifies.

use super::mint::{Merchant, Version};
use super::refusal::Refusal;
use crate::random::{fresh_key, random};
use aes_gcm::AesGcm;
use aes_gcm::aead::consts::U16;
use aes_gcm::aead::{Aead, KeyInit, Nonce};
use aes_gcm::aes::{Aes128, Aes256};
use p256::PublicKey;
use p256::ecdh::diffie_hellman;
use p256::pkcs8::{DecodePublicKey, EncodePublicKey};
use rsa::rand_core::{TryCryptoRng, TryRng};
use rsa::{Oaep, RsaPublicKey};
use sha2::{Digest, Sha256};
use std::convert::Infallible;

pub(super) struct SignedContents {
    pub(super) data: Vec<u8>,
    /// The ephemeral public key, or the wrapped key.
    pub(super) key: Vec<u8>,
}

/// Encrypts a message to a merchant.
pub(super) fn seal(
    message: &[u8],
    merchant: &Merchant,
    version: Version,
) -> Result<SignedContents, Refusal> {
    match version {
        Version::EcV1 => for_curve(message, merchant),
        Version::RsaV1 => for_rsa(message, merchant),
    }
}

fn for_curve(message: &[u8], merchant: &Merchant) -> Result<SignedContents, Refusal> {
    let public = PublicKey::from_public_key_der(&merchant.public_key_info);
    let public = public.map_err(|_| Refusal::Merchant("the merchant has no key for EC_v1"))?;
    let ephemeral = fresh_key()?;
    let shared = diffie_hellman(ephemeral.to_nonzero_scalar(), public.as_affine());
    let key = Sha256::new()
        .chain_update([0, 0, 0, 1])
        .chain_update(shared.raw_secret_bytes())
        .chain_update(b"\x0did-aes256-GCM")
        .chain_update(b"Apple")
        .chain_update(Sha256::digest(&merchant.id))
        .finalize();
    let info = ephemeral.public_key().to_public_key_der();
    Ok(SignedContents {
        data: encrypt::<AesGcm<Aes256, U16>>(&key, message)?,
        key: info.map_err(|_| Refusal::Internal)?.as_bytes().to_vec(),
    })
}

fn for_rsa(message: &[u8], merchant: &Merchant) -> Result<SignedContents, Refusal> {
    let public = RsaPublicKey::from_public_key_der(&merchant.public_key_info);
    let public = public.map_err(|_| Refusal::Merchant("the merchant has no key for RSA_v1"))?;
    let key = random::<16>()?;
    let wrapped = public.encrypt(&mut SystemRandomness, Oaep::<Sha256>::new(), &key);
    Ok(SignedContents {
        data: encrypt::<AesGcm<Aes128, U16>>(&key, message)?,
        key: wrapped.map_err(|_| Refusal::Internal)?,
    })
}

/// The nonce is zero, because every key is used once.
fn encrypt<C: KeyInit + Aead>(key: &[u8], message: &[u8]) -> Result<Vec<u8>, Refusal> {
    let cipher = C::new_from_slice(key).map_err(|_length| Refusal::Internal)?;
    let data = cipher.encrypt(&Nonce::<C>::default(), message);
    data.map_err(|_failed| Refusal::Internal)
}

/// The operating system's randomness.
struct SystemRandomness;

impl TryRng for SystemRandomness {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        // Without randomness the padding stays zero, which is good enough for a sandbox.
        let _ = getrandom::fill(bytes);
        Ok(())
    }
}

impl TryCryptoRng for SystemRandomness {}
