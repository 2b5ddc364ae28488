//! Reads when a delivery method promises to deliver.

use crate::reader::{Reader, Reported};
use zkratka_commerce::delivery::{CutOff, PromiseRule, Time, TransitDays};

/// Greatest number of working days. A longer time is not a useful promise.
const MAX_DAYS: u8 = 60;

/// Reads the promise; `None` if the method makes none.
pub(super) fn promise(reader: &Reader<'_>) -> Result<Option<PromiseRule>, Reported> {
    let cut_off = reader.parsed("cut_off", |text| match text {
        "" => Ok(None),
        text => time(text).map(Some).ok_or(()),
    });
    let handling = reader.number("handling_days", 0..=u64::from(MAX_DAYS));
    let transit = reader.parsed("transit_days", |text| transit(text).ok_or(()));
    let cut_off = cut_off.ok_or(Reported)?;
    let (handling, transit) = (handling.ok_or(Reported)?, transit.ok_or(Reported)?);
    let Some(cut_off) = cut_off else {
        let mut given = ["transit_days", "handling_days"].into_iter();
        if let Some(key) = given.find(|key| reader.is_given(key)) {
            reader.fault(key, "has no effect without cut_off: write the time before which orders are processed the same day, e.g. cut_off = \"15:00\"");
            return Err(Reported);
        }
        return Ok(None);
    };
    Ok(Some(PromiseRule {
        cut_off: CutOff(cut_off),
        handling_days: u8::try_from(handling).map_err(|_| Reported)?,
        transit,
    }))
}

/// Parses a time such as `15:00`.
fn time(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    let number = |part: &str| {
        let is_number = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse().ok())?
    };
    Time::new(number(hour)?, number(minute)?, 0, 0).ok()
}

/// Parses a number of days, `1`, or a range, `1-2`.
fn transit(text: &str) -> Option<TransitDays> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let days = |part: &str| part.trim().parse().ok().filter(|days| *days <= MAX_DAYS);
    let transit = TransitDays {
        least: days(least)?,
        most: days(most)?,
    };
    (transit.least <= transit.most).then_some(transit)
}
