//! Texts for recurring payments, in the wallets' sheets and in the checkout.

use zkratka_commerce::selling_plan::{Interval, RecurringPhase, Schedule};

/// How often: `každý týden`, `každé 2 týdny`, `každých 5 týdnů`. A hard space joins the number and its noun.
#[must_use]
pub fn every_text(schedule: Schedule) -> String {
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

/// The label of a recurring amount. `later` means that other amounts of the same schedule come before it.
#[must_use]
pub fn recurring_text(schedule: Schedule, phase: RecurringPhase, later: bool) -> String {
    let label = format!("Předplatné {}", every_text(schedule));
    let (few, many) = if later {
        ("další", "dalších")
    } else {
        ("první", "prvních")
    };
    match phase.order_count {
        None if later => format!("{label}, potom"),
        None => label,
        Some(1) => format!("{label}, {few} platba"),
        Some(count @ 2..=4) => format!("{label}, {few} {count}\u{a0}platby"),
        Some(count) => format!("{label}, {many} {count}\u{a0}plateb"),
    }
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
            (None, false, "Předplatné každý měsíc"),
            (None, true, "Předplatné každý měsíc, potom"),
            (Some(1), false, "Předplatné každý měsíc, první platba"),
            (Some(3), false, "Předplatné každý měsíc, první 3 platby"),
            (Some(12), false, "Předplatné každý měsíc, prvních 12 plateb"),
            (Some(1), true, "Předplatné každý měsíc, další platba"),
            (Some(2), true, "Předplatné každý měsíc, další 2 platby"),
            (Some(4), true, "Předplatné každý měsíc, další 4 platby"),
            (Some(5), true, "Předplatné každý měsíc, dalších 5 plateb"),
        ] {
            let phase = RecurringPhase {
                amount: MinorUnits::new(1),
                order_count,
            };
            let said = recurring_text(monthly, phase, later).replace('\u{a0}', " ");
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
                vec!["první 2 platby", "další 3 platby", "potom"],
            ),
            (
                vec![Some(1), Some(1), Some(5), None],
                vec!["první platba", "další platba", "dalších 5 plateb", "potom"],
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
