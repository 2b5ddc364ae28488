//! Until when a transfer is to be paid.

use crate::date::long_date;
use zkratka_commerce::delivery::Date;
use zkratka_commerce::time::Timestamp;
use zkratka_commerce::transfer::TransferDue;

/// The text at `now` for the buyer of an order that waits for its transfer. `cancelled_after`: the last day on which the
/// payment still counts; `None`: the order is not cancelled, because goods were sent.
#[must_use]
pub(crate) fn transfer_due_text(
    due: &TransferDue,
    cancelled_after: Option<Date>,
    now: Timestamp,
) -> String {
    let day = long_date(due.day);
    let last = cancelled_after.map(long_date);
    if due.is_overdue(now) {
        let end = last.map_or_else(String::new, |last| {
            format!(" Pokud platba nedorazí do {last}, objednávku zrušíme.")
        });
        format!(
            "Platba měla odejít do {day} a zatím k nám nedorazila. Pokud jste ji ještě neposlali, zaplaťte prosím hned. Pokud už je na cestě, neplaťte znovu.{end}"
        )
    } else {
        match last {
            None => format!("Zaplaťte do {day}."),
            Some(last) => {
                format!("Zaplaťte do {day}. Objednávku zrušíme, pokud platba nedorazí do {last}.")
            }
        }
    }
}

/// What a buyer reads before ordering: until when the transfer would be due.
#[must_use]
pub fn transfer_day_text(day: Date) -> String {
    format!("Zaplatit stačí do {}.", long_date(day))
}

/// The order's time is over, but it is not cancelled: the shop is about to do so, or has sent the goods.
#[must_use]
pub const fn transfer_expired() -> &'static str {
    "Platba převodem včas nedorazila. Než ji pošlete, napište nám prosím."
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.12] The day is known before the order.
    #[test]
    fn the_due_day_is_told_before_the_order() {
        let told = transfer_day_text("2026-12-04".parse().unwrap());
        assert_eq!(told, "Zaplatit stačí do 4.\u{a0}prosince\u{a0}2026.");
    }

    /// [B.12] The buyer reads the day in words, and until which day a payment counts. Nobody threatens to cancel an order whose
    /// goods were sent.
    #[test]
    fn the_due_day_is_told_in_czech() {
        for (day, text) in [
            ("2026-12-03", "3. prosince 2026"),
            ("2027-01-31", "31. ledna 2027"),
            ("2028-02-29", "29. února 2028"),
            ("2027-09-01", "1. září 2027"),
        ] {
            let due = TransferDue {
                day: day.parse().unwrap(),
                remind_at: None,
                overdue_at: Timestamp(1_000),
                expires_at: Timestamp(2_000),
            };
            let last = Some("2028-12-06".parse().unwrap());
            let told =
                |last, now| transfer_due_text(&due, last, Timestamp(now)).replace('\u{a0}', " ");
            assert_eq!(
                told(last, 999),
                format!(
                    "Zaplaťte do {text}. Objednávku zrušíme, pokud platba nedorazí do 6. prosince 2028."
                )
            );
            assert_eq!(told(None, 999), format!("Zaplaťte do {text}."));
            let late = told(last, 1_000);
            assert!(
                late.starts_with(&format!("Platba měla odejít do {text} ")),
                "{late}"
            );
            assert!(late.contains("zaplaťte prosím hned"), "{late}");
            assert!(
                late.ends_with("Pokud platba nedorazí do 6. prosince 2028, objednávku zrušíme."),
                "{late}"
            );
            assert!(!told(None, 1_000).contains("zrušíme"));
        }
    }
}
