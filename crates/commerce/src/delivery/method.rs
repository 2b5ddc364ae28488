//! Ways of delivery as the merchant configures them.

use super::promise::PromiseRule;
use super::zone::{Destination, Zone};
use crate::money::{MAX_AMOUNT, MinorUnits};
use serde::{Deserialize, Serialize};

/// Kinds of delivery (public `DeliveryMethodType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DeliveryMethodType {
    /// Nothing to deliver.
    None,
    /// To the buyer's address.
    Shipping,
    /// By the merchant, nearby.
    Local,
    /// Collected from the merchant.
    PickUp,
    /// Collected from a pick-up point.
    PickupPoint,
}

/// A configured delivery method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryMethod {
    /// Its stable name, e.g. `ppl`.
    pub handle: String,
    /// Its title, Czech.
    pub title: String,
    /// What the buyer should know, Czech.
    pub description: Option<String>,
    pub kind: DeliveryMethodType,
    /// Where it goes, the first that holds the place counting; none: to every country delivered to.
    pub zones: Vec<Zone>,
    /// Prices; the first that fits counts, and what fits none cannot go this way.
    pub rates: Vec<DeliveryRate>,
    /// The carrier's service that the price is taken from; what then holds while there is no quote is said there.
    pub carrier: Option<CarrierService>,
    /// Goods subtotal from which it is free, minor units.
    pub free_from: Option<MinorUnits>,
    /// Places to collect at (`PickupPoint`); each becomes an option of its own.
    pub points: Vec<PickupPoint>,
    /// Whether dobírka can be chosen with it.
    pub cash_on_delivery: bool,
    /// By when it arrives; none: nothing is promised.
    pub promise: Option<PromiseRule>,
}

/// A price of a way of delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryRate {
    /// The zone it holds in, by handle; none: in all of them.
    pub zone: Option<String>,
    /// Greatest weight in grams; none: any weight.
    pub up_to_grams: Option<u64>,
    /// Greatest goods subtotal, minor units; none: any.
    pub up_to_subtotal: Option<MinorUnits>,
    /// Price with tax, minor units.
    pub price: MinorUnits,
}

/// A service of the carrier whose prices are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierService {
    /// The carrier's name of it.
    pub name: String,
    /// What holds while the carrier has not answered.
    #[serde(default)]
    pub without_answer: WithoutAnswer,
}

/// What holds while a carrier has not answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WithoutAnswer {
    /// The configured price, or no such way where there is none.
    #[default]
    ConfiguredPrice,
    /// Nothing: the carrier's price is the only true one, and it is waited for.
    Pending,
}

/// A place to collect at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickupPoint {
    /// Its stable name, unique in its method.
    pub handle: String,
    /// Its name, Czech.
    pub title: String,
    /// Its address on one line.
    pub address: String,
}

impl DeliveryRate {
    /// Whether a later rate can never count because this one takes everything it would.
    #[must_use]
    pub fn hides(&self, later: &Self) -> bool {
        let covers = |own: Option<i128>, other: Option<i128>| match (own, other) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(own), Some(other)) => own >= other,
        };
        let grams = |rate: &Self| rate.up_to_grams.map(i128::from);
        let subtotal = |rate: &Self| rate.up_to_subtotal.map(|limit| i128::from(limit.get()));
        (self.zone.is_none() || self.zone == later.zone)
            && covers(grams(self), grams(later))
            && covers(subtotal(self), subtotal(later))
    }

    fn fits(&self, zone: Option<&Zone>, grams: u64, subtotal: MinorUnits) -> bool {
        let zone = zone.map(|zone| zone.handle.as_str());
        (self.zone.is_none() || self.zone.as_deref() == zone)
            && self.up_to_grams.is_none_or(|limit| grams <= limit)
            && self.up_to_subtotal.is_none_or(|limit| subtotal <= limit)
    }
}

impl DeliveryMethod {
    /// Whether only its carrier can say what it costs.
    #[must_use]
    pub fn waits_for_carrier(&self) -> bool {
        let service = self.carrier.as_ref();
        service.is_some_and(|service| service.without_answer == WithoutAnswer::Pending)
    }

    /// Whether it goes there at all, whatever it costs.
    #[must_use]
    pub fn goes_to(&self, destination: Destination<'_>) -> bool {
        self.zones.is_empty() || self.zone(destination).is_some()
    }

    /// The zone that the place counts to.
    fn zone(&self, destination: Destination<'_>) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.holds(destination))
    }

    /// The configured price for goods of this weight and subtotal; none when they cannot go there this way.
    #[must_use]
    pub fn price_for(
        &self,
        destination: Destination<'_>,
        grams: u64,
        subtotal: MinorUnits,
    ) -> Option<MinorUnits> {
        if !self.goes_to(destination) {
            return None;
        }
        let zone = self.zone(destination);
        let mut rates = self.rates.iter();
        let rate = rates.find(|rate| rate.fits(zone, grams, subtotal))?;
        Some(self.unless_free(rate.price, subtotal))
    }

    /// The price, held within bounds, or nothing where the goods are worth enough.
    pub(super) fn unless_free(&self, price: MinorUnits, subtotal: MinorUnits) -> MinorUnits {
        let is_free = self.free_from.is_some_and(|limit| subtotal >= limit);
        if is_free {
            MinorUnits::ZERO
        } else {
            price.clamp(MinorUnits::ZERO, MAX_AMOUNT)
        }
    }
}
