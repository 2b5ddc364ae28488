//! The breakdown of an order's amount. PayPal refuses one that does not add up, so this type cannot represent one.

use super::amount::{decimal, takes};
use serde_json::{Value, json};
use zkratka_commerce::money::{Currency, MinorUnits, Money};

/// In characters.
const MAX_NAME: usize = 127;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Shown to the buyer at PayPal.
    pub name: String,
    pub quantity: u32,
    pub unit_price: MinorUnits,
    /// Whether it is shipped to the buyer.
    pub shipped: bool,
}

/// The parts of an amount, in minor units of one currency. Their sum less `discount` is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    currency: Currency,
    items: Vec<Item>,
    shipping: MinorUnits,
    duty: MinorUnits,
    tax: MinorUnits,
    discount: MinorUnits,
    total: MinorUnits,
}

/// The parts do not add up to the total, or PayPal's format cannot express them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the parts of the amount do not add up to what is due")]
pub struct BreakdownError;

impl Breakdown {
    /// Breaks `total` down. The difference between the parts and the total becomes the discount: reductions of every
    /// kind, and gift cards. An error if the parts are less than the total, or the total is zero.
    pub fn new(
        total: Money,
        items: Vec<Item>,
        shipping: MinorUnits,
        duty: MinorUnits,
        added_tax: MinorUnits,
    ) -> Result<Self, BreakdownError> {
        let parts = [shipping, duty, added_tax];
        let is_fit = takes(total.currency)
            && total.minor.is_positive()
            && parts.iter().all(|part| !part.is_negative())
            && items
                .iter()
                .all(|item| !item.unit_price.is_negative() && item.quantity > 0);
        if !is_fit {
            return Err(BreakdownError);
        }
        let goods = sum_of(&items).ok_or(BreakdownError)?;
        let sum = parts
            .into_iter()
            .try_fold(goods, MinorUnits::checked_add)
            .ok_or(BreakdownError)?;
        let discount = sum.checked_sub(total.minor).ok_or(BreakdownError)?;
        if discount.is_negative() {
            return Err(BreakdownError);
        }
        Ok(Self {
            currency: total.currency,
            items,
            shipping,
            duty,
            tax: added_tax,
            discount,
            total: total.minor,
        })
    }

    /// The amount due.
    #[must_use]
    pub const fn total(&self) -> Money {
        self.total.in_currency(self.currency)
    }

    /// `amount` of a purchase unit; none if PayPal's format cannot express a part.
    #[must_use]
    pub fn amount(&self) -> Option<Value> {
        let goods = sum_of(&self.items)?;
        Some(json!({
            "currency_code": self.currency.as_str(),
            "value": self.text(self.total)?,
            "breakdown": {
                "item_total": self.money(goods)?,
                "shipping": self.money(self.shipping)?,
                "handling": self.money(self.duty)?,
                "tax_total": self.money(self.tax)?,
                "discount": self.money(self.discount)?,
            },
        }))
    }

    /// `items` of a purchase unit.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Value>> {
        let items = self.items.iter().map(|item| {
            let name = item.name.trim();
            let name: String = name.chars().take(MAX_NAME).collect();
            Some(json!({
                "name": if name.is_empty() { "-" } else { &name },
                "quantity": item.quantity.to_string(),
                "unit_amount": self.money(item.unit_price)?,
                "category": if item.shipped { "PHYSICAL_GOODS" } else { "DIGITAL_GOODS" },
            }))
        });
        items.collect()
    }

    fn text(&self, minor: MinorUnits) -> Option<String> {
        decimal(minor.in_currency(self.currency))
    }

    fn money(&self, minor: MinorUnits) -> Option<Value> {
        Some(json!({ "currency_code": self.currency.as_str(), "value": self.text(minor)? }))
    }
}

fn sum_of(items: &[Item]) -> Option<MinorUnits> {
    items.iter().try_fold(MinorUnits::ZERO, |sum, item| {
        let line = item.unit_price.checked_mul(i64::from(item.quantity))?;
        sum.checked_add(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paypal::parse;
    use proptest::prelude::*;

    fn item(quantity: u32, unit_price: i64) -> Item {
        Item {
            name: "Hrnek".to_owned(),
            quantity,
            unit_price: MinorUnits::new(unit_price),
            shipped: true,
        }
    }

    fn read(value: &Value) -> i64 {
        let text = |name: &str| value[name].as_str().expect("a text");
        parse(text("value"), text("currency_code"))
            .expect("an amount")
            .minor
            .get()
    }

    #[test]
    fn parts_below_the_total_and_a_zero_total_are_refused() {
        let czk = |minor| Money::new(MinorUnits::new(minor), Currency::CZK);
        let of = |total, shipping| {
            let (shipping, none) = (MinorUnits::new(shipping), MinorUnits::ZERO);
            Breakdown::new(total, vec![item(1, 100)], shipping, none, none)
        };
        assert!(of(czk(150), 50).is_ok());
        assert_eq!(of(czk(151), 50), Err(BreakdownError));
        assert_eq!(of(czk(0), 0), Err(BreakdownError));
        assert_eq!(of(czk(-1), 0), Err(BreakdownError));
        assert_eq!(of(czk(100), -50), Err(BreakdownError));
        let dinars = Money::new(
            MinorUnits::new(100),
            Currency::new("KWD").expect("a currency"),
        );
        assert_eq!(of(dinars, 0), Err(BreakdownError));
    }

    proptest! {
        /// The written parts satisfy PayPal's sum, and make the amount due.
        #[test]
        fn the_parts_make_the_total(
            lines in prop::collection::vec((1..50_u32, 0..1_000_000_i64), 1..8),
            shipping in 0..100_000_i64,
            duty in 0..100_000_i64,
            tax in 0..100_000_i64,
            off in 0..10_000_000_i64,
        ) {
            let items: Vec<Item> = lines.into_iter().map(|(quantity, price)| item(quantity, price)).collect();
            let sum = sum_of(&items).expect("small").get() + shipping + duty + tax;
            let total = Money::new(MinorUnits::new(sum - off), Currency::CZK);
            let made = Breakdown::new(
                total,
                items,
                MinorUnits::new(shipping),
                MinorUnits::new(duty),
                MinorUnits::new(tax),
            );
            prop_assert_eq!(made.is_ok(), total.minor.is_positive());
            let Ok(made) = made else { return Ok(()) };
            let amount = made.amount().expect("written");
            let part = |name: &str| read(&amount["breakdown"][name]);
            let added = part("item_total") + part("shipping") + part("handling") + part("tax_total");
            prop_assert_eq!(added - part("discount"), read(&amount));
            prop_assert_eq!(read(&amount), total.minor.get());
            let listed: i64 = made.items().expect("written").iter().map(|item| {
                let quantity: i64 = item["quantity"].as_str().expect("a text").parse().expect("a number");
                read(&item["unit_amount"]) * quantity
            }).sum();
            prop_assert_eq!(listed, part("item_total"));
        }
    }
}
