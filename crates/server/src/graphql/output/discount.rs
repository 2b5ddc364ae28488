//! `CartDiscountAllocation`, `CartDiscountApplication`, `CartDiscountCode`

use super::object::{leaf, money, object};
use crate::graphql::value::{Fault, Object, Value};
use apollo_compiler::response::JsonMap;
use zkratka_commerce::discount::{Benefit, Class, Trigger};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::pricing::discounts::{AppliedDiscount, CodeOutcome};
use zkratka_commerce::pricing::{PricedCart, PricedLine};

/// Allocations of the discounts on the whole order and on delivery. Discounts on goods are allocated to the lines.
pub(super) fn of_cart(priced: &PricedCart, currency: Currency) -> Value<'_> {
    let given = priced.discounts.iter();
    let of_all = given.filter(|discount| discount.class != Class::Goods);
    Value::list(
        of_all.map(|discount| Value::object(Allocation::new(discount, discount.amount, currency))),
    )
}

/// Allocations of the discounts on one line's goods.
pub(super) fn of_line<'v>(
    priced: &'v PricedCart,
    line: &PricedLine,
    currency: Currency,
) -> Value<'v> {
    let given = priced.line_discounts(line.id);
    Value::list(
        given.map(|(discount, share)| Value::object(Allocation::new(discount, share, currency))),
    )
}

/// What a line costs after the discounts on its goods.
pub(super) fn line_total(priced: &PricedCart, line: &PricedLine) -> MinorUnits {
    line.total - priced.off_line(line.id)
}

struct Allocation<'v> {
    discount: &'v AppliedDiscount,
    amount: MinorUnits,
    currency: Currency,
}

impl<'v> Allocation<'v> {
    const fn new(discount: &'v AppliedDiscount, amount: MinorUnits, currency: Currency) -> Self {
        Self {
            discount,
            amount,
            currency,
        }
    }
}

impl Object for Allocation<'_> {
    fn type_name(&self) -> &'static str {
        match self.discount.trigger {
            Trigger::Code(_) => "CartCodeDiscountAllocation",
            Trigger::Automatic(_) => "CartAutomaticDiscountAllocation",
        }
    }

    fn field<'a>(&'a self, name: &str, _arguments: &JsonMap) -> Result<Value<'a>, Fault> {
        Ok(match (name, &self.discount.trigger) {
            ("code", Trigger::Code(code)) => leaf(code.as_str()),
            ("title", Trigger::Automatic(title)) => leaf(title.as_str()),
            ("discountApplication", _) => Value::object(Application {
                discount: self.discount,
                currency: self.currency,
            }),
            ("discountedAmount", _) => money(self.amount, self.currency),
            ("targetType", _) => leaf(target_type(self.discount)),
            _ => return Err(self.unknown(name)),
        })
    }
}

const fn target_type(discount: &AppliedDiscount) -> &'static str {
    match discount.class {
        Class::Goods | Class::Order => "LINE_ITEM",
        Class::Delivery => "SHIPPING_LINE",
    }
}

struct Application<'v> {
    discount: &'v AppliedDiscount,
    currency: Currency,
}

object!(Application<'_>, "CartDiscountApplication", |this, arguments| {
    "allocationMethod" => leaf("ACROSS"),
    "targetSelection" => leaf(match this.discount.class {
        Class::Goods => "ENTITLED",
        Class::Order | Class::Delivery => "ALL",
    }),
    "targetType" => leaf(target_type(this.discount)),
    "value" => match this.discount.benefit {
        Benefit::Amount(minor) => money(minor, this.currency),
        Benefit::Percentage(points) => Value::object(Percentage { points }),
        Benefit::FreeDelivery { .. } => Value::object(Percentage { points: 10_000 }),
    },
});

struct Percentage {
    points: u32,
}

object!(Percentage, "PricingPercentageValue", |this, arguments| {
    "percentage" => leaf(f64::from(this.points) / 100.0),
});

/// A discount code, and whether it applies.
pub(super) struct DiscountCode<'v> {
    pub(super) outcome: &'v CodeOutcome,
}

object!(DiscountCode<'_>, "CartDiscountCode", |this, arguments| {
    "applicable" => leaf(this.outcome.refusal.is_none()),
    "code" => leaf(this.outcome.code.as_str()),
});
