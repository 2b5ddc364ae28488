//! Checks that the goods named in the configuration are in the catalogue.

use crate::{Config, ConfigFault, GoodsKind, KnownGoods};
use zkratka_commerce::catalogue::Product;

/// Faults of the configuration: names of goods that the catalogue does not have.
#[derive(Debug, Default)]
pub struct MissingGoods {
    /// Faults that stop the shop from opening.
    pub refused: Vec<ConfigFault>,
    /// Faults that are only logged.
    pub told: Vec<ConfigFault>,
}

impl MissingGoods {
    /// Finds the names that these products do not have. `must_be_there` says for which kinds of goods a missing name
    /// stops the shop. If there are no products, the result is empty: nothing can be sold under a mistaken name, and a
    /// feed that could not be read must not keep the shop closed.
    pub fn of<'p>(
        config: &Config,
        products: impl IntoIterator<Item = &'p Product>,
        must_be_there: fn(GoodsKind) -> bool,
    ) -> Self {
        let mut missing = Self::default();
        if config.goods_names.is_empty() {
            return missing;
        }
        let known = KnownGoods::of(products);
        if known.is_empty() {
            return missing;
        }
        for name in &config.goods_names {
            let faults = if must_be_there(name.kind) {
                &mut missing.refused
            } else {
                &mut missing.told
            };
            faults.extend(name.fault(&known));
        }
        missing.refused.sort();
        missing.told.sort();
        missing
    }

    /// Logs the faults that do not stop the shop from opening.
    pub fn warn(&self) {
        warn(&self.told);
    }

    /// Logs the faults that would have stopped the shop, had they been found at the start.
    pub fn warn_of_refused(&self) {
        warn(&self.refused);
    }
}

fn warn(faults: &[ConfigFault]) {
    for ConfigFault { line, key, message } in faults {
        tracing::warn!(line, key, "the configuration: {message}");
    }
}
