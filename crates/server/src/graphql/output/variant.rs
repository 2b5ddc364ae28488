//! `ProductVariant`

use super::metafield::no_metafields;
use super::object::{count, leaf, money, object, text};
use super::product::{ImageObject, ProductObject};
use super::selling_plan;
use crate::app::App;
use crate::graphql::value::Value;
use crate::localized_shop::LocalizedShop;
use zkratka_commerce::catalogue::{Product, Stock, Variant};
use zkratka_ids::gid;

/// The title of the only variant of a product without options, which clients expect.
const DEFAULT_TITLE: &str = "Default Title";

pub(super) struct VariantObject<'v> {
    pub(super) app: LocalizedShop<'v>,
    pub(super) product: &'v Product,
    pub(super) variant: &'v Variant,
}

impl VariantObject<'_> {
    fn price<'a>(&self) -> Value<'a> {
        money(
            self.app.price(self.product, self.variant),
            self.app.currency(),
        )
    }

    fn compare_at_price<'a>(&self) -> Value<'a> {
        let price = self.app.compare_at_price(self.product, self.variant);
        price.map_or(Value::Null, |price| money(price, self.app.currency()))
    }
}

object!(VariantObject<'_>, "ProductVariant", |this, arguments| {
    "availableForSale" => leaf(is_available(this.product, this.variant)),
    "barcode" => Value::Null,
    "compareAtPrice" => this.compare_at_price(),
    "compareAtPriceV2" => this.compare_at_price(),
    "currentlyNotInStock" => leaf(is_oversold(this.variant)),
    "id" => leaf(gid::variant(this.variant.id)),
    "image" => Value::nullable(ImageObject::of_variant(
        this.app.app,
        this.product,
        this.variant,
    )),
    "metafield" => Value::Null,
    "metafields" => no_metafields(arguments),
    "price" => this.price(),
    "priceV2" => this.price(),
    "product" => Value::object(ProductObject { app: this.app, product: this.product }),
    "quantityAvailable" => match this.variant.stock {
        Stock::Untracked => Value::Null,
        Stock::Tracked { available, .. } => {
            leaf(i32::try_from(available).unwrap_or(if available < 0 { 0 } else { i32::MAX }))
        }
    },
    "quantityRule" => Value::object(QuantityRule { app: this.app.app }),
    "requiresComponents" => leaf(this.variant.requires_components),
    "requiresShipping" => leaf(this.variant.requires_shipping),
    "selectedOptions" => {
        let options = this.product.options.iter().zip(&this.variant.option_values);
        Value::list(options.map(|(name, value)| {
            Value::object(SelectedOption { name, value })
        }))
    },
    "sellingPlanAllocations" => {
        selling_plan::allocations(this.app, this.product, this.variant, arguments)?
    },
    "sku" => text(Some(this.variant.sku.as_str()).filter(|sku| !sku.is_empty())),
    "taxable" => leaf(this.variant.taxable),
    "title" => match this.variant.title() {
        Some(title) => leaf(title),
        None => leaf(DEFAULT_TITLE),
    },
    "unitPrice" => Value::Null,
    "weight" => leaf(f64::from(this.variant.grams)),
    "weightUnit" => leaf("GRAMS"),
});

/// Whether at least one unit can be bought.
pub(super) fn is_available(product: &Product, variant: &Variant) -> bool {
    product.published && variant.stock.is_available()
}

/// Whether the variant is sold although none is in stock.
fn is_oversold(variant: &Variant) -> bool {
    matches!(variant.stock, Stock::Tracked { available, oversell: true } if available <= 0)
}

struct SelectedOption<'v> {
    name: &'v str,
    value: &'v str,
}

object!(SelectedOption<'_>, "SelectedOption", |this, arguments| {
    "name" => leaf(this.name),
    "value" => leaf(this.value),
});

struct QuantityRule<'v> {
    app: &'v App,
}

object!(QuantityRule<'_>, "QuantityRule", |this, arguments| {
    "increment" => leaf(1),
    "maximum" => count(this.app.rules.max_quantity),
    "minimum" => leaf(1),
});
