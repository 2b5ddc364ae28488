//! Tax where something goes.

use super::eu_vat::eu_rates;
use crate::tax::{TaxRate, TaxRules};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The tax of a country, or of one of its provinces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalTax {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// A province with rates of its own, by its code in upper case; none: the rest of the country.
    pub province: Option<String>,
    /// Its rates, by the shop's classes.
    pub rules: TaxRules,
}

/// A rate that the merchant has set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateOverride {
    pub country: String,
    /// In this province only.
    pub province: Option<String>,
    /// For this class; none: for every class but those that are taxed at home at nothing.
    pub class: Option<String>,
    pub rate: TaxRate,
}

/// Nobody knows the rate of a class in a country of the Union.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rate for the class \"{class}\" in {country}")]
pub struct MissingRate {
    pub class: String,
    pub country: String,
}

/// The tax of a country and of those of its provinces that have rates of their own. What the merchant has not set is, in the
/// Union, the shipped rate of the classes `standard` and `reduced`, and nothing for classes at nothing; elsewhere nothing.
///
/// # Errors
/// When a class of another name has no rate in a country of the Union.
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

/// What the merchant has set for a class: for it by name, else for all.
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
