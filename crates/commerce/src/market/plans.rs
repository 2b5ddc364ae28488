//! Selling plans in a market. Amounts of a plan include tax like the price of the goods, and the included rate depends
//! on the goods. So there is one set of plans for each home tax rate.

use super::{Conversion, Taxation};
use crate::selling_plan::{Adjustment, PriceAdjustment, SellingPlans};
use crate::tax::{TaxRate, TaxRules};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The shop's plans in a market's currency, for goods with one home tax rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalPlans {
    /// The home tax rate removed from their amounts.
    pub tax: TaxRate,
    pub plans: SellingPlans,
}

/// The plans for every home tax rate, and for untaxed goods.
pub(crate) fn by_tax(
    home: &SellingPlans,
    home_tax: &TaxRules,
    conversion: &Conversion,
    taxation: Taxation,
) -> Vec<LocalPlans> {
    let rates = home_tax.classes.values().copied().chain([TaxRate::ZERO]);
    let taxes: BTreeSet<_> = rates.map(|rate| taxation.taken_out(rate)).collect();
    let local = |tax| LocalPlans {
        tax,
        plans: local_plans(home, conversion, tax),
    };
    taxes.into_iter().map(local).collect()
}

/// Converts the plans and removes this tax from their amounts.
pub(crate) fn local_plans(
    home: &SellingPlans,
    conversion: &Conversion,
    tax: TaxRate,
) -> SellingPlans {
    let local = |adjustment: PriceAdjustment| PriceAdjustment {
        value: match adjustment.value {
            Adjustment::Percentage(points) => Adjustment::Percentage(points),
            Adjustment::Amount(amount) => Adjustment::Amount(conversion.price(amount, tax)),
            Adjustment::Price(price) => Adjustment::Price(conversion.price(price, tax)),
        },
        ..adjustment
    };
    let mut plans = home.clone();
    for plan in plans.groups.iter_mut().flat_map(|group| &mut group.plans) {
        for adjustment in &mut Arc::make_mut(plan).adjustments {
            *adjustment = local(*adjustment);
        }
    }
    plans
}
