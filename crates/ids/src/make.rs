use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use zkratka_commerce::ids::{AttemptKey, CartKey, Secret};
use zkratka_store::clock::Clock;

/// Low bits of a key: a counter within one millisecond.
const SEQUENCE_BITS: u32 = 20;

enum Entropy {
    System,
    /// Reproducible, for tests: a hashed counter.
    Seeded(AtomicU64),
}

/// Creates keys and secrets.
pub struct Ids {
    clock: Arc<dyn Clock>,
    last: AtomicU64,
    /// Start of the counter within a millisecond. It differs by process, so that two servers on one database rarely
    /// create the same key.
    offset: u64,
    entropy: Entropy,
}

impl Ids {
    /// Keys follow the given clock; secrets come from the operating system.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let mut offset = [0_u8; 8];
        fill(&mut offset);
        Self {
            clock,
            last: AtomicU64::new(0),
            offset: u64::from_be_bytes(offset) & ((1 << (SEQUENCE_BITS - 1)) - 1),
            entropy: Entropy::System,
        }
    }

    /// The same ids in every run. For tests only: its secrets can be guessed.
    #[must_use]
    pub fn seeded(clock: Arc<dyn Clock>, seed: u64) -> Self {
        Self {
            clock,
            last: AtomicU64::new(0),
            offset: 0,
            entropy: Entropy::Seeded(AtomicU64::new(seed)),
        }
    }

    #[must_use]
    pub fn cart_key(&self) -> CartKey {
        CartKey(self.key())
    }

    #[must_use]
    pub fn attempt_key(&self) -> AttemptKey {
        AttemptKey(self.key())
    }

    #[must_use]
    pub fn secret(&self) -> Secret {
        let [secret] = self.secrets();
        secret
    }

    /// Several secrets from one call to the operating system.
    #[must_use]
    pub fn secrets<const N: usize>(&self) -> [Secret; N] {
        let mut bytes = [[0_u8; 16]; N];
        match &self.entropy {
            Entropy::System => fill(bytes.as_flattened_mut()),
            Entropy::Seeded(state) => {
                for half in bytes.as_flattened_mut().chunks_exact_mut(8) {
                    half.copy_from_slice(&mix(state.fetch_add(1, Ordering::Relaxed)).to_be_bytes());
                }
            }
        }
        bytes.map(Secret)
    }

    /// Strictly increasing: the time in milliseconds, then a counter.
    fn key(&self) -> u64 {
        let milliseconds = u64::try_from(self.clock.now().0).unwrap_or(0);
        let by_time = (milliseconds << SEQUENCE_BITS) | self.offset;
        let previous = self
            .last
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| {
                Some(by_time.max(last + 1))
            })
            .unwrap_or_else(|last| last);
        by_time.max(previous + 1) & (u64::MAX >> 1)
    }
}

/// Aborts the process if the operating system has no randomness, because predictable secrets would be worse.
fn fill(bytes: &mut [u8]) {
    if let Err(error) = getrandom::fill(bytes) {
        tracing::error!(%error, "the operating system provides no random bytes; stopping");
        std::process::abort();
    }
}

/// `SplitMix64`'s finaliser.
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
