//! Goods that the configuration names and the catalogue does not have.

use zkratka_commerce::catalogue::Product;
use zkratka_config::{Config, ConfigFault, GoodsKind, KnownGoods};

/// What is missing.
#[derive(Debug, Default)]
pub(crate) struct Missing {
    /// Names that must be there.
    pub(crate) refused: Vec<ConfigFault>,
    /// Names that are told, and that is all.
    pub(crate) told: Vec<ConfigFault>,
}

impl Missing {
    /// What is missing among these products; of some kinds it must be there. Where there are no goods at all nothing is:
    /// nothing is sold under a mistaken name, and a feed that could not be read keeps no shop closed.
    pub(crate) fn of<'p>(
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

    /// Says in the log what does not keep the shop closed.
    pub(crate) fn warn(&self) {
        warn(&self.told);
    }

    /// Says in the log what would have kept the shop closed, had it been known at the start.
    pub(crate) fn warn_of_refused(&self) {
        warn(&self.refused);
    }
}

fn warn(faults: &[ConfigFault]) {
    for ConfigFault { line, key, message } in faults {
        tracing::warn!(line, key, "the configuration: {message}");
    }
}
