//! `SplitMix64`, for schedules that a seed can repeat.

#[derive(Clone)]
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
    pub(crate) const fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// One of these; there must be at least one.
    pub(crate) fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        let count = u64::try_from(all.len()).expect("not so many");
        &all[usize::try_from(self.below(count)).expect("an index")]
    }
}
