//! The European QR code of a transfer in euros (EPC069-12, version 2).

use zkratka_commerce::money::{Currency, MinorUnits, Money};

/// Greatest length of the payee's name, in characters.
const LONGEST_NAME: usize = 70;
/// What a code of version 13, the greatest that the standard allows, holds at error correction level M.
const LONGEST_PAYLOAD: usize = 331;
/// Greatest amount: 999,999,999.99 EUR.
const GREATEST: MinorUnits = MinorUnits::new(99_999_999_999);

/// A transfer in euros to ask for.
pub struct EuropeanQr<'a> {
    /// The owner of the account.
    pub payee: &'a str,
    /// Without spaces.
    pub iban: &'a str,
    pub amount: Money,
    /// The number by which the shop recognises the payment.
    pub variable_symbol: u64,
}

/// The text of a transfer that has no field for the variable symbol, in the form that Czech banks recognise.
#[must_use]
pub fn message_with_symbol(variable_symbol: u64) -> String {
    format!("/VS/{variable_symbol}")
}

impl EuropeanQr<'_> {
    /// The lines of the code. `None` if the standard does not allow the currency or the amount, or if the payee has no name.
    #[must_use]
    pub fn payload(&self) -> Option<String> {
        let is_allowed = self.amount.minor.is_positive() && self.amount.minor <= GREATEST;
        if self.amount.currency != Currency::EUR || !is_allowed {
            return None;
        }
        let around = self.lines("").len();
        let name = shortened(&one_line(self.payee), LONGEST_PAYLOAD.checked_sub(around)?);
        (!name.is_empty()).then(|| self.lines(&name))
    }

    fn lines(&self, name: &str) -> String {
        // The lines of the BIC, which the bank finds by the IBAN, of the purpose and of a structured reference are empty.
        let (iban, amount) = (self.iban, self.amount.decimal());
        let message = message_with_symbol(self.variable_symbol);
        format!("BCD\n002\n1\nSCT\n\n{name}\n{iban}\nEUR{amount}\n\n\n{message}")
    }
}

/// A line break would begin the next field.
fn one_line(text: &str) -> String {
    let is_gap = |one: char| one.is_control() || one.is_whitespace();
    let words = text.split(is_gap).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// At most [`LONGEST_NAME`] characters, and at most so many bytes.
fn shortened(name: &str, bytes: usize) -> String {
    let fits = |(start, one): &(usize, char)| start + one.len_utf8() <= bytes;
    let kept: String = name
        .char_indices()
        .take(LONGEST_NAME)
        .take_while(fits)
        .map(|(_, one)| one)
        .collect();
    kept.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TransferQr;

    const IBAN: &str = "CZ6508000000192000145399";

    fn payload(payee: &str, minor: i64, currency: Currency) -> Option<String> {
        let qr = EuropeanQr {
            payee,
            iban: IBAN,
            amount: Money::new(MinorUnits::new(minor), currency),
            variable_symbol: 1001,
        };
        qr.payload()
    }

    fn name_of(payload: &str) -> &str {
        payload.lines().nth(5).unwrap()
    }

    /// [B.07] A transfer in euros has the lines of EPC069-12.
    #[test]
    fn the_lines_are_those_of_the_standard() {
        assert_eq!(
            payload("Sojka a vnučka s.r.o.", 4_740, Currency::EUR).unwrap(),
            "BCD\n002\n1\nSCT\n\nSojka a vnučka s.r.o.\nCZ6508000000192000145399\nEUR47.40\n\n\n/VS/1001"
        );
    }

    /// [B.07] The standard allows 0.01 to 999,999,999.99, and euros alone.
    #[test]
    fn only_amounts_in_bounds_have_a_code() {
        for (minor, currency, expected) in [
            (0, Currency::EUR, None),
            (-1, Currency::EUR, None),
            (1, Currency::EUR, Some("EUR0.01")),
            (99_999_999_999, Currency::EUR, Some("EUR999999999.99")),
            (100_000_000_000, Currency::EUR, None),
            (4_740, Currency::CZK, None),
            (4_740, Currency::new("USD").unwrap(), None),
        ] {
            let written = payload("Sojka", minor, currency);
            let amount = written.as_deref().and_then(|text| text.lines().nth(7));
            assert_eq!(amount, expected, "{minor} {currency:?}");
        }
    }

    /// [B.07] A name has 1 to 70 characters and one line, and the whole code fits into version 13, whatever the letters.
    #[test]
    fn a_name_stays_in_bounds() {
        let of = |name: &str| payload(name, 99_999_999_999, Currency::EUR);
        for nameless in ["", " \n\t "] {
            assert_eq!(of(nameless), None, "{nameless:?}");
        }
        let long = of(&"ž".repeat(71)).unwrap();
        assert_eq!(name_of(&long), "ž".repeat(70));
        assert_eq!(
            name_of(&of("Sojka\r\nDE00\u{85}a\u{2028} vnučka\n").unwrap()),
            "Sojka DE00 a vnučka"
        );
        assert_eq!(
            name_of(&of(&format!("{} b", "a".repeat(69))).unwrap()),
            "a".repeat(69)
        );
        for letter in ["a", "ž", "€", "𝄞"] {
            let long = of(&letter.repeat(70)).unwrap();
            assert!(long.len() <= LONGEST_PAYLOAD, "{letter}: {}", long.len());
            let rows = TransferQr::new(&long).unwrap().rows().len();
            assert!(
                rows <= 69,
                "{letter}: {rows} modules are more than version 13 has"
            );
        }
    }
}
