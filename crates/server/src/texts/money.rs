//! Czech figures: "1 290 Kč", "1 290,50 Kč", "12,5 %"; all spaces inside are hard ones.

use zkratka_commerce::tax::TaxRate;

/// Inside a figure, and between it and its unit.
const HARD_SPACE: char = '\u{a0}';

/// An amount in haléře, as Czechs write it.
#[must_use]
pub fn format_minor(minor: i64) -> String {
    let sign = if minor < 0 { "−" } else { "" };
    let absolute = minor.unsigned_abs();
    let (whole, fraction) = (absolute / 100, absolute % 100);
    let whole = grouped(whole);
    match fraction {
        0 => format!("{sign}{whole}{HARD_SPACE}Kč"),
        fraction => format!("{sign}{whole},{fraction:02}{HARD_SPACE}Kč"),
    }
}

/// A rate in per cent.
#[must_use]
pub fn format_rate(rate: TaxRate) -> String {
    let (whole, fraction) = (rate.0 / 100, rate.0 % 100);
    let fraction = format!("{fraction:02}");
    match fraction.trim_end_matches('0') {
        "" => format!("{whole}{HARD_SPACE}%"),
        fraction => format!("{whole},{fraction}{HARD_SPACE}%"),
    }
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 2);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(HARD_SPACE);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_look_as_czechs_write_them() {
        for (minor, text) in [
            (0, "0 Kč"),
            (999, "9,99 Kč"),
            (28_900, "289 Kč"),
            (129_050, "1 290,50 Kč"),
            (123_456_700, "1 234 567 Kč"),
            (-5_005, "−50,05 Kč"),
        ] {
            assert_eq!(format_minor(minor), text.replace(' ', "\u{a0}"));
        }
    }

    #[test]
    fn rates_look_as_czechs_write_them() {
        for (rate, text) in [
            (2100, "21 %"),
            (1250, "12,5 %"),
            (0, "0 %"),
            (1255, "12,55 %"),
        ] {
            assert_eq!(format_rate(TaxRate(rate)), text.replace(' ', "\u{a0}"));
        }
    }
}
