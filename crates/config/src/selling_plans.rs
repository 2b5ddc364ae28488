//! Reads `[[selling_plan_groups]]` and `[[selling_plans]]`.

use super::goods::GoodsKind;
use super::reader::Reader;
use super::schema;
use std::collections::BTreeSet;
use std::sync::Arc;
use zkratka_commerce::ids::SellingPlanId;
use zkratka_commerce::selling_plan::{
    Adjustment, Interval, InvalidPlan, PlanOption, PriceAdjustment, Schedule, SellingPlan,
    SellingPlanGroup, SellingPlans,
};

/// Reads the groups, and adds each plan to its group.
pub(super) fn plans(groups: &[Reader<'_>], plans: &[Reader<'_>]) -> Option<SellingPlans> {
    let mut read = read_groups(groups);
    let mut ids = BTreeSet::new();
    let mut good = 0;
    for reader in plans {
        let Some((group, plan)) = plan(reader, &mut read, &mut ids) else {
            continue;
        };
        group.plans.push(Arc::new(plan));
        good += 1;
    }
    let complete = read.len() == groups.len() && good == plans.len();
    if complete {
        for (reader, group) in groups.iter().zip(&read) {
            let no_goods = group.products.is_empty() && group.tags.is_empty();
            if no_goods {
                reader.fault("products", "are empty: write product handles, or tags");
            }
            if group.plans.is_empty() {
                let handle = &group.handle;
                reader.fault(
                    "handle",
                    format!("\"{handle}\" has no plan: write one in [[selling_plans]] with group = \"{handle}\""),
                );
            }
        }
    }
    complete.then_some(SellingPlans { groups: read })
}

fn read_groups(readers: &[Reader<'_>]) -> Vec<SellingPlanGroup> {
    let mut groups: Vec<SellingPlanGroup> = Vec::new();
    for reader in readers {
        let Some(group) = group(reader) else {
            continue;
        };
        if groups.iter().any(|other| other.handle == group.handle) {
            let handle = &group.handle;
            let message =
                format!("\"{handle}\" is used twice: write a different handle for each group");
            reader.fault("handle", message);
            continue;
        }
        groups.push(group);
    }
    groups
}

fn group(reader: &Reader<'_>) -> Option<SellingPlanGroup> {
    let handle = reader.parsed("handle", super::delivery::handle);
    let name = reader.filled("name");
    let options = reader.parsed_list("options", filled);
    let products = reader.goods("products", GoodsKind::Product);
    let tags = reader.goods("tags", GoodsKind::Tag);
    let required = reader.flag("required");
    let companies = reader.flag("companies");
    Some(SellingPlanGroup {
        handle: handle?,
        name: name?,
        options: options?,
        plans: Vec::new(),
        products: products?.into_iter().collect(),
        tags: tags?.into_iter().collect(),
        required: required?,
        closed_to_companies: !companies?,
    })
}

fn filled(text: &str) -> Result<String, ()> {
    match text.trim() {
        "" => Err(()),
        text => Ok(text.to_owned()),
    }
}

/// Reads a plan, and returns it with the group that it names.
fn plan<'g>(
    reader: &Reader<'_>,
    groups: &'g mut [SellingPlanGroup],
    ids: &mut BTreeSet<u64>,
) -> Option<(&'g mut SellingPlanGroup, SellingPlan)> {
    let id = reader.number("id", 1..=u64::from(u32::MAX));
    let handle = reader.filled("group");
    let name = reader.filled("name");
    let description = reader.text("description");
    let options = reader.parsed_list("options", filled);
    let billing = schedule(reader);
    let recurring_deliveries = reader.flag("recurring_deliveries");
    let adjustments = adjustments(reader);
    let (handle, name) = (handle?, name?);
    let group = groups.iter_mut().find(|group| group.handle == handle);
    let Some(group) = group else {
        let message = format!("\"{handle}\" is not the handle of any of [[selling_plan_groups]]");
        reader.fault("group", message);
        return None;
    };
    let id = id?;
    if !ids.insert(id) {
        reader.fault(
            "id",
            format!("{id} is used twice: write a different number for each plan"),
        );
        return None;
    }
    let (billing, delivery) = billing?;
    let plan = SellingPlan {
        id: SellingPlanId(id),
        options: values(reader, group, options?, &name)?,
        name,
        description: description.filter(|text| !text.is_empty()),
        billing,
        delivery,
        recurring_deliveries: recurring_deliveries?,
        adjustments: adjustments?,
    };
    if let Err(fault) = plan.check() {
        refuse(reader, fault);
        return None;
    }
    Some((group, plan))
}

fn refuse(reader: &Reader<'_>, fault: InvalidPlan) {
    match fault {
        InvalidPlan::Billing => reader.fault(
            "delivery_interval",
            "does not match interval: one payment must cover a whole number of deliveries, e.g. a payment every 3 months and a delivery each month",
        ),
        InvalidPlan::TooManyAdjustments => reader.fault("adjustments", "are at most two"),
        InvalidPlan::Endless => reader.fault(
            "adjustments",
            "must end in one without orders, and only the last: write e.g. [{ percentage = \"20\", orders = 3 }, { percentage = \"0\" }]",
        ),
    }
}

/// Pairs the options of the group with the plan's values. Without values, each option has the plan's name.
fn values(
    reader: &Reader<'_>,
    group: &SellingPlanGroup,
    given: Vec<String>,
    name: &str,
) -> Option<Vec<PlanOption>> {
    let given = if given.is_empty() {
        vec![name.to_owned(); group.options.len()]
    } else {
        given
    };
    if given.len() != group.options.len() {
        let names = group.options.join(", ");
        let message = format!("must have one value for each option of the group: {names}");
        reader.fault("options", message);
        return None;
    }
    let pairs = group.options.iter().zip(given);
    let option = |(name, value): (&String, String)| PlanOption {
        name: name.clone(),
        value,
    };
    Some(pairs.map(option).collect())
}

/// Reads how often the buyer pays, and how often the shop delivers.
fn schedule(reader: &Reader<'_>) -> Option<(Schedule, Schedule)> {
    let interval = |text: &str| Interval::parse(text).ok_or(());
    let billing = reader.parsed("interval", interval);
    let count = count(reader, "interval_count");
    let delivery = reader.parsed("delivery_interval", |text| match text {
        "" => Ok(None),
        text => interval(text).map(Some),
    });
    let delivery_count = self::count(reader, "delivery_interval_count");
    let billing = Schedule {
        interval: billing?,
        count: count?,
    };
    let delivery_count = delivery_count?;
    let delivery = match delivery? {
        Some(interval) => Schedule {
            interval,
            count: delivery_count,
        },
        None => billing,
    };
    Some((billing, delivery))
}

fn count(reader: &Reader<'_>, key: &str) -> Option<u32> {
    let count = reader.number(key, 1..=366)?;
    u32::try_from(count).ok()
}

fn adjustments(reader: &Reader<'_>) -> Option<Vec<PriceAdjustment>> {
    let tables = reader.tables("adjustments", &schema::SELLING_PLAN_ADJUSTMENTS)?;
    let read: Vec<_> = tables.iter().filter_map(adjustment).collect();
    (read.len() == tables.len()).then_some(read)
}

fn adjustment(table: &Reader<'_>) -> Option<PriceAdjustment> {
    let percentage = table.decimal("percentage", 2);
    let amount = table.amount("amount", 2);
    let price = table.amount("price", 2);
    let orders = table.number("orders", 0..=1_000);
    let value = match (percentage.ok()?, amount.ok()?, price.ok()?) {
        (Some(points), None, None) => {
            let points = u32::try_from(points)
                .ok()
                .filter(|&points| points <= 10_000);
            if points.is_none() {
                table.fault("percentage", "is more than 100");
            }
            Adjustment::Percentage(points?)
        }
        (None, Some(amount), None) => Adjustment::Amount(amount),
        (None, None, Some(price)) => Adjustment::Price(price),
        _ => {
            table.fault(
                "percentage",
                "write exactly one of percentage, amount and price",
            );
            return None;
        }
    };
    let orders = u32::try_from(orders?).ok()?;
    Some(PriceAdjustment {
        value,
        order_count: (orders > 0).then_some(orders),
    })
}
