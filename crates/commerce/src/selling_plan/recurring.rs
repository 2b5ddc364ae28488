//! Amounts that a cart will cost repeatedly.

use super::allocation::Allocation;
use super::interval::Schedule;
use crate::money::MinorUnits;
use std::collections::BTreeMap;

/// The amount due on one schedule (row 5.16). It covers goods only: no delivery, and no discounts of the first order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecurringTotal {
    pub schedule: Schedule,
    /// Amounts in order of time; never empty, and the last one has no end.
    pub phases: Vec<RecurringPhase>,
}

/// The amount of each order in a range of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecurringPhase {
    /// All lines of this schedule together, in minor units.
    pub amount: MinorUnits,
    /// Number of orders, including the first one in the cart; `None`: all following orders.
    pub order_count: Option<u32>,
}

/// A plan with the prices of one unit: in a cart, or as the buyer agreed to it.
pub trait Renewed {
    /// How often it is paid.
    fn billing(&self) -> Schedule;
    /// Prices of successive orders; only the last one may have no end.
    fn unit_prices(&self) -> impl Iterator<Item = RecurringPhase>;
}

impl Renewed for Allocation {
    fn billing(&self) -> Schedule {
        self.plan.billing
    }

    fn unit_prices(&self) -> impl Iterator<Item = RecurringPhase> {
        self.phases.iter().map(|phase| RecurringPhase {
            amount: phase.price,
            order_count: phase.order_count,
        })
    }
}

/// The totals of lines under plans, one for each schedule, sorted by interval, shortest first. A line is a plan and a
/// quantity; lines with quantity 0 are ignored.
pub fn recurring_totals<'a, P: Renewed + 'a>(
    lines: impl IntoIterator<Item = (&'a P, u32)>,
) -> Vec<RecurringTotal> {
    let mut by_schedule: BTreeMap<Schedule, Vec<_>> = BTreeMap::new();
    for line in lines.into_iter().filter(|line| line.1 > 0) {
        let schedule = line.0.billing();
        by_schedule.entry(schedule).or_default().push(line);
    }
    let totals = by_schedule.into_iter();
    totals
        .map(|(schedule, lines)| RecurringTotal {
            schedule,
            phases: phases(&lines),
        })
        .collect()
}

fn phases<P: Renewed>(lines: &[(&P, u32)]) -> Vec<RecurringPhase> {
    let mut ends: Vec<u32> = lines.iter().flat_map(|line| ends_of(line.0)).collect();
    ends.sort_unstable();
    ends.dedup();
    let mut phases: Vec<RecurringPhase> = Vec::with_capacity(ends.len() + 1);
    let mut before = 0_u32;
    for end in ends {
        let phase = RecurringPhase {
            amount: amount_of(lines, before.saturating_add(1)),
            order_count: Some(end - before),
        };
        phases.push(phase);
        before = end;
    }
    phases.push(RecurringPhase {
        amount: amount_of(lines, before.saturating_add(1)),
        order_count: None,
    });
    phases
}

/// The last order of each price that ends.
fn ends_of(plan: &impl Renewed) -> impl Iterator<Item = u32> {
    let counts = plan.unit_prices().map_while(|one| one.order_count);
    counts.scan(0_u32, |sum, count| {
        *sum = sum.saturating_add(count);
        Some(*sum)
    })
}

fn amount_of<P: Renewed>(lines: &[(&P, u32)], order: u32) -> MinorUnits {
    lines
        .iter()
        .fold(MinorUnits::ZERO, |sum, (plan, quantity)| {
            let price = unit_price(*plan, order);
            sum.saturating_add(price.saturating_mul(i64::from(*quantity)))
        })
}

/// Price of one unit in an order; the first order is 1. The last price holds for all orders after it.
fn unit_price(plan: &impl Renewed, order: u32) -> MinorUnits {
    let mut before = 0_u32;
    let mut amount = MinorUnits::ZERO;
    for phase in plan.unit_prices() {
        amount = phase.amount;
        before = phase
            .order_count
            .map_or(u32::MAX, |count| before.saturating_add(count));
        if order <= before {
            break;
        }
    }
    amount
}
