//! Reads `[delivery_calendar]`.

use crate::reader::Reader;
use zkratka_commerce::delivery::{
    Date, DayRange, PublicHolidays, ShopCalendar, ShopTime, Weekdays,
};

/// The spelling of weekdays in the file, Monday first.
const DAYS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

pub(super) fn calendar(reader: &Reader<'_>) -> Option<ShopCalendar> {
    let time = reader.parsed("time_zone", ShopTime::named);
    let holidays = reader.parsed("public_holidays", |text| match text {
        "" => Ok(PublicHolidays::None),
        "CZ" => Ok(PublicHolidays::Czech),
        _ => Err(()),
    });
    let week = reader.parsed_list("working_days", |text| {
        DAYS.iter().position(|day| *day == text).ok_or(())
    });
    let closed = reader.parsed_list("closed", |text| days(text).ok_or(()));
    let week = week?;
    if week.is_empty() {
        reader.fault(
            "working_days",
            "are empty, so the shop would never work: write at least one, e.g. [\"MO\"]",
        );
        return None;
    }
    Some(ShopCalendar {
        time: time?,
        week: Weekdays::of(&week),
        holidays: holidays?,
        closed: closed?,
    })
}

/// Parses one day or a range of days: `2026-12-28`, or `2026-12-28/2027-01-01`.
fn days(text: &str) -> Option<DayRange> {
    let (first, last) = text.split_once('/').unwrap_or((text, text));
    let day = |text: &str| -> Option<Date> {
        let is_plain = text.len() == 10;
        is_plain.then(|| text.parse().ok())?
    };
    let (first, last) = (day(first)?, day(last)?);
    (first <= last).then_some(DayRange { first, last })
}
