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
        "K vyzvednutí"
    } else {
        "Doručíme"
    };
    let (earliest, latest) = (promise.earliest, promise.latest);
    if earliest != latest {
        let last = on_day(latest);
        return if collected {
            format!("{verb} nejpozději {last}")
        } else {
            format!("{verb} od {} do {}", from_day(earliest), from_day(latest))
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

/// "v úterý 24. 11."
fn on_day(day: Date) -> String {
    const DAYS: [&str; 7] = [
        "v pondělí",
        "v úterý",
        "ve středu",
        "ve čtvrtek",
        "v pátek",
        "v sobotu",
        "v neděli",
    ];
    dated(&DAYS, day)
}

/// "úterý 24. 11.", in the form that follows "od" and "do"
fn from_day(day: Date) -> String {
    const DAYS: [&str; 7] = [
        "pondělí",
        "úterý",
        "středy",
        "čtvrtka",
        "pátku",
        "soboty",
        "neděle",
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
                "Doručíme od úterý 24. 11. do středy 25. 11.",
            ),
            (
                Shipping,
                "2026-11-26",
                "2026-11-27",
                "Doručíme od čtvrtka 26. 11. do pátku 27. 11.",
            ),
            (
                Shipping,
                "2026-11-28",
                "2026-11-29",
                "Doručíme od soboty 28. 11. do neděle 29. 11.",
            ),
            (
                PickUp,
                "2026-11-23",
                "2026-11-23",
                "K vyzvednutí ještě dnes",
            ),
            (
                PickUp,
                "2026-11-24",
                "2026-11-24",
                "K vyzvednutí zítra, v úterý 24. 11.",
            ),
            (
                PickupPoint,
                "2026-11-25",
                "2026-11-28",
                "K vyzvednutí nejpozději v sobotu 28. 11.",
            ),
            (
                PickupPoint,
                "2026-12-01",
                "2026-12-01",
                "K vyzvednutí v úterý 1. 12.",
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
