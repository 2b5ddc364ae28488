//! Measures how fast work is finished.

use std::time::{Duration, Instant};

/// Number of pieces of work after which older measurements weigh half.
const HALF_LIFE: u32 = 128;

/// The mean time between two finished pieces of work, idle time excluded. Pieces run concurrently, so this is shorter
/// than the duration of one.
#[derive(Debug, Default)]
pub(super) struct Pace {
    finished: u32,
    took: Duration,
    /// When the last piece finished, or the first began; `None` while idle.
    since: Option<Instant>,
}

impl Pace {
    pub(super) fn begin(&mut self, now: Instant) {
        self.since.get_or_insert(now);
    }

    /// `others` says whether other pieces are running.
    pub(super) fn finish(&mut self, now: Instant, others: bool) {
        self.took += self.running(now);
        self.finished += 1;
        self.since = others.then_some(now);
        if self.finished >= HALF_LIFE {
            self.finished /= 2;
            self.took /= 2;
        }
    }

    /// A piece that does not count ends.
    pub(super) fn forget(&mut self, others: bool) {
        if !others {
            self.since = None;
        }
    }

    /// The expected time until the next piece finishes. It grows while nothing finishes.
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

    /// Finishes a piece every `every`, `times` times, while others run.
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
    fn the_pace_follows_a_change() {
        let mut pace = Pace::default();
        let now = work(&mut pace, Instant::now(), 2 * MS, 200);
        near(pace.each(now), 2 * MS);
        let now = work(&mut pace, now, 10 * MS, 600);
        near(pace.each(now), 10 * MS);
    }

    #[test]
    fn pieces_that_finish_together_each_count() {
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
    fn the_pace_falls_while_nothing_finishes() {
        let mut pace = Pace::default();
        let now = work(&mut pace, Instant::now(), MS, 64);
        assert!(pace.each(now + Duration::from_secs(65)) > Duration::from_millis(900));
    }
}
