//! Reads `[retention]`.

use crate::model::Retention;
use crate::reader::Reader;

/// Gateways repeat a notification for three days. A week leaves room for clocks and outages.
const FEWEST_NOTIFICATION_DAYS: u64 = 7;

pub(crate) fn retention(reader: &Reader<'_>) -> Option<Retention> {
    let attempts = reader.number("attempt_days", 0..=3650);
    let orders = reader.number("order_days", 0..=36_500);
    let status_page = reader.number("status_page_days", 0..=3650);
    let notifications = reader.number("notification_days", 0..=3650);
    let notifications = notifications?;
    if (1..FEWEST_NOTIFICATION_DAYS).contains(&notifications) {
        reader.fault(
            "notification_days",
            "is too short: gateways repeat a notification for days. Write at least 7, or 0 to keep them for good",
        );
        return None;
    }
    Some(Retention {
        attempt_days: days(attempts?),
        order_days: days(orders?),
        status_page_days: days(status_page?),
        notification_days: days(notifications),
    })
}

/// `None` for 0.
fn days(number: u64) -> Option<u32> {
    u32::try_from(number).ok().filter(|&days| days > 0)
}
