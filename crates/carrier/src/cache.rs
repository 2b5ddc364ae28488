//! A cache of the carrier's answers. When it is full, the oldest answer is dropped.

use std::collections::{HashMap, VecDeque};
use zkratka_commerce::delivery::{CarrierQuote, QuotedFor};
use zkratka_commerce::time::Timestamp;

/// Answers by parcel.
pub(super) struct Cache {
    most: usize,
    entries: HashMap<QuotedFor, (Vec<CarrierQuote>, Timestamp)>,
    /// Parcels in the order of insertion, each once. All answers have the same lifetime, so the first parcel also expires
    /// first.
    order: VecDeque<QuotedFor>,
}

impl Cache {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            entries: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    /// Returns the answer for the parcel, unless it has expired.
    pub(super) fn get(&self, parcel: &QuotedFor, now: Timestamp) -> Option<Vec<CarrierQuote>> {
        let (quotes, until) = self.entries.get(parcel)?;
        (now < *until).then(|| quotes.clone())
    }

    pub(super) fn put(&mut self, parcel: QuotedFor, quotes: Vec<CarrierQuote>, until: Timestamp) {
        let before = self.entries.insert(parcel.clone(), (quotes, until));
        if before.is_some() {
            self.order.retain(|known| *known != parcel);
        }
        self.order.push_back(parcel);
        while self.entries.len() > self.most {
            let Some(oldest) = self.order.pop_front() else {
                return;
            };
            self.entries.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::MinorUnits;

    fn parcel(grams: u64) -> QuotedFor {
        QuotedFor {
            country: "CZ".to_owned(),
            zip: "60200".to_owned(),
            grams,
            value: MinorUnits::ZERO,
        }
    }

    fn quote(grams: u64, price: MinorUnits) -> Vec<CarrierQuote> {
        vec![CarrierQuote {
            service: "ekonomy".to_owned(),
            parcel: parcel(grams),
            price,
            until: Timestamp(0),
        }]
    }

    /// [7.12] Answers expire, and the oldest is dropped when the cache is full.
    #[test]
    fn answers_are_remembered_for_a_while_and_not_without_bound() {
        let mut cache = Cache::new(2);
        cache.put(parcel(1), quote(1, MinorUnits::new(10)), Timestamp(100));
        assert_eq!(
            cache.get(&parcel(1), Timestamp(99)),
            Some(quote(1, MinorUnits::new(10)))
        );
        assert_eq!(cache.get(&parcel(1), Timestamp(100)), None);
        assert_eq!(cache.get(&parcel(2), Timestamp(0)), None);
        cache.put(parcel(2), quote(2, MinorUnits::new(20)), Timestamp(200));
        // The second answer for the same parcel replaces the first.
        cache.put(parcel(1), quote(1, MinorUnits::new(11)), Timestamp(300));
        cache.put(parcel(3), quote(3, MinorUnits::new(30)), Timestamp(300));
        assert_eq!(cache.get(&parcel(2), Timestamp(0)), None);
        assert_eq!(
            cache.get(&parcel(1), Timestamp(0)),
            Some(quote(1, MinorUnits::new(11)))
        );
        assert_eq!(
            cache.get(&parcel(3), Timestamp(0)),
            Some(quote(3, MinorUnits::new(30)))
        );
        assert_eq!((cache.entries.len(), cache.order.len()), (2, 2));
    }
}
