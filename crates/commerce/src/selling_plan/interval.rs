//! Intervals and schedules.

use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A unit of time (public `SellingPlanInterval`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Interval {
    Day,
    Week,
    Month,
    Year,
}

impl Interval {
    /// Every interval, shortest first.
    pub const ALL: [Self; 4] = [Self::Day, Self::Week, Self::Month, Self::Year];

    /// The public name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Day => "DAY",
            Self::Week => "WEEK",
            Self::Month => "MONTH",
            Self::Year => "YEAR",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }

    /// Days and weeks convert to each other, and so do months and years; no number of weeks makes a month.
    const fn in_smallest(self) -> (Kind, u64) {
        match self {
            Self::Day => (Kind::Days, 1),
            Self::Week => (Kind::Days, 7),
            Self::Month => (Kind::Months, 1),
            Self::Year => (Kind::Months, 12),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Days,
    Months,
}

/// Every `count` intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Schedule {
    pub interval: Interval,
    /// At least 1.
    pub count: u32,
}

impl Schedule {
    /// The day one period after `day`; in a shorter month its last day. `None` if the calendar cannot represent it.
    #[must_use]
    pub fn next(self, day: Date) -> Option<Date> {
        let count = i64::from(self.count);
        let span = Span::new();
        let span = match self.interval {
            Interval::Day => span.try_days(count),
            Interval::Week => span.try_weeks(count),
            Interval::Month => span.try_months(count),
            Interval::Year => span.try_years(count),
        };
        day.checked_add(span.ok()?).ok()
    }

    /// How many times `other` occurs within one period of this schedule; `None` if that is not a whole number.
    #[must_use]
    pub fn holds(self, other: Self) -> Option<u32> {
        let (kind, unit) = self.interval.in_smallest();
        let (other_kind, other_unit) = other.interval.in_smallest();
        let whole = unit * u64::from(self.count);
        let part = other_unit * u64::from(other.count);
        if kind != other_kind || part == 0 || whole == 0 || !whole.is_multiple_of(part) {
            return None;
        }
        u32::try_from(whole / part).ok()
    }
}
