//! How many codes are sent to one mailbox: nobody floods it, and nobody guesses a code in time.

use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_store::{CodeSent, MAX_TRIES};

const MINUTE_MS: i64 = 60_000;
/// The most codes within a time.
const MOST: [(usize, i64); 2] = [(3, 15 * MINUTE_MS), (10, DAY_MS)];
/// The pause after as many wrong answers as one code takes; it doubles with each such number more.
const FIRST_PAUSE_MS: i64 = MINUTE_MS;
const LONGEST_PAUSE_MS: i64 = 60 * MINUTE_MS;

/// No code is sent before this time. The page must not show it: it answers the same for every address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendLater {
    pub until: Timestamp,
}

/// Whether a code may be sent now to the mailbox that got these codes in the last day, newest first. Codes for browsers of the owner and
/// for others are counted apart.
pub fn may_send_code(sent: &[CodeSent], now: Timestamp) -> Result<(), SendLater> {
    let limits = MOST.iter().filter_map(|&(most, within)| {
        let oldest = sent.get(most - 1)?;
        Some(oldest.at.plus(within))
    });
    let pause = sent.first().map(|last| last.at.plus(pause_ms(sent)));
    let until = limits.chain(pause).max();
    match until.filter(|until| *until > now) {
        Some(until) => Err(SendLater { until }),
        None => Ok(()),
    }
}

/// How long after the last code the next one may follow. A right answer makes up for the wrong ones before it.
fn pause_ms(sent: &[CodeSent]) -> i64 {
    let since_right = sent.iter().take_while(|code| !code.is_spent);
    let wrong: u32 = since_right.map(|code| code.tries).sum();
    match wrong / MAX_TRIES {
        0 => 0,
        rounds => {
            let doubled = FIRST_PAUSE_MS << (rounds - 1).min(10);
            doubled.min(LONGEST_PAUSE_MS)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MINUTE_MS, SendLater, may_send_code};
    use zkratka_commerce::time::{DAY_MS, Timestamp};
    use zkratka_store::CodeSent;

    const NOW: Timestamp = Timestamp(1_767_225_600_000);

    /// A code that was sent so many minutes ago.
    fn code(minutes: i64, tries: u32, is_spent: bool) -> CodeSent {
        CodeSent {
            at: NOW.plus(-minutes * MINUTE_MS),
            tries,
            is_spent,
            is_known: false,
        }
    }

    fn wait(sent: &[CodeSent]) -> i64 {
        let later = may_send_code(sent, NOW).err();
        later.map_or(0, |SendLater { until }| until.0 - NOW.0)
    }

    /// [B.02] Three codes within 15 minutes, ten in a day.
    #[test]
    fn codes_to_a_mailbox_are_limited() {
        assert_eq!(wait(&[]), 0);
        assert_eq!(wait(&[code(0, 0, false), code(1, 0, false)]), 0);
        let three = [code(0, 0, false), code(1, 0, false), code(14, 0, false)];
        assert_eq!(wait(&three), MINUTE_MS);
        let three = [code(0, 0, false), code(1, 0, false), code(15, 0, false)];
        assert_eq!(wait(&three), 0);
        let ten: Vec<_> = (1..=10).map(|hour| code(hour * 60, 1, true)).collect();
        assert_eq!(wait(&ten), DAY_MS - 600 * MINUTE_MS);
        assert_eq!(wait(&ten[..9]), 0);
    }

    /// [B.02] Wrong answers make the next code wait, longer each time; a right one ends that.
    #[test]
    fn wrong_answers_make_codes_wait() {
        assert_eq!(wait(&[code(0, 4, false)]), 0);
        assert_eq!(wait(&[code(0, 5, false)]), MINUTE_MS);
        assert_eq!(wait(&[code(1, 5, false)]), 0);
        assert_eq!(
            wait(&[code(0, 5, false), code(20, 5, false)]),
            2 * MINUTE_MS
        );
        assert_eq!(wait(&[code(0, 3, false), code(20, 2, false)]), MINUTE_MS);
        let nine: Vec<_> = (0..9).map(|number| code(number * 20, 5, false)).collect();
        assert_eq!(wait(&nine), 60 * MINUTE_MS);
        assert_eq!(
            wait(&[code(0, 0, false), code(1, 1, true), code(20, 5, false)]),
            0
        );
    }
}
