//! What a market's prices depend on: conversion, local tax, local plans and fixed prices. The market itself is
//! [`crate::rules::Market`].

mod conversion;
mod eu_vat;
mod local;
mod plans;

pub use conversion::{Conversion, InvalidRounding, RATE_PARTS, Rounding};
pub use eu_vat::{EuRates, eu_rates};
pub use local::{LocalTax, MissingRate, RateOverride, local_tax};
pub use plans::LocalPlans;

pub(crate) use plans::{by_tax, local_plans};

use crate::catalogue::Variant;
use crate::ids::VariantId;
use crate::money::{Currency, MinorUnits};
use crate::tax::TaxRate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Whether prices include tax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taxation {
    /// Prices include the tax.
    #[default]
    Included,
    /// The tax is added to prices.
    Added,
}

impl Taxation {
    /// The rate of home tax to remove from the shop's own prices. They include home tax; if a market adds its own tax,
    /// the home tax must come out first.
    #[must_use]
    pub const fn taken_out(self, home: TaxRate) -> TaxRate {
        match self {
            Self::Included => TaxRate::ZERO,
            Self::Added => home,
        }
    }
}

/// Fixed prices for a market, in minor units of its currency. They include tax if the market's prices do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceList {
    pub by_sku: BTreeMap<String, MinorUnits>,
    /// By variant; takes precedence over the stock-keeping unit.
    pub by_variant: BTreeMap<VariantId, MinorUnits>,
}

impl PriceList {
    #[must_use]
    pub fn price(&self, variant: &Variant) -> Option<MinorUnits> {
        let by_variant = self.by_variant.get(&variant.id);
        by_variant
            .or_else(|| self.by_sku.get(&variant.sku))
            .copied()
    }
}

/// A merchant's settings for a market.
#[derive(Clone, Debug)]
pub struct MarketTerms {
    /// Its stable handle.
    pub handle: String,
    pub countries: Vec<String>,
    pub currency: Currency,
    pub taxation: Taxation,
    /// Tax rates by country and province.
    pub tax: Vec<LocalTax>,
    pub duty: TaxRate,
    pub conversion: Conversion,
    /// Fixed prices.
    pub prices: PriceList,
}
