//! Markets: the currency, prices, tax and duty that depend on the destination of a cart.
//!
//! Without markets there is one set of prices, the shop's own. With markets, the country decides
//! ([`Cart::destination_country`]). The market's amounts are converted once, when the configuration is read
//! ([`Market::new`]), so that pricing works the same in every market.

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use super::ShopRules;
use crate::catalogue::{Product, Variant};
use crate::delivery::{CarrierService, DeliveryMethod, DeliveryRate, WithoutAnswer};
use crate::discount::{Benefit, Discount};
use crate::market::{
    Conversion, LocalPlans, LocalTax, MarketTerms, PriceList, Taxation, by_tax, local_plans,
};
use crate::money::{Currency, MAX_AMOUNT, MinorUnits};
use crate::selling_plan::SellingPlans;
use crate::tax::{TaxRate, TaxRules};
use serde::{Deserialize, Serialize};

#[cfg(doc)]
use crate::cart::Cart;

/// A market: a set of countries with the same prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Market {
    /// The stable handle, e.g. `slovensko`; orders store it.
    pub handle: String,
    /// Its countries, ISO 3166-1 alpha-2; each belongs to one market.
    pub countries: Vec<String>,
    /// Whether prices include tax or tax is added.
    pub taxation: Taxation,
    /// Tax by country and province; each country has an entry without a province.
    pub tax: Vec<LocalTax>,
    /// Duty on the shipped goods.
    pub duty: TaxRate,
    /// How the shop's amounts are converted.
    pub conversion: Conversion,
    /// Fixed prices that replace converted ones.
    pub prices: PriceList,
    /// The shop's rules in the market's currency, without markets of their own. Their selling plans are converted for
    /// goods of the default tax class.
    pub rules: ShopRules,
    /// Selling plans by the home tax rate of the goods.
    pub plans: Vec<LocalPlans>,
}

impl Market {
    /// Builds a market for a shop with these rules. The shop's amounts (delivery, discounts) are converted here, once.
    #[must_use]
    pub fn new(terms: MarketTerms, home: &ShopRules) -> Self {
        let rules = localised(home, terms.currency, &terms.conversion, terms.taxation);
        let plans = by_tax(
            &home.selling_plans,
            &home.tax,
            &terms.conversion,
            terms.taxation,
        );
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

    /// The tax at the destination.
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

    /// The price of a variant: the fixed price, otherwise the shop's price, converted. A gift card always costs its
    /// value: sold for less, it would pay more than it cost.
    #[must_use]
    pub fn price(&self, product: &Product, variant: &Variant) -> MinorUnits {
        if product.gift_card {
            return self.conversion.worth(variant.price);
        }
        let listed = self.prices.price(variant);
        listed.unwrap_or_else(|| self.converted(variant.price, product, variant))
    }

    /// The price before a reduction, if it is higher than the price.
    #[must_use]
    pub fn compare_at_price(&self, product: &Product, variant: &Variant) -> Option<MinorUnits> {
        let before = self.converted(variant.compare_at_price?, product, variant);
        (before > self.price(product, variant)).then_some(before)
    }

    /// The plans for a variant: the home tax rate of the variant is removed from their amounts.
    #[must_use]
    pub fn plans(&self, product: &Product, variant: &Variant) -> &SellingPlans {
        let tax = self.home_tax(product, variant);
        let known = self.plans.iter().find(|local| local.tax == tax);
        known.map_or(&self.rules.selling_plans, |local| &local.plans)
    }

    fn converted(&self, price: MinorUnits, product: &Product, variant: &Variant) -> MinorUnits {
        let tax = self.home_tax(product, variant);
        self.conversion
            .price(price.clamp(MinorUnits::ZERO, MAX_AMOUNT), tax)
    }

    /// The home tax rate to remove from an amount of these goods.
    fn home_tax(&self, product: &Product, variant: &Variant) -> TaxRate {
        self.taxation
            .taken_out(self.rules.tax.rate_for(product, variant))
    }
}

/// The shop's rules in a market's currency.
fn localised(
    home: &ShopRules,
    currency: Currency,
    conversion: &Conversion,
    taxation: Taxation,
) -> ShopRules {
    let tax = taxation.taken_out(home.tax.delivery_rate());
    let usual = taxation.taken_out(home.tax.rate_of(&home.tax.default_class));
    let delivery = home.delivery.iter();
    let discounts = home.discounts.iter();
    let cart_rules = home.cart_rules.iter();
    ShopRules {
        currency,
        delivery: delivery
            .map(|method| DeliveryMethod {
                carrier: local_carrier(method, currency == home.currency),
                ..local_delivery(method, conversion, tax)
            })
            .collect(),
        discounts: discounts
            .map(|discount| local_discount(discount, conversion))
            .collect(),
        cart_rules: cart_rules
            .map(|rule| rule.in_currency(|amount| conversion.amount(amount)))
            .collect(),
        selling_plans: local_plans(&home.selling_plans, conversion, usual),
        markets: Vec::new(),
        ..home.clone()
    }
}

/// Quotes are requested only in the shop's currency. In another currency the carrier is not asked, so the method must
/// not wait for it.
fn local_carrier(method: &DeliveryMethod, is_asked: bool) -> Option<CarrierService> {
    let service = method.carrier.clone()?;
    let without_answer = if is_asked {
        service.without_answer
    } else {
        WithoutAnswer::ConfiguredPrice
    };
    Some(CarrierService {
        without_answer,
        ..service
    })
}

fn local_delivery(
    method: &DeliveryMethod,
    conversion: &Conversion,
    tax: TaxRate,
) -> DeliveryMethod {
    let local_rate = |rate: &DeliveryRate| {
        let DeliveryRate {
            zone,
            up_to_grams,
            up_to_subtotal,
            price,
        } = rate;
        DeliveryRate {
            zone: zone.clone(),
            up_to_grams: *up_to_grams,
            up_to_subtotal: up_to_subtotal.map(|limit| conversion.amount(limit)),
            price: conversion.price(*price, tax),
        }
    };
    DeliveryMethod {
        rates: method.rates.iter().map(local_rate).collect(),
        free_from: method.free_from.map(|limit| conversion.amount(limit)),
        ..method.clone()
    }
}

fn local_discount(discount: &Discount, conversion: &Conversion) -> Discount {
    let benefit = match &discount.benefit {
        Benefit::Amount(amount) => Benefit::Amount(conversion.amount(*amount)),
        Benefit::Percentage(_) | Benefit::FreeDelivery { .. } => discount.benefit.clone(),
    };
    let minimum = discount.minimum_subtotal;
    Discount {
        benefit,
        minimum_subtotal: minimum.map(|least| conversion.amount(least)),
        ..discount.clone()
    }
}
