//! A time given on the command line.

use crate::support::parse_time;
use std::str::FromStr;
use zkratka_commerce::time::Timestamp;

/// A time, either with its UTC offset or in the machine's time zone, in which events are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Since(pub(super) Timestamp);

impl FromStr for Since {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_time(text).map(Self).ok_or(
            "write a day or a time, e.g. 2026-11-20, \"2026-11-20 08:30\" or 2026-11-20T07:30:00Z",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Since;

    #[test]
    fn days_and_moments_are_understood() {
        let moment = |text: &str| text.parse::<Since>().map(|since| since.0.0);
        assert_eq!(moment("1970-01-02T00:00:00Z"), Ok(86_400_000));
        assert_eq!(moment("1970-01-02T01:00+01:00"), Ok(86_400_000));
        assert_eq!(moment("2026-11-20"), moment("2026-11-20 00:00:00"));
        assert_eq!(moment("2026-11-20T08:30"), moment("2026-11-20 08:30"));
        for wrong in [
            "",
            "yesterday",
            "20. 11. 2026",
            "2026-13-01",
            "08:30",
            "1700000000",
        ] {
            assert!(moment(wrong).is_err(), "{wrong}");
        }
    }
}
