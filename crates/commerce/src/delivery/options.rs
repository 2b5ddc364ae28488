//! The delivery options offered for a cart.

use super::coordinates::Coordinates;
use super::method::{DeliveryMethod, DeliveryMethodType, PickupPoint};
use super::quote::{CarrierQuote, QuotedFor};
use super::terms::DeliveryTerms;
use super::zone::Destination;
use crate::money::MinorUnits;
use serde::{Deserialize, Serialize};

/// The goods to deliver, as far as prices depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goods {
    /// Weight of the shipped goods.
    pub grams: u64,
    /// Subtotal of all goods, in minor units.
    pub subtotal: MinorUnits,
}

/// A delivery option offered for a cart (public `CartDeliveryOption`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryOption {
    /// The handle that clients send back to select the option: `ppl`, or `zasilkovna-brno-stred` for a pick-up point.
    pub handle: String,
    /// The method's handle, shared by all options of the method.
    pub code: String,
    /// In Czech.
    pub title: String,
    /// In Czech.
    pub description: Option<String>,
    pub kind: DeliveryMethodType,
    /// Price in minor units. It includes tax if the prices of the cart's market do.
    pub price: MinorUnits,
    /// Whether the buyer can choose cash on delivery (dobírka) with it.
    pub cash_on_delivery: bool,
    /// Where its pick-up point is, if the merchant knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
}

/// The details, besides the price, that a buyer relies on when selecting an option. Stored with the cart, so that the
/// server notices when the same handle later means something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryDetail {
    pub kind: DeliveryMethodType,
    /// The option's title; for a pick-up point it includes the place.
    pub title: String,
    /// Where the buyer collects the goods; `None` if they are delivered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

impl DeliveryOption {
    #[must_use]
    pub fn detail(&self) -> DeliveryDetail {
        DeliveryDetail {
            kind: self.kind,
            title: self.title.clone(),
            address: self.address().map(str::to_owned),
        }
    }

    /// Whether the option still has the details that the buyer selected.
    #[must_use]
    pub fn is(&self, chosen: &DeliveryDetail) -> bool {
        self.kind == chosen.kind
            && self.title == chosen.title
            && self.address() == chosen.address.as_deref()
    }

    /// For pick-up options the description is the place.
    fn address(&self) -> Option<&str> {
        match self.kind {
            DeliveryMethodType::PickUp | DeliveryMethodType::PickupPoint => {
                self.description.as_deref()
            }
            DeliveryMethodType::None | DeliveryMethodType::Shipping | DeliveryMethodType::Local => {
                None
            }
        }
    }
}

impl DeliveryMethod {
    /// The price for these goods: the carrier's quote, otherwise the configured price. `None` if the method is not
    /// available for them.
    fn price(
        &self,
        destination: Destination<'_>,
        goods: Goods,
        quotes: &[CarrierQuote],
    ) -> Option<MinorUnits> {
        let Goods { grams, subtotal } = goods;
        let service = self.carrier.as_ref().filter(|_| self.goes_to(destination));
        let found = service.and_then(|service| {
            let parcel = QuotedFor::new(destination, goods);
            let mut own = quotes.iter().filter(|quote| quote.service == service.name);
            own.find(|quote| quote.parcel == parcel)
        });
        match found {
            Some(quote) => Some(self.unless_free(quote.price, subtotal)),
            None if self.waits_for_carrier() => None,
            None => self.price_for(destination, grams, subtotal),
        }
    }

    /// Whether the method is available for the goods at any price. A method priced by a carrier counts as available
    /// even before the carrier was asked.
    #[must_use]
    pub fn takes(&self, destination: Destination<'_>, goods: Goods) -> bool {
        let Goods { grams, subtotal } = goods;
        let is_asked_for = self.carrier.is_some() && self.goes_to(destination);
        is_asked_for || self.price_for(destination, grams, subtotal).is_some()
    }

    /// The option for the method itself.
    fn option(&self, price: MinorUnits) -> DeliveryOption {
        DeliveryOption {
            handle: self.handle.clone(),
            code: self.handle.clone(),
            title: self.title.clone(),
            description: self.description.clone(),
            kind: self.kind,
            price,
            cash_on_delivery: self.cash_on_delivery,
            coordinates: None,
        }
    }

    /// The handle of the option for a pick-up point.
    #[must_use]
    pub fn option_handle(&self, point: &PickupPoint) -> String {
        format!("{}-{}", self.handle, point.handle)
    }

    /// The option for a pick-up point.
    fn option_at(&self, point: &PickupPoint, price: MinorUnits) -> DeliveryOption {
        DeliveryOption {
            handle: self.option_handle(point),
            title: format!("{} – {}", self.title, point.title),
            description: Some(point.address.clone()),
            coordinates: point.coordinates,
            ..self.option(price)
        }
    }

    fn options(&self, price: MinorUnits) -> Vec<DeliveryOption> {
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

/// The options offered for these goods at the destination, in the merchant's order, with unique handles. A carrier's
/// quote for exactly this parcel takes precedence over the configured price.
#[must_use]
pub fn options(
    terms: DeliveryTerms<'_>,
    destination: Destination<'_>,
    goods: Goods,
    quotes: &[CarrierQuote],
) -> Vec<DeliveryOption> {
    if !terms.serve(destination) {
        return Vec::new();
    }
    let mut offered: Vec<DeliveryOption> = Vec::new();
    for method in terms.methods {
        let Some(price) = method.price(destination, goods, quotes) else {
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

/// Handles of the options that wait for a carrier's price. They would be offered for these goods at the destination,
/// but the carrier has neither quoted prices for this parcel nor refused it (`unserved`).
#[must_use]
pub fn unanswered(
    terms: DeliveryTerms<'_>,
    destination: Destination<'_>,
    goods: Goods,
    quotes: &[CarrierQuote],
    unserved: &[QuotedFor],
) -> Vec<String> {
    let mut waiting = terms
        .methods
        .iter()
        .filter(|method| method.waits_for_carrier() && method.goes_to(destination))
        .peekable();
    if waiting.peek().is_none() || !terms.serve(destination) {
        return Vec::new();
    }
    let parcel = QuotedFor::new(destination, goods);
    let is_answered = quotes.iter().any(|quote| quote.parcel == parcel);
    if is_answered || unserved.contains(&parcel) {
        return Vec::new();
    }
    let options = waiting.flat_map(|method| method.options(MinorUnits::ZERO));
    options.map(|option| option.handle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::{CarrierService, DeliveryRate, WithoutAnswer, Zone, ZoneCountry};
    use crate::fixtures::{rate, shop};
    use crate::money::MAX_AMOUNT;
    use crate::rules::ShopRules;
    use crate::time::Timestamp;

    const CZ: Destination<'_> = Destination {
        country: "CZ",
        zip: None,
    };

    fn offered(
        rules: &ShopRules,
        country: &str,
        zip: &str,
        goods: (u64, i64),
    ) -> Vec<(String, i64)> {
        let zip = Some(zip).filter(|zip| !zip.is_empty());
        let (grams, subtotal) = goods;
        let found = options(
            rules.delivery_terms(),
            Destination { country, zip },
            Goods {
                grams,
                subtotal: MinorUnits::new(subtotal),
            },
            &[],
        );
        found
            .into_iter()
            .map(|option| (option.handle, option.price.get()))
            .collect()
    }

    fn prices(country: &str, grams: u64, subtotal: i64) -> Vec<(String, i64)> {
        offered(&shop(), country, "", (grams, subtotal))
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
            assert_eq!(
                prices("CZ", grams, MinorUnits::new(subtotal).get()),
                pairs(expected),
                "{grams} g"
            );
        }
    }

    #[test]
    fn free_from_does_not_lift_the_weight_limit() {
        assert_eq!(
            prices("CZ", 5_001, MinorUnits::new(1_000_000).get()),
            pairs(&[("ppl", 14_900), ("prodejna", 0)])
        );
    }

    #[test]
    fn a_country_not_delivered_to_is_offered_nothing() {
        assert!(!prices("SK", 500, MinorUnits::new(10_000).get()).is_empty());
        assert_eq!(prices("DE", 500, MinorUnits::new(10_000).get()), []);
        assert_eq!(prices("", 500, MinorUnits::new(10_000).get()), []);
    }

    /// [3.10] A pick-up point is a separate option: title, handle and description name the place, the code names the
    /// method.
    #[test]
    fn a_pickup_point_is_an_option_of_its_own() {
        let offered = options(
            shop().delivery_terms(),
            CZ,
            Goods {
                grams: 500,
                subtotal: MinorUnits::new(10_000),
            },
            &[],
        );
        assert_eq!(
            offered[0],
            DeliveryOption {
                handle: "zasilkovna-brno-stred".to_owned(),
                code: "zasilkovna".to_owned(),
                title: "Zásilkovna – Brno, střed".to_owned(),
                description: Some("Masarykova 1, Brno".to_owned()),
                kind: DeliveryMethodType::PickupPoint,
                price: MinorUnits::new(7_900),
                cash_on_delivery: true,
                coordinates: None,
            }
        );
    }

    /// [5.14] A handle matches at most one option, even if two methods would produce the same handle.
    #[test]
    fn a_handle_names_one_option() {
        let mut rules = shop();
        let mut twin = rules.delivery[1].clone();
        twin.handle = "zasilkovna-brno-stred".to_owned();
        rules.delivery.push(twin);
        let offered = options(
            rules.delivery_terms(),
            CZ,
            Goods {
                grams: 500,
                subtotal: MinorUnits::new(10_000),
            },
            &[],
        );
        let same = offered
            .iter()
            .filter(|option| option.handle == "zasilkovna-brno-stred");
        assert_eq!(same.count(), 1);
    }

    #[test]
    fn a_price_below_zero_or_beyond_all_measure_is_held_within_bounds() {
        let mut method = shop().delivery[1].clone();
        for (configured, price) in [(-1, 0), (i64::MIN, 0), (i64::MAX, MAX_AMOUNT.get())] {
            method.rates[0].price = MinorUnits::new(configured);
            assert_eq!(
                method.price_for(CZ, 1, MinorUnits::ZERO),
                Some(MinorUnits::new(price))
            );
        }
    }

    #[test]
    fn a_method_without_prices_cannot_be_used() {
        let mut method = shop().delivery[1].clone();
        method.rates.clear();
        assert_eq!(method.price_for(CZ, 1, MinorUnits::new(i64::MAX)), None);
    }

    fn zone(handle: &str, parts: &[(&str, &[&str])]) -> Zone {
        let part = |(country, zips): &(&str, &[&str])| ZoneCountry {
            country: (*country).to_owned(),
            zips: zips.iter().map(|zip| (*zip).to_owned()).collect(),
        };
        Zone {
            handle: handle.to_owned(),
            countries: parts.iter().map(part).collect(),
        }
    }

    /// [3.10] LOCAL is available within its zone; SHIPPING is priced by zone, weight and subtotal.
    #[test]
    fn zones_decide_who_is_offered_what_and_for_how_much() {
        let mut rules = shop();
        let within = |name: &str, rate: DeliveryRate| DeliveryRate {
            zone: Some(name.to_owned()),
            ..rate
        };
        let ppl = DeliveryMethod {
            zones: vec![
                zone("cesko", &[("CZ", &[])]),
                zone("slovensko", &[("SK", &[])]),
            ],
            rates: vec![
                within(
                    "cesko",
                    DeliveryRate {
                        up_to_subtotal: Some(MinorUnits::new(100_000)),
                        ..rate(5_000, MinorUnits::new(9_900))
                    },
                ),
                within("cesko", rate(5_000, MinorUnits::new(4_900))),
                within("slovensko", rate(5_000, MinorUnits::new(19_900))),
                rate(30_000, MinorUnits::new(29_900)),
            ],
            ..rules.delivery[1].clone()
        };
        let courier = DeliveryMethod {
            handle: "kuryr".to_owned(),
            kind: DeliveryMethodType::Local,
            zones: vec![zone("praha", &[("CZ", &["1"])])],
            rates: vec![rate(10_000, MinorUnits::new(14_900))],
            ..ppl.clone()
        };
        rules.delivery = vec![courier, ppl];
        for (country, zip, goods, expected) in [
            (
                "CZ",
                "110 00",
                (500, 50_000),
                &[("kuryr", 14_900), ("ppl", 9_900)][..],
            ),
            ("CZ", "602 00", (500, 50_000), &[("ppl", 9_900)]),
            ("CZ", "", (500, 50_000), &[("ppl", 9_900)]),
            ("CZ", "602 00", (500, 100_001), &[("ppl", 4_900)]),
            ("CZ", "110 00", (10_001, 50_000), &[("ppl", 29_900)]),
            ("SK", "110 00", (500, 50_000), &[("ppl", 19_900)]),
            ("SK", "811 01", (5_001, 50_000), &[("ppl", 29_900)]),
            ("DE", "10115", (500, 50_000), &[]),
        ] {
            assert_eq!(
                offered(&rules, country, zip, goods),
                pairs(expected),
                "{country} {zip} {goods:?}"
            );
        }
        rules.countries.push("DE".to_owned());
        assert_eq!(offered(&rules, "DE", "10115", (500, 0)), []);
    }

    fn service(without_answer: WithoutAnswer) -> CarrierService {
        CarrierService {
            name: "ekonomy".to_owned(),
            without_answer,
        }
    }

    /// [8.03] An option that only the carrier can price is not offered at the configured price. It waits until the
    /// carrier quotes this parcel or refuses it.
    #[test]
    fn what_only_the_carrier_can_price_is_waited_for() {
        let mut rules = shop();
        rules.delivery.remove(0);
        rules.delivery[0].carrier = Some(service(WithoutAnswer::Pending));
        let brno = Destination {
            country: "CZ",
            zip: Some("602 00"),
        };
        let goods = Goods {
            grams: 500,
            subtotal: MinorUnits::new(10_000),
        };
        let quote = |grams| CarrierQuote {
            service: "ekonomy".to_owned(),
            parcel: QuotedFor::new(brno, Goods { grams, ..goods }),
            price: MinorUnits::new(12_300),
            until: Timestamp(0),
        };
        let (own, another) = (quote(500), quote(501));
        let other_service = CarrierQuote {
            service: "expres".to_owned(),
            ..own.clone()
        };
        for (quotes, unserved, offered, waited) in [
            (vec![], vec![], &["prodejna"][..], &["ppl"][..]),
            (vec![another.clone()], vec![], &["prodejna"], &["ppl"]),
            (vec![], vec![another.parcel], &["prodejna"], &["ppl"]),
            (vec![], vec![own.parcel.clone()], &["prodejna"], &[]),
            (vec![other_service], vec![], &["prodejna"], &[]),
            (vec![own], vec![], &["ppl", "prodejna"], &[]),
        ] {
            let found = options(rules.delivery_terms(), brno, goods, &quotes);
            let handles: Vec<_> = found.iter().map(|option| &option.handle).collect();
            assert_eq!(handles, offered, "{quotes:?} {unserved:?}");
            let found = unanswered(rules.delivery_terms(), brno, goods, &quotes, &unserved);
            assert_eq!(found, waited, "{quotes:?} {unserved:?}");
        }
        let abroad = Destination {
            country: "DE",
            zip: None,
        };
        assert!(unanswered(rules.delivery_terms(), abroad, goods, &[], &[]).is_empty());
    }

    /// [7.12] A carrier's quote applies only to the quoted parcel. Otherwise the configured price applies, or none.
    #[test]
    fn a_quote_holds_for_its_parcel_only() {
        let mut rules = shop();
        rules.delivery.remove(0);
        rules.delivery[0].carrier = Some(service(WithoutAnswer::ConfiguredPrice));
        rules.delivery[0].free_from = Some(MinorUnits::new(200_000));
        let goods = |grams, subtotal| Goods { grams, subtotal };
        let brno = |zip| Destination {
            country: "CZ",
            zip: Some(zip),
        };
        let quote = |service: &str, subtotal| CarrierQuote {
            service: service.to_owned(),
            parcel: QuotedFor::new(brno("602 00"), goods(500, subtotal)),
            price: MinorUnits::new(12_300),
            until: Timestamp(0),
        };
        let quotes = [
            quote("expres", MinorUnits::new(10_000)),
            quote("ekonomy", MinorUnits::new(10_000)),
            quote("ekonomy", MinorUnits::new(200_000)),
        ];
        let price = |rules: &ShopRules, zip, goods| {
            let offered = options(rules.delivery_terms(), brno(zip), goods, &quotes);
            let ppl = offered.into_iter().find(|option| option.code == "ppl");
            ppl.map(|option| option.price)
        };
        assert_eq!(
            price(&rules, "60200", goods(500, MinorUnits::new(10_000))),
            Some(MinorUnits::new(12_300))
        );
        assert_eq!(
            price(&rules, "603 00", goods(500, MinorUnits::new(10_000))),
            Some(MinorUnits::new(9_900))
        );
        assert_eq!(
            price(&rules, "602 00", goods(501, MinorUnits::new(10_000))),
            Some(MinorUnits::new(9_900))
        );
        assert_eq!(
            price(&rules, "602 00", goods(500, MinorUnits::new(10_001))),
            Some(MinorUnits::new(9_900))
        );
        assert_eq!(
            price(&rules, "602 00", goods(500, MinorUnits::new(200_000))),
            Some(MinorUnits::ZERO)
        );
        rules.delivery[0].rates.clear();
        assert!(rules.delivery[0].takes(brno("603 00"), goods(500, MinorUnits::new(10_000))));
        assert_eq!(
            price(&rules, "602 00", goods(500, MinorUnits::new(10_000))),
            Some(MinorUnits::new(12_300))
        );
        assert_eq!(
            price(&rules, "603 00", goods(500, MinorUnits::new(10_000))),
            None
        );
        rules.delivery[0].carrier = None;
        assert_eq!(
            price(&rules, "602 00", goods(500, MinorUnits::new(10_000))),
            None
        );
    }
}
