//! The merchant's own rules: what may not be bought, and what must be finished in the checkout. Rules are declarative,
//! so that every server reaches the same result at any time.

use crate::catalogue::Product;
use crate::delivery::ZoneCountry;
use crate::money::MinorUnits;
use crate::subject::{AddressField, LinePart};
use serde::{Deserialize, Serialize};

/// A rule: if `condition` holds for `goods`, `consequence` applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartRule {
    /// The goods that the rule applies to.
    pub goods: RuledGoods,
    /// When the rule is broken.
    pub condition: Condition,
    /// What happens if the rule is broken.
    pub consequence: Consequence,
}

/// A selection of goods. A product matches if any list names it. If every list is empty, all products match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuledGoods {
    pub products: Vec<String>,
    pub collections: Vec<String>,
    pub product_types: Vec<String>,
    /// Tags, spelled exactly as in the feed.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// When a rule is broken. Every condition except [`Self::Always`] looks at the cart's units of the rule's goods. A cart
/// without any of these goods breaks no rule. Amounts are in minor units of the shop's currency, before discounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// There are more units than this.
    MoreThan(u64),
    /// There are fewer units than this.
    FewerThan(u64),
    /// They cost more than this.
    CostsMoreThan(MinorUnits),
    /// They cost less than this.
    CostsLessThan(MinorUnits),
    /// They are delivered to one of these places.
    SentTo(Vec<ZoneCountry>),
    /// One of these other goods is bought with them.
    TogetherWith(RuledGoods),
    /// They are bought at all.
    Always,
}

/// What happens if a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consequence {
    /// The cart cannot be bought; the buyer sees the merchant's message (`VALIDATION_CUSTOM`).
    Refuse {
        /// In Czech, plain text.
        message: String,
    },
    /// The cart cannot be paid in a wallet's sheet, only in the checkout (`REDIRECT_TO_CHECKOUT_REQUIRED`).
    FinishInCheckout,
}

impl RuledGoods {
    /// Whether no list names anything, so that all goods match.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.products.is_empty()
            && self.collections.is_empty()
            && self.product_types.is_empty()
            && self.tags.is_empty()
    }

    /// Whether the product matches.
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
    /// Whether adding goods can only break the rule, never satisfy it. Such a rule is reported at once, not only in the
    /// checkout.
    #[must_use]
    pub const fn grows(&self) -> bool {
        match self {
            Self::MoreThan(_)
            | Self::CostsMoreThan(_)
            | Self::SentTo(_)
            | Self::TogetherWith(_)
            | Self::Always => true,
            Self::FewerThan(_) | Self::CostsLessThan(_) => false,
        }
    }

    /// The amount that the condition compares with, if it compares amounts.
    #[must_use]
    pub const fn amount(&self) -> Option<MinorUnits> {
        match self {
            Self::CostsMoreThan(amount) | Self::CostsLessThan(amount) => Some(*amount),
            Self::MoreThan(_)
            | Self::FewerThan(_)
            | Self::SentTo(_)
            | Self::TogetherWith(_)
            | Self::Always => None,
        }
    }

    /// The address field that breaks the condition, if it is about destinations.
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

    /// The part of a line that the buyer must change to satisfy the rule.
    pub(crate) const fn line_part(&self) -> LinePart {
        match self {
            Self::MoreThan(_)
            | Self::FewerThan(_)
            | Self::CostsMoreThan(_)
            | Self::CostsLessThan(_) => LinePart::Quantity,
            Self::SentTo(_) | Self::TogetherWith(_) | Self::Always => LinePart::Merchandise,
        }
    }
}

impl CartRule {
    /// The same condition with converted amounts.
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
