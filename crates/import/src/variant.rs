//! One row's variant.

use super::columns::{Column, OPTIONS};
use super::known::Known;
use super::quote::quoted;
use super::row::{Row, Wrong, wrong};
use std::collections::{BTreeMap, BTreeSet};
use zkratka_commerce::catalogue::{Stock, Variant};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::tax::TaxRate;

/// A name and a value that stand for "no options".
const NO_OPTION: (&str, &str) = ("Title", "Default Title");
/// No price is higher: totals of the largest carts stay far from the end of the number range.
const HIGHEST_PRICE: MinorUnits = MinorUnits::new(100_000_000_000);

/// Bytes. Values name variants, also in the stores' indexes, which take no long ones.
const LONGEST_VALUE: usize = 255;

/// The product's option names, from its first row.
pub(super) fn option_names(row: &Row<'_>) -> Vec<String> {
    let names = (0..OPTIONS).map(|index| row.text(Column::OptionName(index)));
    let names: Vec<String> = names
        .take_while(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    let first = (
        row.text(Column::OptionName(0)),
        row.text(Column::OptionValue(0)),
    );
    if first == NO_OPTION {
        Vec::new()
    } else {
        names
    }
}

/// Whether a row says anything of a variant; rows with an image only do not.
pub(super) fn is_described(row: &Row<'_>) -> bool {
    [Column::OptionValue(0), Column::Price, Column::Sku]
        .into_iter()
        .any(|column| row.has(column))
}

/// The variant of a row. Its image is found later, among those of the whole product.
pub(super) fn read(row: &Row<'_>, options: &[String], known: &Known) -> Result<Variant, Wrong> {
    let price = row.amount(Column::Price)?.unwrap_or(MinorUnits::ZERO);
    let compare_at_price = row
        .amount(Column::CompareAtPrice)?
        .filter(|price| price.is_positive());
    for (column, amount) in [
        (Column::Price, Some(price)),
        (Column::CompareAtPrice, compare_at_price),
    ] {
        if amount.is_some_and(|amount| amount > HIGHEST_PRICE) {
            return wrong(column, format!("{} is too large", quoted(row.text(column))));
        }
    }
    let grams = row.whole(Column::Grams)?.unwrap_or(0);
    let Ok(grams) = u32::try_from(grams) else {
        return wrong(Column::Grams, format!("\"{grams}\" is too large"));
    };
    Ok(Variant {
        // The store keeps or gives out numbers.
        id: VariantId(0),
        option_values: option_values(row, options)?,
        sku: row.text(Column::Sku).to_owned(),
        price,
        compare_at_price,
        stock: stock(row)?,
        grams,
        // Goods without the flag are taken for goods that are shipped: a wrong postage is noticed, a missing address is not.
        requires_shipping: row.flag(Column::RequiresShipping, true)?,
        requires_components: row.flag(Column::RequiresComponents, false)?,
        taxable: row.flag(Column::Taxable, true)?,
        tax_class: tax_class(row, &known.tax_classes)?,
        image: None,
        pickup_places: pickup_places(row, &known.pickup_places)?,
    })
}

/// A gift card is neither sent nor taxed, whatever the row says: it comes with the order, and tax is due on what is bought
/// with it.
pub(super) fn as_gift_card(row: &Row<'_>, variant: Variant) -> Result<Variant, Wrong> {
    if !variant.price.is_positive() {
        return wrong(
            Column::Price,
            format!(
                "{} is zero: a gift card is worth its price, so write a price above 0",
                quoted(row.text(Column::Price))
            ),
        );
    }
    Ok(Variant {
        requires_shipping: false,
        taxable: false,
        tax_class: None,
        grams: 0,
        pickup_places: None,
        ..variant
    })
}

fn option_values(row: &Row<'_>, options: &[String]) -> Result<Vec<String>, Wrong> {
    let mut values = Vec::with_capacity(options.len());
    for (index, name) in options.iter().enumerate() {
        let column = Column::OptionValue(index);
        match row.text(column) {
            "" => {
                return wrong(
                    column,
                    format!("is empty: the option {} needs a value", quoted(name)),
                );
            }
            value if value.len() > LONGEST_VALUE => {
                return wrong(
                    column,
                    format!("{} is longer than {LONGEST_VALUE} bytes", quoted(value)),
                );
            }
            value => values.push(value.to_owned()),
        }
    }
    Ok(values)
}

fn stock(row: &Row<'_>) -> Result<Stock, Wrong> {
    let oversell = match row.text(Column::Policy) {
        "" => false,
        text if text.eq_ignore_ascii_case("deny") => false,
        text if text.eq_ignore_ascii_case("continue") => true,
        text => {
            return wrong(
                Column::Policy,
                format!("{} is neither deny nor continue", quoted(text)),
            );
        }
    };
    let available = row.signed(Column::Quantity)?.unwrap_or(0);
    if row.has(Column::Tracker) {
        Ok(Stock::Tracked {
            available,
            oversell,
        })
    } else {
        Ok(Stock::Untracked)
    }
}

/// Says that it can be collected nowhere.
const NOWHERE: &str = "none";

/// Where it can be collected at once; none where the row says nothing of it.
fn pickup_places(row: &Row<'_>, known: &BTreeSet<String>) -> Result<Option<Vec<String>>, Wrong> {
    let column = Column::PickupPlaces;
    let text = row.text(column);
    if text.is_empty() {
        return Ok(None);
    }
    if text.eq_ignore_ascii_case(NOWHERE) {
        return Ok(Some(Vec::new()));
    }
    let mut places = Vec::new();
    for name in text.split(',').map(str::trim) {
        if !known.contains(name) {
            let all: Vec<&str> = known.iter().map(String::as_str).collect();
            let reason = match all.join(", ").as_str() {
                "" => "there is no [[delivery]] of type PICK_UP".to_owned(),
                all => format!("there are {all}, or {NOWHERE}"),
            };
            return wrong(
                column,
                format!("{} is not a pick-up place: {reason}", quoted(name)),
            );
        }
        places.push(name.to_owned());
    }
    Ok(Some(places))
}

fn tax_class(row: &Row<'_>, classes: &BTreeMap<String, TaxRate>) -> Result<Option<String>, Wrong> {
    match row.text(Column::TaxCode) {
        "" => Ok(None),
        name if classes.contains_key(name) => Ok(Some(name.to_owned())),
        name => {
            let known: Vec<&str> = classes.keys().map(String::as_str).collect();
            let known = known.join(", ");
            wrong(
                Column::TaxCode,
                format!(
                    "{} is not a tax class of this shop: there are {known}",
                    quoted(name)
                ),
            )
        }
    }
}
