//! How orders reach the buyer.

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
    /// Its kind.
    pub kind: DeliveryMethodType,
    /// Prices by weight, ascending; a cart heavier than the last cannot go this way.
    pub rates: Vec<WeightRate>,
    /// Goods subtotal from which it is free, minor units.
    pub free_from: Option<i64>,
    /// Places to collect at (`PickupPoint`); each becomes an option of its own.
    pub points: Vec<PickupPoint>,
    /// Whether dobírka can be chosen with it.
    pub cash_on_delivery: bool,
}

/// A price up to a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeightRate {
    /// Greatest weight in grams; none: any weight.
    pub up_to_grams: Option<u64>,
    /// Price with tax, minor units.
    pub price: i64,
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

/// One way offered for a cart (public `CartDeliveryOption`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryOption {
    /// What is sent back to select it: `ppl`, or `zasilkovna-brno-stred` for a pick-up point.
    pub handle: String,
    /// The method's handle; options of one method share it.
    pub code: String,
    /// Title, Czech.
    pub title: String,
    /// Description, Czech.
    pub description: Option<String>,
    /// Kind.
    pub kind: DeliveryMethodType,
    /// Price with tax, minor units.
    pub price: i64,
    /// Whether dobírka can be chosen with it.
    pub cash_on_delivery: bool,
}
