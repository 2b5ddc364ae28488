//! Bounds on orders without a payment: manual payments (bank transfer, cash on delivery), and orders that cost nothing.
//! Such an order sells stock before anybody has paid, so without bounds a client could take the whole stock for nothing.

use crate::ids::VariantId;
use crate::money::MinorUnits;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The bounds; 0 means none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManualPaymentLimits {
    /// Unpaid orders of one e-mail address or telephone number within the window.
    pub orders_per_contact: OrderBound,
    /// Orders from one client address within the window.
    pub orders_per_address: OrderBound,
    /// Length of the window, in milliseconds.
    pub window_ms: i64,
    /// Units of one variant in one order.
    pub units_per_variant: u32,
    /// Units in one order.
    pub units_per_order: u32,
}

/// How many orders are made without a captcha, and how many with one. Many buyers can share an address, and anybody can
/// order with another buyer's contact; beyond the lower bound a captcha lets real buyers order nevertheless.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderBound {
    /// Orders that need no captcha; 0: any number.
    pub plain: u32,
    /// Orders with and without a captcha; 0: any number. Has no effect below `plain`.
    pub with_captcha: u32,
}

/// Whether the client has solved a captcha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptchaProof {
    /// The shop has no captcha, so the lower bound is final.
    Unavailable,
    Missing,
    Solved,
}

/// Why one more order is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Excess {
    /// It would be made for a client that has solved a captcha.
    CaptchaRequired,
    Refused,
}

impl OrderBound {
    /// Whether one more order may follow this many.
    ///
    /// # Errors
    /// There are as many as the client may make, or may make without a captcha.
    pub fn admit(self, orders: usize, proof: CaptchaProof) -> Result<(), Excess> {
        let allows = |limit: u32| limit == 0 || orders < limit as usize;
        match proof {
            _ if allows(self.plain) => Ok(()),
            CaptchaProof::Solved if allows(self.with_captcha) => Ok(()),
            CaptchaProof::Missing if allows(self.with_captcha) => Err(Excess::CaptchaRequired),
            CaptchaProof::Unavailable | CaptchaProof::Missing | CaptchaProof::Solved => {
                Err(Excess::Refused)
            }
        }
    }
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

/// Whether goods are free: the discount (`off`) covers the price, and no selling plan renews them (`renews`). Both amounts are of all units, without added tax.
#[must_use]
pub fn costs_nothing(price: MinorUnits, off: MinorUnits, renews: bool) -> bool {
    off >= price && !renews
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ManualPaymentLimits = ManualPaymentLimits {
        orders_per_contact: BOUND,
        orders_per_address: BOUND,
        window_ms: 1_000,
        units_per_variant: 5,
        units_per_order: 8,
    };

    const BOUND: OrderBound = OrderBound {
        plain: 3,
        with_captcha: 5,
    };

    /// [B.12] A captcha comes before a refusal, and where there is none the lower bound holds.
    #[test]
    fn a_captcha_lifts_the_lower_bound_only() {
        use CaptchaProof::{Missing, Solved, Unavailable};
        let needs = Err(Excess::CaptchaRequired);
        let refused = Err(Excess::Refused);
        for (orders, proof, expected) in [
            (2, Unavailable, Ok(())),
            (3, Unavailable, refused),
            (2, Missing, Ok(())),
            (3, Missing, needs),
            (4, Missing, needs),
            (5, Missing, refused),
            (4, Solved, Ok(())),
            (5, Solved, refused),
        ] {
            assert_eq!(BOUND.admit(orders, proof), expected, "{orders} {proof:?}");
        }
        let any = OrderBound::default();
        assert_eq!(any.admit(1_000, Missing), Ok(()));
        let endless = OrderBound {
            with_captcha: 0,
            ..BOUND
        };
        assert_eq!(endless.admit(1_000, Missing), needs);
        assert_eq!(endless.admit(1_000, Solved), Ok(()));
        let lower = OrderBound {
            with_captcha: 1,
            ..BOUND
        };
        assert_eq!(lower.admit(2, Missing), Ok(()));
        assert_eq!(lower.admit(3, Solved), refused);
    }

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
