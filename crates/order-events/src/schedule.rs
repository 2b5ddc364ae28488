//! When to retry a failed delivery: soon at first, then ever more rarely, for about three days.

use std::time::Duration;

/// The pause after the first failure.
const FIRST: Duration = Duration::from_secs(5);
/// The pause doubles up to this limit.
const LONGEST: Duration = Duration::from_hours(8);
/// Greatest number of tries.
const MOST: u32 = 22;

/// Returns the pause after this many tries; `None` gives up. `chance` varies the pause by up to a fifth in both directions,
/// so that deliveries that failed together are not retried together.
pub(super) fn pause(tries: u32, chance: u8) -> Option<Duration> {
    if tries >= MOST {
        return None;
    }
    let doubled = FIRST.saturating_mul(1_u32 << tries.saturating_sub(1).min(20));
    let part = 0.8 + 0.4 * f64::from(chance) / f64::from(u8::MAX);
    Some(doubled.min(LONGEST).mul_f64(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_hours(24);

    #[test]
    fn a_delivery_is_tried_for_about_three_days() {
        for (chance, shortest, longest) in [(0, DAY * 2, DAY * 3), (u8::MAX, DAY * 3, DAY * 4)] {
            let pauses: Vec<_> = (1..).map_while(|tries| pause(tries, chance)).collect();
            assert_eq!(pauses.len(), 21);
            assert!(pauses.is_sorted());
            let whole: Duration = pauses.iter().sum();
            assert!(shortest < whole && whole < longest, "{whole:?}");
        }
    }

    #[test]
    fn the_first_pause_is_short_and_each_is_spread() {
        assert_eq!(pause(1, 0), Some(Duration::from_secs(4)));
        assert_eq!(pause(1, u8::MAX), Some(Duration::from_secs(6)));
        assert_eq!(pause(21, u8::MAX), Some(LONGEST.mul_f64(1.2)));
        assert_eq!(pause(22, 0), None);
        assert_eq!(pause(u32::MAX, 0), None);
    }
}
