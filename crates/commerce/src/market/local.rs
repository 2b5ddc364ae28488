//! Tax at the destination.

use super::eu_vat::eu_rates;
use crate::tax::{TaxRate, TaxRules};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The tax rates of a country, or of one of its provinces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalTax {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Code, in upper case, of a province with its own rates; `None`: the rest of the country.
    pub province: Option<String>,
    /// The rates by the shop's tax classes.
    pub rules: TaxRules,
}

/// A tax rate set by the merchant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateOverride {
    pub country: String,
    /// Only in this province; `None`: in the whole country.
    pub province: Option<String>,
    /// Only for this class; `None`: for every class whose home rate is not zero.
    pub class: Option<String>,
    pub rate: TaxRate,
}

/// There is no known rate for a class in an EU country.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rate for the class \"{class}\" in {country}")]
pub struct MissingRate {
    pub class: String,
    pub country: String,
}

/// The tax rates of a country, and of its provinces with their own rates. For a class without an override: in the EU,
/// the shipped rate for the classes `standard` and `reduced`, and zero for a class with a home rate of zero; outside
/// the EU, zero.
///
/// # Errors
///
/// In the EU, any other class without an override.
pub fn local_tax(
    home: &TaxRules,
    country: &str,
    overrides: &[RateOverride],
) -> Result<Vec<LocalTax>, MissingRate> {
    let of_country = |province: Option<&String>| -> Vec<&RateOverride> {
        let here = overrides.iter().filter(|set| set.country == country);
        here.filter(|set| set.province.as_ref() == province)
            .collect()
    };
    let whole = whole_country(home, country, &of_country(None))?;
    let here = overrides.iter().filter(|set| set.country == country);
    let provinces: BTreeSet<&String> = here.filter_map(|set| set.province.as_ref()).collect();
    let mut local = vec![LocalTax {
        country: country.to_owned(),
        province: None,
        rules: whole.clone(),
    }];
    for province in provinces {
        let set = of_country(Some(province));
        let mut rules = whole.clone();
        for (class, rate) in &mut rules.classes {
            *rate = set_for(&set, class, home).unwrap_or(*rate);
        }
        local.push(LocalTax {
            country: country.to_owned(),
            province: Some(province.clone()),
            rules,
        });
    }
    Ok(local)
}

fn whole_country(
    home: &TaxRules,
    country: &str,
    set: &[&RateOverride],
) -> Result<TaxRules, MissingRate> {
    let mut classes = BTreeMap::new();
    for (class, &at_home) in &home.classes {
        let rate = set_for(set, class, home).or_else(|| shipped(country, class, at_home));
        let rate = rate.ok_or_else(|| MissingRate {
            class: class.clone(),
            country: country.to_owned(),
        })?;
        classes.insert(class.clone(), rate);
    }
    Ok(TaxRules {
        classes,
        ..home.clone()
    })
}

/// The merchant's rate for a class: the one set for this class, otherwise the one set for all.
fn set_for(set: &[&RateOverride], class: &str, home: &TaxRules) -> Option<TaxRate> {
    let taxed = home.rate_of(class) != TaxRate::ZERO;
    let by_name = set.iter().find(|set| set.class.as_deref() == Some(class));
    let for_all = || set.iter().find(|set| set.class.is_none() && taxed);
    by_name.or_else(for_all).map(|set| set.rate)
}

fn shipped(country: &str, class: &str, at_home: TaxRate) -> Option<TaxRate> {
    let Some(rates) = eu_rates(country) else {
        return Some(TaxRate::ZERO);
    };
    match class {
        "standard" => Some(rates.standard),
        "reduced" => Some(rates.reduced),
        _ => (at_home == TaxRate::ZERO).then_some(TaxRate::ZERO),
    }
}
