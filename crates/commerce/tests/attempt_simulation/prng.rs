//! `SplitMix64`: small, fast, and stable on every platform, so that a seed always replays the same schedule.

pub(crate) struct Prng(u64);

impl Prng {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, which must not be 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).expect("64 bits");
        usize::try_from(self.next() % limit).expect("below a usize")
    }

    /// True with a probability of `per_mille` in a thousand.
    pub(crate) fn chance(&mut self, per_mille: u32) -> bool {
        self.next() % 1_000 < u64::from(per_mille)
    }

    /// A number of milliseconds below `limit`.
    pub(crate) fn millis(&mut self, limit: i64) -> i64 {
        let limit = u64::try_from(limit).expect("positive");
        i64::try_from(self.next() % limit).expect("below an i64")
    }
}
