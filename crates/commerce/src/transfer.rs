//! When an order paid by bank transfer is to be paid, and when it is cancelled because it was not.

use crate::delivery::{Date, ShopCalendar, Time};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The shop's terms for transfers. They apply to new orders: an order keeps the times with which it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferTerms {
    /// Days from the order to the due day. If banks do not work that day, the next day on which they do is due.
    pub due_days: u8,
    /// Days from the reminder to the due day, fewer than `due_days`; 0: no reminder.
    pub reminder_days: u8,
    /// Days on which banks work, after the due day, for which the order waits for the bank.
    pub grace_days: u8,
}

impl Default for TransferTerms {
    fn default() -> Self {
        Self {
            due_days: 7,
            reminder_days: 2,
            grace_days: 3,
        }
    }
}

/// When an order is to be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferDue {
    /// The last day for the payment, in the shop's time zone, as the order's page shows it.
    pub day: Date,
    /// When to remind the buyer; `None`: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remind_at: Option<Timestamp>,
    /// The end of the due day.
    pub overdue_at: Timestamp,
    /// When the unpaid order is cancelled.
    pub expires_at: Timestamp,
}

/// The time of the day of a reminder, because merchants send messages to buyers on it.
const REMINDER_TIME: Time = Time::constant(9, 0, 0, 0);

impl TransferTerms {
    /// When an order made at `now` is to be paid; `None` if the calendar cannot represent it.
    #[must_use]
    pub fn deadline(&self, now: Timestamp, calendar: &ShopCalendar) -> Option<TransferDue> {
        let today = calendar.time.day(now)?;
        let wanted = today.checked_add(days(self.due_days)).ok()?;
        let day = calendar.later_bank_day(wanted, 0)?;
        let last = calendar.later_bank_day(day, self.grace_days)?;
        let remind_at = match self.reminder_days {
            0 => None,
            before => {
                let reminder = day.checked_sub(days(before)).ok()?;
                Some(calendar.time.at(reminder, REMINDER_TIME)?)
            }
        };
        Some(TransferDue {
            day,
            remind_at: remind_at.filter(|&at| at > now),
            overdue_at: calendar.time.end_of(day)?,
            expires_at: calendar.time.end_of(last)?,
        })
    }
}

fn days(count: u8) -> jiff::Span {
    jiff::Span::new().days(i64::from(count))
}

impl TransferDue {
    /// When the order is to be looked at first.
    #[must_use]
    pub fn first_look(&self) -> Timestamp {
        self.remind_at.unwrap_or(self.expires_at)
    }

    /// Whether the due day is over.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        now >= self.overdue_at
    }

    /// Whether the order no longer waits for its payment.
    #[must_use]
    pub fn is_expired(&self, now: Timestamp) -> bool {
        now >= self.expires_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::{PublicHolidays, ShopTime};

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
    }

    fn moment(at: Timestamp) -> String {
        jiff::Timestamp::from_millisecond(at.0).unwrap().to_string()
    }

    fn due(terms: TransferTerms, now: &str) -> [String; 4] {
        let due = terms.deadline(at(now), &ShopCalendar::default()).unwrap();
        [
            due.day.to_string(),
            due.remind_at.map(moment).unwrap_or_default(),
            moment(due.overdue_at),
            moment(due.expires_at),
        ]
    }

    fn terms(due_days: u8, reminder_days: u8, grace_days: u8) -> TransferTerms {
        TransferTerms {
            due_days,
            reminder_days,
            grace_days,
        }
    }

    /// [B.12] Days are the shop's, in winter and in summer; the order expires at the end of a day, which a change of the
    /// clocks makes longer or shorter.
    #[test]
    fn a_transfer_is_due_at_the_end_of_a_day_of_the_shop() {
        for (now, expected) in [
            // A Thursday evening: in Prague it is Friday already.
            (
                "2026-11-19T23:30:00Z",
                [
                    "2026-11-27",
                    "2026-11-25T08:00:00Z",
                    "2026-11-27T23:00:00Z",
                    "2026-12-02T23:00:00Z",
                ],
            ),
            // Summer time ends on 25 October between the order and the due day.
            (
                "2026-10-19T10:00:00Z",
                [
                    "2026-10-26",
                    "2026-10-24T07:00:00Z",
                    "2026-10-26T23:00:00Z",
                    // The 28th is a holiday.
                    "2026-10-30T23:00:00Z",
                ],
            ),
            // It begins on 29 March.
            (
                "2027-03-15T10:00:00Z",
                [
                    "2027-03-22",
                    "2027-03-20T08:00:00Z",
                    "2027-03-22T23:00:00Z",
                    "2027-03-25T23:00:00Z",
                ],
            ),
        ] {
            assert_eq!(due(TransferTerms::default(), now), expected, "{now}");
        }
    }

    /// [B.12] Nothing is due, and nothing expires, on a day on which banks do not work.
    #[test]
    fn banks_do_not_work_at_weekends_and_on_holidays() {
        for (now, terms, day, end) in [
            // Saturday: Monday is due.
            (
                "2026-11-21T10:00:00Z",
                terms(7, 2, 0),
                "2026-11-30",
                "2026-11-30T23:00:00Z",
            ),
            // Christmas: 24 to 26 December, and a Sunday.
            (
                "2026-12-17T10:00:00Z",
                terms(7, 2, 3),
                "2026-12-28",
                "2026-12-31T23:00:00Z",
            ),
            // New year: 1 January is a Friday.
            (
                "2026-12-24T10:00:00Z",
                terms(7, 2, 1),
                "2026-12-31",
                "2027-01-04T23:00:00Z",
            ),
            // Easter 2027: Good Friday is 26 March, Monday the 29th. Summer time has begun by the end.
            (
                "2027-03-19T10:00:00Z",
                terms(7, 2, 0),
                "2027-03-30",
                "2027-03-30T22:00:00Z",
            ),
            (
                "2027-03-18T10:00:00Z",
                terms(7, 2, 1),
                "2027-03-25",
                "2027-03-30T22:00:00Z",
            ),
            // 2028 has a 29 February, a Tuesday.
            (
                "2028-02-22T10:00:00Z",
                terms(7, 2, 1),
                "2028-02-29",
                "2028-03-01T23:00:00Z",
            ),
            (
                "2027-02-22T10:00:00Z",
                terms(7, 2, 1),
                "2027-03-01",
                "2027-03-02T23:00:00Z",
            ),
        ] {
            let found = due(terms, now);
            assert_eq!([&found[0], &found[3]], [day, end], "{now}");
        }
        let sundays = ShopCalendar {
            time: ShopTime::named("Europe/Prague").unwrap(),
            holidays: PublicHolidays::None,
            ..ShopCalendar::default()
        };
        let found = terms(7, 0, 0).deadline(at("2026-12-17T10:00:00Z"), &sundays);
        assert_eq!(found.unwrap().day.to_string(), "2026-12-24");
    }

    /// [B.12] Every set of terms that the configuration allows reminds before the end, in this order.
    #[test]
    fn the_times_follow_each_other() {
        for hour in (0..24 * 400).step_by(7) {
            let now = at("2027-01-01T00:00:00Z").plus(hour * 3_600_000);
            for (due_days, reminder_days, grace_days) in
                [(1, 0, 0), (2, 1, 0), (7, 2, 3), (14, 13, 10), (90, 89, 30)]
            {
                let terms = terms(due_days, reminder_days, grace_days);
                let due = terms.deadline(now, &ShopCalendar::default()).unwrap();
                assert_eq!(due.remind_at.is_some(), reminder_days > 0, "{due:?}");
                assert!(
                    due.remind_at
                        .is_none_or(|at| now < at && at < due.overdue_at)
                );
                assert!(now < due.overdue_at && due.overdue_at <= due.expires_at);
                assert!(!due.is_expired(due.expires_at.plus(-1)));
                assert!(due.is_expired(due.expires_at) && due.is_overdue(due.overdue_at));
            }
        }
        let never =
            TransferTerms::default().deadline(Timestamp(i64::MAX), &ShopCalendar::default());
        assert_eq!(never, None);
    }
}
