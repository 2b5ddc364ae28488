//! Discounts in the format of themes' scripts (the public `discount_application`).

use serde::Serialize;
use zkratka_commerce::discount::{Benefit, Class, Trigger};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::pricing::discounts::AppliedDiscount;
use zkratka_commerce::pricing::{PricedCart, PricedLine};

/// A discount and its total amount.
#[derive(Serialize)]
pub(super) struct Application<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    key: &'a str,
    title: &'a str,
    description: Option<&'a str>,
    /// The percentage or the amount, as a decimal: `10.0`.
    value: String,
    value_type: &'static str,
    allocation_method: &'static str,
    target_selection: &'static str,
    target_type: &'static str,
    total_allocated_amount: MinorUnits,
}

/// The amount that a discount takes off a line.
#[derive(Serialize)]
pub(super) struct Allocation<'a> {
    amount: MinorUnits,
    discount_application: Application<'a>,
}

/// The short form of an application.
#[derive(Serialize)]
pub(super) struct ShortAllocation<'a> {
    amount: MinorUnits,
    title: &'a str,
}

impl<'a> Application<'a> {
    /// The discounts on the whole order.
    pub(super) fn of_order(priced: &'a PricedCart) -> Vec<Self> {
        let given = priced.discounts.iter();
        given
            .filter(|given| given.class == Class::Order)
            .map(|given| Self::new(priced, given))
            .collect()
    }

    fn new(priced: &PricedCart, given: &'a AppliedDiscount) -> Self {
        let name = given.trigger.name();
        let (value_type, value) = match given.benefit {
            Benefit::Percentage(points) => ("percentage", decimal(i64::from(points), 2)),
            Benefit::Amount(amount) => (
                "fixed_amount",
                decimal(amount.get(), priced.currency.exponent()),
            ),
            Benefit::FreeDelivery { .. } => ("percentage", decimal(10_000, 2)),
        };
        Self {
            kind: match given.trigger {
                Trigger::Code(_) => "discount_code",
                Trigger::Automatic(_) => "automatic",
            },
            key: name,
            title: name,
            description: None,
            value,
            value_type,
            allocation_method: "across",
            target_selection: match given.class {
                Class::Goods => "entitled",
                Class::Order | Class::Delivery => "all",
            },
            target_type: match given.class {
                Class::Goods | Class::Order => "line_item",
                Class::Delivery => "shipping_line",
            },
            total_allocated_amount: given.amount,
        }
    }
}

impl<'a> Allocation<'a> {
    /// The discounts on a line.
    pub(super) fn of_line(priced: &'a PricedCart, line: &PricedLine) -> Vec<Self> {
        let given = priced.line_discounts(line.id);
        given
            .map(|(given, amount)| Self {
                amount,
                discount_application: Application::new(priced, given),
            })
            .collect()
    }

    pub(super) const fn taken(&self) -> ShortAllocation<'a> {
        ShortAllocation {
            amount: self.amount,
            title: self.discount_application.title,
        }
    }
}

/// Formats a decimal number with a point and at least one decimal place: `10.0`, `99.5`.
fn decimal(minor: i64, exponent: u32) -> String {
    let unit = 10_i64.pow(exponent);
    let places = usize::try_from(exponent).unwrap_or(0);
    let fraction = format!("{:0places$}", (minor % unit).abs());
    let short = fraction.trim_end_matches('0');
    let short = if short.is_empty() { "0" } else { short };
    format!("{}.{short}", minor / unit)
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn figures_have_a_point_and_no_idle_places() {
        for (minor, exponent, text) in [
            (1_000, 2, "10.0"),
            (1_250, 2, "12.5"),
            (9_905, 2, "99.05"),
            (1_500, 0, "1500.0"),
            (17_205, 3, "17.205"),
        ] {
            assert_eq!(decimal(minor, exponent), text);
        }
    }
}
