//! The shop's calendar: time zone, working week, holidays and days off.

use super::holidays::PublicHolidays;
use crate::time::Timestamp;
use jiff::civil::{Date, Time, Weekday};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde::{Deserialize, Serialize};

/// Number of days searched for a working day. A shop that is closed for longer promises nothing.
const HORIZON: usize = 400;

/// Working days of the shop and of its carriers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopCalendar {
    /// The shop's time zone.
    pub time: ShopTime,
    /// The shop's working week.
    pub week: Weekdays,
    /// Days on which neither the shop nor carriers work.
    pub holidays: PublicHolidays,
    /// Additional days on which the shop is closed but carriers deliver.
    pub closed: Vec<DayRange>,
}

/// A range of days, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayRange {
    pub first: Date,
    pub last: Date,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weekdays([bool; 7]);

impl Weekdays {
    /// Monday to Friday.
    pub const WORKING: Self = Self([true, true, true, true, true, false, false]);

    /// A set of days, where 0 is Monday. Other numbers are ignored.
    #[must_use]
    pub fn of(days: &[usize]) -> Self {
        let mut week = [false; 7];
        for day in days {
            if let Some(marked) = week.get_mut(*day) {
                *marked = true;
            }
        }
        Self(week)
    }

    fn contain(self, day: Weekday) -> bool {
        let position = usize::try_from(day.to_monday_zero_offset());
        position
            .ok()
            .and_then(|at| self.0.get(at))
            .is_some_and(|is| *is)
    }
}

/// A time zone by its IANA name, e.g. `Europe/Prague`. The time zone database is part of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ShopTime(TimeZone);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such time zone")]
pub struct UnknownTimeZone;

impl TryFrom<String> for ShopTime {
    type Error = UnknownTimeZone;

    fn try_from(name: String) -> Result<Self, UnknownTimeZone> {
        Self::named(&name)
    }
}

impl From<ShopTime> for String {
    fn from(time: ShopTime) -> Self {
        time.0.iana_name().unwrap_or("UTC").to_owned()
    }
}

impl ShopTime {
    /// Looks up a time zone by its IANA name.
    pub fn named(name: &str) -> Result<Self, UnknownTimeZone> {
        let found = TimeZoneDatabase::bundled().get(name);
        found.map(Self).map_err(|_| UnknownTimeZone)
    }

    /// The day of this moment; `None` if the calendar cannot represent it.
    #[must_use]
    pub fn day(&self, moment: Timestamp) -> Option<Date> {
        let moment = jiff::Timestamp::from_millisecond(moment.0).ok()?;
        Some(self.0.to_datetime(moment).date())
    }

    /// The start of the next day; `None` if the calendar cannot represent it.
    #[must_use]
    pub fn end_of(&self, day: Date) -> Option<Timestamp> {
        let next = day.tomorrow().ok()?.to_datetime(Time::midnight());
        let end = self.0.to_timestamp(next).ok()?;
        Some(Timestamp(end.as_millisecond()))
    }

    /// The moment of this time on that day; `None` if the calendar cannot represent it.
    #[must_use]
    pub fn at(&self, day: Date, time: Time) -> Option<Timestamp> {
        let moment = self.0.to_timestamp(day.to_datetime(time)).ok()?;
        Some(Timestamp(moment.as_millisecond()))
    }

    /// Whether the moment is before this time on that day. When clocks are set back, a time occurs twice, and the first
    /// occurrence counts. So what was too late stays too late.
    #[must_use]
    pub fn is_before(&self, moment: Timestamp, day: Date, time: Time) -> bool {
        self.at(day, time).is_some_and(|limit| moment < limit)
    }
}

impl Default for ShopCalendar {
    /// Prague time, Monday to Friday, Czech holidays.
    fn default() -> Self {
        Self {
            time: ShopTime::named("Europe/Prague").unwrap_or(ShopTime(TimeZone::UTC)),
            week: Weekdays::WORKING,
            holidays: PublicHolidays::Czech,
            closed: Vec::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worker {
    Shop,
    /// The shop's carriers.
    Carrier,
}

impl ShopCalendar {
    /// The day on which banks work that is `bank_days` such days after `day`. With 0 it is the first such day on or after
    /// `day`. Banks work when carriers do: from Monday to Friday, except on the shop's public holidays.
    #[must_use]
    pub fn later_bank_day(&self, day: Date, bank_days: u8) -> Option<Date> {
        self.later(Worker::Carrier, day, bank_days)
    }

    /// Whether the shop or its carriers work that day.
    pub(super) fn works(&self, who: Worker, day: Date) -> bool {
        let open = !self.holidays.contain(day);
        match who {
            Worker::Carrier => open && Weekdays::WORKING.contain(day.weekday()),
            Worker::Shop => {
                let closed = |days: &DayRange| days.first <= day && day <= days.last;
                open && self.week.contain(day.weekday()) && !self.closed.iter().any(closed)
            }
        }
    }

    /// The first working day on or after `day`.
    pub(super) fn on_or_after(&self, who: Worker, day: Date) -> Option<Date> {
        let days = day.series(jiff::Span::new().days(1));
        days.take(HORIZON).find(|day| self.works(who, *day))
    }

    /// The working day that is `working_days` working days after `day`. With 0 it is the first working day on or after
    /// `day`.
    pub(super) fn later(&self, who: Worker, day: Date, working_days: u8) -> Option<Date> {
        let mut day = self.on_or_after(who, day)?;
        for _ in 0..working_days {
            day = self.on_or_after(who, day.tomorrow().ok()?)?;
        }
        Some(day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::{date, time};

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn days_begin_at_the_shops_midnight_in_winter_and_summer() {
        let prague = ShopTime::named("Europe/Prague").unwrap();
        for (moment, day) in [
            ("2026-01-14T22:59:59Z", date(2026, 1, 14)),
            ("2026-01-14T23:00:00Z", date(2026, 1, 15)),
            ("2026-07-14T21:59:59Z", date(2026, 7, 14)),
            ("2026-07-14T22:00:00Z", date(2026, 7, 15)),
        ] {
            assert_eq!(prague.day(at(moment)), Some(day), "{moment}");
        }
        assert_eq!(prague.day(Timestamp(i64::MAX)), None);
        assert_eq!(ShopTime::named("Europe/Praha"), Err(UnknownTimeZone));
    }

    #[test]
    fn a_time_of_the_day_follows_summer_time() {
        let prague = ShopTime::named("Europe/Prague").unwrap();
        let noon = time(12, 0, 0, 0);
        for (day, moment, before) in [
            (date(2026, 1, 14), "2026-01-14T10:59:59.999Z", true),
            (date(2026, 1, 14), "2026-01-14T11:00:00Z", false),
            (date(2026, 7, 14), "2026-07-14T09:59:59.999Z", true),
            (date(2026, 7, 14), "2026-07-14T10:00:00Z", false),
        ] {
            assert_eq!(prague.is_before(at(moment), day, noon), before, "{moment}");
        }
        // 25 October 2026: 2:30 occurs twice, first in summer time.
        let (day, twice) = (date(2026, 10, 25), time(2, 30, 0, 0));
        assert!(prague.is_before(at("2026-10-25T00:29:59Z"), day, twice));
        assert!(!prague.is_before(at("2026-10-25T00:30:00Z"), day, twice));
        assert!(!prague.is_before(at("2026-10-25T01:10:00Z"), day, twice));
    }

    #[test]
    fn working_days_leave_out_weekends_holidays_and_days_off() {
        let closed = DayRange {
            first: date(2026, 12, 28),
            last: date(2026, 12, 30),
        };
        let calendar = ShopCalendar {
            closed: vec![closed],
            ..ShopCalendar::default()
        };
        let wednesday = date(2026, 12, 23);
        // 24 and 25 are holidays, 26 and 27 a weekend.
        for (days, shop, carrier) in [
            (0, wednesday, wednesday),
            (1, date(2026, 12, 31), date(2026, 12, 28)),
            (2, date(2027, 1, 4), date(2026, 12, 29)),
        ] {
            assert_eq!(calendar.later(Worker::Shop, wednesday, days), Some(shop));
            let carried = calendar.later(Worker::Carrier, wednesday, days);
            assert_eq!(carried, Some(carrier));
        }
        let saturdays = ShopCalendar {
            week: Weekdays::of(&[5, 9]),
            ..ShopCalendar::default()
        };
        assert_eq!(
            saturdays.on_or_after(Worker::Shop, date(2026, 11, 22)),
            Some(date(2026, 11, 28))
        );
        let never = ShopCalendar {
            week: Weekdays::of(&[]),
            ..ShopCalendar::default()
        };
        assert_eq!(never.on_or_after(Worker::Shop, wednesday), None);
    }

    #[test]
    fn a_time_zone_is_kept_by_its_name() {
        let prague = ShopTime::named("Europe/Prague").unwrap();
        let text = serde_json::to_string(&prague).unwrap();
        assert_eq!(text, "\"Europe/Prague\"");
        assert_eq!(serde_json::from_str::<ShopTime>(&text).unwrap(), prague);
        assert!(serde_json::from_str::<ShopTime>("\"Mars/Base\"").is_err());
    }
}
