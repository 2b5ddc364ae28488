//! What prices at a destination depend on.

use super::{Market, ShopRules};
use crate::catalogue::{Product, Variant};
use crate::delivery::CarrierQuote;
use crate::market::Taxation;
use crate::money::{Currency, MinorUnits};
use crate::selling_plan::SellingPlans;
use crate::tax::{TaxRate, TaxRules};
use std::borrow::Cow;

#[derive(Clone, Copy, Debug)]
pub struct PricingContext<'r> {
    /// The rules, with all amounts in the context's currency.
    pub rules: &'r ShopRules,
    pub tax: &'r TaxRules,
    /// The market; `None` for the shop's own.
    pub market: Option<&'r Market>,
}

impl<'r> PricingContext<'r> {
    /// The context of a country and province. A country without a market has the shop's own prices.
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

    #[must_use]
    pub const fn currency(&self) -> Currency {
        self.rules.currency
    }

    #[must_use]
    pub fn taxation(&self) -> Taxation {
        self.market
            .map_or(Taxation::Included, |market| market.taxation)
    }

    /// Duty rate on goods shipped there.
    #[must_use]
    pub fn duty(&self) -> TaxRate {
        self.market.map_or(TaxRate::ZERO, |market| market.duty)
    }

    /// Converts a carrier's quotes, which are in the shop's own currency.
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

    /// The price of a variant, fixed or converted. It is not clamped to the allowed range.
    #[must_use]
    pub fn price(&self, product: &Product, variant: &Variant) -> MinorUnits {
        self.market
            .map_or(variant.price, |market| market.price(product, variant))
    }

    #[must_use]
    pub fn compare_at_price(&self, product: &Product, variant: &Variant) -> Option<MinorUnits> {
        match self.market {
            None => variant.compare_at_price,
            Some(market) => market.compare_at_price(product, variant),
        }
    }

    #[must_use]
    pub fn plans(&self, product: &Product, variant: &Variant) -> &'r SellingPlans {
        self.market.map_or(&self.rules.selling_plans, |market| {
            market.plans(product, variant)
        })
    }

    /// The selling plans for a product: those for its first variant.
    #[must_use]
    pub fn plans_of(&self, product: &Product) -> &'r SellingPlans {
        let first = product.variants.first();
        first.map_or(&self.rules.selling_plans, |variant| {
            self.plans(product, variant)
        })
    }
}
