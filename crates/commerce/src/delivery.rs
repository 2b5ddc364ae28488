//! How orders reach the buyer.

use crate::money::MAX_AMOUNT;
use crate::rules::ShopRules;
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

impl DeliveryMethod {
    /// The price for goods of this weight and subtotal; none when they are too heavy.
    #[must_use]
    pub fn price_for(&self, grams: u64, subtotal: i64) -> Option<i64> {
        let fits = |rate: &&WeightRate| rate.up_to_grams.is_none_or(|limit| grams <= limit);
        let rate = self.rates.iter().find(fits)?;
        let is_free = self.free_from.is_some_and(|limit| subtotal >= limit);
        Some(if is_free {
            0
        } else {
            rate.price.clamp(0, MAX_AMOUNT)
        })
    }

    /// The option of the method itself.
    fn option(&self, price: i64) -> DeliveryOption {
        DeliveryOption {
            handle: self.handle.clone(),
            code: self.handle.clone(),
            title: self.title.clone(),
            description: self.description.clone(),
            kind: self.kind,
            price,
            cash_on_delivery: self.cash_on_delivery,
        }
    }

    /// The option of one of its places.
    fn option_at(&self, point: &PickupPoint, price: i64) -> DeliveryOption {
        DeliveryOption {
            handle: format!("{}-{}", self.handle, point.handle),
            title: format!("{} – {}", self.title, point.title),
            description: Some(point.address.clone()),
            ..self.option(price)
        }
    }

    fn options(&self, price: i64) -> Vec<DeliveryOption> {
        match self.kind {
            DeliveryMethodType::None => Vec::new(),
            DeliveryMethodType::PickupPoint => {
                let points = self.points.iter();
                points.map(|point| self.option_at(point, price)).collect()
            }
            _ => vec![self.option(price)],
        }
    }
}

/// The ways offered to a country for shipped goods of this weight and a subtotal of all goods, in the merchant's order.
/// A handle names at most one of them.
#[must_use]
pub fn options(rules: &ShopRules, country: &str, grams: u64, subtotal: i64) -> Vec<DeliveryOption> {
    if !rules.countries.iter().any(|known| known == country) {
        return Vec::new();
    }
    let mut offered: Vec<DeliveryOption> = Vec::new();
    for method in &rules.delivery {
        let Some(price) = method.price_for(grams, subtotal) else {
            continue;
        };
        for option in method.options(price) {
            if offered.iter().all(|other| other.handle != option.handle) {
                offered.push(option);
            }
        }
    }
    offered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::shop;

    fn prices(country: &str, grams: u64, subtotal: i64) -> Vec<(String, i64)> {
        let offered = options(&shop(), country, grams, subtotal);
        offered
            .into_iter()
            .map(|option| (option.handle, option.price))
            .collect()
    }

    fn pairs(expected: &[(&str, i64)]) -> Vec<(String, i64)> {
        let owned = |&(handle, price): &(&str, i64)| (handle.to_owned(), price);
        expected.iter().map(owned).collect()
    }

    #[test]
    fn prices_follow_weight_and_become_free_from_a_subtotal() {
        for (grams, subtotal, expected) in [
            (
                500,
                10_000,
                &[
                    ("zasilkovna-brno-stred", 7_900),
                    ("zasilkovna-praha-andel", 7_900),
                    ("ppl", 9_900),
                    ("prodejna", 0),
                ][..],
            ),
            (
                5_000,
                149_999,
                &[
                    ("zasilkovna-brno-stred", 7_900),
                    ("zasilkovna-praha-andel", 7_900),
                    ("ppl", 9_900),
                    ("prodejna", 0),
                ],
            ),
            (5_001, 10_000, &[("ppl", 14_900), ("prodejna", 0)]),
            (30_001, 10_000, &[("prodejna", 0)]),
            (
                500,
                150_000,
                &[
                    ("zasilkovna-brno-stred", 0),
                    ("zasilkovna-praha-andel", 0),
                    ("ppl", 9_900),
                    ("prodejna", 0),
                ],
            ),
        ] {
            assert_eq!(prices("CZ", grams, subtotal), pairs(expected), "{grams} g");
        }
    }

    #[test]
    fn free_from_does_not_lift_the_weight_limit() {
        assert_eq!(
            prices("CZ", 5_001, 1_000_000),
            pairs(&[("ppl", 14_900), ("prodejna", 0)])
        );
    }

    #[test]
    fn a_country_not_delivered_to_is_offered_nothing() {
        assert!(!prices("SK", 500, 10_000).is_empty());
        assert_eq!(prices("DE", 500, 10_000), []);
        assert_eq!(prices("", 500, 10_000), []);
    }

    /// [3.10] An option of a pick-up point: the place in title, handle and description, the method in its code.
    #[test]
    fn a_pickup_point_is_an_option_of_its_own() {
        let offered = options(&shop(), "CZ", 500, 10_000);
        assert_eq!(
            offered[0],
            DeliveryOption {
                handle: "zasilkovna-brno-stred".to_owned(),
                code: "zasilkovna".to_owned(),
                title: "Zásilkovna – Brno, střed".to_owned(),
                description: Some("Masarykova 1, Brno".to_owned()),
                kind: DeliveryMethodType::PickupPoint,
                price: 7_900,
                cash_on_delivery: true,
            }
        );
    }

    /// [5.14] A handle matches at most one option, even where two methods would make the same handle.
    #[test]
    fn a_handle_names_one_option() {
        let mut rules = shop();
        let mut twin = rules.delivery[1].clone();
        twin.handle = "zasilkovna-brno-stred".to_owned();
        rules.delivery.push(twin);
        let offered = options(&rules, "CZ", 500, 10_000);
        let same = offered
            .iter()
            .filter(|option| option.handle == "zasilkovna-brno-stred");
        assert_eq!(same.count(), 1);
    }

    #[test]
    fn a_price_below_zero_or_beyond_all_measure_is_held_within_bounds() {
        let mut method = shop().delivery[1].clone();
        for (configured, price) in [(-1, 0), (i64::MIN, 0), (i64::MAX, MAX_AMOUNT)] {
            method.rates[0].price = configured;
            assert_eq!(method.price_for(1, 0), Some(price));
        }
    }

    #[test]
    fn a_method_without_prices_cannot_be_used() {
        let mut method = shop().delivery[1].clone();
        method.rates.clear();
        assert_eq!(method.price_for(1, i64::MAX), None);
    }
}
