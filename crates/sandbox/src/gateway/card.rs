//! Cards and their test scenarios. Only [`CardInput`] contains a number, and it is neither stored nor printed.

use serde::{Deserialize, Serialize};
use zkratka_commerce::payment::CardSummary;

/// The scenario of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scenario {
    Approve,
    Decline,
    /// Requires a challenge.
    Challenge,
    /// Approves after a delay.
    Slow,
    /// Approves, but the first response is lost.
    AnswerLost,
    /// Approves, and every notification is sent twice, and once more late.
    Duplicate,
    /// Authorises more than requested.
    WrongAmount,
    /// Approves, but the capture is refused.
    CaptureRefused,
}

#[derive(Clone, Copy, Debug)]
pub struct TestCard {
    pub number: &'static str,
    pub scenario: Scenario,
    /// Describes the scenario to the shopper.
    pub label: &'static str,
}

/// Any other valid number is approved.
pub const TEST_CARDS: &[TestCard] = &[
    TestCard {
        number: "4111111111111111",
        scenario: Scenario::Approve,
        label: "Platba projde",
    },
    TestCard {
        number: "4000000000003220",
        scenario: Scenario::Challenge,
        label: "Ověření v bance (3-D Secure)",
    },
    TestCard {
        number: "4000000000000002",
        scenario: Scenario::Decline,
        label: "Banka platbu zamítne",
    },
    TestCard {
        number: "4000000000000077",
        scenario: Scenario::Slow,
        label: "Banka odpoví až za 8 sekund",
    },
    TestCard {
        number: "4000000000000119",
        scenario: Scenario::AnswerLost,
        label: "Odpověď banky se jednou ztratí",
    },
    TestCard {
        number: "4000000000000259",
        scenario: Scenario::Duplicate,
        label: "Zpráva o platbě přijde vícekrát",
    },
    TestCard {
        number: "4000000000009995",
        scenario: Scenario::WrongAmount,
        label: "Banka zablokuje jinou částku",
    },
    TestCard {
        number: "4000000000000341",
        scenario: Scenario::CaptureRefused,
        label: "Zablokované peníze nepůjde strhnout",
    },
];

/// A card as entered. It has no `Debug`, `Serialize` or `Clone`.
#[derive(Deserialize)]
pub(super) struct CardInput {
    number: String,
    expiry: String,
    cvc: String,
    name: String,
}

/// The stored part of a card.
pub(super) struct Card {
    pub(super) scenario: Scenario,
    pub(super) summary: CardSummary,
    /// Year and month until which it is valid, as `2030-01`.
    pub(super) expires: String,
}

/// A field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Field {
    Number,
    Expiry,
    Cvc,
    Name,
}

impl CardInput {
    /// Checks the card without the bank. `month` is the present month, counted from year 0.
    pub(super) fn check(self, month: i64) -> Result<Card, Vec<Field>> {
        let digits: String = self
            .number
            .chars()
            .filter(|character| !character.is_whitespace())
            .collect();
        let network = network(&digits);
        let expiry = last_month(&self.expiry, month);
        let faults: Vec<Field> = [
            (Field::Number, is_card_number(&digits)),
            (Field::Expiry, expiry.is_some()),
            (Field::Cvc, is_cvc(&self.cvc, network)),
            (Field::Name, is_name(&self.name)),
        ]
        .into_iter()
        .filter_map(|(field, valid)| (!valid).then_some(field))
        .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Card::of(&digits, expiry.unwrap_or_default()))
    }
}

impl Card {
    /// The stored part of a valid number, and the last month in which the card is valid, counted from year 0.
    fn of(digits: &str, last_month: i64) -> Self {
        let scenario = TEST_CARDS
            .iter()
            .find(|card| card.number == digits)
            .map_or(Scenario::Approve, |card| card.scenario);
        Self {
            scenario,
            summary: CardSummary {
                network: network(digits).to_owned(),
                last_four: digits[digits.len() - 4..].to_owned(),
                mandate: None,
                expires: None,
            },
            expires: format!("{:04}-{:02}", last_month / 12, last_month % 12 + 1),
        }
    }
}

/// A card from a wallet. It has no `Debug`, `Serialize` or `Clone`.
#[derive(Deserialize)]
pub(super) struct WalletCard {
    pub(super) number: String,
    pub(super) expiration_month: u8,
    pub(super) expiration_year: u16,
    pub(super) auth_method: String,
    #[serde(default)]
    pub(super) cryptogram: Option<String>,
}

impl WalletCard {
    /// Checks the card without the bank. A cryptogram authenticates the buyer, so no challenge follows; a claim of one
    /// without it is refused.
    pub(super) fn check(self, present: i64) -> Option<Card> {
        let last_valid =
            i64::from(self.expiration_year) * 12 + i64::from(self.expiration_month) - 1;
        let in_time = (1..=12).contains(&self.expiration_month) && last_valid >= present;
        if !in_time || !is_card_number(&self.number) {
            return None;
        }
        let mut card = Card::of(&self.number, last_valid);
        let has_cryptogram = self.cryptogram.is_some_and(|text| !text.is_empty());
        let proved = match (self.auth_method.as_str(), has_cryptogram) {
            ("CRYPTOGRAM_3DS", true) => true,
            ("PAN_ONLY", _) => false,
            _ => return None,
        };
        if proved && card.scenario == Scenario::Challenge {
            card.scenario = Scenario::Approve;
        }
        Some(card)
    }
}

fn is_card_number(digits: &str) -> bool {
    (13..=19).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && passes_luhn(digits)
}

fn passes_luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(position, byte)| {
            let digit = u32::from(byte - b'0');
            if position % 2 == 0 {
                digit
            } else if digit > 4 {
                digit * 2 - 9
            } else {
                digit * 2
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

/// The month of `MM/RR`, with or without spaces and slash, counted from year 0; `None` if it is before the present one.
fn last_month(expiry: &str, present: i64) -> Option<i64> {
    let digits: Vec<i64> = expiry
        .chars()
        .filter(|character| !character.is_whitespace() && *character != '/')
        .map(|character| character.to_digit(10).map_or(-1, i64::from))
        .collect();
    let &[m1, m2, y1, y2] = digits.as_slice() else {
        return None;
    };
    if digits.contains(&-1) {
        return None;
    }
    let month = m1 * 10 + m2;
    let last_valid = (2_000 + y1 * 10 + y2) * 12 + month - 1;
    // Banks issue no card for longer than twenty years.
    let is_valid = (1..=12).contains(&month) && (present..=present + 20 * 12).contains(&last_valid);
    is_valid.then_some(last_valid)
}

fn is_cvc(cvc: &str, network: &str) -> bool {
    let length = if network == "amex" { 4 } else { 3 };
    cvc.len() == length && cvc.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_name(name: &str) -> bool {
    let name = name.trim();
    name.chars().count() >= 2
        && name.chars().count() <= 80
        && name.chars().any(char::is_alphabetic)
        && !name.chars().any(|c| c.is_control() || c.is_ascii_digit())
}

fn network(digits: &str) -> &'static str {
    let prefix = |length: usize| {
        digits
            .get(..length)
            .and_then(|text| text.parse::<u32>().ok())
    };
    match (prefix(1), prefix(2), prefix(4)) {
        (Some(4), ..) => "visa",
        (_, Some(51..=55), _) | (_, _, Some(2_221..=2_720)) => "mastercard",
        (_, Some(34 | 37), _) => "amex",
        (_, Some(50 | 56..=69), _) => "maestro",
        _ => "card",
    }
}

/// The month of a moment, counted from year 0.
pub(super) fn month_of(milliseconds: i64) -> i64 {
    // Days to civil date, proleptic Gregorian calendar (days since 0000-03-01, in eras of 400 years).
    let days = milliseconds.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    (era * 400 + year_of_era) * 12 + month_from_march + 2
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOVEMBER_2026: i64 = 2_026 * 12 + 10;

    fn card(number: &str, expiry: &str, cvc: &str, name: &str) -> Result<Card, Vec<Field>> {
        let input = CardInput {
            number: number.to_owned(),
            expiry: expiry.to_owned(),
            cvc: cvc.to_owned(),
            name: name.to_owned(),
        };
        input.check(NOVEMBER_2026)
    }

    fn wallet_card(auth_method: &str, cryptogram: Option<&str>) -> Option<Scenario> {
        let card = WalletCard {
            number: "4000000000003220".to_owned(),
            expiration_month: 11,
            expiration_year: 2_026,
            auth_method: auth_method.to_owned(),
            cryptogram: cryptogram.map(str::to_owned),
        };
        card.check(NOVEMBER_2026).map(|card| card.scenario)
    }

    /// Only a cryptogram avoids the challenge; the claim of one does not.
    #[test]
    fn a_device_without_a_cryptogram_is_refused() {
        for (auth_method, cryptogram, expected) in [
            ("CRYPTOGRAM_3DS", Some("AAAA"), Some(Scenario::Approve)),
            ("CRYPTOGRAM_3DS", Some(""), None),
            ("CRYPTOGRAM_3DS", None, None),
            ("PAN_ONLY", None, Some(Scenario::Challenge)),
            ("", Some("AAAA"), None),
        ] {
            let found = wallet_card(auth_method, cryptogram);
            assert_eq!(found, expected, "{auth_method} {cryptogram:?}");
        }
    }

    #[test]
    fn months_follow_the_calendar() {
        assert_eq!(month_of(0), 1_970 * 12);
        assert_eq!(month_of(-1), 1_969 * 12 + 11);
        // 2024-02-29 and 2024-03-01, by `date -u -d ... +%s`.
        assert_eq!(month_of(1_709_164_800_000), 2_024 * 12 + 1);
        assert_eq!(month_of(1_709_251_200_000), 2_024 * 12 + 2);
        assert_eq!(month_of(1_795_132_800_000), NOVEMBER_2026);
        assert_eq!(month_of(4_102_444_799_999), 2_099 * 12 + 11);
    }

    #[test]
    fn every_test_card_is_valid_and_does_what_it_says() {
        for test in TEST_CARDS {
            let card = card(test.number, "12/34", "123", "Jana Nová").unwrap_or_else(|faults| {
                panic!("{}: {faults:?}", test.number);
            });
            assert_eq!(card.scenario, test.scenario);
            assert_eq!(card.summary.network, "visa");
            assert_eq!(card.summary.last_four, test.number[12..]);
            assert_eq!(card.expires, "2034-12");
        }
    }

    #[test]
    fn another_valid_number_is_approved() {
        let mastercard = card("5555 5555 5555 4444", "11 / 26", "123", "Jan Žižka").ok();
        let mastercard = mastercard.expect("valid");
        assert_eq!(mastercard.scenario, Scenario::Approve);
        assert_eq!(mastercard.summary.network, "mastercard");
        assert!(card("378282246310005", "0127", "1234", "Jan Žižka").is_ok());
    }

    #[test]
    fn faults_name_their_fields() {
        let faults = |number, expiry, cvc, name| card(number, expiry, cvc, name).err();
        assert_eq!(
            faults("4111111111111112", "10/26", "12", " "),
            Some(vec![Field::Number, Field::Expiry, Field::Cvc, Field::Name])
        );
        for expiry in [
            "", "13/30", "00/30", "1/30", "12/2030", "12/99", "ab/cd", "+1/30",
        ] {
            assert_eq!(
                faults("4111111111111111", expiry, "123", "Jana"),
                Some(vec![Field::Expiry]),
                "{expiry}"
            );
        }
        for number in [
            "",
            "0",
            "4111",
            "41111111111111111111111",
            "４１１１１１１１１１１１１１１１",
        ] {
            assert_eq!(
                faults(number, "12/30", "123", "Jana"),
                Some(vec![Field::Number]),
                "{number}"
            );
        }
        for name in ["J", "4111111111111111", "Jana\u{0}Nová"] {
            assert_eq!(
                faults("4111111111111111", "12/30", "123", name),
                Some(vec![Field::Name]),
                "{name}"
            );
        }
        assert_eq!(
            faults("378282246310005", "12/30", "123", "Jana"),
            Some(vec![Field::Cvc])
        );
    }
}
