//! Reads `[tax]`, `[tax.classes]` and `[tax.product_types]`.

use super::goods::GoodsKind;
use super::names::nearest;
use super::reader::Reader;
use std::collections::BTreeMap;
use toml::de::DeValue;
use zkratka_commerce::tax::{TaxRate, TaxRules};

pub(super) fn rules(
    reader: &Reader<'_>,
    classes_reader: &Reader<'_>,
    types_reader: &Reader<'_>,
) -> Option<TaxRules> {
    let classes = classes(classes_reader);
    let default = reader.filled("default");
    let delivery = reader.filled("delivery");
    let types = product_types(types_reader);
    let classes = classes?;
    let known = |name: &str, report: &dyn Fn(String)| {
        let found = classes.contains_key(name);
        if !found {
            let names: Vec<&str> = classes.keys().map(String::as_str).collect();
            report(match nearest(name, names.iter().copied()) {
                Some(near) => format!("there is no tax class \"{name}\": did you mean \"{near}\"?"),
                None => format!(
                    "there is no tax class \"{name}\": there are {}",
                    names.join(", ")
                ),
            });
        }
        found
    };
    let (default, delivery, types) = (default?, delivery?, types?);
    let mut all_known = known(&default, &|message| reader.fault("default", message));
    all_known &= known(&delivery, &|message| reader.fault("delivery", message));
    for (product_type, class) in &types {
        all_known &= known(class, &|message| types_reader.fault(product_type, message));
    }
    all_known.then_some(TaxRules {
        classes,
        default_class: default,
        product_types: types,
        delivery_class: delivery,
    })
}

/// Returns the configured classes; if there are none, those of Czech law.
fn classes(reader: &Reader<'_>) -> Option<BTreeMap<String, TaxRate>> {
    let entries = reader.own_keys();
    if entries.is_empty() {
        let usual = [
            ("standard", TaxRate::of::<2_100>()),
            ("reduced", TaxRate::of::<1_200>()),
            ("zero", TaxRate::ZERO),
        ];
        return Some(usual.map(|(name, rate)| (name.to_owned(), rate)).into());
    }
    let mut classes = BTreeMap::new();
    let mut all_good = true;
    for (name, value) in entries {
        if let Some(rate) = rate(value.get_ref()) {
            classes.insert(name, rate);
        } else {
            all_good = false;
            reader.fault(
                &name,
                "write a percentage from 0 to 100, e.g. \"21\" or \"12.5\"",
            );
        }
    }
    all_good.then_some(classes)
}

fn rate(value: &DeValue<'_>) -> Option<TaxRate> {
    let text = match value {
        DeValue::String(text) => text.as_ref(),
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
        DeValue::Float(float) => float.as_str(),
        _ => return None,
    };
    TaxRate::parse_per_cent(text)
}

fn product_types(reader: &Reader<'_>) -> Option<BTreeMap<String, String>> {
    let mut types = BTreeMap::new();
    let mut all_good = true;
    for (product_type, value) in reader.own_keys() {
        if let Some(class) = value.get_ref().as_str() {
            reader.name_goods(&product_type, GoodsKind::ProductType, &product_type);
            types.insert(product_type, class.to_owned());
        } else {
            all_good = false;
            reader.fault(
                &product_type,
                "write the name of a tax class, e.g. \"reduced\"",
            );
        }
    }
    all_good.then_some(types)
}
