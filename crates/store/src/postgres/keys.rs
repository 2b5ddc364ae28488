//! The form of keys in PostgreSQL.
//!
//! A key is a time and a counter, so new rows are appended at one end. A single PostgreSQL server handles that best. But
//! an engine that distributes ranges of keys over several machines would send every write to the last machine. Therefore
//! the stored key begins with four varying bits: new rows are appended to each of sixteen ranges. No query reads a range
//! of keys. The prefix is part of the key itself, so references and indexes are spread in the same way and need no column
//! of their own.

/// The bits of a key. The sign bit is never used.
const BITS: u32 = 63;
/// The bits of the prefix.
const SPREAD_BITS: u32 = 4;
/// The lowest bit of a key's milliseconds.
const TIME_SHIFT: u32 = 20;
const SPREAD: u64 = (1 << SPREAD_BITS) - 1;

pub(super) const PREFIXES: i64 = 1 << SPREAD_BITS;

/// The stored form of a key. [`unprefixed`] is the inverse.
pub(super) const fn shard_prefixed(key: u64) -> i64 {
    // The counter alone is not enough: on a quiet server it restarts every millisecond.
    let spread = (key ^ (key >> TIME_SHIFT)) & SPREAD;
    ((spread << (BITS - SPREAD_BITS)) | (key >> SPREAD_BITS)).cast_signed()
}

/// The key of a stored form. [`shard_prefixed`] is the inverse.
pub(super) const fn unprefixed(stored: i64) -> u64 {
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
            let stored = shard_prefixed(key);
            prop_assert!(stored >= 0);
            prop_assert!(stored >> 59 < PREFIXES);
            prop_assert_eq!(unprefixed(stored), key);
        }
    }

    /// A quiet shop spreads its carts over all ranges as a busy shop does. In each range new carts come last.
    #[test]
    fn neighbours_in_time_and_in_count_are_spread() {
        let time = 1_760_000_000_000_u64 << TIME_SHIFT;
        let quiet = |n: u64| time + (n << TIME_SHIFT) + 77;
        let busy = |n: u64| time + 77 + n;
        for keys in [&quiet as &dyn Fn(u64) -> u64, &busy] {
            let stored: Vec<i64> = (0..64).map(|n| shard_prefixed(keys(n))).collect();
            let places: BTreeSet<i64> = stored.iter().map(|key| key >> 59).collect();
            assert_eq!(i64::try_from(places.len()).unwrap(), PREFIXES);
            for place in places {
                let inside = stored.iter().filter(|key| *key >> 59 == place);
                assert!(inside.is_sorted());
            }
        }
    }
}
