//! What the merchant has configured: the input of every pricing.

mod cart_rule;
mod market;
mod pricing_context;

pub use cart_rule::{CartRule, Condition, Consequence, RuledGoods};
pub use market::Market;
pub use pricing_context::PricingContext;

use crate::cart::Cart;
use crate::company::CompanyFields;
use crate::delivery::{DeliveryMethod, DeliveryTerms, ShopCalendar};
use crate::discount::Discount;
use crate::money::{Currency, MinorUnits};
use crate::payment::OfferedPayments;
use crate::selling_plan::SellingPlans;
use crate::tax::TaxRules;
use serde::{Deserialize, Serialize};

/// The shop's rules, checked at start; shared and immutable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopRules {
    /// The currency of all prices but those of markets.
    pub currency: Currency,
    /// Countries delivered to, ISO 3166-1 alpha-2; the first is the shop's own.
    pub countries: Vec<String>,
    pub tax: TaxRules,
    /// Delivery methods in the order shown.
    pub delivery: Vec<DeliveryMethod>,
    /// Discounts; a code stands once, in whatever case.
    #[serde(default)]
    pub discounts: Vec<Discount>,
    /// What may not be bought, or not in a wallet's sheet.
    #[serde(default)]
    pub cart_rules: Vec<CartRule>,
    /// Days on which the shop works and carriers deliver.
    pub calendar: ShopCalendar,
    /// Ways to buy again and again.
    #[serde(default)]
    pub selling_plans: SellingPlans,
    /// Markets beside the shop's own; a country belongs to at most one.
    #[serde(default)]
    pub markets: Vec<Market>,
    /// Ways to pay that are offered.
    pub payments: OfferedPayments,
    /// The greatest worth of a gift card that is sold, minor units of the shop's own currency in every market; none: any.
    #[serde(default)]
    pub gift_card_limit: Option<MinorUnits>,
    /// Whether companies are asked for their numbers.
    #[serde(default)]
    pub company_fields: CompanyFields,
    /// Greatest number of lines in a cart.
    pub max_lines: usize,
    /// Greatest quantity of one line.
    pub max_quantity: u32,
}

impl ShopRules {
    /// Whether some way of delivery waits for its carrier's price.
    #[must_use]
    pub fn waits_for_carrier(&self) -> bool {
        self.delivery.iter().any(DeliveryMethod::waits_for_carrier)
    }

    /// Where the shop delivers, and how.
    #[must_use]
    pub fn delivery_terms(&self) -> DeliveryTerms<'_> {
        DeliveryTerms {
            countries: &self.countries,
            methods: &self.delivery,
        }
    }

    /// What the prices of a cart follow from.
    #[must_use]
    pub fn pricing_context_of(&self, cart: &Cart) -> PricingContext<'_> {
        let address = cart.delivery_address.as_ref();
        let province = address.and_then(|address| address.province.as_deref());
        PricingContext::of(self, cart.destination_country(), province)
    }

    /// What prices follow from that are shown to somebody in a country.
    #[must_use]
    pub fn pricing_context_in(&self, country: Option<&str>) -> PricingContext<'_> {
        PricingContext::of(self, country, None)
    }
}
