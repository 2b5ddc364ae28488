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

impl SoldCardState {
    /// Whether the card pays, or will.
    #[must_use]
    pub const fn is_of_use(self) -> bool {
        matches!(self, Self::Pays { .. } | Self::AwaitsPayment)
    }
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

/// How to keep and use the codes of these cards; `None`: no code is of use.
#[must_use]
pub fn how_to_keep(states: &[SoldCardState]) -> Option<String> {
    let of_use = states.iter().filter(|state| state.is_of_use()).count();
    let pays = |state: &SoldCardState| matches!(state, SoldCardState::Pays { .. });
    let (keep, warning) = match of_use {
        0 => return None,
        1 => (
            "Kód si uložte nebo stránku vytiskněte. Zadává se v pokladně do pole „Slevový kód nebo dárková karta“.",
            " Kdo kód zná, může jím zaplatit.",
        ),
        _ => (
            "Kódy si uložte nebo stránku vytiskněte. Zadávají se v pokladně do pole „Slevový kód nebo dárková karta“.",
            " Kdo kód zná, může jím zaplatit.",
        ),
    };
    let warning = if states.iter().any(pays) { warning } else { "" };
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
        for (state, text, is_of_use) in [
            (pays(50_000, true), None, true),
            (pays(30_050, false), Some("Na kartě zbývá 300,50 Kč."), true),
            (
                SoldCardState::AwaitsPayment,
                Some("Kódem zaplatíte, jakmile nám dorazí peníze za tuto objednávku."),
                true,
            ),
            (
                SoldCardState::UsedUp,
                Some("Na kartě už nic nezbývá."),
                false,
            ),
            (
                SoldCardState::Withheld,
                Some(
                    "Kódem teď zaplatit nejde, protože platba za tuto objednávku byla reklamována nebo se z ní vracely peníze.",
                ),
                false,
            ),
            (
                SoldCardState::Expired,
                Some("Platnost karty skončila."),
                false,
            ),
            (
                SoldCardState::Disabled(CardRefund::Kept),
                Some("Karta je zrušená."),
                false,
            ),
            (
                SoldCardState::Disabled(CardRefund::OnTheWay),
                Some("Karta je zrušená, peníze vám vracíme."),
                false,
            ),
            (
                SoldCardState::Disabled(CardRefund::Returned),
                Some("Karta je zrušená, peníze jsme vrátili."),
                false,
            ),
        ] {
            let told = note(state).map(|text| text.replace('\u{a0}', " "));
            assert_eq!(told.as_deref(), text, "{state:?}");
            assert_eq!(how_to_keep(&[state]).is_some(), is_of_use, "{state:?}");
        }
    }

    /// [B.12] The page warns that a code is money only while one is.
    #[test]
    fn the_page_says_how_to_keep_codes_that_pay() {
        let field = "v pokladně do pole „Slevový kód nebo dárková karta“.";
        let warning = " Kdo kód zná, může jím zaplatit.";
        let (one, later) = (pays(50_000, true), SoldCardState::AwaitsPayment);
        let single = format!("Kód si uložte nebo stránku vytiskněte. Zadává se {field}");
        let many = format!("Kódy si uložte nebo stránku vytiskněte. Zadávají se {field}");
        for (states, expected) in [
            (&[one][..], Some(format!("{single}{warning}"))),
            (&[later], Some(single.clone())),
            (
                &[one, SoldCardState::Withheld],
                Some(format!("{single}{warning}")),
            ),
            (&[one, one], Some(format!("{many}{warning}"))),
            (&[later, later], Some(many.clone())),
            (&[SoldCardState::UsedUp, SoldCardState::Expired], None),
            (&[], None),
        ] {
            assert_eq!(how_to_keep(states), expected, "{states:?}");
        }
    }
}
