//! Bounds on manual payments (bank transfer, cash on delivery). Such an order sells stock before anybody has paid, so
//! without bounds a client could take the whole stock for nothing.

use crate::ids::VariantId;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The bounds; 0 means none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManualPaymentLimits {
    /// Unpaid orders of one e-mail address or telephone number within the window.
    pub orders_per_contact: u32,
    /// Orders from one client address within the window.
    pub orders_per_address: u32,
    /// Length of the window, in milliseconds.
    pub window_ms: i64,
    /// Units of one variant in one order.
    pub units_per_variant: u32,
    /// Units in one order.
    pub units_per_order: u32,
}

impl ManualPaymentLimits {
    /// Whether one order may have these units. A variant may occur several times.
    pub fn allow_units(&self, units: impl IntoIterator<Item = (VariantId, u32)>) -> bool {
        let mut of_variants = BTreeMap::<VariantId, u64>::new();
        for (variant, units) in units {
            *of_variants.entry(variant).or_default() += u64::from(units);
        }
        let allows = |limit: u32, units: u64| limit == 0 || units <= u64::from(limit);
        let all = of_variants.values().sum();
        let most = of_variants.into_values().max().unwrap_or_default();
        allows(self.units_per_variant, most) && allows(self.units_per_order, all)
    }

    /// The end of what no longer counts at `now`.
    #[must_use]
    pub const fn forgotten_until(&self, now: Timestamp) -> Timestamp {
        now.plus(-self.window_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ManualPaymentLimits = ManualPaymentLimits {
        orders_per_contact: 3,
        orders_per_address: 10,
        window_ms: 1_000,
        units_per_variant: 5,
        units_per_order: 8,
    };

    #[test]
    fn units_are_counted_by_variant_and_together() {
        let (one, other) = (VariantId(1), VariantId(2));
        for (units, allowed) in [
            (vec![], true),
            (vec![(one, 5)], true),
            (vec![(one, 6)], false),
            (vec![(one, 3), (other, 1), (one, 3)], false),
            (vec![(one, 4), (other, 4)], true),
            (vec![(one, 5), (other, 4)], false),
            (vec![(one, u32::MAX), (one, u32::MAX)], false),
        ] {
            assert_eq!(LIMITS.allow_units(units.clone()), allowed, "{units:?}");
            assert!(ManualPaymentLimits::default().allow_units(units));
        }
    }
}
