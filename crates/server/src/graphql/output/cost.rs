//! `CartCost`, `CartEstimatedCost`

use super::object::{leaf, money, object};
use crate::graphql::value::Value;
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::pricing::PricedCart;

pub(super) struct Cost<'v> {
    pub(super) priced: &'v PricedCart,
    /// Whether the cart has a delivery address.
    pub(super) has_address: bool,
}

impl Cost<'_> {
    fn currency(&self) -> Currency {
        self.priced.currency
    }

    /// Whether the buyer has still to choose a delivery option, which may change the total.
    fn is_estimated(&self) -> bool {
        !self.priced.delivery.is_chosen()
    }
    /// Whether the total may still gain duty or tax, because the cart has no address yet.
    fn depends_on_address(&self) -> bool {
        !self.has_address
            && (self.priced.duty.is_positive() || self.priced.taxation == Taxation::Added)
    }
}

/// The duty; null if it is zero.
fn duty<'a>(priced: &PricedCart) -> Value<'a> {
    match priced.duty {
        MinorUnits::ZERO => Value::Null,
        duty => money(duty, priced.currency),
    }
}

object!(Cost<'_>, "CartCost", |this, arguments| {
    "cashOnDeliveryAmount" => money(this.priced.due(&PaymentMethod::CashOnDelivery), this.currency()),
    "checkoutChargeAmount" => money(this.priced.total, this.currency()),
    "subtotalAmount" => money(this.priced.subtotal - this.priced.off_lines(), this.currency()),
    "subtotalAmountEstimated" => leaf(false),
    "totalAmount" => money(this.priced.total, this.currency()),
    "totalAmountEstimated" => leaf(this.is_estimated() || this.depends_on_address()),
    "taxesIncluded" => leaf(this.priced.taxation == Taxation::Included),
    "totalDutyAmount" => duty(this.priced),
    "totalDutyAmountEstimated" => leaf(this.depends_on_address()),
    "totalTaxAmount" => money(this.priced.total_tax, this.currency()),
    "totalTaxAmountEstimated" => leaf(this.is_estimated() || this.depends_on_address()),
});

pub(super) struct EstimatedCost<'v> {
    pub(super) priced: &'v PricedCart,
}

object!(EstimatedCost<'_>, "CartEstimatedCost", |this, arguments| {
    "checkoutChargeAmount" => money(this.priced.total, this.priced.currency),
    "subtotalAmount" => money(this.priced.subtotal - this.priced.off_lines(), this.priced.currency),
    "totalAmount" => money(this.priced.total, this.priced.currency),
    "totalDutyAmount" => duty(this.priced),
    "totalTaxAmount" => money(this.priced.total_tax, this.priced.currency),
});
