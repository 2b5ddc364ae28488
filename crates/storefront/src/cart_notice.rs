//! What the cart's page says after a change that went otherwise than the buyer expects.

use zkratka_commerce::stock::{CartWarning, WarningCode};
use zkratka_texts::{CART_BESIDE_PAYMENT, CODE_APPLIED, warning_text};

/// A notice that the redirect to the cart's page requests: `/cart?notice=not_enough_stock`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CartNotice {
    NotEnoughStock,
    OutOfStock,
    /// The goods are in a new cart, because the payment of the other one is under way.
    PaymentUnderWay,
    CodeApplied,
}

impl CartNotice {
    const ALL: [Self; 4] = [
        Self::NotEnoughStock,
        Self::OutOfStock,
        Self::PaymentUnderWay,
        Self::CodeApplied,
    ];

    /// The notice about the first stock warning.
    #[must_use]
    pub fn of(warnings: &[CartWarning]) -> Option<Self> {
        let first = warnings.first()?;
        Some(match first.code {
            WarningCode::MerchandiseNotEnoughStock => Self::NotEnoughStock,
            WarningCode::MerchandiseOutOfStock => Self::OutOfStock,
        })
    }

    /// The notices of these names, separated by commas; other names are ignored.
    pub fn named(names: &str) -> impl Iterator<Item = Self> {
        let find = |name| Self::ALL.into_iter().find(|notice| notice.name() == name);
        names.split(',').filter_map(find)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::NotEnoughStock => "not_enough_stock",
            Self::OutOfStock => "out_of_stock",
            Self::PaymentUnderWay => "payment_under_way",
            Self::CodeApplied => "code_applied",
        }
    }

    /// The Czech text.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::NotEnoughStock => warning_text(WarningCode::MerchandiseNotEnoughStock),
            Self::OutOfStock => warning_text(WarningCode::MerchandiseOutOfStock),
            Self::PaymentUnderWay => CART_BESIDE_PAYMENT,
            Self::CodeApplied => CODE_APPLIED,
        }
    }

    /// Whether it stands at the place of the discount codes.
    #[must_use]
    pub const fn is_of_codes(self) -> bool {
        matches!(self, Self::CodeApplied)
    }

    /// The URL of the cart's page after a change of its discount codes: at the place of the codes.
    #[must_use]
    pub fn codes_url(notice: Option<Self>) -> String {
        format!("{}#slevove-kody", Self::cart_url(notice))
    }

    /// The URL of the cart's page with these notices.
    #[must_use]
    pub fn cart_url(notices: impl IntoIterator<Item = Self>) -> String {
        let names: Vec<_> = notices.into_iter().map(Self::name).collect();
        if names.is_empty() {
            return "/cart".to_owned();
        }
        format!("/cart?notice={}", names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [8.03] A redirect carries every notice, and the page reads them all, whatever else stands there.
    #[test]
    fn a_redirect_carries_every_notice() {
        let notices = [CartNotice::PaymentUnderWay, CartNotice::NotEnoughStock];
        let url = CartNotice::cart_url(notices);
        assert_eq!(url, "/cart?notice=payment_under_way,not_enough_stock");
        let names = "payment_under_way,?,not_enough_stock";
        assert_eq!(CartNotice::named(names).collect::<Vec<_>>(), notices);
        assert_eq!(CartNotice::cart_url([]), "/cart");
        let applied = CartNotice::codes_url(Some(CartNotice::CodeApplied));
        assert_eq!(applied, "/cart?notice=code_applied#slevove-kody");
    }
}
