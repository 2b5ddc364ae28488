//! Promises worked out by hand, and their properties.

use super::*;
use crate::delivery::{DayRange, Weekdays};
use crate::fixtures::shop;
use jiff::civil::date;
use proptest::prelude::*;

fn method(
    kind: DeliveryMethodType,
    cut_off: (i8, i8),
    handling: u8,
    least: u8,
    most: u8,
) -> DeliveryMethod {
    DeliveryMethod {
        kind,
        promise: Some(PromiseRule {
            cut_off: CutOff(Time::constant(cut_off.0, cut_off.1, 0, 0)),
            handling_days: handling,
            transit: TransitDays { least, most },
        }),
        ..shop().delivery[1].clone()
    }
}

fn at(text: &str) -> Timestamp {
    Timestamp(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
}

type Row<'r> = (&'r str, DeliveryMethod, &'r str, &'r str, u16, &'r str);

/// Each row: now, method, earliest and latest date, days until the latest date, and the reason.
fn check(calendar: &ShopCalendar, rows: &[Row<'_>]) {
    for (now, method, earliest, latest, days, why) in rows {
        let expected = DeliveryPromise {
            earliest: earliest.parse().unwrap(),
            latest: latest.parse().unwrap(),
            max_calendar_days: *days,
        };
        assert_eq!(promise(at(now), method, calendar), Some(expected), "{why}");
    }
}

/// [7.15] The cut-off decides whether today still counts, in winter time and in summer time.
#[test]
fn the_cut_off_decides_about_today() {
    let local = |hour, minute| method(DeliveryMethodType::Local, (hour, minute), 0, 0, 0);
    let row = |now, method, day, days, why| (now, method, day, day, days, why);
    check(
        &ShopCalendar::default(),
        &[
            row(
                "2026-11-23T10:59:59Z",
                local(12, 0),
                "2026-11-23",
                0,
                "before noon",
            ),
            row(
                "2026-11-23T11:00:00Z",
                local(12, 0),
                "2026-11-24",
                1,
                "noon is too late",
            ),
            row(
                "2026-07-13T09:59:59Z",
                local(12, 0),
                "2026-07-13",
                0,
                "summer time",
            ),
            row(
                "2026-07-13T10:00:00Z",
                local(12, 0),
                "2026-07-14",
                1,
                "too late in summer",
            ),
            row(
                "2026-11-23T22:59:59Z",
                local(23, 59),
                "2026-11-24",
                1,
                "the last minute",
            ),
        ],
    );
}

/// [7.15] Handling and transit count working days only: no weekends, public holidays or days off.
#[test]
fn promises_by_hand() {
    use DeliveryMethodType::{PickUp, Shipping};
    let calendar = ShopCalendar {
        closed: vec![DayRange {
            first: date(2026, 12, 28),
            last: date(2026, 12, 31),
        }],
        ..ShopCalendar::default()
    };
    let ship = |handling, least, most| method(Shipping, (15, 0), handling, least, most);
    let collect = method(PickUp, (15, 0), 0, 1, 1);
    check(
        &calendar,
        &[
            (
                "2026-11-20T13:00:00Z",
                ship(0, 1, 2),
                "2026-11-23",
                "2026-11-24",
                4,
                "Friday before three",
            ),
            (
                "2026-11-20T14:00:00Z",
                ship(0, 1, 2),
                "2026-11-24",
                "2026-11-25",
                5,
                "leaves on Monday",
            ),
            (
                "2026-11-21T08:00:00Z",
                ship(0, 1, 1),
                "2026-11-24",
                "2026-11-24",
                3,
                "Saturday",
            ),
            (
                "2026-04-02T08:00:00Z",
                ship(0, 1, 1),
                "2026-04-07",
                "2026-04-07",
                5,
                "over Easter",
            ),
            (
                "2026-11-16T08:00:00Z",
                ship(1, 1, 1),
                "2026-11-19",
                "2026-11-19",
                3,
                "over 17 November",
            ),
            (
                "2026-12-23T08:00:00Z",
                ship(0, 1, 1),
                "2026-12-28",
                "2026-12-28",
                5,
                "carriers go on",
            ),
            (
                "2026-12-23T08:00:00Z",
                collect,
                "2027-01-04",
                "2027-01-04",
                12,
                "the shop is closed",
            ),
        ],
    );
}

#[test]
fn nothing_is_promised_without_a_rule_or_working_days() {
    let now = at("2026-11-23T10:00:00Z");
    let quiet = shop().delivery[1].clone();
    assert_eq!(promise(now, &quiet, &ShopCalendar::default()), None);
    let never = ShopCalendar {
        week: Weekdays::of(&[]),
        ..ShopCalendar::default()
    };
    let courier = method(DeliveryMethodType::Local, (12, 0), 0, 0, 0);
    assert_eq!(promise(now, &courier, &never), None);
    assert_eq!(promise(Timestamp(i64::MAX), &courier, &never), None);
}

fn any_method() -> impl Strategy<Value = DeliveryMethod> {
    let kind = prop_oneof![
        Just(DeliveryMethodType::Shipping),
        Just(DeliveryMethodType::Local),
        Just(DeliveryMethodType::PickUp),
        Just(DeliveryMethodType::PickupPoint),
    ];
    (kind, 0..24_i8, 0..60_i8, 0..4_u8, 0..6_u8, 0..6_u8).prop_map(
        |(kind, hour, minute, handling, least, more)| {
            method(kind, (hour, minute), handling, least, least + more)
        },
    )
}

fn any_calendar() -> impl Strategy<Value = ShopCalendar> {
    let week = proptest::collection::vec(0..7_usize, 1..6);
    let closed = proptest::collection::vec((0..400_i64, 0..20_i64), 0..4);
    (week, closed).prop_map(|(week, closed)| {
        let from = |days: i64| date(2026, 1, 1).saturating_add(jiff::Span::new().days(days));
        let closed = closed.into_iter().map(|(start, length)| DayRange {
            first: from(start),
            last: from(start + length),
        });
        ShopCalendar {
            week: Weekdays::of(&week),
            closed: closed.collect(),
            ..ShopCalendar::default()
        }
    })
}

/// Any moment in 2026 or early 2027.
fn any_moment() -> impl Strategy<Value = Timestamp> {
    (at("2026-01-01T00:00:00Z").0..at("2027-02-01T00:00:00Z").0).prop_map(Timestamp)
}

proptest! {
    /// [7.15] A promise is never earlier than the cut-off allows, never on a day off, and no wider than the rule.
    #[test]
    fn a_promise_can_be_kept(now in any_moment(), method in any_method(), calendar in any_calendar()) {
        let given = promise(now, &method, &calendar).unwrap();
        let rule = method.promise.unwrap();
        let today = calendar.time.day(now).unwrap();
        let who = brought_by(method.kind);
        prop_assert!(given.earliest <= given.latest);
        prop_assert!(calendar.works(who, given.earliest) && calendar.works(who, given.latest));
        prop_assert_eq!(given.latest.since(today).unwrap().get_days(), i32::from(given.max_calendar_days));
        let in_time = calendar.works(Worker::Shop, today)
            && calendar.time.is_before(now, today, rule.cut_off.0);
        prop_assert!(given.earliest > today || (in_time && given.earliest == today));
        // The interval contains as many working days as the rule requires.
        let days = today.series(jiff::Span::new().days(1));
        let until = |last: Date| days.clone().skip(usize::from(!in_time)).take_while(move |day| *day <= last);
        let moves = until(given.latest).filter(|day| calendar.works(who, *day) || calendar.works(Worker::Shop, *day));
        prop_assert!(moves.count() > usize::from(rule.handling_days.max(rule.transit.most)));
        let works = until(given.earliest).filter(|day| calendar.works(Worker::Shop, *day)).count();
        prop_assert!(works > usize::from(rule.handling_days));
    }

    /// [7.15] A later order is never promised an earlier date.
    #[test]
    fn waiting_gains_nothing(
        one in any_moment(),
        wait in 0..3 * 86_400_000_i64,
        method in any_method(),
        calendar in any_calendar(),
    ) {
        let sooner = promise(one, &method, &calendar).unwrap();
        let later = promise(one.plus(wait), &method, &calendar).unwrap();
        prop_assert!(sooner.earliest <= later.earliest);
        prop_assert!(sooner.latest <= later.latest);
    }
}
