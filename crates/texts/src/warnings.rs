//! Warnings to the buyer about the cart.

use zkratka_commerce::stock::WarningCode;

#[must_use]
pub const fn warning_text(code: WarningCode) -> &'static str {
    match code {
        WarningCode::MerchandiseOutOfStock => super::OUT_OF_STOCK,
        WarningCode::MerchandiseNotEnoughStock => {
            "Tolik kusů už nemáme. Množství jsme upravili podle toho, co je skladem."
        }
    }
}
