//! Numbers in Czech form: "1 290 Kč", "1 290,50 Kč", "51,90 €", "12,5 %". All spaces inside are hard spaces.

use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::tax::TaxRate;

/// The code, sign and name of each currency, as a Czech shop writes them.
const CURRENCIES: &[(&str, &str, &str)] = &[
    ("CZK", "Kč", "česká koruna"),
    ("EUR", "€", "euro"),
    ("GBP", "£", "britská libra"),
    ("HUF", "Ft", "maďarský forint"),
    ("CHF", "CHF", "švýcarský frank"),
    ("JPY", "¥", "japonský jen"),
    ("KWD", "KWD", "kuvajtský dinár"),
    ("NOK", "NOK", "norská koruna"),
    ("PLN", "zł", "polský zlotý"),
    ("RON", "lei", "rumunský lei"),
    ("SEK", "SEK", "švédská koruna"),
    ("DKK", "DKK", "dánská koruna"),
    ("USD", "US$", "americký dolar"),
];

/// Joins the groups of digits, and a number and its unit.
const HARD_SPACE: char = '\u{a0}';

/// An amount in Czech form.
#[must_use]
pub fn format_money(minor: MinorUnits, currency: Currency) -> String {
    let sign = if minor.is_negative() { "−" } else { "" };
    let (absolute, unit) = (minor.get().unsigned_abs(), 10_u64.pow(currency.exponent()));
    let (whole, fraction) = (grouped(absolute / unit), absolute % unit);
    let symbol = currency_symbol(currency);
    let places = usize::try_from(currency.exponent()).unwrap_or(2);
    match fraction {
        0 => format!("{sign}{whole}{HARD_SPACE}{symbol}"),
        fraction => format!("{sign}{whole},{fraction:0places$}{HARD_SPACE}{symbol}"),
    }
}

/// The text after an amount: the sign that Czechs know for the currency, otherwise its code.
#[must_use]
pub fn currency_symbol(currency: Currency) -> String {
    let known = CURRENCIES
        .iter()
        .find(|(code, ..)| *code == currency.as_str());
    known
        .map_or(currency.as_str(), |&(_, symbol, _)| symbol)
        .to_owned()
}

/// The currency's Czech name, otherwise its code.
#[must_use]
pub fn currency_name(currency: Currency) -> String {
    let known = CURRENCIES
        .iter()
        .find(|(code, ..)| *code == currency.as_str());
    known
        .map_or(currency.as_str(), |&(.., name)| name)
        .to_owned()
}

#[must_use]
pub fn format_rate(rate: TaxRate) -> String {
    let (whole, fraction) = (rate.basis_points() / 100, rate.basis_points() % 100);
    let fraction = format!("{fraction:02}");
    match fraction.trim_end_matches('0') {
        "" => format!("{whole}{HARD_SPACE}%"),
        fraction => format!("{whole},{fraction}{HARD_SPACE}%"),
    }
}

/// The digits in groups of three.
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
            let written = format_money(MinorUnits::new(minor), Currency::CZK);
            assert_eq!(written, text.replace(' ', "\u{a0}"));
        }
        for (minor, code, text) in [
            (5_190, "EUR", "51,90 €"),
            (129_000, "JPY", "129 000 ¥"),
            (17_205, "KWD", "17,205 KWD"),
            (-500, "USD", "−5 US$"),
            (100, "BRL", "1 BRL"),
        ] {
            let written = format_money(MinorUnits::new(minor), Currency::new(code).unwrap());
            assert_eq!(written, text.replace(' ', "\u{a0}"));
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
            assert_eq!(
                format_rate(TaxRate::new(rate).unwrap()),
                text.replace(' ', "\u{a0}")
            );
        }
    }
}
