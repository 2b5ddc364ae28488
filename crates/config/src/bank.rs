//! Parses and checks Czech account numbers and IBANs.

/// Returns the IBAN of a Czech account number written as `prefix-number/bank` or `number/bank`; `None` if the number is
/// invalid.
pub(super) fn iban_of_account(text: &str) -> Option<String> {
    let (account, bank) = text.split_once('/')?;
    let (prefix, number) = account.split_once('-').unwrap_or(("0", account));
    let digits = |part: &str, most: usize| {
        (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !digits(prefix, 6) || !digits(number, 10) || !digits(bank, 4) || bank.len() != 4 {
        return None;
    }
    if !weighs_to_eleven(prefix) || !weighs_to_eleven(number) {
        return None;
    }
    let domestic = format!("{bank}{prefix:0>6}{number:0>10}");
    let check = 98 - remainder(&format!("{domestic}CZ00"))?;
    Some(format!("CZ{check:02}{domestic}"))
}

/// Returns the IBAN without spaces; `None` if its check digits are wrong.
pub(super) fn normalise_iban(text: &str) -> Option<String> {
    let iban: String = text
        .chars()
        .filter(|character| *character != ' ')
        .collect::<String>()
        .to_ascii_uppercase();
    if !iban.is_ascii() || !(15..=34).contains(&iban.len()) {
        return None;
    }
    let (head, rest) = iban.split_at(4);
    (remainder(&format!("{rest}{head}"))? == 1).then_some(iban)
}

/// The check of Czech account numbers: the sum of the digits, weighted by powers of two, is a multiple of 11.
fn weighs_to_eleven(digits: &str) -> bool {
    let mut weight = 1;
    let sum: u32 = digits
        .bytes()
        .rev()
        .map(|byte| {
            let product = u32::from(byte - b'0') * weight;
            weight = weight * 2 % 11;
            product
        })
        .sum();
    sum.is_multiple_of(11)
}

/// Returns the number modulo 97, with letters counted as 10 to 35 (ISO 7064).
fn remainder(text: &str) -> Option<u32> {
    text.chars().try_fold(0, |remainder, character| {
        let value = character.to_digit(36)?;
        let shift = if value > 9 { 100 } else { 10 };
        Some((remainder * shift + value) % 97)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_czech_account_has_the_iban_that_its_bank_would_print() {
        // The example from the rules of the Czech National Bank.
        assert_eq!(
            iban_of_account("19-2000145399/0800").as_deref(),
            Some("CZ6508000000192000145399")
        );
        assert_eq!(
            normalise_iban("CZ65 0800 0000 1920 0014 5399").as_deref(),
            Some("CZ6508000000192000145399")
        );
    }

    #[test]
    fn a_mistyped_account_is_refused() {
        for text in [
            "",
            "19-2000145398/0800",
            "2000145399",
            "2000145399/800",
            "a/0800",
        ] {
            assert_eq!(iban_of_account(text), None, "{text}");
        }
        assert_eq!(normalise_iban("CZ6508000000192000145398"), None);
        assert_eq!(normalise_iban("CZ"), None);
    }
}
