//! Moments on the command line.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use zkratka_commerce::time::{DAY_MS, Timestamp};

const HOUR_MS: i64 = 60 * 60 * 1_000;

/// Parses a day or a time, either with its UTC offset or in the machine's time zone.
#[must_use]
pub fn parse_time(text: &str) -> Option<Timestamp> {
    let moment: Result<jiff::Timestamp, jiff::Error> = text.parse().or_else(|_: jiff::Error| {
        let local: DateTime = text.parse()?;
        TimeZone::system().to_timestamp(local)
    });
    moment.ok().map(|moment| Timestamp(moment.as_millisecond()))
}

/// Parses a day or a time, or how long ago it was (`30d`, `12h`).
pub fn parse_moment(text: &str, now: Timestamp) -> Result<Timestamp, String> {
    let fault = || {
        format!(
            "'{text}' is no moment: write a day (2026-11-01), a time (\"2026-11-01 08:30\"), or how long ago (30d, 12h)"
        )
    };
    for (letter, unit) in [('d', DAY_MS), ('h', HOUR_MS)] {
        let count = text.strip_suffix(letter).filter(|rest| !rest.is_empty());
        let count = count.filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        if let Some(count) = count {
            let count: i64 = count.parse().map_err(|_| fault())?;
            let ago = count.checked_mul(unit).ok_or_else(fault)?;
            return Ok(now.plus(-ago));
        }
    }
    parse_time(text).ok_or_else(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.12] A moment is a day, a time or a duration back from now.
    #[test]
    fn days_times_and_durations_are_read() {
        let now = Timestamp(1_790_000_000_000);
        let read = |text| parse_moment(text, now).map(|at| at.0);
        assert_eq!(read("2d"), Ok(1_790_000_000_000 - 2 * 24 * HOUR_MS));
        assert_eq!(read("12h"), Ok(1_790_000_000_000 - 12 * HOUR_MS));
        assert_eq!(read("1970-01-02T00:00:00Z"), Ok(24 * HOUR_MS));
        assert_eq!(read("2026-11-01"), read("2026-11-01 00:00:00"));
        for wrong in [
            "",
            "d",
            "-3d",
            "3",
            "3w",
            "yesterday",
            "2026-13-01",
            "99999999999999d",
        ] {
            let refused = read(wrong).expect_err(wrong);
            assert!(refused.contains("write a day"), "{refused}");
        }
    }
}
