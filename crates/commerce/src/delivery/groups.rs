//! What of a cart goes together: one group for each purchase type (rows 3.04 and 3.10).

use super::method::DeliveryMethodType;
use super::options::{DeliveryDetail, DeliveryOption, Goods};
use crate::money::MinorUnits;
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
    /// Whether that is something else now than when it was chosen.
    has_changed: bool,
    /// Handles of the ways whose carrier must be waited for.
    unanswered: Vec<String>,
    /// Whether the chosen way is one of those.
    is_choice_unanswered: bool,
    /// Whether the chosen way leads to a place where not all goods are, or all ways do that there are.
    is_out_of_stock: bool,
    /// Handles of the ways to such places.
    out_of_stock: Vec<String>,
}

/// How goods can go.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// The ways offered.
    pub options: Vec<DeliveryOption>,
    /// Handles of the ways whose carrier must be waited for ([`super::unanswered`]).
    pub unanswered: Vec<String>,
    /// Handles of the ways to places where goods are collected, and not all of these are there.
    pub out_of_stock: Vec<String>,
}

impl Offer {
    /// Takes away the ways to places where not all goods are; `is_at` says whether they are at that of a method.
    #[must_use]
    pub fn at_places_with_stock(mut self, is_at: impl Fn(&str) -> bool) -> Self {
        let is_elsewhere = |option: &mut DeliveryOption| {
            option.kind == DeliveryMethodType::PickUp && !is_at(&option.code)
        };
        let without = self.options.extract_if(.., is_elsewhere);
        self.out_of_stock = without.map(|option| option.handle).collect();
        self
    }
}

/// What a buyer has chosen for a group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice<'c> {
    /// The way's handle, if one is chosen, be it still offered or not.
    pub handle: Option<&'c str>,
    /// What it was then, where that was noted.
    pub detail: Option<&'c DeliveryDetail>,
}

impl DeliveryGroup {
    /// These goods, which can go so, and what was chosen for them.
    #[must_use]
    pub fn new(goods: Goods, offer: Offer, choice: Choice<'_>) -> Self {
        let chosen = |option: &DeliveryOption| Some(option.handle.as_str()) == choice.handle;
        let selected = offer.options.iter().position(chosen);
        let option = selected.and_then(|place| offer.options.get(place));
        let has_others = !offer.options.is_empty() || !offer.unanswered.is_empty();
        let is_nowhere = !has_others && !offer.out_of_stock.is_empty();
        let is_among = |ways: &[String]| ways.iter().any(|way| Some(way.as_str()) == choice.handle);
        let differs = |(option, detail): (&DeliveryOption, &DeliveryDetail)| !option.is(detail);
        Self {
            goods,
            selected,
            has_changed: option.zip(choice.detail).is_some_and(differs),
            options: offer.options,
            is_choice_unanswered: selected.is_none() && is_among(&offer.unanswered),
            unanswered: offer.unanswered,
            is_out_of_stock: is_nowhere || is_among(&offer.out_of_stock),
            out_of_stock: offer.out_of_stock,
        }
    }

    /// Whether not all goods are at the place that is chosen, or at any where nothing but collecting is left: such places are
    /// not offered.
    #[must_use]
    pub const fn is_out_of_stock(&self) -> bool {
        self.is_out_of_stock
    }

    /// Whether the way of this handle leads to a place where not all goods are.
    #[must_use]
    pub fn lacks_stock_at(&self, handle: &str) -> bool {
        self.out_of_stock.iter().any(|way| way == handle)
    }

    /// Whether the chosen way is another kind, title or place now than when it was chosen.
    #[must_use]
    pub const fn has_changed(&self) -> bool {
        self.has_changed
    }

    /// Whether a carrier can be waited for: it has not said what a way costs, and no other way is chosen.
    #[must_use]
    pub const fn is_pending(&self) -> bool {
        self.selected.is_none() && !self.unanswered.is_empty()
    }

    /// Whether nothing but its carrier's answer helps: the chosen way waits for it, or there is no other to choose.
    #[must_use]
    pub const fn must_wait(&self) -> bool {
        self.is_choice_unanswered || (self.is_pending() && self.options.is_empty())
    }

    /// Whether the carrier of the way of this handle must be waited for.
    #[must_use]
    pub fn awaits(&self, handle: &str) -> bool {
        self.unanswered.iter().any(|waiting| waiting == handle)
    }

    /// The chosen way.
    #[must_use]
    pub fn selected(&self) -> Option<&DeliveryOption> {
        self.options.get(self.selected?)
    }

    /// The way of this handle, if it is offered.
    #[must_use]
    pub fn option(&self, handle: &str) -> Option<&DeliveryOption> {
        self.options.iter().find(|option| option.handle == handle)
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

    /// Whether any of it can be delivered, or could perhaps be if its carrier answered or goods were elsewhere.
    #[must_use]
    pub fn is_deliverable(&self) -> bool {
        self.iter().any(|(_, group)| {
            let ways = [&group.unanswered, &group.out_of_stock];
            !group.options.is_empty() || ways.iter().any(|ways| !ways.is_empty())
        })
    }

    /// Whether a carrier has still to say what some way costs of goods for which nothing else is chosen.
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.iter().any(|(_, group)| group.is_pending())
    }

    /// Whether some goods can go no way, or not the chosen one, before their carrier has answered.
    #[must_use]
    pub fn must_wait(&self) -> bool {
        self.iter().any(|(_, group)| group.must_wait())
    }

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
    pub fn price(&self) -> MinorUnits {
        self.selected().map(|option| option.price).sum()
    }

    /// Weight of all groups, grams.
    #[must_use]
    pub fn grams(&self) -> u64 {
        let groups = self.iter().map(|(_, group)| group.goods.grams);
        groups.fold(0, u64::saturating_add)
    }
}
