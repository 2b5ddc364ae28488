//! The names that a feed may use.

use std::collections::{BTreeMap, BTreeSet};
use zkratka_commerce::delivery::DeliveryMethodType;
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::tax::TaxRate;

/// The names in the shop's configuration that feeds may use.
#[derive(Clone, Debug, Default)]
pub struct AllowedNames {
    pub tax_classes: BTreeMap<String, TaxRate>,
    /// Delivery methods by which buyers collect goods from the merchant.
    pub pickup_places: BTreeSet<String>,
}

impl From<&ShopRules> for AllowedNames {
    fn from(rules: &ShopRules) -> Self {
        let methods = rules.delivery.iter();
        let places = methods.filter(|method| method.kind == DeliveryMethodType::PickUp);
        Self {
            tax_classes: rules.tax.classes.clone(),
            pickup_places: places.map(|place| place.handle.clone()).collect(),
        }
    }
}
