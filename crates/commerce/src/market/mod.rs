//! Markets: what a cart costs where it goes - currency, prices, tax and duty.
//!
//! Without markets there is one price, the shop's own. With them, the country decides ([`Cart::destination_country`]): the
//! market's amounts are worked out once, when the configuration is read ([`Market::new`]), so that pricing does nothing
//! else than it does at home.

mod conversion;
mod eu_vat;
mod local;
mod place;
mod plans;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use conversion::{Conversion, InvalidRounding, RATE_PARTS, Rounding};
pub use eu_vat::{EuRates, eu_rates};
pub use local::{LocalTax, MissingRate, RateOverride, local_tax};
pub use place::Place;
pub use plans::LocalPlans;

use crate::catalogue::{Product, Variant};
use crate::ids::VariantId;
use crate::money::{Currency, MAX_AMOUNT};
use crate::rules::ShopRules;
use crate::selling_plan::SellingPlans;
use crate::tax::{TaxRate, TaxRules};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[cfg(doc)]
use crate::cart::Cart;

/// A market: countries that see the same prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Market {
    /// Its stable name, e.g. `slovensko`; orders keep it.
    pub handle: String,
    /// Its countries, ISO 3166-1 alpha-2; each belongs to one market.
    pub countries: Vec<String>,
    /// Whether prices hold the tax or it comes on top.
    pub taxation: Taxation,
    /// Tax by country and province; each country has an entry without a province.
    pub tax: Vec<LocalTax>,
    /// Duty on the goods that are shipped.
    pub duty: TaxRate,
    /// How the shop's amounts become the market's.
    pub conversion: Conversion,
    /// Prices that are set instead of worked out.
    pub prices: PriceList,
    /// The shop's rules in the market's currency; without markets of their own. Their plans are as for goods of the usual
    /// tax class.
    pub rules: ShopRules,
    /// Plans by the tax that the goods hold at home.
    pub plans: Vec<LocalPlans>,
}

/// Whether prices hold the tax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taxation {
    /// Prices hold it.
    #[default]
    Included,
    /// It comes on top of prices.
    Added,
}

impl Taxation {
    /// The tax to be taken out of the shop's own prices: they hold it, but where tax is added it is another country's.
    #[must_use]
    pub const fn taken_out(self, home: TaxRate) -> TaxRate {
        match self {
            Self::Included => TaxRate::ZERO,
            Self::Added => home,
        }
    }
}

/// Prices set for a market, minor units of its currency: with tax where prices hold it, without where it is added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceList {
    /// By stock-keeping unit.
    pub by_sku: BTreeMap<String, i64>,
    /// By variant; goes before the stock-keeping unit.
    pub by_variant: BTreeMap<VariantId, i64>,
}

impl PriceList {
    /// The price set for a variant.
    #[must_use]
    pub fn price(&self, variant: &Variant) -> Option<i64> {
        let by_variant = self.by_variant.get(&variant.id);
        by_variant
            .or_else(|| self.by_sku.get(&variant.sku))
            .copied()
    }
}

/// What a merchant sets for a market.
#[derive(Clone, Debug)]
pub struct MarketTerms {
    /// Its stable name.
    pub handle: String,
    /// Its countries.
    pub countries: Vec<String>,
    /// Its currency.
    pub currency: Currency,
    /// Whether prices hold the tax.
    pub taxation: Taxation,
    /// Tax by country and province.
    pub tax: Vec<LocalTax>,
    /// Duty.
    pub duty: TaxRate,
    /// How amounts are converted.
    pub conversion: Conversion,
    /// Prices that are set.
    pub prices: PriceList,
}

impl Market {
    /// A market of a shop with these rules. What the shop has set in its own currency (delivery, discounts) is converted
    /// here, once.
    #[must_use]
    pub fn new(terms: MarketTerms, home: &ShopRules) -> Self {
        let rules = place::localised(home, terms.currency, &terms.conversion, terms.taxation);
        let plans = plans::by_tax(home, &terms.conversion, terms.taxation);
        Self {
            handle: terms.handle,
            countries: terms.countries,
            taxation: terms.taxation,
            tax: terms.tax,
            duty: terms.duty,
            conversion: terms.conversion,
            prices: terms.prices,
            rules,
            plans,
        }
    }

    /// The tax where something goes.
    #[must_use]
    pub fn tax_at(&self, country: &str, province: Option<&str>) -> &TaxRules {
        let of_country = || self.tax.iter().filter(|local| local.country == country);
        let province = province.map(|text| text.trim().to_uppercase());
        let exact = of_country().find(|local| province.is_some() && local.province == province);
        let whole = || of_country().find(|local| local.province.is_none());
        exact
            .or_else(whole)
            .map_or(&self.rules.tax, |local| &local.rules)
    }

    /// Whether the tax depends on the province.
    #[must_use]
    pub fn taxes_by_province(&self, country: &str) -> bool {
        let mut local = self.tax.iter();
        local.any(|local| local.country == country && local.province.is_some())
    }

    /// The price of a variant: the one set for it, else the shop's, converted. A gift card costs what it is worth, whatever
    /// is set: sold for less, it would be money for less than it pays.
    #[must_use]
    pub fn price(&self, product: &Product, variant: &Variant) -> i64 {
        if product.gift_card {
            return self.conversion.worth(variant.price);
        }
        let listed = self.prices.price(variant);
        listed.unwrap_or_else(|| self.converted(variant.price, product, variant))
    }

    /// The price before a reduction, where that is still more than the price.
    #[must_use]
    pub fn compare_at_price(&self, product: &Product, variant: &Variant) -> Option<i64> {
        let before = self.converted(variant.compare_at_price?, product, variant);
        (before > self.price(product, variant)).then_some(before)
    }

    /// The plans as they are for a variant: the tax that it holds at home is out of their amounts.
    #[must_use]
    pub fn plans(&self, product: &Product, variant: &Variant) -> &SellingPlans {
        let tax = self.home_tax(product, variant);
        let known = self.plans.iter().find(|local| local.tax == tax);
        known.map_or(&self.rules.selling_plans, |local| &local.plans)
    }

    fn converted(&self, price: i64, product: &Product, variant: &Variant) -> i64 {
        let tax = self.home_tax(product, variant);
        self.conversion.price(price.clamp(0, MAX_AMOUNT), tax)
    }

    /// What is taken out of an amount of these goods.
    fn home_tax(&self, product: &Product, variant: &Variant) -> TaxRate {
        self.taxation
            .taken_out(self.rules.tax.rate_for(product, variant))
    }
}
