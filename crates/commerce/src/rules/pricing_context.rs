//! What prices follow from where a cart goes.

use super::{Market, ShopRules};
use crate::catalogue::{Product, Variant};
use crate::delivery::CarrierQuote;
use crate::market::Taxation;
use crate::money::{Currency, MinorUnits};
use crate::selling_plan::SellingPlans;
use crate::tax::{TaxRate, TaxRules};
use std::borrow::Cow;

/// What prices follow from in one place.
#[derive(Clone, Copy, Debug)]
pub struct PricingContext<'r> {
    /// The rules, all amounts in the context's currency.
    pub rules: &'r ShopRules,
    pub tax: &'r TaxRules,
    /// Its market; none at home.
    pub market: Option<&'r Market>,
}

impl<'r> PricingContext<'r> {
    /// The context of a country, and of a province in it. What belongs to no market is priced as at home.
    #[must_use]
    pub fn of(rules: &'r ShopRules, country: Option<&str>, province: Option<&str>) -> Self {
        let market_of = |country: &str| {
            let mut markets = rules.markets.iter();
            markets.find(|market| market.countries.iter().any(|known| known == country))
        };
        let found = country.and_then(|country| Some((country, market_of(country)?)));
        match found {
            None => Self {
                rules,
                tax: &rules.tax,
                market: None,
            },
            Some((country, market)) => Self {
                rules: &market.rules,
                tax: market.tax_at(country, province),
                market: Some(market),
            },
        }
    }

    /// The currency of every amount.
    #[must_use]
    pub const fn currency(&self) -> Currency {
        self.rules.currency
    }

    /// Whether prices hold the tax.
    #[must_use]
    pub fn taxation(&self) -> Taxation {
        self.market
            .map_or(Taxation::Included, |market| market.taxation)
    }

    /// Duty on goods that are shipped there.
    #[must_use]
    pub fn duty(&self) -> TaxRate {
        self.market.map_or(TaxRate::ZERO, |market| market.duty)
    }

    /// What a carrier has quoted, which is in the shop's own currency.
    #[must_use]
    pub fn quotes<'q>(&self, quotes: &'q [CarrierQuote]) -> Cow<'q, [CarrierQuote]> {
        let Some(market) = self.market else {
            return Cow::Borrowed(quotes);
        };
        let tax = market.taxation.taken_out(market.rules.tax.delivery_rate());
        let local = |quote: &CarrierQuote| CarrierQuote {
            price: market.conversion.price(quote.price, tax),
            ..quote.clone()
        };
        quotes.iter().map(local).collect()
    }

    /// The price of a variant, as it is set or worked out: it may be anything.
    #[must_use]
    pub fn price(&self, product: &Product, variant: &Variant) -> MinorUnits {
        self.market
            .map_or(variant.price, |market| market.price(product, variant))
    }

    /// The price before a reduction.
    #[must_use]
    pub fn compare_at_price(&self, product: &Product, variant: &Variant) -> Option<MinorUnits> {
        match self.market {
            None => variant.compare_at_price,
            Some(market) => market.compare_at_price(product, variant),
        }
    }

    /// The plans as they are for a variant.
    #[must_use]
    pub fn plans(&self, product: &Product, variant: &Variant) -> &'r SellingPlans {
        self.market.map_or(&self.rules.selling_plans, |market| {
            market.plans(product, variant)
        })
    }

    /// The plans as they are for a product, which are those for its first variant.
    #[must_use]
    pub fn plans_of(&self, product: &Product) -> &'r SellingPlans {
        let first = product.variants.first();
        first.map_or(&self.rules.selling_plans, |variant| {
            self.plans(product, variant)
        })
    }
}
