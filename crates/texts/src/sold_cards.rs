//! What the page of an order says about the gift cards that it sold.

use crate::format_money;
use zkratka_commerce::money::Money;

/// What a sold gift card is worth to its holder now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoldCardState {
    /// It pays. `is_whole`: nothing of it is spent.
    Pays {
        left: Money,
        is_whole: bool,
    },
    /// It pays once the shop has the order's money.
    AwaitsPayment,
    /// Nothing is left of it.
    UsedUp,
    /// Somebody contests the order's payment, or refunded without naming lines.
    Withheld,
    Expired,
    Disabled(CardRefund),
}

/// What became of the price of a disabled card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardRefund {
    /// Not refunded.
    Kept,
    /// The gateway has not decided, or a person pays it.
    OnTheWay,
    Returned,
}

/// What to tell beside the card; `None`: it pays with its whole value.
#[must_use]
pub fn note(state: SoldCardState) -> Option<String> {
    let text = match state {
        SoldCardState::Pays { is_whole: true, .. } => return None,
        SoldCardState::Pays { left, .. } => {
            let left = format_money(left.minor, left.currency);
            return Some(format!("Na kartě zbývá {left}."));
        }
        SoldCardState::AwaitsPayment => {
            "Kódem zaplatíte, jakmile nám dorazí peníze za tuto objednávku."
        }
        SoldCardState::UsedUp => "Na kartě už nic nezbývá.",
        SoldCardState::Withheld => {
            "Kódem teď zaplatit nejde, protože platba za tuto objednávku byla reklamována nebo se z ní vracely peníze."
        }
        SoldCardState::Expired => "Platnost karty skončila.",
        SoldCardState::Disabled(CardRefund::Kept) => "Karta je zrušená.",
        SoldCardState::Disabled(CardRefund::OnTheWay) => "Karta je zrušená, peníze vám vracíme.",
        SoldCardState::Disabled(CardRefund::Returned) => "Karta je zrušená, peníze jsme vrátili.",
    };
    Some(text.to_owned())
}

/// How to keep and use codes. `of_use`: how many listed cards pay now or later; `pays_now`: whether one pays now. `None`: no
/// code is of use.
#[must_use]
pub fn how_to_keep(of_use: usize, pays_now: bool) -> Option<String> {
    let keep = match of_use {
        0 => return None,
        1 => {
            "Kód si uložte nebo stránku vytiskněte. Zadává se v pokladně do pole „Slevový kód nebo dárková karta“."
        }
        _ => {
            "Kódy si uložte nebo stránku vytiskněte. Zadávají se v pokladně do pole „Slevový kód nebo dárková karta“."
        }
    };
    let warning = if pays_now {
        " Kdo kód zná, může jím zaplatit."
    } else {
        ""
    };
    Some(format!("{keep}{warning}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::{Currency, MinorUnits};

    fn pays(left: i64, is_whole: bool) -> SoldCardState {
        let left = Money::new(MinorUnits::new(left), Currency::CZK);
        SoldCardState::Pays { left, is_whole }
    }

    /// [B.12] Each state of a sold gift card has its own sentence, and none promises that a card pays which does not.
    #[test]
    fn a_card_says_what_it_is_worth() {
        for (state, text) in [
            (pays(50_000, true), None),
            (pays(30_050, false), Some("Na kartě zbývá 300,50 Kč.")),
            (
                SoldCardState::AwaitsPayment,
                Some("Kódem zaplatíte, jakmile nám dorazí peníze za tuto objednávku."),
            ),
            (SoldCardState::UsedUp, Some("Na kartě už nic nezbývá.")),
            (
                SoldCardState::Withheld,
                Some(
                    "Kódem teď zaplatit nejde, protože platba za tuto objednávku byla reklamována nebo se z ní vracely peníze.",
                ),
            ),
            (SoldCardState::Expired, Some("Platnost karty skončila.")),
            (
                SoldCardState::Disabled(CardRefund::Kept),
                Some("Karta je zrušená."),
            ),
            (
                SoldCardState::Disabled(CardRefund::OnTheWay),
                Some("Karta je zrušená, peníze vám vracíme."),
            ),
            (
                SoldCardState::Disabled(CardRefund::Returned),
                Some("Karta je zrušená, peníze jsme vrátili."),
            ),
        ] {
            let told = note(state).map(|text| text.replace('\u{a0}', " "));
            assert_eq!(told.as_deref(), text, "{state:?}");
        }
    }

    /// [B.12] The page warns that a code is money only while one is.
    #[test]
    fn the_page_says_how_to_keep_codes_that_pay() {
        let field = "v pokladně do pole „Slevový kód nebo dárková karta“.";
        let warning = " Kdo kód zná, může jím zaplatit.";
        let single = format!("Kód si uložte nebo stránku vytiskněte. Zadává se {field}");
        let many = format!("Kódy si uložte nebo stránku vytiskněte. Zadávají se {field}");
        for (of_use, pays_now, expected) in [
            (1, true, Some(format!("{single}{warning}"))),
            (1, false, Some(single)),
            (2, true, Some(format!("{many}{warning}"))),
            (2, false, Some(many)),
            (0, false, None),
        ] {
            assert_eq!(
                how_to_keep(of_use, pays_now),
                expected,
                "{of_use} {pays_now}"
            );
        }
    }
}
