//! `SellingPlanGroup`, `SellingPlan`, `SellingPlanAllocation`

use super::connection::{Connection, Entries, Page};
use super::metafield::no_metafields;
use super::object::{count, leaf, money, object, text, texts};
use crate::graphql::value::{Fault, Value};
use crate::localized_shop::LocalizedShop;
use apollo_compiler::response::JsonMap;
use std::borrow::Cow;
use std::sync::Arc;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::selling_plan::{
    Adjustment, Allocation, PhasePrice, PlanOption, PriceAdjustment, Schedule, SellingPlan,
    SellingPlanGroup,
};
use zkratka_ids::gid;

/// The selling plans of a product, by group.
pub(super) fn groups<'v>(
    shown: LocalizedShop<'v>,
    product: &'v Product,
    arguments: &JsonMap,
) -> Result<Value<'v>, Fault> {
    let groups: Vec<_> = shown.place.plans_of(product).groups_for(product).collect();
    let handle = |place: usize| {
        let group = groups.get(place);
        group.map_or_else(String::new, |group| group.handle.clone())
    };
    Ok(Value::object(Connection {
        page: Cow::Owned(Page::of(groups.len(), handle, arguments)?),
        entries: Groups { shown, groups },
    }))
}

/// The price of a variant under each of its selling plans.
pub(super) fn allocations<'v>(
    shown: LocalizedShop<'v>,
    product: &'v Product,
    variant: &'v Variant,
    arguments: &JsonMap,
) -> Result<Value<'v>, Fault> {
    let plans: Vec<_> = shown
        .place
        .plans(product, variant)
        .plans_for(product)
        .collect();
    let page = Page::of(plans.len(), plan_number(&plans), arguments)?;
    Ok(Value::object(Connection {
        page: Cow::Owned(page),
        entries: Allocations {
            currency: shown.currency(),
            price: shown.price(product, variant),
            plans,
        },
    }))
}

/// Returns a function that identifies a plan in a list.
fn plan_number(plans: &[&Arc<SellingPlan>]) -> impl Fn(usize) -> String {
    let numbers: Vec<_> = plans.iter().map(|plan| plan.id.0.to_string()).collect();
    move |place| numbers.get(place).cloned().unwrap_or_default()
}

struct Groups<'v> {
    shown: LocalizedShop<'v>,
    groups: Vec<&'v SellingPlanGroup>,
}

impl Entries for Groups<'_> {
    const CONNECTION: &'static str = "SellingPlanGroupConnection";
    const EDGE: &'static str = "SellingPlanGroupEdge";

    fn entry(&self, position: usize) -> Value<'_> {
        let currency = self.shown.currency();
        let group = self.groups.get(position);
        Value::nullable(group.map(|group| GroupObject { group, currency }))
    }
}

struct GroupObject<'v> {
    group: &'v SellingPlanGroup,
    currency: Currency,
}

object!(GroupObject<'_>, "SellingPlanGroup", |this, arguments| {
    // No app has created these plans: they belong to the shop itself.
    "appName" => Value::Null,
    "name" => leaf(this.group.name.as_str()),
    "options" => {
        let names = this.group.options.iter();
        Value::list(names.map(|name| Value::object(GroupOption { group: this.group, name })))
    },
    "sellingPlans" => {
        let plans: Vec<_> = this.group.plans.iter().collect();
        Value::object(Connection {
            page: Cow::Owned(Page::of(plans.len(), plan_number(&plans), arguments)?),
            entries: Plans { currency: this.currency, plans },
        })
    },
});

struct GroupOption<'v> {
    group: &'v SellingPlanGroup,
    name: &'v str,
}

object!(GroupOption<'_>, "SellingPlanGroupOption", |this, arguments| {
    "name" => leaf(this.name),
    "values" => {
        let mut values: Vec<String> = Vec::new();
        let options = this.group.plans.iter().flat_map(|plan| &plan.options);
        for option in options.filter(|option| option.name == this.name) {
            if !values.contains(&option.value) {
                values.push(option.value.clone());
            }
        }
        texts(values)
    },
});

struct Plans<'v> {
    currency: Currency,
    plans: Vec<&'v Arc<SellingPlan>>,
}

impl Entries for Plans<'_> {
    const CONNECTION: &'static str = "SellingPlanConnection";
    const EDGE: &'static str = "SellingPlanEdge";

    fn entry(&self, position: usize) -> Value<'_> {
        Value::nullable(self.plans.get(position).map(|plan| PlanObject {
            plan,
            currency: self.currency,
        }))
    }
}

struct PlanObject<'v> {
    plan: &'v SellingPlan,
    currency: Currency,
}

object!(PlanObject<'_>, "SellingPlan", |this, arguments| {
    "billingPolicy" => Value::object(Policy {
        name: "SellingPlanRecurringBillingPolicy",
        schedule: this.plan.billing,
    }),
    "checkoutCharge" => Value::object(CheckoutCharge),
    "deliveryPolicy" => Value::object(Policy {
        name: "SellingPlanRecurringDeliveryPolicy",
        schedule: this.plan.delivery,
    }),
    "description" => text(this.plan.description.as_deref()),
    "id" => leaf(gid::selling_plan(this.plan.id)),
    "metafield" => Value::Null,
    "metafields" => no_metafields(arguments),
    "name" => leaf(this.plan.name.as_str()),
    "options" => {
        let options = this.plan.options.iter();
        Value::list(options.map(|option| Value::object(OptionObject { option })))
    },
    "priceAdjustments" => {
        let adjustments = this.plan.adjustments.iter();
        Value::list(adjustments.map(|adjustment| Value::object(AdjustmentObject {
            adjustment,
            currency: this.currency,
        })))
    },
    "recurringDeliveries" => leaf(this.plan.recurring_deliveries),
});

struct OptionObject<'v> {
    option: &'v PlanOption,
}

object!(OptionObject<'_>, "SellingPlanOption", |this, arguments| {
    "name" => leaf(this.option.name.as_str()),
    "value" => leaf(this.option.value.as_str()),
});

/// A schedule. `name` is its type in the schema, and says what is repeated.
struct Policy {
    name: &'static str,
    schedule: Schedule,
}

object!(Policy, |this| this.name, |this, arguments| {
    "interval" => leaf(this.schedule.interval.as_str()),
    "intervalCount" => count(this.schedule.count),
});

/// The buyer pays the whole first order at checkout. Every later order is paid whole, too.
struct CheckoutCharge;

object!(CheckoutCharge, "SellingPlanCheckoutCharge", |_this, arguments| {
    "type" => leaf("PERCENTAGE"),
    "value" => Value::object(WholePrice),
});

struct WholePrice;

object!(WholePrice, "SellingPlanCheckoutChargePercentageValue", |_this, arguments| {
    "percentage" => leaf(100.0),
});

struct AdjustmentObject<'v> {
    adjustment: &'v PriceAdjustment,
    currency: Currency,
}

object!(AdjustmentObject<'_>, "SellingPlanPriceAdjustment", |this, arguments| {
    "adjustmentValue" => match this.adjustment.value {
        Adjustment::Percentage(points) => Value::object(PercentageOff(points)),
        Adjustment::Amount(minor) => Value::object(AmountOff { minor, currency: this.currency }),
        Adjustment::Price(minor) => Value::object(FixedPrice { minor, currency: this.currency }),
    },
    "orderCount" => this.adjustment.order_count.map_or(Value::Null, count),
});

/// A reduction in basis points.
struct PercentageOff(u32);

object!(PercentageOff, "SellingPlanPercentagePriceAdjustment", |this, arguments| {
    "adjustmentPercentage" => leaf(f64::from(this.0) / 100.0),
});

struct AmountOff {
    minor: MinorUnits,
    currency: Currency,
}

object!(AmountOff, "SellingPlanFixedAmountPriceAdjustment", |this, arguments| {
    "adjustmentAmount" => money(this.minor, this.currency),
});

struct FixedPrice {
    minor: MinorUnits,
    currency: Currency,
}

object!(FixedPrice, "SellingPlanFixedPriceAdjustment", |this, arguments| {
    "price" => money(this.minor, this.currency),
});

struct Allocations<'v> {
    currency: Currency,
    /// The price of one piece without a plan.
    price: MinorUnits,
    plans: Vec<&'v Arc<SellingPlan>>,
}

impl Entries for Allocations<'_> {
    const CONNECTION: &'static str = "SellingPlanAllocationConnection";
    const EDGE: &'static str = "SellingPlanAllocationEdge";

    fn entry(&self, position: usize) -> Value<'_> {
        Value::nullable(self.plans.get(position).map(|plan| AllocationObject {
            allocation: Cow::Owned(Allocation::of(plan, self.price)),
            currency: self.currency,
        }))
    }
}

/// The price of one piece under a selling plan.
pub(super) struct AllocationObject<'v> {
    pub(super) allocation: Cow<'v, Allocation>,
    pub(super) currency: Currency,
}

object!(AllocationObject<'_>, "SellingPlanAllocation", |this, arguments| {
    "checkoutChargeAmount" => money(this.allocation.checkout_charge(), this.currency),
    "priceAdjustments" => {
        let phases = this.allocation.phases.iter();
        Value::list(phases.map(|phase| Value::object(PhaseObject {
            phase,
            currency: this.currency,
        })))
    },
    "remainingBalanceChargeAmount" => money(this.allocation.remaining_charge(), this.currency),
    "sellingPlan" => Value::object(PlanObject {
        plan: &this.allocation.plan,
        currency: this.currency,
    }),
});

struct PhaseObject<'v> {
    phase: &'v PhasePrice,
    currency: Currency,
}

object!(PhaseObject<'_>, "SellingPlanAllocationPriceAdjustment", |this, arguments| {
    "compareAtPrice" => money(this.phase.compare_at, this.currency),
    "perDeliveryPrice" => money(this.phase.per_delivery, this.currency),
    "price" => money(this.phase.price, this.currency),
    // No variant is sold by weight or volume.
    "unitPrice" => Value::Null,
});
