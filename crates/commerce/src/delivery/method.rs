//! Delivery methods as the merchant configures them.

use super::coordinates::Coordinates;
use super::promise::PromiseRule;
use super::zone::{Destination, Zone};
use crate::money::{MAX_AMOUNT, MinorUnits};
use serde::{Deserialize, Serialize};

/// Kinds of delivery methods (public `DeliveryMethodType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DeliveryMethodType {
    /// Nothing is delivered.
    None,
    /// To the buyer's address.
    Shipping,
    /// Delivered nearby by the merchant.
    Local,
    /// Collected at the merchant's place.
    PickUp,
    /// Collected at a carrier's pick-up point.
    PickupPoint,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryMethod {
    /// The stable handle, e.g. `ppl`.
    pub handle: String,
    /// In Czech.
    pub title: String,
    /// Information for the buyer, in Czech.
    pub description: Option<String>,
    pub kind: DeliveryMethodType,
    /// Zones of the method. A destination belongs to the first zone that contains it. Empty: every country the shop
    /// delivers to.
    pub zones: Vec<Zone>,
    /// Prices. The first rate that fits applies. If none fits, the method is not available.
    pub rates: Vec<DeliveryRate>,
    /// The carrier's service that supplies the price, and what applies until there is a quote.
    pub carrier: Option<CarrierService>,
    /// Goods subtotal from which delivery is free, in minor units.
    pub free_from: Option<MinorUnits>,
    /// Places to collect at (for `PickupPoint`); each becomes a separate option.
    pub points: Vec<PickupPoint>,
    /// Whether the buyer can choose cash on delivery (dobírka) with it.
    pub cash_on_delivery: bool,
    /// The rule for the promised dates; `None`: no promise.
    pub promise: Option<PromiseRule>,
}

/// A price of a delivery method.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryRate {
    /// Handle of the zone it applies in; `None`: all zones.
    pub zone: Option<String>,
    /// Maximum weight in grams; `None`: any weight.
    pub up_to_grams: Option<u64>,
    /// Maximum goods subtotal in minor units; `None`: any subtotal.
    pub up_to_subtotal: Option<MinorUnits>,
    /// Price in minor units. In a market whose prices exclude tax, the converted price excludes it too.
    pub price: MinorUnits,
}

/// A carrier's service whose prices the server requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierService {
    /// The carrier's name of the service.
    pub name: String,
    #[serde(default)]
    pub without_answer: WithoutAnswer,
}

/// What applies while a carrier has not answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WithoutAnswer {
    /// The configured price; without one the method is not offered.
    #[default]
    ConfiguredPrice,
    /// Nothing: only the carrier knows the price, and the cart waits for it.
    Pending,
}

/// A place to collect at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickupPoint {
    /// The stable handle, unique within its method.
    pub handle: String,
    /// In Czech.
    pub title: String,
    /// The address on one line.
    pub address: String,
    /// Where it is, if the merchant knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
}

impl DeliveryRate {
    /// Whether `later` can never apply because this rate already fits everything it would fit.
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
    /// Whether only the carrier can supply the price.
    #[must_use]
    pub fn waits_for_carrier(&self) -> bool {
        let service = self.carrier.as_ref();
        service.is_some_and(|service| service.without_answer == WithoutAnswer::Pending)
    }

    /// Whether the method is available at the destination at any price.
    #[must_use]
    pub fn goes_to(&self, destination: Destination<'_>) -> bool {
        self.zones.is_empty() || self.zone(destination).is_some()
    }

    /// The zone of the destination.
    fn zone(&self, destination: Destination<'_>) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.holds(destination))
    }

    /// The configured price for goods of this weight and subtotal; `None` if the method is not available for them.
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

    /// The price clamped to the allowed range, or zero if the subtotal qualifies for free delivery.
    pub(super) fn unless_free(&self, price: MinorUnits, subtotal: MinorUnits) -> MinorUnits {
        let is_free = self.free_from.is_some_and(|limit| subtotal >= limit);
        if is_free {
            MinorUnits::ZERO
        } else {
            price.clamp(MinorUnits::ZERO, MAX_AMOUNT)
        }
    }
}
