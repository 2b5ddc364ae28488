//! What the cart's page says after a change that went otherwise than the buyer expects.

use crate::carts::CartView;
use zkratka_commerce::stock::WarningCode;
use zkratka_texts::{CART_BESIDE_PAYMENT, warning_text};

/// A notice that the redirect to the cart's page requests: `/cart?notice=not_enough_stock`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CartNotice {
    NotEnoughStock,
    OutOfStock,
    /// The goods are in a new cart, because the payment of the other one is under way.
    PaymentUnderWay,
}

impl CartNotice {
    const ALL: [Self; 3] = [
        Self::NotEnoughStock,
        Self::OutOfStock,
        Self::PaymentUnderWay,
    ];

    /// The notice about the first stock warning.
    pub(super) fn of(view: &CartView) -> Option<Self> {
        let first = view.warnings.first()?;
        Some(match first.code {
            WarningCode::MerchandiseNotEnoughStock => Self::NotEnoughStock,
            WarningCode::MerchandiseOutOfStock => Self::OutOfStock,
        })
    }

    /// The notice of this name; `None` for any other text.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notice| notice.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::NotEnoughStock => "not_enough_stock",
            Self::OutOfStock => "out_of_stock",
            Self::PaymentUnderWay => "payment_under_way",
        }
    }

    /// The Czech text.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::NotEnoughStock => warning_text(WarningCode::MerchandiseNotEnoughStock),
            Self::OutOfStock => warning_text(WarningCode::MerchandiseOutOfStock),
            Self::PaymentUnderWay => CART_BESIDE_PAYMENT,
        }
    }

    /// The URL of the cart's page with this notice, or with none.
    pub(super) fn cart_url(notice: Option<Self>) -> String {
        notice.map_or_else(
            || "/cart".to_owned(),
            |notice| format!("/cart?notice={}", notice.name()),
        )
    }
}
