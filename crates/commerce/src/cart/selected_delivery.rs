//! The delivery options that a buyer has selected.

use crate::selling_plan::{ByPurchase, PurchaseType};
use serde::{Deserialize, Serialize};

/// Separates two stored handles; a handle never contains it.
const BETWEEN: char = ',';

/// The handle of the option selected for each purchase type. If the cart has one delivery group, the selection applies
/// to all goods, including those added later.
///
/// It is stored as one string: one handle if both are the same, as in every cart with one delivery group, otherwise two
/// handles separated by a comma. An older server, which supports one group only, reads the two as the handle of an
/// option that it does not offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<String>", into = "Option<String>")]
pub struct SelectedDelivery(ByPurchase<Option<String>>);

impl SelectedDelivery {
    /// The same option for all goods.
    #[must_use]
    pub fn whole(handle: &str) -> Self {
        Self(ByPurchase {
            one_time: Some(handle.to_owned()),
            subscription: Some(handle.to_owned()),
        })
    }

    /// The option selected for this purchase type.
    #[must_use]
    pub fn of(&self, purchase: PurchaseType) -> Option<&str> {
        self.0.get(purchase).as_deref()
    }

    pub(crate) fn choose(&mut self, purchase: PurchaseType, handle: &str) {
        *self.0.get_mut(purchase) = Some(handle.to_owned());
    }
}

impl From<Option<String>> for SelectedDelivery {
    fn from(stored: Option<String>) -> Self {
        let some = |handle: &str| (!handle.is_empty()).then(|| handle.to_owned());
        match stored.as_deref().map(|text| text.split_once(BETWEEN)) {
            None => Self::default(),
            Some(Some((one_time, subscription))) => Self(ByPurchase {
                one_time: some(one_time),
                subscription: some(subscription),
            }),
            Some(None) => Self(ByPurchase {
                one_time: stored.clone(),
                subscription: stored,
            }),
        }
    }
}

impl From<SelectedDelivery> for Option<String> {
    fn from(SelectedDelivery(chosen): SelectedDelivery) -> Self {
        if chosen.one_time == chosen.subscription {
            return chosen.one_time;
        }
        let text = |handle: Option<String>| handle.unwrap_or_default();
        let (one_time, subscription) = (text(chosen.one_time), text(chosen.subscription));
        Some(format!("{one_time}{BETWEEN}{subscription}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart::Cart;
    use crate::fixtures::priced;
    use crate::money::MinorUnits;

    fn chosen(one_time: &str, subscription: &str) -> SelectedDelivery {
        let some = |handle: &str| (!handle.is_empty()).then(|| handle.to_owned());
        SelectedDelivery(ByPurchase {
            one_time: some(one_time),
            subscription: some(subscription),
        })
    }

    #[test]
    fn one_way_is_stored_as_it_always_was() {
        for (given, stored) in [
            (chosen("", ""), "null"),
            (SelectedDelivery::whole("ppl"), r#""ppl""#),
            (chosen("ppl", "odber"), r#""ppl,odber""#),
            (chosen("ppl", ""), r#""ppl,""#),
            (chosen("", "odber"), r#"",odber""#),
        ] {
            assert_eq!(serde_json::to_string(&given).unwrap(), stored);
            let read: SelectedDelivery = serde_json::from_str(stored).unwrap();
            assert_eq!(read, given);
        }
    }

    /// A cart as written by a server that supports one group only.
    const OLD: &str = r#"{
        "key": 7, "tail": [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1], "secret": [2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2],
        "revision": 3, "created_at": 1000, "updated_at": 2000, "next_line": 3,
        "lines": [
            { "id": 1, "variant": 11, "quantity": 1, "attributes": [] },
            { "id": 2, "variant": 21, "quantity": 1, "attributes": [], "selling_plan": 1 }
        ],
        "note": null, "attributes": [], "discount_codes": [],
        "buyer": { "email": null, "phone": null, "country": "CZ" },
        "delivery_address": null, "selected_delivery": "ppl", "billing_address": null, "payment": null,
        "status": { "kind": "open" }
    }"#;

    /// Carts of the previous version can be read, and carts with one delivery group are written as that version reads
    /// them.
    #[test]
    fn old_carts_are_read_and_written_as_they_were() {
        #[derive(Deserialize)]
        struct OldCart {
            selected_delivery: Option<String>,
        }
        let cart: Cart = serde_json::from_str(OLD).unwrap();
        assert_eq!(cart.selected_delivery, SelectedDelivery::whole("ppl"));
        let priced = priced(&cart);
        assert!(priced.delivery.is_chosen());
        assert_eq!(priced.delivery.price(), MinorUnits::new(2 * 9_900));
        let written = serde_json::to_string(&cart).unwrap();
        let read: OldCart = serde_json::from_str(&written).unwrap();
        assert_eq!(read.selected_delivery.as_deref(), Some("ppl"));
        let unchosen: Cart = serde_json::from_str(&OLD.replace(r#""ppl""#, "null")).unwrap();
        assert_eq!(unchosen.selected_delivery, SelectedDelivery::default());
    }

    #[test]
    fn each_purchase_type_can_go_its_own_way() {
        let mut given = SelectedDelivery::whole("ppl");
        given.choose(PurchaseType::Subscription, "odber");
        assert_eq!(given, chosen("ppl", "odber"));
        assert_eq!(given.of(PurchaseType::OneTimePurchase), Some("ppl"));
        assert_eq!(given.of(PurchaseType::Subscription), Some("odber"));
    }
}
