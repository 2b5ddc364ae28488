//! How fast work is done, measured.

use std::time::{Duration, Instant};

/// After so many pieces of work, what was before counts half.
const MEMORY: u32 = 128;

/// How long a piece of work takes, counted over the time in which there was any. Work is done beside other work, so this
/// is the time between two ends, not from a beginning to its end.
#[derive(Debug, Default)]
pub(super) struct Pace {
    finished: u32,
    took: Duration,
    /// When the last piece ended, or the first began; none while there is nothing to do.
    since: Option<Instant>,
}

impl Pace {
    /// A piece of work begins.
    pub(super) fn begin(&mut self, now: Instant) {
        self.since.get_or_insert(now);
    }

    /// A piece of work has ended; whether others go on.
    pub(super) fn finish(&mut self, now: Instant, others: bool) {
        self.took += self.running(now);
        self.finished += 1;
        self.since = others.then_some(now);
        if self.finished >= MEMORY {
            self.finished /= 2;
            self.took /= 2;
        }
    }

    /// A piece of work was none after all.
    pub(super) fn forget(&mut self, others: bool) {
        if !others {
            self.since = None;
        }
    }

    /// How long the next piece will take. What is under way counts: if nothing comes to its end, this grows.
    pub(super) fn each(&self, now: Instant) -> Duration {
        (self.took + self.running(now)) / (self.finished + 1)
    }

    fn running(&self, now: Instant) -> Duration {
        let since = self.since.unwrap_or(now);
        now.saturating_duration_since(since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Work that ends every `every`, `times` times, with other work beside it.
    fn work(pace: &mut Pace, start: Instant, every: Duration, times: u32) -> Instant {
        let mut now = start;
        pace.begin(now);
        for _ in 0..times {
            now += every;
            pace.finish(now, true);
        }
        now
    }

    fn near(measured: Duration, expected: Duration) {
        let off = measured.abs_diff(expected);
        assert!(
            off * 20 <= expected,
            "{measured:?} is not about {expected:?}"
        );
    }

    #[test]
    fn a_steady_pace_is_found_and_a_change_of_it_too() {
        let mut pace = Pace::default();
        let now = work(&mut pace, Instant::now(), 2 * MS, 200);
        near(pace.each(now), 2 * MS);
        let now = work(&mut pace, now, 10 * MS, 600);
        near(pace.each(now), 10 * MS);
    }

    #[test]
    fn groups_that_end_together_count_as_many() {
        let mut pace = Pace::default();
        let mut now = Instant::now();
        pace.begin(now);
        for _ in 0..20 {
            now += 32 * MS;
            (0..32).for_each(|_| pace.finish(now, true));
        }
        near(pace.each(now), MS);
    }

    #[test]
    fn idle_time_does_not_count() {
        let mut pace = Pace::default();
        let start = Instant::now();
        for second in 0..100 {
            let now = start + Duration::from_secs(second);
            pace.begin(now);
            pace.finish(now + 3 * MS, false);
        }
        near(pace.each(start + Duration::from_secs(1000)), 3 * MS);
    }

    #[test]
    fn when_nothing_ends_the_pace_falls() {
        let mut pace = Pace::default();
        let now = work(&mut pace, Instant::now(), MS, 64);
        assert!(pace.each(now + Duration::from_secs(65)) > Duration::from_millis(900));
    }
}
