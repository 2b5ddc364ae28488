//! Reads `[[markets]]`.

use super::goods::GoodsKind;
use super::reader::Reader;
use super::schema;
use std::collections::{BTreeMap, BTreeSet};
use zkratka_commerce::address::{country_name, zone, zones};
use zkratka_commerce::decimal;
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::market::{
    Conversion, MarketTerms, PriceList, RateOverride, Rounding, Taxation, eu_rates, local_tax,
};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::rules::{Market, ShopRules};
use zkratka_commerce::tax::{TaxRate, TaxRules};
use zkratka_payments::takes_currency;

/// A market with the settings of its own section only.
pub(super) struct Draft<'r> {
    reader: &'r Reader<'r>,
    terms: MarketTerms,
    rates: Vec<RateOverride>,
}

impl Draft<'_> {
    pub(super) fn countries(&self) -> &[String] {
        &self.terms.countries
    }
}

/// Reads every market. The shop's country and currency are `None` if their section is faulty.
pub(super) fn read<'r>(
    readers: &'r [Reader<'r>],
    home: Option<(&str, Currency)>,
) -> Option<Vec<Draft<'r>>> {
    let drafts: Vec<_> = readers
        .iter()
        .filter_map(|reader| draft(reader, home))
        .collect();
    let mut all_good = drafts.len() == readers.len();
    let (mut handles, mut countries) = (BTreeSet::new(), BTreeMap::new());
    for Draft { reader, terms, .. } in &drafts {
        if !handles.insert(&terms.handle) {
            all_good = false;
            let handle = &terms.handle;
            reader.fault(
                "handle",
                format!("\"{handle}\" is used twice: write a different handle for each market"),
            );
        }
        for country in &terms.countries {
            if let Some(other) = countries.insert(country, &terms.handle) {
                all_good = false;
                let message = format!(
                    "{country} is already in \"{other}\": a country belongs to one market only"
                );
                reader.fault("countries", message);
            }
        }
    }
    all_good.then_some(drafts)
}

/// Combines the drafts with the shop's rules into markets.
pub(super) fn build(drafts: Vec<Draft<'_>>, home: &ShopRules) -> Option<Vec<Market>> {
    let count = drafts.len();
    let mut markets = Vec::new();
    for mut draft in drafts {
        if let Some(tax) = tax(&draft, &home.tax) {
            draft.terms.tax = tax;
            markets.push(Market::new(draft.terms, home));
        }
    }
    (markets.len() == count).then_some(markets)
}

fn tax(draft: &Draft<'_>, home: &TaxRules) -> Option<Vec<zkratka_commerce::market::LocalTax>> {
    let mut all = Vec::new();
    for set in &draft.rates {
        if let Some(class) = set
            .class
            .as_ref()
            .filter(|class| !home.classes.contains_key(*class))
        {
            let names: Vec<&str> = home.classes.keys().map(String::as_str).collect();
            let message = format!(
                "there is no tax class \"{class}\": there are {}",
                names.join(", ")
            );
            draft.reader.fault("tax_rates", message);
            return None;
        }
    }
    for country in &draft.terms.countries {
        match local_tax(home, country, &draft.rates) {
            Ok(local) => all.extend(local),
            Err(missing) => {
                let message = format!(
                    "{missing}: write {{ country = \"{country}\", class = \"{}\", rate = \"...\" }}",
                    missing.class
                );
                draft.reader.fault("tax_rates", message);
                return None;
            }
        }
    }
    Some(all)
}

fn draft<'r>(reader: &'r Reader<'r>, home: Option<(&str, Currency)>) -> Option<Draft<'r>> {
    let handle = reader.parsed("handle", handle);
    let countries = countries(reader, home.map(|(country, _)| country));
    let currency = reader.parsed("currency", |text| match Currency::new(text) {
        Ok(currency) if takes_currency(currency) => Ok(currency),
        _ => Err(()),
    });
    let rate = reader.parsed("rate", |text| match decimal::parse(text, 6) {
        Ok(rate) if rate > 0 => Ok(rate),
        _ => Err(()),
    });
    let taxation = reader.parsed("tax", |text| match text {
        "included" => Ok(Taxation::Included),
        "added" => Ok(Taxation::Added),
        _ => Err(()),
    });
    let duty = reader.parsed("duty", per_cent);
    let rounding = currency.and_then(|currency| rounding(reader, currency));
    let rates = rates(reader, countries.as_deref().unwrap_or_default());
    let prices = currency.and_then(|currency| prices(reader, currency));
    let (countries, duty) = (countries?, duty?);
    check_duty(reader, &countries, duty, home?.0)?;
    let (currency, prices) = (currency?, prices?);
    let Some(conversion) = Conversion::new(home?.1, currency, rate?, rounding?) else {
        reader.fault(
            "rate",
            "is too large or too small: write the price of one unit, e.g. \"25.20\"",
        );
        return None;
    };
    Some(Draft {
        reader,
        terms: MarketTerms {
            handle: handle?,
            countries,
            currency,
            taxation: taxation?,
            tax: Vec::new(),
            duty,
            conversion,
            prices,
        },
        rates: rates?,
    })
}

fn countries(reader: &Reader<'_>, home: Option<&str>) -> Option<Vec<String>> {
    let countries = reader.parsed_list("countries", |text| {
        country_name(text).map(|_| text.to_owned()).ok_or(())
    })?;
    if countries.is_empty() {
        reader.fault("countries", "is empty: a market has at least one country");
        return None;
    }
    if countries
        .iter()
        .any(|country| Some(country.as_str()) == home)
    {
        let message = "contains the shop's own country, whose currency and tax are set in [shop] and [tax]: leave it out";
        reader.fault("countries", message);
        return None;
    }
    Some(countries)
}

/// Refuses duty between two countries of the European Union.
fn check_duty(reader: &Reader<'_>, countries: &[String], duty: TaxRate, home: &str) -> Option<()> {
    let mut inside = countries
        .iter()
        .filter(|country| eu_rates(country).is_some());
    if let Some(country) = inside.next()
        && duty != TaxRate::ZERO
        && eu_rates(home).is_some()
    {
        let message = format!(
            "there is no duty between {home} and {country}, because both are in the European Union: leave it out"
        );
        reader.fault("duty", message);
        return None;
    }
    Some(())
}

fn rounding(reader: &Reader<'_>, currency: Currency) -> Option<Rounding> {
    let step = reader.amount("rounding", currency.exponent());
    let ending = reader.amount("ending", currency.exponent());
    let (step, ending) = (
        step.ok()?.unwrap_or(MinorUnits::new(1)),
        ending.ok()?.unwrap_or(MinorUnits::ZERO),
    );
    match Rounding::new(step, ending) {
        Ok(rounding) => Some(rounding),
        Err(zkratka_commerce::market::InvalidRounding::Step) => {
            reader.fault(
                "rounding",
                "is zero: write the step to which prices are rounded, e.g. \"0.05\"",
            );
            None
        }
        Err(zkratka_commerce::market::InvalidRounding::Ending) => {
            reader.fault(
                "ending",
                "is not below rounding: with rounding \"1\" it can be \"0.99\"",
            );
            None
        }
    }
}

fn rates(reader: &Reader<'_>, countries: &[String]) -> Option<Vec<RateOverride>> {
    let tables = reader.tables("tax_rates", &schema::MARKET_TAX_RATES)?;
    let mut rates = Vec::new();
    let mut all_good = true;
    for table in &tables {
        let Some(read) = rates_of(table, countries) else {
            all_good = false;
            continue;
        };
        for rate in read {
            all_good &= is_first(table, &rates, &rate);
            rates.push(rate);
        }
    }
    all_good.then_some(rates)
}

/// Reads the tax rate of one table, for every country that it covers.
fn rates_of(table: &Reader<'_>, countries: &[String]) -> Option<Vec<RateOverride>> {
    let country = table.parsed("country", |text| match text {
        "" => Ok(None),
        text if countries.iter().any(|known| known == text) => Ok(Some(text.to_owned())),
        _ => Err(()),
    });
    let province = table.text("province").map(|text| filled(&text));
    let class = table.text("class").map(|text| filled(&text));
    let rate = table.parsed("rate", per_cent);
    let (country, class, rate) = (country?, class?, rate?);
    let everywhere = || countries.to_vec();
    let countries = country.map_or_else(everywhere, |country| vec![country]);
    let places = match province? {
        None => countries
            .into_iter()
            .map(|country| (country, None))
            .collect(),
        Some(province) => provinces(table, countries, &province)?,
    };
    let set = places.into_iter().map(|(country, province)| RateOverride {
        country,
        province,
        class: class.clone(),
        rate,
    });
    Some(set.collect())
}

/// Returns the countries that have the province, with its code. Addresses contain the code, so a rate under any other name
/// would never apply.
fn provinces(
    table: &Reader<'_>,
    countries: Vec<String>,
    text: &str,
) -> Option<Vec<(String, Option<String>)>> {
    let code = text.to_uppercase();
    if countries.iter().all(|country| zones(country).is_empty()) {
        // The provinces of these countries are not known here, so any code is accepted.
        let places = countries
            .into_iter()
            .map(|country| (country, Some(code.clone())));
        return Some(places.collect());
    }
    let has_it = |country: &String| {
        let mut zones = zones(country).iter();
        zones.any(|zone| zone.code.eq_ignore_ascii_case(text))
    };
    let (there, elsewhere): (Vec<_>, Vec<_>) = countries.into_iter().partition(has_it);
    if there.is_empty() {
        table.fault("province", unknown_province(&elsewhere, text));
        return None;
    }
    let places = there
        .into_iter()
        .map(|country| (country, Some(code.clone())));
    Some(places.collect())
}

fn unknown_province(countries: &[String], text: &str) -> String {
    let mut named = countries.iter().filter_map(|country| zone(country, text));
    if let Some(zone) = named.next() {
        return format!("\"{text}\" is not a province code: write \"{}\"", zone.code);
    }
    let codes = countries.iter().flat_map(|country| zones(country));
    let codes: Vec<&str> = codes.map(|zone| zone.code).collect();
    let (places, codes) = (countries.join(", "), codes.join(", "));
    format!("there is no province \"{text}\" in {places}: there are {codes}")
}

/// Whether no earlier rate covers the same country, province and class. Only one of two such rates could apply.
fn is_first(table: &Reader<'_>, before: &[RateOverride], rate: &RateOverride) -> bool {
    let is_same = |other: &RateOverride| {
        other.country == rate.country
            && other.province == rate.province
            && other.class == rate.class
    };
    let is_first = !before.iter().any(is_same);
    if !is_first {
        let province = rate.province.as_ref();
        let province = province.map_or_else(String::new, |code| format!("-{code}"));
        let class = rate.class.as_ref();
        let class = class.map_or_else(String::new, |class| format!(" of the class \"{class}\""));
        let country = &rate.country;
        let message =
            format!("the rate{class} in {country}{province} is set twice: keep one of the two");
        table.fault("rate", message);
    }
    is_first
}

fn prices(reader: &Reader<'_>, currency: Currency) -> Option<PriceList> {
    let tables = reader.tables("prices", &schema::MARKET_PRICES)?;
    let mut list = PriceList::default();
    let mut all_good = true;
    for table in &tables {
        let sku = table.text("sku");
        let variant = table.number("variant", 0..=u64::MAX >> 1);
        let price = table.amount("price", currency.exponent());
        let (Some(sku), Some(variant), Ok(price)) = (sku, variant, price) else {
            all_good = false;
            continue;
        };
        let Some(price) = price else {
            all_good = false;
            table.fault("price", "is empty: write an amount, e.g. \"19.90\"");
            continue;
        };
        let variant = (variant > 0).then_some(VariantId(variant));
        let (key, taken) = match (filled(&sku), variant) {
            (Some(sku), None) => {
                table.name_goods("sku", GoodsKind::Sku, &sku);
                ("sku", list.by_sku.insert(sku, price))
            }
            (None, Some(variant)) => {
                table.name_goods("variant", GoodsKind::Variant, &variant.0.to_string());
                ("variant", list.by_variant.insert(variant, price))
            }
            _ => {
                all_good = false;
                table.fault("sku", "write either sku or variant");
                continue;
            }
        };
        if taken.is_some() {
            all_good = false;
            table.fault(key, "is set twice: keep one price per market");
        }
    }
    all_good.then_some(list)
}

fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn per_cent(text: &str) -> Result<TaxRate, ()> {
    TaxRate::parse_per_cent(text).ok_or(())
}

fn handle(text: &str) -> Result<String, ()> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let good = !text.is_empty() && text.len() <= 64 && text.bytes().all(allowed);
    good.then(|| text.to_owned()).ok_or(())
}
