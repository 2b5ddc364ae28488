//! Which plans there are for which goods.

use super::plan::SellingPlan;
use crate::catalogue::Product;
use crate::ids::SellingPlanId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Every plan of the shop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SellingPlans {
    /// Groups in the order shown.
    pub groups: Vec<SellingPlanGroup>,
}

/// Plans that are offered together (public `SellingPlanGroup`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SellingPlanGroup {
    /// Its lasting name in the configuration.
    pub handle: String,
    /// Its name, Czech, e.g. `Předplatné`.
    pub name: String,
    /// Names of the options that its plans differ in.
    pub options: Vec<String>,
    /// Plans in the order shown.
    #[serde(with = "shared")]
    pub plans: Vec<Arc<SellingPlan>>,
    /// Handles of products that it is for.
    pub products: BTreeSet<String>,
    /// Tags of products that it is for.
    pub tags: BTreeSet<String>,
    /// Whether those products are sold with a plan only.
    pub required: bool,
    /// Whether companies cannot buy under its plans.
    #[serde(default)]
    pub closed_to_companies: bool,
}

/// Why goods cannot be bought with this plan, or without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// There is no such plan, or it is for other goods.
    NotApplicable,
    /// The goods are sold with a plan only.
    Required,
}

impl SellingPlanGroup {
    /// Whether it is for this product.
    #[must_use]
    pub fn is_for(&self, product: &Product) -> bool {
        let is_named = || {
            self.products.contains(&product.handle)
                || product.tags.iter().any(|tag| self.tags.contains(tag))
        };
        // Money is not sold at a discount, nor again and again.
        !product.gift_card && is_named()
    }
}

impl SellingPlans {
    /// The groups that a product may be bought with.
    pub fn groups_for<'a>(
        &'a self,
        product: &Product,
    ) -> impl Iterator<Item = &'a SellingPlanGroup> {
        self.groups.iter().filter(|group| group.is_for(product))
    }

    /// Every plan that a product may be bought with.
    pub fn plans_for<'a>(
        &'a self,
        product: &Product,
    ) -> impl Iterator<Item = &'a Arc<SellingPlan>> {
        self.groups_for(product).flat_map(|group| &group.plans)
    }

    /// Whether a product is sold with a plan only.
    #[must_use]
    pub fn is_required_for(&self, product: &Product) -> bool {
        self.groups_for(product).any(|group| group.required)
    }

    /// The plan of this number, where the product may be bought with it.
    #[must_use]
    pub fn plan_for(&self, id: SellingPlanId, product: &Product) -> Option<&Arc<SellingPlan>> {
        self.plans_for(product).find(|plan| plan.id == id)
    }

    /// Whether companies cannot buy under this plan.
    #[must_use]
    pub fn is_closed_to_companies(&self, plan: SellingPlanId) -> bool {
        self.group_of(plan)
            .is_some_and(|group| group.closed_to_companies)
    }

    #[must_use]
    pub fn group_of(&self, plan: SellingPlanId) -> Option<&SellingPlanGroup> {
        let mut groups = self.groups.iter();
        groups.find(|group| group.plans.iter().any(|one| one.id == plan))
    }

    /// Why this product cannot be bought with this plan (none: without one), if so.
    #[must_use]
    pub fn fault(&self, plan: Option<SellingPlanId>, product: &Product) -> Option<PlanFault> {
        match plan {
            Some(id) if self.plan_for(id, product).is_none() => Some(PlanFault::NotApplicable),
            None if self.is_required_for(product) => Some(PlanFault::Required),
            _ => None,
        }
    }
}

/// Plans are shared in memory and written out whole.
mod shared {
    use super::{Arc, SellingPlan};
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        plans: &[Arc<SellingPlan>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(plans.iter().map(AsRef::as_ref))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Arc<SellingPlan>>, D::Error> {
        let plans = Vec::<SellingPlan>::deserialize(deserializer)?;
        Ok(plans.into_iter().map(Arc::new).collect())
    }
}
