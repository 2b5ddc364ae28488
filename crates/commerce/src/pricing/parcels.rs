//! Groups the shipped goods by purchase type and calculates their weight and value.

use super::PricedLine;
use crate::cart::Cart;
use crate::delivery::{self, CarrierQuote, Choice, DeliveryGroup, DeliveryGroups, Goods, Offer};
use crate::money::MinorUnits;
use crate::pricing::discounts::AppliedDiscount;
use crate::rules::ShopRules;
use crate::selling_plan::ByPurchase;
use crate::time::Timestamp;

/// Weight of the shipped goods of each purchase type, in grams; `None` if nothing is shipped.
pub(super) struct Parcels(ByPurchase<Option<u64>>);

impl Parcels {
    pub(super) fn of(lines: &[PricedLine]) -> Self {
        let mut grams = ByPurchase::<Option<u64>>::default();
        for line in lines.iter().filter(|line| line.is_shipped()) {
            let sum = grams.get_mut(line.purchase_type()).get_or_insert(0);
            *sum = sum.saturating_add(line.grams());
        }
        Self(grams)
    }

    /// The delivery groups, with the options offered for their goods at the price after these discounts. Goods that are
    /// not shipped count too ([`DeliveryGroups::group_of`]).
    pub(super) fn groups(
        &self,
        cart: &Cart,
        rules: &ShopRules,
        quotes: &[CarrierQuote],
        lines: &[PricedLine],
        discounts: &[AppliedDiscount],
        now: Timestamp,
    ) -> DeliveryGroups {
        let believed = cart.carrier_unserved.iter().filter(|no| now < no.until);
        let unserved: Vec<_> = believed.map(|no| no.parcel.clone()).collect();
        let worth = self.worth(lines, discounts);
        DeliveryGroups(self.0.map(|purchase, grams| {
            let grams = grams?;
            let subtotal = *worth.get(purchase);
            let goods = Goods { grams, subtotal };
            let destination = cart.destination();
            let offer = destination.map(|destination| Offer {
                options: delivery::options(rules.delivery_terms(), destination, goods, quotes),
                unanswered: delivery::unanswered(
                    rules.delivery_terms(),
                    destination,
                    goods,
                    quotes,
                    &unserved,
                ),
                out_of_stock: Vec::new(),
            });
            let own = lines
                .iter()
                .filter(|line| line.is_shipped() && line.purchase_type() == purchase);
            let is_at = |place: &str| own.clone().all(|line| line.variant().is_at(place));
            let offer = offer.unwrap_or_default().at_places_with_stock(is_at);
            let choice = Choice {
                handle: cart.selected_delivery.of(purchase),
                detail: cart.chosen_details.of(purchase),
            };
            Some(DeliveryGroup::new(goods, offer, choice))
        }))
    }

    fn worth(&self, lines: &[PricedLine], discounts: &[AppliedDiscount]) -> ByPurchase<MinorUnits> {
        let mut worth = ByPurchase::<MinorUnits>::default();
        for (place, line) in lines.iter().enumerate() {
            let Some(group) = self.0.nearest(line.purchase_type()) else {
                continue;
            };
            let shares = discounts.iter().filter_map(|given| given.shares.get(place));
            *worth.get_mut(group) += line.total - shares.sum::<MinorUnits>();
        }
        worth
    }
}
