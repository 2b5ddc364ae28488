//! Value added tax, included in prices.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A rate in basis points: 2100 is 21 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaxRate(pub u32);

/// Which rate applies to what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxRules {
    /// Class name -> rate.
    pub classes: BTreeMap<String, TaxRate>,
    /// The class of a product whose type is not listed.
    pub default_class: String,
    /// Product type -> class name.
    pub product_types: BTreeMap<String, String>,
    /// The class of delivery.
    pub delivery_class: String,
}

/// Tax of one rate, included in the amounts (one row of the order's VAT recapitulation).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxLine {
    /// The rate.
    pub rate: TaxRate,
    /// Base without tax, minor units.
    pub base: i64,
    /// Tax, minor units; base + tax is the sum paid at this rate.
    pub tax: i64,
}

/// Tax included in a gross amount, rounded half away from zero to minor units.
#[must_use]
pub fn included_tax(gross: i64, rate: TaxRate) -> i64 {
    let whole = 10_000 + i128::from(rate.0);
    let exact = i128::from(gross) * i128::from(rate.0);
    // Doubling avoids a half that integers cannot hold; `whole` is positive, so the quotient lies between 0 and gross.
    let rounded = (2 * exact.abs() + whole) / (2 * whole) * exact.signum();
    i64::try_from(rounded).unwrap_or(gross)
}
