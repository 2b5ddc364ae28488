//! The names that a feed may use.

use std::collections::{BTreeMap, BTreeSet};
use zkratka_commerce::delivery::DeliveryMethodType;
use zkratka_commerce::tax::TaxRate;
use zkratka_config::Config;
use zkratka_downloads::Folder;

/// The names in the shop's configuration that feeds may use.
#[derive(Clone, Debug, Default)]
pub struct AllowedNames {
    pub tax_classes: BTreeMap<String, TaxRate>,
    /// Delivery methods by which buyers collect goods from the merchant.
    pub pickup_places: BTreeSet<String>,
    /// The folder with the files that buyers download; `None` if the configuration names none.
    pub downloads: Option<Folder>,
}

impl AllowedNames {
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let rules = &config.rules;
        let methods = rules.delivery.iter();
        let places = methods.filter(|method| method.kind == DeliveryMethodType::PickUp);
        Self {
            tax_classes: rules.tax.classes.clone(),
            pickup_places: places.map(|place| place.handle.clone()).collect(),
            downloads: config.catalogue.downloads.clone().map(Folder::new),
        }
    }
}
