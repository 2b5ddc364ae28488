//! What is paid again and again, in the words of the wallets' sheets and the checkout.

use zkratka_commerce::selling_plan::{Interval, RecurringPhase, Schedule};

/// How often: `každý týden`, `každé 2 týdny`, `každých 5 týdnů`. The number stays with its noun.
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

/// The label of an amount that is paid again and again; `later`: other amounts of the same schedule come before it.
#[must_use]
pub fn recurring_text(schedule: Schedule, phase: RecurringPhase, later: bool) -> String {
    let label = format!("Předplatné {}", every_text(schedule));
    match phase.order_count {
        _ if later => format!("{label}, potom"),
        None => label,
        Some(1) => format!("{label}, první platba"),
        Some(count @ 2..=4) => format!("{label}, první {count}\u{a0}platby"),
        Some(count) => format!("{label}, prvních {count}\u{a0}plateb"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [5.16] [3.19] Every interval has a form for 1, for 2 to 4, and for 5 and more.
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

    /// [5.16] An amount that holds for some payments only says for how many.
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
        ] {
            let phase = RecurringPhase {
                amount: 1,
                order_count,
            };
            let said = recurring_text(monthly, phase, later).replace('\u{a0}', " ");
            assert_eq!(said, expected);
        }
    }
}
