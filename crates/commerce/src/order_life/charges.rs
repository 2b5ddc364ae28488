//! What the buyer paid for each line: after discounts, with tax if it was added.

use super::entry::LineUnits;
use crate::discount::shares;
use crate::ids::LineId;
use crate::market::Taxation;
use crate::money::MinorUnits;
use crate::order::{OrderLine, OrderSnapshot};

/// The charge of each line. What remains of the order's price belongs to the delivery and the duty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charges {
    lines: Vec<LineCharge>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LineCharge {
    line: LineId,
    quantity: u32,
    charge: MinorUnits,
}

impl Charges {
    #[must_use]
    pub fn of(order: &OrderSnapshot) -> Self {
        let net: Vec<MinorUnits> = order
            .lines
            .iter()
            .map(|line| discounted(order, line))
            .collect();
        let tax = match order.taxation {
            Taxation::Included => vec![MinorUnits::ZERO; net.len()],
            Taxation::Added => added_tax(order, &net),
        };
        let lines = order.lines.iter().zip(net).zip(tax);
        Self {
            lines: lines
                .map(|((line, net), tax)| LineCharge {
                    line: line.id,
                    quantity: line.quantity,
                    charge: net + tax,
                })
                .collect(),
        }
    }

    /// What the buyer paid for some units of a line, after `before` units of it. The units of a line together cost exactly
    /// what the line cost, however they are divided.
    #[must_use]
    pub fn of_units(&self, before: u32, units: LineUnits) -> MinorUnits {
        self.line(units.line).map_or(MinorUnits::ZERO, |line| {
            line.first(before.saturating_add(units.units)) - line.first(before)
        })
    }

    fn line(&self, id: LineId) -> Option<&LineCharge> {
        self.lines.iter().find(|line| line.line == id)
    }
}

impl LineCharge {
    /// The charge of the first units, rounded.
    fn first(&self, units: u32) -> MinorUnits {
        let quantity = self.quantity.max(1);
        self.charge.part(units.min(quantity), quantity)
    }
}

fn discounted(order: &OrderSnapshot, line: &OrderLine) -> MinorUnits {
    let off = order.off_line(line.id);
    line.total.saturating_sub(off).max(MinorUnits::ZERO)
}

/// The tax added to each line: its share of the tax at its rate, which the order states for all that is taxed at the rate.
fn added_tax(order: &OrderSnapshot, net: &[MinorUnits]) -> Vec<MinorUnits> {
    let mut tax = vec![MinorUnits::ZERO; net.len()];
    for taxed in &order.taxes {
        let at_rate = |line: &OrderLine| line.tax_rate == taxed.rate;
        let mut weights: Vec<MinorUnits> = order
            .lines
            .iter()
            .zip(net)
            .map(|(line, &net)| if at_rate(line) { net } else { MinorUnits::ZERO })
            .collect();
        let of_lines: MinorUnits = weights.iter().sum();
        // The rest is the delivery's.
        weights.push(taxed.base.saturating_sub(of_lines).max(MinorUnits::ZERO));
        for (tax, share) in tax.iter_mut().zip(shares(taxed.tax, &weights)) {
            *tax += share;
        }
    }
    tax
}
