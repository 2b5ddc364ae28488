//! What a market's prices follow from: conversion, tax where something goes, plans and prices that are set. The market itself
//! is [`crate::rules::Market`].

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
    pub by_sku: BTreeMap<String, MinorUnits>,
    /// By variant; goes before the stock-keeping unit.
    pub by_variant: BTreeMap<VariantId, MinorUnits>,
}

impl PriceList {
    /// The price set for a variant.
    #[must_use]
    pub fn price(&self, variant: &Variant) -> Option<MinorUnits> {
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
    pub countries: Vec<String>,
    pub currency: Currency,
    /// Whether prices hold the tax.
    pub taxation: Taxation,
    /// Tax by country and province.
    pub tax: Vec<LocalTax>,
    pub duty: TaxRate,
    /// How amounts are converted.
    pub conversion: Conversion,
    /// Prices that are set.
    pub prices: PriceList,
}
