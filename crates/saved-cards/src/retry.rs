//! When work that has failed is tried again.

/// How long claimed work stays this server's. It is longer than the calls for one claim may take.
pub(crate) const LEASE_MS: i64 = 2 * 60_000;
const FIRST_PAUSE_MS: i64 = 60_000;
const LONGEST_PAUSE_MS: i64 = 60 * 60_000;

/// How long to wait after so many tries; twice as long after each.
pub(crate) fn pause_ms(tries: u32) -> i64 {
    let doubled = FIRST_PAUSE_MS << tries.saturating_sub(1).min(10);
    doubled.min(LONGEST_PAUSE_MS)
}

#[cfg(test)]
mod tests {
    use super::pause_ms;

    /// [B.16] The gateway is asked again and again, at least once in an hour.
    #[test]
    fn pauses_grow_to_an_hour() {
        let minutes = [1, 2, 3, 6, 7, u32::MAX].map(|tries| pause_ms(tries) / 60_000);
        assert_eq!(minutes, [1, 2, 4, 32, 60, 60]);
    }
}
