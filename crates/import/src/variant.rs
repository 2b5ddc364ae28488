//! Reads the variant of a row.

use super::columns::{Column, OPTIONS};
use super::known::AllowedNames;
use super::quote::quoted;
use super::row::{Row, RowFault, wrong};
use std::collections::{BTreeMap, BTreeSet};
use zkratka_commerce::catalogue::{Stock, Variant};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::tax::TaxRate;
use zkratka_downloads::Folder;

/// The option name and value with which a feed says that a product has no options.
const NO_OPTION: (&str, &str) = ("Title", "Default Title");
/// The highest price. With it, the totals of the largest carts stay far below the end of the number range.
const HIGHEST_PRICE: MinorUnits = MinorUnits::new(100_000_000_000);

/// In bytes. Option values identify variants, also in the stores' indexes, which do not take long values.
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

/// Whether a row describes a variant. A row that only adds an image does not.
pub(super) fn is_described(row: &Row<'_>) -> bool {
    [Column::OptionValue(0), Column::Price, Column::Sku]
        .into_iter()
        .any(|column| row.has(column))
}

/// The variant of a row. Its image is set later, when all images of the product are known.
pub(super) fn read(
    row: &Row<'_>,
    options: &[String],
    known: &AllowedNames,
) -> Result<Variant, RowFault> {
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
    let requires_shipping = row.flag(Column::RequiresShipping, true)?;
    Ok(Variant {
        // The store sets the id.
        id: VariantId(0),
        option_values: option_values(row, options)?,
        sku: row.text(Column::Sku).to_owned(),
        price,
        compare_at_price,
        stock: stock(row)?,
        grams,
        // Goods without the flag count as shipped goods: somebody notices a wrong delivery price, but nobody notices a
        // missing address.
        requires_shipping,
        requires_components: row.flag(Column::RequiresComponents, false)?,
        taxable: row.flag(Column::Taxable, true)?,
        tax_class: tax_class(row, &known.tax_classes)?,
        image: None,
        pickup_places: pickup_places(row, &known.pickup_places)?,
        download: download(row, requires_shipping, known.downloads.as_ref())?,
    })
}

/// Makes the variant a gift card: it is neither shipped nor taxed, whatever the row says. The buyer gets it with the
/// order, and tax is due on the goods that it buys later.
pub(super) fn as_gift_card(row: &Row<'_>, variant: Variant) -> Result<Variant, RowFault> {
    if !variant.price.is_positive() {
        return wrong(
            Column::Price,
            format!(
                "{} is zero: a gift card is worth its price, so write a price above 0",
                quoted(row.text(Column::Price))
            ),
        );
    }
    if variant.download.is_some() {
        return wrong(
            Column::Download,
            "a gift card has no file: leave the cell empty",
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

fn option_values(row: &Row<'_>, options: &[String]) -> Result<Vec<String>, RowFault> {
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

fn stock(row: &Row<'_>) -> Result<Stock, RowFault> {
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

/// The file that buyers download. It must be there, because somebody may buy it in a moment.
fn download(
    row: &Row<'_>,
    requires_shipping: bool,
    folder: Option<&Folder>,
) -> Result<Option<String>, RowFault> {
    let column = Column::Download;
    let name = row.text(column);
    if name.is_empty() {
        return Ok(None);
    }
    if requires_shipping {
        let reason = "only goods that are not shipped have a file: write FALSE into Variant Requires Shipping, or leave the cell empty";
        return wrong(column, reason);
    }
    let Some(folder) = folder else {
        let reason = "the configuration names no folder of files: write downloads in [catalogue], or leave the cell empty";
        return wrong(column, reason);
    };
    match folder.open(name) {
        Ok(_) => Ok(Some(name.to_owned())),
        Err(fault) => wrong(column, format!("{} {fault}", quoted(name))),
    }
}

/// The value for a variant that can be collected nowhere.
const NOWHERE: &str = "none";

/// The places where the variant can be collected at once. `None` if the column is empty.
fn pickup_places(row: &Row<'_>, known: &BTreeSet<String>) -> Result<Option<Vec<String>>, RowFault> {
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

fn tax_class(
    row: &Row<'_>,
    classes: &BTreeMap<String, TaxRate>,
) -> Result<Option<String>, RowFault> {
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
