//! By which day something is promised (row 7.15).

use super::calendar::{ShopCalendar, Works};
use super::method::{DeliveryMethod, DeliveryMethodType};
use crate::time::Timestamp;
use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

/// How long a way of delivery takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromiseRule {
    /// Until when an order is still worked on the same day.
    pub cut_off: CutOff,
    /// Working days of the shop until the goods leave it.
    pub handling_days: u8,
    /// Working days on the way.
    pub transit: TransitDays,
}

/// A time of the shop's day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CutOff(pub Time);

/// From so many days to so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransitDays {
    /// At best.
    pub least: u8,
    /// At worst; not below `least`.
    pub most: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryPromise {
    /// The earliest day.
    pub earliest: Date,
    /// The latest day.
    pub latest: Date,
    /// Calendar days from today to the latest; 0 is today.
    pub max_calendar_days: u16,
}

/// By which day this way of delivery brings what is ordered now; none where it promises nothing, or nobody works within
/// a year.
#[must_use]
pub fn promise(
    now: Timestamp,
    method: &DeliveryMethod,
    calendar: &ShopCalendar,
) -> Option<DeliveryPromise> {
    let rule = method.promise?;
    let today = calendar.time.day(now)?;
    let in_time =
        calendar.works(Works::Shop, today) && calendar.time.is_before(now, today, rule.cut_off.0);
    let begins = if in_time {
        today
    } else {
        calendar.on_or_after(Works::Shop, today.tomorrow().ok()?)?
    };
    let leaves = calendar.later(Works::Shop, begins, rule.handling_days)?;
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

/// What the shop brings itself, or hands over, moves on its own working days.
const fn brought_by(kind: DeliveryMethodType) -> Works {
    match kind {
        DeliveryMethodType::None | DeliveryMethodType::Local | DeliveryMethodType::PickUp => {
            Works::Shop
        }
        DeliveryMethodType::Shipping | DeliveryMethodType::PickupPoint => Works::Carrier,
    }
}

#[cfg(test)]
mod tests;
