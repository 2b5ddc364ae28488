//! Promised delivery dates (row 7.15).

use super::calendar::{ShopCalendar, Worker};
use super::method::{DeliveryMethod, DeliveryMethodType};
use crate::time::Timestamp;
use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

/// How long a delivery method takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromiseRule {
    /// Orders placed before this time are processed the same working day.
    pub cut_off: CutOff,
    /// Working days of the shop before the goods leave it.
    pub handling_days: u8,
    /// Working days in transit.
    pub transit: TransitDays,
}

/// A time of day in the shop's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CutOff(pub Time);

/// A range of working days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransitDays {
    /// Minimum.
    pub least: u8,
    /// Maximum; not below `least`.
    pub most: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryPromise {
    pub earliest: Date,
    pub latest: Date,
    /// Calendar days from today to the latest date; 0 is today.
    pub max_calendar_days: u16,
}

/// The promised dates for an order placed now. `None` if the method promises nothing, or there is no working day within
/// the calendar's horizon.
#[must_use]
pub fn promise(
    now: Timestamp,
    method: &DeliveryMethod,
    calendar: &ShopCalendar,
) -> Option<DeliveryPromise> {
    let rule = method.promise?;
    let today = calendar.time.day(now)?;
    let in_time =
        calendar.works(Worker::Shop, today) && calendar.time.is_before(now, today, rule.cut_off.0);
    let begins = if in_time {
        today
    } else {
        calendar.on_or_after(Worker::Shop, today.tomorrow().ok()?)?
    };
    let leaves = calendar.later(Worker::Shop, begins, rule.handling_days)?;
    let who = brought_by(method.kind);
    let earliest = calendar.later(who, leaves, rule.transit.least)?;
    let latest = calendar.later(who, leaves, rule.transit.most.max(rule.transit.least))?;
    let days = latest.since(today).ok()?.get_days();
    Some(DeliveryPromise {
        earliest,
        latest,
        max_calendar_days: u16::try_from(days).ok()?,
    })
}

/// Goods that the shop delivers or hands over itself move on the shop's working days.
const fn brought_by(kind: DeliveryMethodType) -> Worker {
    match kind {
        DeliveryMethodType::None | DeliveryMethodType::Local | DeliveryMethodType::PickUp => {
            Worker::Shop
        }
        DeliveryMethodType::Shipping | DeliveryMethodType::PickupPoint => Worker::Carrier,
    }
}

#[cfg(test)]
mod tests;
