//! The operating system's randomness, for the salts of signatures.

use ring::error::Unspecified;
use ring::rand::{SecureRandom as _, SystemRandom};
use rsa::rand_core::{TryCryptoRng, TryRng};

pub(super) struct SystemRandomness(SystemRandom);

/// The operating system gave no randomness.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no randomness")]
pub(super) struct NoRandomness;

impl SystemRandomness {
    pub(super) fn new() -> Self {
        Self(SystemRandom::new())
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.02] A salt is not known beforehand, however it is drawn. Among four equal numbers there is a fault, not a chance.
    #[test]
    fn numbers_differ() {
        let mut random = SystemRandomness::new();
        let long: Vec<_> = (0..4).map(|_| random.try_next_u64().ok()).collect();
        assert!(long.iter().all(Option::is_some));
        assert!(long.iter().any(|it| *it != long[0]), "{long:?}");
        let short: Vec<_> = (0..4).map(|_| random.try_next_u32().ok()).collect();
        assert!(short.iter().any(|it| *it != short[0]), "{short:?}");
    }
}
