//! Days in Czech words.

use zkratka_commerce::delivery::Date;

/// The months in the form that follows a day's number.
pub(crate) const MONTHS: [&str; 12] = [
    "ledna",
    "února",
    "března",
    "dubna",
    "května",
    "června",
    "července",
    "srpna",
    "září",
    "října",
    "listopadu",
    "prosince",
];

/// "3. prosince 2026"
pub(crate) fn long_date(day: Date) -> String {
    let month = usize::try_from(day.month() - 1).ok();
    let month = month.and_then(|at| MONTHS.get(at)).unwrap_or(&"");
    // Hard spaces keep a date on one line.
    format!("{}.\u{a0}{month}\u{a0}{}", day.day(), day.year())
}
