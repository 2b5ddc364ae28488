//! Delivery groups of a cart: one for each purchase type (rows 3.04 and 3.10).

use super::method::DeliveryMethodType;
use super::options::{DeliveryDetail, DeliveryOption, Goods};
use crate::money::MinorUnits;
use crate::selling_plan::{ByPurchase, PurchaseType};

/// Goods that are delivered together, and their delivery options (public `CartDeliveryGroup`).
#[derive(Clone, Debug)]
pub struct DeliveryGroup {
    /// The goods, as far as delivery prices depend on them; the subtotal is after discounts.
    pub goods: Goods,
    /// Offered options; empty until an address (or at least its country) is known.
    pub options: Vec<DeliveryOption>,
    /// Index of the selected option.
    selected: Option<usize>,
    /// Whether the details of the selected option differ from those at the time of selection.
    has_changed: bool,
    /// Handles of the options that wait for a carrier's price.
    unanswered: Vec<String>,
    /// Whether the selected option waits for a carrier's price.
    is_choice_unanswered: bool,
    /// Whether the selected option is at a pick-up place that lacks some of the goods, or only such options exist.
    is_out_of_stock: bool,
    /// Handles of the options at such places.
    out_of_stock: Vec<String>,
}

/// The options that exist for some goods.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    pub options: Vec<DeliveryOption>,
    /// Handles of the options that wait for a carrier's price ([`super::unanswered`]).
    pub unanswered: Vec<String>,
    /// Handles of the options at pick-up places that lack some of the goods.
    pub out_of_stock: Vec<String>,
}

impl Offer {
    /// Removes the options at pick-up places that lack some of the goods. `is_at` returns whether all goods are at the
    /// place of a method.
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

/// The buyer's selection for a group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice<'c> {
    /// The handle of the selected option, which may no longer be offered.
    pub handle: Option<&'c str>,
    /// The details at the time of selection, if they were stored.
    pub detail: Option<&'c DeliveryDetail>,
}

impl DeliveryGroup {
    /// A group of these goods, with the offered options and the buyer's selection.
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

    /// Whether the selected pick-up place lacks some of the goods, or only such places remain. Such places are not
    /// offered.
    #[must_use]
    pub const fn is_out_of_stock(&self) -> bool {
        self.is_out_of_stock
    }

    /// Whether the option with this handle is at a pick-up place that lacks some of the goods.
    #[must_use]
    pub fn lacks_stock_at(&self, handle: &str) -> bool {
        self.out_of_stock.iter().any(|way| way == handle)
    }

    /// Whether kind, title or place of the selected option differ from those at the time of selection.
    #[must_use]
    pub const fn has_changed(&self) -> bool {
        self.has_changed
    }

    /// Whether the group can wait for a carrier: at least one option has no price yet, and no other option is selected.
    #[must_use]
    pub const fn is_pending(&self) -> bool {
        self.selected.is_none() && !self.unanswered.is_empty()
    }

    /// Whether the group must wait for a carrier: the selected option has no price yet, or no priced option exists.
    #[must_use]
    pub const fn must_wait(&self) -> bool {
        self.is_choice_unanswered || (self.is_pending() && self.options.is_empty())
    }

    /// Whether the option with this handle waits for a carrier's price.
    #[must_use]
    pub fn awaits(&self, handle: &str) -> bool {
        self.unanswered.iter().any(|waiting| waiting == handle)
    }

    #[must_use]
    pub fn selected(&self) -> Option<&DeliveryOption> {
        self.options.get(self.selected?)
    }

    /// The offered option with this handle.
    #[must_use]
    pub fn option(&self, handle: &str) -> Option<&DeliveryOption> {
        self.options.iter().find(|option| option.handle == handle)
    }
}

/// The delivery groups of a cart: none if nothing is shipped, otherwise at most one for each purchase type.
#[derive(Clone, Debug, Default)]
pub struct DeliveryGroups(pub ByPurchase<Option<DeliveryGroup>>);

impl DeliveryGroups {
    /// The groups; the one-time purchase comes first.
    pub fn iter(&self) -> impl Iterator<Item = (PurchaseType, &DeliveryGroup)> {
        self.0.iter()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Whether anything can be delivered, or could be after a carrier's answer or with more stock at a place.
    #[must_use]
    pub fn is_deliverable(&self) -> bool {
        self.iter().any(|(_, group)| {
            let ways = [&group.unanswered, &group.out_of_stock];
            !group.options.is_empty() || ways.iter().any(|ways| !ways.is_empty())
        })
    }

    /// Whether a group can wait for a carrier: see [`DeliveryGroup::is_pending`].
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.iter().any(|(_, group)| group.is_pending())
    }

    /// Whether a group must wait for a carrier: see [`DeliveryGroup::must_wait`].
    #[must_use]
    pub fn must_wait(&self) -> bool {
        self.iter().any(|(_, group)| group.must_wait())
    }

    #[must_use]
    pub const fn get(&self, purchase: PurchaseType) -> Option<&DeliveryGroup> {
        self.0.get(purchase).as_ref()
    }

    /// The purchase type of the only group; `None` if there are two groups or none.
    #[must_use]
    pub const fn only(&self) -> Option<PurchaseType> {
        match (&self.0.one_time, &self.0.subscription) {
            (Some(_), None) => Some(PurchaseType::OneTimePurchase),
            (None, Some(_)) => Some(PurchaseType::Subscription),
            _ => None,
        }
    }

    /// The group that goods of this purchase type count towards, shipped or not. If only the other type has a group,
    /// they count towards that group. `None` if there is no group.
    #[must_use]
    pub const fn group_of(&self, purchase: PurchaseType) -> Option<PurchaseType> {
        self.0.nearest(purchase)
    }

    /// The options selected so far.
    pub fn selected(&self) -> impl Iterator<Item = &DeliveryOption> {
        self.iter().filter_map(|(_, group)| group.selected())
    }

    /// Whether every group has a selected option.
    #[must_use]
    pub fn is_chosen(&self) -> bool {
        self.iter().all(|(_, group)| group.selected().is_some())
    }

    /// Total price of the selected options, in minor units.
    #[must_use]
    pub fn price(&self) -> MinorUnits {
        self.selected().map(|option| option.price).sum()
    }

    /// Weight of all groups, in grams.
    #[must_use]
    pub fn grams(&self) -> u64 {
        let groups = self.iter().map(|(_, group)| group.goods.grams);
        groups.fold(0, u64::saturating_add)
    }
}
