//! A discount as the merchant has configured it.

use crate::money::MinorUnits;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// A configured discount. Amounts are minor units of the shop's currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discount {
    /// What brings it about.
    pub trigger: Trigger,
    /// What it takes off.
    pub benefit: Benefit,
    /// Which goods it is about: they are lowered, and counted for its minimum.
    pub entitled: Entitlement,
    /// Goods must cost this much before any discount.
    pub minimum_subtotal: Option<MinorUnits>,
    /// There must be this many units of goods.
    pub minimum_quantity: Option<u64>,
    /// How often it can be used in all.
    pub usage_limit: Option<u64>,
    /// Whether each buyer, by e-mail address, can use it once.
    pub once_per_buyer: bool,
    /// Who can use it: addresses (`jana@example.cz`) or domains (`@example.cz`), in lower case; empty for everybody.
    pub buyers: Vec<String>,
    /// How the goods must be bought.
    pub purchase: Purchase,
    /// From when on it holds.
    pub starts_at: Option<Timestamp>,
    /// When it holds no more.
    pub ends_at: Option<Timestamp>,
    /// Discounts of which kinds may be used beside it; theirs must allow its kind too.
    pub combines_with: Vec<Class>,
}

/// What brings a discount about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// The buyer enters this code, in whatever case.
    Code(String),
    /// Nothing but its conditions; the buyer sees this title.
    Automatic(String),
}

impl Trigger {
    /// What the buyer knows it by: the code or the title.
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
    /// A part of the entitled goods' price, in basis points: 1000 is 10 %.
    Percentage(u32),
    /// An amount, once, off the entitled goods together.
    Amount(MinorUnits),
    /// The price of delivery.
    FreeDelivery {
        /// Countries it is brought to, ISO 3166-1 alpha-2; empty for all.
        countries: Vec<String>,
        /// Handles of delivery methods; empty for all.
        methods: Vec<String>,
    },
}

/// Which goods a discount is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entitlement {
    /// All.
    #[default]
    All,
    /// These alone.
    Goods {
        /// Handles of products.
        products: Vec<String>,
        /// Handles of collections.
        collections: Vec<String>,
    },
}

/// How goods must be bought for a discount to be about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purchase {
    /// Either way.
    #[default]
    Any,
    /// Once, without a selling plan.
    OneTime,
    /// Under a selling plan.
    Subscription,
}

/// Kinds of discounts, in the order in which they lower a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Of certain goods.
    Goods,
    /// Of the whole order.
    Order,
    Delivery,
}

impl Discount {
    /// Its kind.
    #[must_use]
    pub const fn class(&self) -> Class {
        match (&self.benefit, &self.entitled) {
            (Benefit::FreeDelivery { .. }, _) => Class::Delivery,
            (_, Entitlement::All) => Class::Order,
            (_, Entitlement::Goods { .. }) => Class::Goods,
        }
    }

    /// The code, if it takes one.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        match &self.trigger {
            Trigger::Code(code) => Some(code),
            Trigger::Automatic(_) => None,
        }
    }

    /// Whether both may be used in one cart.
    #[must_use]
    pub fn combines(&self, other: &Self) -> bool {
        let allows = |one: &Self, another: &Self| one.combines_with.contains(&another.class());
        allows(self, other) && allows(other, self)
    }
}

/// What codes are compared and counted by: letters of either case are the same.
#[must_use]
pub fn code_key(code: &str) -> String {
    code.trim().to_lowercase()
}
