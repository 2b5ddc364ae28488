//! Promised delivery days, as a Czech shop writes them: "Doručíme v úterý 24. 11."

use zkratka_commerce::delivery::{Date, DeliveryMethodType, DeliveryPromise};

/// Joins the day and the month of a date.
const HARD_SPACE: char = '\u{a0}';

/// The text of a delivery promise, for a buyer who reads it on `today`.
#[must_use]
pub fn promise_text(kind: DeliveryMethodType, promise: &DeliveryPromise, today: Date) -> String {
    let collected = matches!(
        kind,
        DeliveryMethodType::PickUp | DeliveryMethodType::PickupPoint
    );
    let verb = if collected {
        "Připraveno k\u{a0}vyzvednutí"
    } else {
        "Doručíme"
    };
    let (earliest, latest) = (promise.earliest, promise.latest);
    if earliest != latest {
        return if collected {
            format!("{verb} nejpozději {}", on_day(latest))
        } else {
            format!("{verb} {}", either_day(earliest, latest))
        };
    }
    match promise.max_calendar_days {
        0 => format!("{verb} ještě dnes"),
        1 if today.tomorrow().is_ok_and(|day| day == latest) => {
            format!("{verb} zítra, {}", on_day(latest))
        }
        _ => format!("{verb} {}", on_day(latest)),
    }
}

/// "v úterý 24. 11. nebo ve středu 25. 11.", or "mezi pátkem 27. 11. a pondělím 30. 11." if more days are possible
fn either_day(earliest: Date, latest: Date) -> String {
    if earliest.tomorrow().is_ok_and(|next| next == latest) {
        format!("{} nebo {}", on_day(earliest), on_day(latest))
    } else {
        format!(
            "mezi {} a\u{a0}{}",
            between_day(earliest),
            between_day(latest)
        )
    }
}

/// "v úterý 24. 11."
fn on_day(day: Date) -> String {
    const DAYS: [&str; 7] = [
        "v\u{a0}pondělí",
        "v\u{a0}úterý",
        "ve středu",
        "ve čtvrtek",
        "v\u{a0}pátek",
        "v\u{a0}sobotu",
        "v\u{a0}neděli",
    ];
    dated(&DAYS, day)
}

/// "úterým 24. 11.", in the form that follows "mezi"
fn between_day(day: Date) -> String {
    const DAYS: [&str; 7] = [
        "pondělím",
        "úterým",
        "středou",
        "čtvrtkem",
        "pátkem",
        "sobotou",
        "nedělí",
    ];
    dated(&DAYS, day)
}

fn dated(names: &[&str; 7], day: Date) -> String {
    let weekday = usize::try_from(day.weekday().to_monday_zero_offset());
    let name = weekday.ok().and_then(|at| names.get(at)).unwrap_or(&"");
    format!("{name} {}.{HARD_SPACE}{}.", day.day(), day.month())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [3.19] Promised days are in correct Czech, each with its preposition and case.
    #[test]
    fn promised_days_are_told_in_czech() {
        use DeliveryMethodType::{Local, PickUp, PickupPoint, Shipping};
        let day = |text: &str| -> Date { text.parse().unwrap() };
        let today = day("2026-11-23");
        for (kind, earliest, latest, text) in [
            (Local, "2026-11-23", "2026-11-23", "Doručíme ještě dnes"),
            (
                Shipping,
                "2026-11-24",
                "2026-11-24",
                "Doručíme zítra, v úterý 24. 11.",
            ),
            (
                Shipping,
                "2026-11-25",
                "2026-11-25",
                "Doručíme ve středu 25. 11.",
            ),
            (
                Shipping,
                "2026-11-26",
                "2026-11-26",
                "Doručíme ve čtvrtek 26. 11.",
            ),
            (
                Shipping,
                "2026-11-27",
                "2026-11-27",
                "Doručíme v pátek 27. 11.",
            ),
            (
                Shipping,
                "2026-11-30",
                "2026-11-30",
                "Doručíme v pondělí 30. 11.",
            ),
            (
                Shipping,
                "2026-11-24",
                "2026-11-25",
                "Doručíme v úterý 24. 11. nebo ve středu 25. 11.",
            ),
            (
                Shipping,
                "2026-11-26",
                "2026-11-27",
                "Doručíme ve čtvrtek 26. 11. nebo v pátek 27. 11.",
            ),
            (
                Shipping,
                "2026-11-28",
                "2026-11-29",
                "Doručíme v sobotu 28. 11. nebo v neděli 29. 11.",
            ),
            (
                Shipping,
                "2026-11-27",
                "2026-11-30",
                "Doručíme mezi pátkem 27. 11. a pondělím 30. 11.",
            ),
            (
                Shipping,
                "2026-11-24",
                "2026-11-26",
                "Doručíme mezi úterým 24. 11. a čtvrtkem 26. 11.",
            ),
            (
                PickUp,
                "2026-11-23",
                "2026-11-23",
                "Připraveno k vyzvednutí ještě dnes",
            ),
            (
                PickUp,
                "2026-11-24",
                "2026-11-24",
                "Připraveno k vyzvednutí zítra, v úterý 24. 11.",
            ),
            (
                PickupPoint,
                "2026-11-25",
                "2026-11-28",
                "Připraveno k vyzvednutí nejpozději v sobotu 28. 11.",
            ),
            (
                PickupPoint,
                "2026-12-01",
                "2026-12-01",
                "Připraveno k vyzvednutí v úterý 1. 12.",
            ),
        ] {
            let (earliest, latest) = (day(earliest), day(latest));
            let days = latest.since(today).unwrap().get_days();
            let promise = DeliveryPromise {
                earliest,
                latest,
                max_calendar_days: u16::try_from(days).unwrap(),
            };
            let told = promise_text(kind, &promise, today);
            assert_eq!(told.replace(HARD_SPACE, " "), text);
        }
    }
}
