//! A discount as the merchant configures it.

use crate::money::MinorUnits;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// A configured discount. Amounts are in minor units of the shop's currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discount {
    /// What activates the discount.
    pub trigger: Trigger,
    /// What the discount takes off.
    pub benefit: Benefit,
    /// The goods it applies to. Only they are reduced, and only they count towards the minimum.
    pub entitled: Entitlement,
    /// Minimum subtotal of these goods, before any discount.
    pub minimum_subtotal: Option<MinorUnits>,
    /// Minimum number of units of these goods.
    pub minimum_quantity: Option<u64>,
    /// Maximum number of uses by all buyers.
    pub usage_limit: Option<u64>,
    /// Whether each buyer, identified by e-mail address, can use it only once.
    pub once_per_buyer: bool,
    /// The buyers who can use it: addresses (`jana@example.cz`) or domains (`@example.cz`), in lower case; empty:
    /// everybody.
    pub buyers: Vec<String>,
    /// How the goods must be bought.
    pub purchase: Purchase,
    /// Start of validity, inclusive.
    pub starts_at: Option<Timestamp>,
    /// End of validity, exclusive.
    pub ends_at: Option<Timestamp>,
    /// Classes of discounts that may be used together with it. The other discount must allow this one's class too.
    pub combines_with: Vec<Class>,
}

/// What activates a discount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// The buyer enters this code; case is ignored.
    Code(String),
    /// Its conditions alone; the buyer sees this title.
    Automatic(String),
}

impl Trigger {
    /// The name shown to the buyer: the code or the title.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Code(name) | Self::Automatic(name) => name,
        }
    }
}

/// What a discount takes off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Benefit {
    /// A part of the goods' price in basis points: 1000 is 10 %.
    Percentage(u32),
    /// A fixed amount, taken off once from all entitled goods together.
    Amount(MinorUnits),
    /// The delivery price.
    FreeDelivery {
        /// The destination countries, ISO 3166-1 alpha-2. An empty list means all countries.
        countries: Vec<String>,
        /// The delivery methods, by handle. An empty list means all methods.
        methods: Vec<String>,
    },
}

/// The goods that a discount applies to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entitlement {
    #[default]
    All,
    /// Only these.
    Goods {
        products: Vec<String>,
        collections: Vec<String>,
    },
}

/// How goods must be bought for a discount to apply to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purchase {
    #[default]
    Any,
    /// Bought once, without a selling plan.
    OneTime,
    /// Bought under a selling plan.
    Subscription,
}

/// Classes of discounts, in the order in which they are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Reduces certain goods.
    Goods,
    /// Reduces the whole order.
    Order,
    Delivery,
}

impl Discount {
    #[must_use]
    pub const fn class(&self) -> Class {
        match (&self.benefit, &self.entitled) {
            (Benefit::FreeDelivery { .. }, _) => Class::Delivery,
            (_, Entitlement::All) => Class::Order,
            (_, Entitlement::Goods { .. }) => Class::Goods,
        }
    }

    /// The code, if the discount has one.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        match &self.trigger {
            Trigger::Code(code) => Some(code),
            Trigger::Automatic(_) => None,
        }
    }

    /// Whether both can be used in one cart.
    #[must_use]
    pub fn combines(&self, other: &Self) -> bool {
        let allows = |one: &Self, another: &Self| one.combines_with.contains(&another.class());
        allows(self, other) && allows(other, self)
    }
}

/// The key by which codes are compared and counted. It ignores case.
#[must_use]
pub fn code_key(code: &str) -> String {
    code.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buyers_see_the_code_or_the_title() {
        assert_eq!(Trigger::Code("LETO".to_owned()).name(), "LETO");
        let title = "Sleva na hrnky";
        assert_eq!(Trigger::Automatic(title.to_owned()).name(), title);
    }
}
