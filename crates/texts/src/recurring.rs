//! Texts for recurring payments, in the wallets' sheets and in the checkout.

use crate::format_money;
use zkratka_commerce::money::Currency;
use zkratka_commerce::selling_plan::{Interval, RecurringPhase, RecurringTotal, Schedule};

/// How often: `každý týden`, `každé 2 týdny`, `každých 5 týdnů`. A hard space joins the number and its noun.
fn every_text(schedule: Schedule) -> String {
    let (one, few, many) = match schedule.interval {
        Interval::Day => ("každý den", "dny", "dnů"),
        Interval::Week => ("každý týden", "týdny", "týdnů"),
        Interval::Month => ("každý měsíc", "měsíce", "měsíců"),
        Interval::Year => ("každý rok", "roky", "let"),
    };
    match schedule.count {
        1 => one.to_owned(),
        count @ 2..=4 => format!("každé {count}\u{a0}{few}"),
        count => format!("každých {count}\u{a0}{many}"),
    }
}

/// What a subscription is called: `Měsíční předplatné`, or `Předplatné každé 2 týdny`.
#[must_use]
pub fn subscription_name(schedule: Schedule) -> String {
    let single = match schedule.interval {
        Interval::Day => "Denní",
        Interval::Week => "Týdenní",
        Interval::Month => "Měsíční",
        Interval::Year => "Roční",
    };
    match schedule.count {
        1 => format!("{single} předplatné"),
        _ => format!("Předplatné {}", every_text(schedule)),
    }
}

/// The label of a recurring amount. `later` means that other amounts of the same schedule come before it.
#[must_use]
pub fn recurring_text(schedule: Schedule, phase: RecurringPhase, later: bool) -> String {
    let name = subscription_name(schedule);
    match phase.order_count {
        None if later => format!("{name}, dále"),
        None => name,
        Some(count) => format!("{name}, {}", payments(count, later)),
    }
}

/// `první platba`, `další 2 platby`, `prvních 12 plateb`
fn payments(count: u32, later: bool) -> String {
    let (few, many) = if later {
        ("další", "dalších")
    } else {
        ("první", "prvních")
    };
    match count {
        1 => format!("{few} platba"),
        2..=4 => format!("{few} {count}\u{a0}platby"),
        _ => format!("{many} {count}\u{a0}plateb"),
    }
}

/// A whole subscription in one line: `Měsíční předplatné: první 3 platby po 175,20 Kč, dále 208,05 Kč`.
pub(crate) fn subscription_text(total: &RecurringTotal, currency: Currency) -> String {
    let phases = total.phases.iter().enumerate();
    let phases = phases.map(|(index, phase)| {
        let amount = format_money(phase.amount, currency);
        match phase.order_count {
            None if index > 0 => format!("dále {amount}"),
            None => amount,
            Some(1) => format!("{} {amount}", payments(1, index > 0)),
            Some(count) => format!("{} po {amount}", payments(count, index > 0)),
        }
    });
    let phases: Vec<_> = phases.collect();
    format!(
        "{}: {}",
        subscription_name(total.schedule),
        phases.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::MinorUnits;

    /// [5.16] [3.19] Every interval has one form for 1, one for 2 to 4, and one for 5 and more.
    #[test]
    fn intervals_are_declined() {
        for (interval, expected) in [
            (
                Interval::Day,
                ["každý den", "každé 2 dny", "každé 4 dny", "každých 5 dnů"],
            ),
            (
                Interval::Week,
                [
                    "každý týden",
                    "každé 2 týdny",
                    "každé 4 týdny",
                    "každých 5 týdnů",
                ],
            ),
            (
                Interval::Month,
                [
                    "každý měsíc",
                    "každé 2 měsíce",
                    "každé 4 měsíce",
                    "každých 5 měsíců",
                ],
            ),
            (
                Interval::Year,
                ["každý rok", "každé 2 roky", "každé 4 roky", "každých 5 let"],
            ),
        ] {
            let said = [1, 2, 4, 5].map(|count| every_text(Schedule { interval, count }));
            assert_eq!(said.map(|text| text.replace('\u{a0}', " ")), expected);
        }
    }

    /// [5.16] If an amount applies only to some payments, its label says to how many.
    #[test]
    fn amounts_say_how_long_they_hold() {
        let monthly = Schedule {
            interval: Interval::Month,
            count: 1,
        };
        for (order_count, later, expected) in [
            (None, false, "Měsíční předplatné"),
            (None, true, "Měsíční předplatné, dále"),
            (Some(1), false, "Měsíční předplatné, první platba"),
            (Some(3), false, "Měsíční předplatné, první 3 platby"),
            (Some(12), false, "Měsíční předplatné, prvních 12 plateb"),
            (Some(1), true, "Měsíční předplatné, další platba"),
            (Some(2), true, "Měsíční předplatné, další 2 platby"),
            (Some(4), true, "Měsíční předplatné, další 4 platby"),
            (Some(5), true, "Měsíční předplatné, dalších 5 plateb"),
        ] {
            let phase = RecurringPhase {
                amount: MinorUnits::new(1),
                order_count,
            };
            let said = recurring_text(monthly, phase, later).replace('\u{a0}', " ");
            assert_eq!(said, expected);
        }
    }

    /// [5.16] [3.19] A subscription in one line says every amount with the payments for which it holds.
    #[test]
    fn a_subscription_is_told_in_one_line() {
        let phase = |amount, order_count| RecurringPhase {
            amount: MinorUnits::new(amount),
            order_count,
        };
        for (interval, count, phases, expected) in [
            (
                Interval::Week,
                1,
                vec![phase(20_805, None)],
                "Týdenní předplatné: 208,05 Kč",
            ),
            (
                Interval::Month,
                1,
                vec![phase(17_520, Some(3)), phase(20_805, None)],
                "Měsíční předplatné: první 3 platby po 175,20 Kč, dále 208,05 Kč",
            ),
            (
                Interval::Year,
                2,
                vec![phase(100, Some(1)), phase(200, Some(5)), phase(300, None)],
                "Předplatné každé 2 roky: první platba 1 Kč, dalších 5 plateb po 2 Kč, dále 3 Kč",
            ),
        ] {
            let schedule = Schedule { interval, count };
            let total = RecurringTotal { schedule, phases };
            let said = subscription_text(&total, Currency::CZK).replace('\u{a0}', " ");
            assert_eq!(said, expected);
        }
    }

    /// [5.16] If a schedule has three or four phases, each label says how long its phase lasts.
    #[test]
    fn middle_phases_say_how_long_they_hold() {
        let weekly = Schedule {
            interval: Interval::Week,
            count: 2,
        };
        for (counts, expected) in [
            (
                vec![Some(2), Some(3), None],
                vec!["první 2 platby", "další 3 platby", "dále"],
            ),
            (
                vec![Some(1), Some(1), Some(5), None],
                vec!["první platba", "další platba", "dalších 5 plateb", "dále"],
            ),
        ] {
            let phases = counts.into_iter().enumerate();
            let said: Vec<String> = phases
                .map(|(index, order_count)| {
                    let phase = RecurringPhase {
                        amount: MinorUnits::new(1),
                        order_count,
                    };
                    recurring_text(weekly, phase, index > 0).replace('\u{a0}', " ")
                })
                .collect();
            let expected: Vec<String> = expected
                .into_iter()
                .map(|ending| format!("Předplatné každé 2 týdny, {ending}"))
                .collect();
            assert_eq!(said, expected);
        }
    }
}
