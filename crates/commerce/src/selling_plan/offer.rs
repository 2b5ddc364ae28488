//! Decides which plans are offered for which goods.

use super::plan::SellingPlan;
use crate::catalogue::Product;
use crate::ids::SellingPlanId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SellingPlans {
    /// Groups in display order.
    pub groups: Vec<SellingPlanGroup>,
}

/// Plans offered together (public `SellingPlanGroup`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SellingPlanGroup {
    /// The stable handle in the configuration.
    pub handle: String,
    /// The name in Czech, e.g. `Předplatné`.
    pub name: String,
    /// Names of the options in which its plans differ.
    pub options: Vec<String>,
    /// Plans in display order.
    #[serde(with = "shared")]
    pub plans: Vec<Arc<SellingPlan>>,
    /// Handles of the products it applies to.
    pub products: BTreeSet<String>,
    /// Tags of the products it applies to.
    pub tags: BTreeSet<String>,
    /// Whether those products are sold only with a plan.
    pub required: bool,
    /// Whether companies cannot buy under its plans.
    #[serde(default)]
    pub closed_to_companies: bool,
}

/// Why goods cannot be bought with this plan, or without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// The plan does not exist, or it is for other goods.
    NotApplicable,
    /// The goods are sold only with a plan.
    Required,
}

impl SellingPlanGroup {
    /// Whether the group applies to this product.
    #[must_use]
    pub fn is_for(&self, product: &Product) -> bool {
        let is_named = || {
            self.products.contains(&product.handle)
                || product.tags.iter().any(|tag| self.tags.contains(tag))
        };
        // Gift cards are money: no discounts and no repeated purchases.
        !product.gift_card && is_named()
    }
}

impl SellingPlans {
    /// The groups that apply to a product.
    pub fn groups_for<'a>(
        &'a self,
        product: &Product,
    ) -> impl Iterator<Item = &'a SellingPlanGroup> {
        self.groups.iter().filter(|group| group.is_for(product))
    }

    /// Every plan that applies to a product.
    pub fn plans_for<'a>(
        &'a self,
        product: &Product,
    ) -> impl Iterator<Item = &'a Arc<SellingPlan>> {
        self.groups_for(product).flat_map(|group| &group.plans)
    }

    /// Whether a product is sold only with a plan.
    #[must_use]
    pub fn is_required_for(&self, product: &Product) -> bool {
        self.groups_for(product).any(|group| group.required)
    }

    /// The plan with this id, if it applies to the product.
    #[must_use]
    pub fn plan_for(&self, id: SellingPlanId, product: &Product) -> Option<&Arc<SellingPlan>> {
        self.plans_for(product).find(|plan| plan.id == id)
    }

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

    /// Why this product cannot be bought with this plan, or without one if `plan` is `None`.
    #[must_use]
    pub fn fault(&self, plan: Option<SellingPlanId>, product: &Product) -> Option<PlanFault> {
        match plan {
            Some(id) if self.plan_for(id, product).is_none() => Some(PlanFault::NotApplicable),
            None if self.is_required_for(product) => Some(PlanFault::Required),
            _ => None,
        }
    }
}

/// Plans are shared in memory, but serialised by value.
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
