//! `CartCost`, `CartEstimatedCost`

use super::object::{leaf, money, object};
use crate::app::App;
use crate::graphql::value::Value;
use zkratka_commerce::money::Currency;
use zkratka_commerce::pricing::PricedCart;

pub(super) struct Cost<'v> {
    pub(super) app: &'v App,
    pub(super) priced: &'v PricedCart,
}

impl Cost<'_> {
    fn currency(&self) -> Currency {
        self.app.rules.currency
    }

    /// Whether a delivery that is still to be chosen will change the total.
    fn is_estimated(&self) -> bool {
        self.priced.requires_shipping && self.priced.selected_delivery.is_none()
    }
}

object!(Cost<'_>, "CartCost", |this, arguments| {
    "checkoutChargeAmount" => money(this.priced.total, this.currency()),
    "subtotalAmount" => money(this.priced.subtotal - this.priced.off_lines(), this.currency()),
    "subtotalAmountEstimated" => leaf(false),
    "totalAmount" => money(this.priced.total, this.currency()),
    "totalAmountEstimated" => leaf(this.is_estimated()),
    "totalDutyAmount" => Value::Null,
    "totalDutyAmountEstimated" => leaf(false),
    "totalTaxAmount" => money(this.priced.total_tax, this.currency()),
    "totalTaxAmountEstimated" => leaf(this.is_estimated()),
});

pub(super) struct EstimatedCost<'v> {
    pub(super) app: &'v App,
    pub(super) priced: &'v PricedCart,
}

object!(EstimatedCost<'_>, "CartEstimatedCost", |this, arguments| {
    "checkoutChargeAmount" => money(this.priced.total, this.app.rules.currency),
    "subtotalAmount" => money(this.priced.subtotal - this.priced.off_lines(), this.app.rules.currency),
    "totalAmount" => money(this.priced.total, this.app.rules.currency),
    "totalDutyAmount" => Value::Null,
    "totalTaxAmount" => money(this.priced.total_tax, this.app.rules.currency),
});
