//! Public holidays.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The public holidays that a shop observes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PublicHolidays {
    /// No public holidays.
    None,
    /// Czech public holidays, according to act 245/2000 Sb.
    Czech,
}

/// Month and day of the Czech holidays with a fixed date.
const FIXED: [(i8, i8); 11] = [
    (1, 1),
    (5, 1),
    (5, 8),
    (7, 5),
    (7, 6),
    (9, 28),
    (10, 28),
    (11, 17),
    (12, 24),
    (12, 25),
    (12, 26),
];
/// Velký pátek is a holiday since this year.
const GOOD_FRIDAY_SINCE: i16 = 2016;

impl PublicHolidays {
    /// Whether the day is a public holiday.
    #[must_use]
    pub fn contain(self, day: Date) -> bool {
        match self {
            Self::None => false,
            Self::Czech => FIXED.contains(&(day.month(), day.day())) || is_of_easter(day),
        }
    }
}

fn is_of_easter(day: Date) -> bool {
    let Some(sunday) = easter(day.year()) else {
        return false;
    };
    let away = day.since(sunday).map_or(0, |span| span.get_days());
    away == 1 || (away == -2 && day.year() >= GOOD_FRIDAY_SINCE)
}

/// Easter Sunday of a Gregorian year.
fn easter(year: i16) -> Option<Date> {
    let year = i32::from(year);
    // Position of the year in the moon's 19-year cycle.
    let golden = year % 19;
    let century = year / 100;
    // Leap days omitted by the Gregorian calendar, minus the lunar correction.
    let drift = century - century / 4 - (8 * century + 13) / 25;
    let age = (19 * golden + drift + 15).rem_euclid(30);
    // Full moon, in days after 21 March. The two latest dates are moved one day earlier, as in the traditional tables.
    let moon = age - i32::from(age == 29 || (age == 28 && golden > 10));
    // Days from the full moon to the following Sunday.
    let weekday = (year + year / 4 + moon + 2 - century + century / 4).rem_euclid(7);
    let march = moon - weekday + 28;
    let (month, day) = if march > 31 {
        (4, march - 31)
    } else {
        (3, march)
    };
    let year = i16::try_from(year).ok()?;
    Date::new(year, month, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::{Weekday, date};

    #[test]
    fn easter_is_when_the_calendars_say() {
        // From printed calendars. 1818 and 2285 have the earliest possible date, 1943 and 2038 the latest.
        for (year, month, day) in [
            (1818, 3, 22),
            (1943, 4, 25),
            (1954, 4, 18),
            (1981, 4, 19),
            (2000, 4, 23),
            (2008, 3, 23),
            (2011, 4, 24),
            (2015, 4, 5),
            (2016, 3, 27),
            (2019, 4, 21),
            (2020, 4, 12),
            (2021, 4, 4),
            (2022, 4, 17),
            (2023, 4, 9),
            (2024, 3, 31),
            (2025, 4, 20),
            (2026, 4, 5),
            (2027, 3, 28),
            (2028, 4, 16),
            (2029, 4, 1),
            (2030, 4, 21),
            (2038, 4, 25),
            (2049, 4, 18),
            (2076, 4, 19),
            (2285, 3, 22),
        ] {
            assert_eq!(easter(year), Some(date(year, month, day)));
        }
    }

    #[test]
    fn easter_is_a_sunday_between_22_march_and_25_april() {
        for year in 1583..=4099 {
            let sunday = easter(year).unwrap();
            assert_eq!(sunday.weekday(), Weekday::Sunday);
            assert!(sunday >= date(year, 3, 22) && sunday <= date(year, 4, 25));
        }
    }

    #[test]
    fn czech_holidays_of_a_year() {
        let all = |year| -> Vec<(i8, i8)> {
            let days = date(year, 1, 1).series(jiff::Span::new().days(1));
            let of_year = days.take_while(|day| day.year() == year);
            let holidays = of_year.filter(|day| PublicHolidays::Czech.contain(*day));
            holidays.map(|day| (day.month(), day.day())).collect()
        };
        let with = |moving: &[(i8, i8)]| {
            let mut days = [&FIXED[..], moving].concat();
            days.sort_unstable();
            days
        };
        assert_eq!(all(2026), with(&[(4, 3), (4, 6)]));
        assert_eq!(all(2027), with(&[(3, 26), (3, 29)]));
        // Before 2016 only Easter Monday.
        assert_eq!(all(2015), with(&[(4, 6)]));
        assert!(!PublicHolidays::None.contain(date(2026, 1, 1)));
    }
}
