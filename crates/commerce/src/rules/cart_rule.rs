//! Rules of the merchant's own: what may not be bought like this, and what must be finished in the checkout.
//! Declarative, so that every server and every moment comes to the same answer.

use crate::catalogue::Product;
use crate::delivery::ZoneCountry;
use crate::money::MinorUnits;
use crate::subject::{AddressField, LinePart};
use serde::{Deserialize, Serialize};

/// One rule: when `condition` holds for `goods`, `consequence` follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartRule {
    /// The goods it is about.
    pub goods: RuledGoods,
    /// When it is broken.
    pub condition: Condition,
    /// What follows then.
    pub consequence: Consequence,
}

/// Goods by name; one that any of the lists names is meant, all goods when every list is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuledGoods {
    /// Handles of products.
    pub products: Vec<String>,
    /// Handles of collections.
    pub collections: Vec<String>,
    pub product_types: Vec<String>,
    /// Tags, as the feed writes them.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// When a rule is broken. All but [`Self::Always`] look at the pieces of its goods that the cart holds, and none is broken
/// by a cart that holds none of them. Amounts are minor units of the shop's currency, before discounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// There are more pieces than this.
    MoreThan(u64),
    /// There are fewer pieces than this.
    FewerThan(u64),
    /// They cost more than this.
    CostsMoreThan(MinorUnits),
    /// They cost less than this.
    CostsLessThan(MinorUnits),
    /// They go to one of these places.
    SentTo(Vec<ZoneCountry>),
    /// One of these other goods is bought with them.
    Beside(RuledGoods),
    /// They are bought at all.
    Always,
}

/// What follows from a broken rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consequence {
    /// It cannot be bought like this; the buyer reads the merchant's message (`VALIDATION_CUSTOM`).
    Refuse {
        /// Czech, plain text.
        message: String,
    },
    /// It cannot be paid in a wallet's sheet, only in the checkout (`REDIRECT_TO_CHECKOUT_REQUIRED`).
    FinishInCheckout,
}

impl RuledGoods {
    /// Whether nothing is named, so that all goods are meant.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.products.is_empty()
            && self.collections.is_empty()
            && self.product_types.is_empty()
            && self.tags.is_empty()
    }

    /// Whether the product is among them.
    #[must_use]
    pub fn hold(&self, product: &Product) -> bool {
        let named = |handle: &String| *handle == product.handle;
        let typed = |kind: &String| *kind == product.product_type;
        let tagged = |tag: &String| product.tags.contains(tag);
        let collected = |handle: &String| product.is_in_collection(handle);
        self.is_all()
            || self.products.iter().any(named)
            || self.product_types.iter().any(typed)
            || self.tags.iter().any(tagged)
            || self.collections.iter().any(collected)
    }
}

impl Condition {
    /// Whether adding goods can only break it, never mend it: then it is told at once, and not only in the checkout.
    #[must_use]
    pub const fn grows(&self) -> bool {
        match self {
            Self::MoreThan(_)
            | Self::CostsMoreThan(_)
            | Self::SentTo(_)
            | Self::Beside(_)
            | Self::Always => true,
            Self::FewerThan(_) | Self::CostsLessThan(_) => false,
        }
    }

    /// The amount that it compares with; none where it is about something else.
    #[must_use]
    pub const fn amount(&self) -> Option<MinorUnits> {
        match self {
            Self::CostsMoreThan(amount) | Self::CostsLessThan(amount) => Some(*amount),
            Self::MoreThan(_)
            | Self::FewerThan(_)
            | Self::SentTo(_)
            | Self::Beside(_)
            | Self::Always => None,
        }
    }

    /// The part of an address that breaks it; none where it is not about addresses.
    pub(crate) fn place(&self) -> Option<AddressField> {
        let Self::SentTo(places) = self else {
            return None;
        };
        let whole = places.iter().all(|part| part.zips.is_empty());
        Some(if whole {
            AddressField::Country
        } else {
            AddressField::Zip
        })
    }

    /// The part of a line that is to be changed to mend it.
    pub(crate) const fn line_part(&self) -> LinePart {
        match self {
            Self::MoreThan(_)
            | Self::FewerThan(_)
            | Self::CostsMoreThan(_)
            | Self::CostsLessThan(_) => LinePart::Quantity,
            Self::SentTo(_) | Self::Beside(_) | Self::Always => LinePart::Merchandise,
        }
    }
}

impl CartRule {
    /// The same with amounts in another currency.
    #[must_use]
    pub fn in_currency(&self, amount: impl Fn(MinorUnits) -> MinorUnits) -> Self {
        let condition = match self.condition {
            Condition::CostsMoreThan(most) => Condition::CostsMoreThan(amount(most)),
            Condition::CostsLessThan(least) => Condition::CostsLessThan(amount(least)),
            _ => self.condition.clone(),
        };
        Self {
            condition,
            ..self.clone()
        }
    }
}
