//! The merchant's configuration as input of pricing.

mod cart_rule;
mod market;
mod pricing_context;

pub use cart_rule::{CartRule, Condition, Consequence, RuledGoods};
pub use market::Market;
pub use pricing_context::PricingContext;

use crate::cart::Cart;
use crate::company::CompanyFields;
use crate::delivery::{DeliveryMethod, DeliveryTerms, ShopCalendar};
use crate::discount::{Discount, code_key};
use crate::gift_card::GiftCardSales;
use crate::money::{Currency, MinorUnits};
use crate::payment::{ManualPaymentLimits, OfferedPayments};
use crate::selling_plan::SellingPlans;
use crate::tax::TaxRules;
use crate::transfer::TransferTerms;
use serde::{Deserialize, Serialize};

/// The shop's rules: validated at start, shared and immutable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopRules {
    /// Currency of all prices except those of markets.
    pub currency: Currency,
    /// Countries the shop delivers to, ISO 3166-1 alpha-2. The first one is the shop's own country.
    pub countries: Vec<String>,
    pub tax: TaxRules,
    /// Delivery methods in display order.
    pub delivery: Vec<DeliveryMethod>,
    /// Discounts; each code occurs once, ignoring case.
    #[serde(default)]
    pub discounts: Vec<Discount>,
    /// What may not be bought, or not in a wallet's sheet.
    #[serde(default)]
    pub cart_rules: Vec<CartRule>,
    /// Working days of the shop and of its carriers.
    pub calendar: ShopCalendar,
    #[serde(default)]
    pub selling_plans: SellingPlans,
    /// Markets besides the shop's own; a country belongs to at most one.
    #[serde(default)]
    pub markets: Vec<Market>,
    /// Payment methods that the shop offers.
    pub payments: OfferedPayments,
    /// Bounds on orders that are made before they are paid.
    #[serde(default)]
    pub manual_payments: ManualPaymentLimits,
    /// When orders paid by bank transfer are to be paid.
    #[serde(default)]
    pub transfers: TransferTerms,
    /// Maximum value of a gift card, in minor units of the shop's own currency in every market; `None`: no limit.
    #[serde(default)]
    pub gift_card_limit: Option<MinorUnits>,
    /// Whether the shop can sell gift cards: it has a key to make their codes with.
    #[serde(default)]
    pub sells_gift_cards: bool,
    /// Whether the shop asks companies for their numbers.
    #[serde(default)]
    pub company_fields: CompanyFields,
    /// Maximum number of lines in a cart.
    pub max_lines: usize,
    /// Maximum quantity of one line.
    pub max_quantity: u32,
}

impl ShopRules {
    /// Whether a discount has this code, whatever its conditions.
    #[must_use]
    pub fn has_discount_code(&self, code: &str) -> bool {
        let key = code_key(code);
        let mut codes = self.discounts.iter().filter_map(Discount::code);
        codes.any(|known| code_key(known) == key)
    }

    /// Whether the shop sells gift cards.
    #[must_use]
    pub const fn gift_card_sales(&self) -> GiftCardSales {
        GiftCardSales {
            has_key: self.sells_gift_cards,
            limit: self.gift_card_limit,
        }
    }

    /// Whether any delivery method waits for its carrier's price.
    #[must_use]
    pub fn waits_for_carrier(&self) -> bool {
        self.delivery.iter().any(DeliveryMethod::waits_for_carrier)
    }

    #[must_use]
    pub fn delivery_terms(&self) -> DeliveryTerms<'_> {
        DeliveryTerms {
            countries: &self.countries,
            methods: &self.delivery,
        }
    }

    /// What the prices of this cart depend on.
    #[must_use]
    pub fn pricing_context_of(&self, cart: &Cart) -> PricingContext<'_> {
        let address = cart.delivery_address.as_ref();
        let province = address.and_then(|address| address.province.as_deref());
        PricingContext::of(self, cart.destination_country(), province)
    }

    /// What prices shown to a buyer in this country depend on.
    #[must_use]
    pub fn pricing_context_in(&self, country: Option<&str>) -> PricingContext<'_> {
        PricingContext::of(self, country, None)
    }
}
