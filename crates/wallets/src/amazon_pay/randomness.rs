//! The operating system's randomness, for the salts of signatures.

use ring::error::Unspecified;
use ring::rand::{SecureRandom as _, SystemRandom};
use rsa::rand_core::{TryCryptoRng, TryRng};
use std::fmt;

pub(super) struct SystemRandomness(SystemRandom);

/// The operating system gave no randomness.
#[derive(Debug)]
pub(super) struct NoRandomness;

impl SystemRandomness {
    pub(super) fn new() -> Self {
        Self(SystemRandom::new())
    }
}

impl fmt::Display for NoRandomness {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the operating system gives no randomness")
    }
}

impl std::error::Error for NoRandomness {}

impl TryRng for SystemRandomness {
    type Error = NoRandomness;

    fn try_next_u32(&mut self) -> Result<u32, NoRandomness> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, NoRandomness> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        let filled = self.0.fill(bytes);
        filled.map_err(|Unspecified| NoRandomness)
    }
}

impl TryCryptoRng for SystemRandomness {}
