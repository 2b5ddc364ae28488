//! Keys as they are stored.
//!
//! A key is a time and a count. Appending is what one `PostgreSQL` likes best, but an engine that keeps ranges of keys
//! on different machines would send every write to the last one. So four bits that vary are put in front: sixteen
//! places, each appended to. Nothing is looked up by a range of keys, so nothing is lost by it; and as it is the number
//! itself that is turned, references and indexes of it are spread alike without a column of their own.

/// Bits of a key; its sign is never used.
const BITS: u32 = 63;
/// Bits put in front.
const SPREAD_BITS: u32 = 4;
/// Where a key's milliseconds begin.
const TIME_SHIFT: u32 = 20;
const SPREAD: u64 = (1 << SPREAD_BITS) - 1;

/// How many places there are.
pub(super) const PLACES: i64 = 1 << SPREAD_BITS;

/// The key as it is stored. One key has one turned form, and the other way round.
pub(super) const fn turned(key: u64) -> i64 {
    // The count alone would not do: a quiet server begins it anew every millisecond.
    let spread = (key ^ (key >> TIME_SHIFT)) & SPREAD;
    ((spread << (BITS - SPREAD_BITS)) | (key >> SPREAD_BITS)).cast_signed()
}

/// The key that is stored like this.
pub(super) const fn straight(stored: i64) -> u64 {
    let stored = stored.cast_unsigned();
    let upper = (stored & ((1 << (BITS - SPREAD_BITS)) - 1)) << SPREAD_BITS;
    let spread = (stored >> (BITS - SPREAD_BITS)) & SPREAD;
    upper | ((spread ^ (upper >> TIME_SHIFT)) & SPREAD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn turning_back_gives_the_key(key in 0..=u64::MAX >> 1) {
            let stored = turned(key);
            prop_assert!(stored >= 0);
            prop_assert!(stored >> 59 < PLACES);
            prop_assert_eq!(straight(stored), key);
        }
    }

    /// A quiet shop spreads its carts as a busy one does, and each place is appended to.
    #[test]
    fn neighbours_in_time_and_in_count_are_spread() {
        let time = 1_760_000_000_000_u64 << TIME_SHIFT;
        let quiet = |n: u64| time + (n << TIME_SHIFT) + 77;
        let busy = |n: u64| time + 77 + n;
        for keys in [&quiet as &dyn Fn(u64) -> u64, &busy] {
            let stored: Vec<i64> = (0..64).map(|n| turned(keys(n))).collect();
            let places: BTreeSet<i64> = stored.iter().map(|key| key >> 59).collect();
            assert_eq!(i64::try_from(places.len()).unwrap(), PLACES);
            for place in places {
                let inside = stored.iter().filter(|key| *key >> 59 == place);
                assert!(inside.is_sorted());
            }
        }
    }
}
