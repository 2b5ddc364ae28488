//! Reads `[[gift_cards]]`.

use super::model::GiftCardSettings;
use super::reader::Reader;
use std::collections::BTreeSet;
use zkratka_commerce::gift_card::GiftCardCode;
use zkratka_commerce::order::Mode;

pub(super) fn gift_cards(
    readers: &[Reader<'_>],
    mode: Option<Mode>,
) -> Option<Vec<GiftCardSettings>> {
    let mut seen = BTreeSet::new();
    let mut cards = Vec::new();
    for reader in readers {
        let code = reader.parsed("code", GiftCardCode::parse);
        let amount = reader.amount("amount", 2);
        if mode == Some(Mode::Live) {
            let message =
                "a code is worth money and must not be in this file: leave the section out";
            reader.fault("code", message);
            continue;
        }
        let (Some(code), Ok(amount)) = (code, amount) else {
            continue;
        };
        let Some(amount) = amount.filter(|&amount| amount.is_positive()) else {
            reader.fault(
                "amount",
                "is zero: write an amount greater than 0, e.g. \"500\"",
            );
            continue;
        };
        if seen.insert(code.reveal().to_owned()) {
            cards.push(GiftCardSettings { code, amount });
        } else {
            reader.fault(
                "code",
                "is used twice: write a different code for each card",
            );
        }
    }
    (cards.len() == readers.len()).then_some(cards)
}
