//! `SplitMix64`: small, fast, and the same on every platform, so that a seed always replays the same schedule.

#[derive(Clone)]
pub struct Prng(u64);

impl Prng {
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, which must not be 0.
    pub const fn below(&mut self, limit: u64) -> u64 {
        self.draw() % limit
    }

    /// An index of a list with `count` members; it must not be empty.
    pub fn index(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).expect("64 bits");
        usize::try_from(self.below(count)).expect("below a usize")
    }

    /// One of these; there must be at least one.
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.index(all.len())]
    }

    /// True with a probability of `per_mille` in a thousand.
    pub fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1_000) < u64::from(per_mille)
    }

    /// A number of milliseconds below `limit`, which must be positive.
    pub fn millis(&mut self, limit: i64) -> i64 {
        let limit = u64::try_from(limit).expect("positive");
        i64::try_from(self.below(limit)).expect("below an i64")
    }
}
