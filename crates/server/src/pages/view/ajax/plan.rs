//! A line's selling plan in the format of themes' scripts (the public `selling_plan_allocation`).

use serde::Serialize;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::selling_plan::{Adjustment, Allocation, PriceAdjustment, SellingPlan};

/// A selling plan with the price of one piece. Amounts are in minor units.
#[derive(Serialize)]
pub(super) struct PlanAllocation<'a> {
    price_adjustments: Vec<PhasePrice>,
    price: MinorUnits,
    compare_at_price: MinorUnits,
    per_delivery_price: MinorUnits,
    selling_plan: Plan<'a>,
}

/// The price under one of the plan's price adjustments.
#[derive(Serialize)]
struct PhasePrice {
    position: usize,
    price: MinorUnits,
}

#[derive(Serialize)]
struct Plan<'a> {
    id: u64,
    name: &'a str,
    description: Option<&'a str>,
    options: Vec<PlanOption<'a>>,
    recurring_deliveries: bool,
    price_adjustments: Vec<PlanAdjustment>,
}

#[derive(Serialize)]
struct PlanOption<'a> {
    name: &'a str,
    position: usize,
    value: &'a str,
}

#[derive(Serialize)]
struct PlanAdjustment {
    order_count: Option<u32>,
    position: usize,
    value_type: &'static str,
    value: AdjustmentValue,
}

#[derive(Serialize)]
#[serde(untagged)]
enum AdjustmentValue {
    PerCent(f64),
    Minor(MinorUnits),
}

impl<'a> PlanAllocation<'a> {
    pub(super) fn new(allocation: &'a Allocation) -> Self {
        let phases = allocation.phases.iter();
        let per_delivery = allocation.phases.first().map(|phase| phase.per_delivery);
        Self {
            price_adjustments: numbered(phases)
                .map(|(position, phase)| PhasePrice {
                    position,
                    price: phase.price,
                })
                .collect(),
            price: allocation.checkout_charge(),
            compare_at_price: allocation.compare_at(),
            per_delivery_price: per_delivery.unwrap_or(MinorUnits::ZERO),
            selling_plan: Plan::new(&allocation.plan),
        }
    }
}

impl<'a> Plan<'a> {
    fn new(plan: &'a SellingPlan) -> Self {
        Self {
            id: plan.id.0,
            name: &plan.name,
            description: plan.description.as_deref(),
            options: numbered(plan.options.iter())
                .map(|(position, option)| PlanOption {
                    name: &option.name,
                    position,
                    value: &option.value,
                })
                .collect(),
            recurring_deliveries: plan.recurring_deliveries,
            price_adjustments: numbered(plan.adjustments.iter())
                .map(|(position, one)| PlanAdjustment::new(position, one))
                .collect(),
        }
    }
}

impl PlanAdjustment {
    fn new(position: usize, adjustment: &PriceAdjustment) -> Self {
        let (value_type, value) = match adjustment.value {
            Adjustment::Percentage(points) => {
                let per_cent = f64::from(points) / 100.0;
                ("percentage", AdjustmentValue::PerCent(per_cent))
            }
            Adjustment::Amount(amount) => ("fixed_amount", AdjustmentValue::Minor(amount)),
            Adjustment::Price(price) => ("price", AdjustmentValue::Minor(price)),
        };
        Self {
            order_count: adjustment.order_count,
            position,
            value_type,
            value,
        }
    }
}

fn numbered<T>(items: impl Iterator<Item = T>) -> impl Iterator<Item = (usize, T)> {
    items.enumerate().map(|(index, item)| (index + 1, item))
}
