//! What of a cart goes together: one group for each purchase type (rows 3.04 and 3.10).

use super::options::{DeliveryOption, Goods};
use crate::selling_plan::{ByPurchase, PurchaseType};

/// What goes together, and how it can go (public `CartDeliveryGroup`).
#[derive(Clone, Debug)]
pub struct DeliveryGroup {
    /// Its goods, as prices of delivery depend on them: less their discounts.
    pub goods: Goods,
    /// Ways offered; empty until an address (or at least its country) is known.
    pub options: Vec<DeliveryOption>,
    /// Which of them is chosen.
    selected: Option<usize>,
}

impl DeliveryGroup {
    /// These goods, which can go these ways; `handle` is the chosen one's, if it is (still) offered.
    #[must_use]
    pub fn new(goods: Goods, options: Vec<DeliveryOption>, handle: Option<&str>) -> Self {
        let chosen = |option: &DeliveryOption| Some(option.handle.as_str()) == handle;
        Self {
            goods,
            selected: options.iter().position(chosen),
            options,
        }
    }

    /// The chosen way.
    #[must_use]
    pub fn selected(&self) -> Option<&DeliveryOption> {
        self.options.get(self.selected?)
    }

    /// Whether the way of this handle is offered.
    #[must_use]
    pub fn offers(&self, handle: &str) -> bool {
        self.options.iter().any(|option| option.handle == handle)
    }
}

/// The delivery groups of a cart: none where nothing is shipped, at most one of each purchase type.
#[derive(Clone, Debug, Default)]
pub struct DeliveryGroups(pub ByPurchase<Option<DeliveryGroup>>);

impl DeliveryGroups {
    /// The groups, what is bought once first.
    pub fn iter(&self) -> impl Iterator<Item = (PurchaseType, &DeliveryGroup)> {
        self.0.iter()
    }

    /// Whether nothing is shipped.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Whether any of it can be delivered.
    #[must_use]
    pub fn is_deliverable(&self) -> bool {
        self.iter().any(|(_, group)| !group.options.is_empty())
    }

    /// The group of this type.
    #[must_use]
    pub const fn get(&self, purchase: PurchaseType) -> Option<&DeliveryGroup> {
        self.0.get(purchase).as_ref()
    }

    /// The type of the only group; none where there are two, or nothing is shipped.
    #[must_use]
    pub const fn only(&self) -> Option<PurchaseType> {
        match (&self.0.one_time, &self.0.subscription) {
            (Some(_), None) => Some(PurchaseType::OneTimePurchase),
            (None, Some(_)) => Some(PurchaseType::Subscription),
            _ => None,
        }
    }

    /// The group that goods bought so count to. What is not shipped counts as well, with the other group where there is none of
    /// its own.
    #[must_use]
    pub const fn group_of(&self, purchase: PurchaseType) -> Option<PurchaseType> {
        self.0.nearest(purchase)
    }

    /// The ways chosen so far.
    pub fn selected(&self) -> impl Iterator<Item = &DeliveryOption> {
        self.iter().filter_map(|(_, group)| group.selected())
    }

    /// Whether every group's way is chosen.
    #[must_use]
    pub fn is_chosen(&self) -> bool {
        self.iter().all(|(_, group)| group.selected().is_some())
    }

    /// What the chosen ways cost in all, minor units.
    #[must_use]
    pub fn price(&self) -> i64 {
        self.selected().map(|option| option.price).sum()
    }

    /// Weight of all groups, grams.
    #[must_use]
    pub fn grams(&self) -> u64 {
        let groups = self.iter().map(|(_, group)| group.goods.grams);
        groups.fold(0, u64::saturating_add)
    }
}
